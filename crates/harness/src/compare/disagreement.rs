//! A disagreement between the reference and the engine, with its evidence.

use superko_engine::check::FindingId;
use superko_engine::referee::{Events, Refusal};
use superko_engine::{ReportedScore, Ruling};
use superko_game::{Color, Komi, Outcome, Position, Record, Score, Status, Turn};

/// A disagreement between the reference and the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The id of the finding.
    pub id: FindingId,
    /// All events that the turn in question reaches.
    pub events: Events,
    /// The game from its start. The last turn is the one in question, or the one after which the position,
    /// the status or the score differs.
    pub record: Record,
    /// Both answers.
    pub difference: Difference,
}

impl Disagreement {
    /// Returns the whole game, if it continues after the last turn of the record: the engine has generated
    /// that turn, and was given the others. The last of them is in question.
    pub fn followed(&self) -> Option<Record> {
        let Difference::AfterGenerated { then, .. } = &self.difference else { return None };
        let mut record = self.record.clone();
        record.turns.extend(then);
        (!then.is_empty()).then_some(record)
    }
}

/// The differing answers of the reference and the engine, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The rulings on a turn: why the reference refuses it, if it does; the ruling of the engine.
    Ruling(Option<Refusal>, Ruling),
    /// The positions on the board.
    Board(Position, Position),
    /// The statuses.
    Status(Status, Status),
    /// The scores, and the komi.
    Score(Score, Komi, ReportedScore),
    /// The results of a game that was decided by a turn.
    Outcome(Outcome, ReportedScore),
    /// An illegal turn that ends the game on the engine: why the reference refuses it, and the engine's
    /// score.
    Ended(Refusal, Option<ReportedScore>),
    /// A turn that the engine generates: why the reference refuses it, and whether the engine plays it.
    Generated(Refusal, Generation),
    /// A difference after a turn that the engine has generated and played, which is the last one of the record. An engine that
    /// is given that turn does not differ.
    AfterGenerated {
        /// The turns that the engine was given afterwards, the one in question last.
        then: Vec<Turn>,
        /// Both answers.
        difference: Box<Difference>,
    },
}

/// A way in which an engine generates a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generation {
    /// The engine is asked which turn it would play: [`Engine::generate`](superko_engine::Engine::generate).
    Asked,
    /// The engine plays the turn: [`Engine::generate_and_play`](superko_engine::Engine::generate_and_play).
    Played,
}

impl Difference {
    /// Describes the answer of the reference in a few words.
    pub fn reference(&self) -> String {
        match self {
            Difference::Ruling(None, _) => "allowed".to_owned(),
            Difference::Ruling(Some(refusal), _)
            | Difference::Ended(refusal, _)
            | Difference::Generated(refusal, _) => {
                format!("forbidden: {refusal}")
            }
            Difference::AfterGenerated { difference, .. } => difference.reference(),
            Difference::Board(reference, engine) => difference(reference, engine),
            Difference::Status(reference, _) => reference.to_string(),
            Difference::Outcome(reference, _) => reference.to_string(),
            Difference::Score(reference, _, ReportedScore::Areas(_)) => reference.to_string(),
            Difference::Score(reference, komi, _) => {
                let quarter_points = reference.quarter_points() - komi.quarter_points;
                format!("{} ({reference})", ReportedScore::Margin { quarter_points })
            }
        }
    }

    /// Describes the answer of the engine in a few words.
    pub fn engine(&self) -> String {
        match self {
            Difference::Ruling(_, engine) => engine.to_string(),
            Difference::Board(reference, engine) => {
                let turned =
                    turned(reference, engine).map(|how| format!("; the reference's board {how}"));
                difference(engine, reference) + &turned.unwrap_or_default()
            }
            Difference::Status(_, engine) => engine.to_string(),
            Difference::Score(reference, _, ReportedScore::Areas(engine))
                if (reference.black, reference.white) == (engine.white, engine.black) =>
            {
                format!("{engine}; the reference's numbers exchanged")
            }
            Difference::Score(_, _, engine) | Difference::Outcome(_, engine) => engine.to_string(),
            Difference::Ended(_, None) => "allowed, and the game is over".to_owned(),
            Difference::Ended(_, Some(score)) => format!("allowed, and the game is over: {score}"),
            Difference::Generated(_, Generation::Asked) => "would play it".to_owned(),
            Difference::Generated(_, Generation::Played) => "plays it".to_owned(),
            Difference::AfterGenerated { difference, .. } => difference.engine(),
        }
    }

    /// Returns the position that the engine shows, if that is what differs.
    pub fn board(&self) -> Option<&Position> {
        match self {
            Difference::Board(_, shown) => Some(shown),
            Difference::AfterGenerated { difference, .. } => difference.board(),
            _ => None,
        }
    }
}

/// Describes how a board can be turned or mirrored to equal another one, if it can: an engine that is read from the wrong row
/// shows such a board. With few stones, several ways may fit.
fn turned(position: &Position, other: &Position) -> Option<String> {
    const MOST: usize = 3;
    let size = position.size();
    if other.size() != size {
        return None;
    }
    let ways = [
        ("upside down", 2),
        ("mirrored from left to right", 1),
        ("turned by 180 degrees", 3),
        ("with columns and rows exchanged", 4),
    ];
    let is_other = |image| {
        let is_same = |point| position[point] == other[size.image(point, image)];
        size.images().any(|each| each == image) && size.points().all(is_same)
    };
    let fitting = ways.into_iter().filter(|&(_, image)| is_other(image));
    let fitting: Vec<&str> = fitting.map(|(how, _)| how).take(MOST).collect();
    let (last, others) = fitting.split_last()?;
    Some(match others {
        [] => (*last).to_owned(),
        _ => format!("{} or {last}", others.join(", ")),
    })
}

/// Lists the points at which a position differs from another one, with their colors.
fn difference(of: &Position, from: &Position) -> String {
    let points: Vec<String> = of
        .differences(from)
        .map(|point| match of[point] {
            Color::Empty => format!("{point} empty"),
            Color::Black => format!("{point} black"),
            Color::White => format!("{point} white"),
        })
        .collect();
    match points.len() {
        0..=6 => points.join(", "),
        7 => format!("{}, and 1 more point", points[..6].join(", ")),
        more => format!("{}, and {} more points", points[..6].join(", "), more - 6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_engine::RefusalReason;
    use superko_game::Player;

    #[test]
    fn both_answers_in_words() {
        let words = |difference: Difference| [difference.reference(), difference.engine()];
        let ruling = Difference::Ruling(Some(Refusal::Over), Ruling::Allowed);
        assert_eq!(words(ruling), ["forbidden: the game is over", "allowed"]);
        let ruling = Difference::Ruling(None, Ruling::Forbidden(RefusalReason::Suicide));
        assert_eq!(words(ruling), ["allowed", "forbidden: suicide"]);
        let generated = Difference::Generated(Refusal::Over, Generation::Asked);
        assert_eq!(words(generated), ["forbidden: the game is over", "would play it"]);
        let status = Difference::Status(Status::Over, Status::Running { to_move: Player::White });
        assert_eq!(words(status), ["game over", "White to move"]);
        let score = Score::new(9, 4);
        let areas =
            Difference::Score(score, Komi::default(), ReportedScore::Areas(Score::new(4, 9)));
        let exchanged = "Black 4, White 9; the reference's numbers exchanged";
        assert_eq!(words(areas), ["Black 9, White 4", exchanged]);
        let margin =
            Difference::Score(score, Komi::default(), ReportedScore::Margin { quarter_points: -6 });
        assert_eq!(words(margin), ["Black wins by 5 (Black 9, White 4)", "White wins by 1.5"]);
        let winner =
            |winner| Difference::Score(score, Komi::default(), ReportedScore::Winner(winner));
        let shown = words(winner(Some(Player::White)));
        assert_eq!(shown, ["Black wins by 5 (Black 9, White 4)", "White wins"]);
        assert_eq!(winner(None).engine(), "a tie");
        let outcome =
            Difference::Outcome(Outcome::NoResult, ReportedScore::Winner(Some(Player::White)));
        assert_eq!(words(outcome), ["no result", "White wins"]);
    }

    #[test]
    fn a_board_that_is_turned_is_told_as_that() {
        let engines_words = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|drawn| drawn.parse::<Position>().unwrap());
            Difference::Board(one, other).engine()
        };
        let corner = "X . .\n. . .\n. O .";
        let board = |how: &str| format!("; the reference's board {how}");
        let upside_down = engines_words("X O .\n. . .\n. . .", ". . .\n. . .\nX O .");
        assert!(upside_down.ends_with(&board("upside down")), "{upside_down}");
        let mirrored = engines_words("X O .\n. . .\n. . .", ". O X\n. . .\n. . .");
        assert!(mirrored.ends_with(&board("mirrored from left to right")), "{mirrored}");
        let around = engines_words(corner, ". O .\n. . .\n. . X");
        assert!(around.ends_with(&board("turned by 180 degrees")), "{around}");
        // If several ways fit, none is more likely.
        let either = engines_words("X .\n. .", ". .\n. X");
        let both = "turned by 180 degrees or with columns and rows exchanged";
        assert!(either.ends_with(&board(both)), "{either}");
        let any = engines_words(". .\nX .", ". X\n. .");
        assert!(any.ends_with(&board("turned by 180 degrees")), "{any}");
        let exchanged = engines_words("X O .\n. . .\n. . .", ". . .\nO . .\nX . .");
        assert!(!exchanged.contains("board"), "{exchanged}");
        let exchanged = engines_words("X O .\n. . .\n. . .", ". . .\n. O .\n. X .");
        assert!(!exchanged.contains("board"), "{exchanged}");
        let exchanged = engines_words(". . .\n. . .\nX O .", ". . .\nO . .\nX . .");
        assert!(exchanged.ends_with(&board("with columns and rows exchanged")), "{exchanged}");
    }

    #[test]
    fn positions_are_told_by_the_points_at_which_they_differ() {
        let [one, other]: [Position; 2] =
            ["X O .\nX . .", ". O X\nO . ."].map(|drawn| drawn.parse().unwrap());
        let difference = Difference::Board(one, other);
        assert_eq!(difference.reference(), "A1 black, A2 black, C2 empty");
        assert_eq!(difference.engine(), "A1 white, A2 empty, C2 black");
        let row = |stones: usize| {
            let row = "X ".repeat(stones) + &". ".repeat(9 - stones);
            row.trim().parse::<Position>().unwrap()
        };
        let six = "A1 black, B1 black, C1 black, D1 black, E1 black, F1 black";
        assert_eq!(Difference::Board(row(6), row(0)).reference(), six);
        assert_eq!(
            Difference::Board(row(7), row(0)).reference(),
            format!("{six}, and 1 more point")
        );
        let eight = format!("{six}, and 2 more points");
        assert_eq!(Difference::Board(row(8), row(0)).reference(), eight);
    }
}
