use super::draw::draw;
use crate::referee::{Effect, HistoryEntry, Judgment, Referee, Refusal, Unsettled};
use crate::{About, Engine, Fault, ReportedScore, Ruling};
use std::borrow::Cow;
use std::fmt;
use superko_game::rules::{
    Agreement, Button, Enclosed, IllegalTurn, LastPass, LongCycle, PassCost, Passes, Repeat,
    Repetition, Rules, Scoring, Stones, Suicide, Tax,
};
use superko_game::{
    Color, Outcome, Phase, Player, Point, Position, Score, Settlement, Setup, Size, Status, Turn,
};
use superko_reference as naive;

/// The reason why a point counts for nobody, or a stone is dead, at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Uncounted {
    /// The empty point reaches both colors.
    Neutral,
    /// The empty point reaches one color only, but is in no independent region, and the rules have a tax.
    Seki,
    /// The stone is dead, because living stones of the opponent enclose it.
    Enclosed,
}

impl Uncounted {
    /// Every reason.
    pub const ALL: [Uncounted; 3] = [Uncounted::Neutral, Uncounted::Seki, Uncounted::Enclosed];
}

/// Writes what holds for the points, after "they".
impl fmt::Display for Uncounted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Uncounted::Neutral => "reach both colors, so that they count for neither player",
            Uncounted::Seki => "do not count, because they are in no independent region",
            Uncounted::Enclosed => "are dead, because living stones of the opponent enclose them",
        })
    }
}

/// The reference, both as a referee and as an engine under test.
#[derive(Clone, Debug)]
pub struct Reference {
    size: Size,
    game: naive::Game,
    history: Vec<HistoryEntry>,
}

impl Reference {
    /// Makes the reference at the start of a game on the empty board, Black first.
    pub fn new(size: Size, rules: Rules) -> Reference {
        let game =
            naive::Game::new(size.columns().into(), size.rows().into(), reference_rules(rules));
        Reference::of(size, game)
    }

    /// Makes the reference at the start of a game with any position and first player.
    pub fn set_up(setup: &Setup) -> Reference {
        if setup.is_usual() {
            return Reference::new(setup.size(), setup.rules);
        }
        let size = setup.size();
        let empty = naive::Grid::empty(size.columns().into(), size.rows().into());
        let grid = size.points().fold(empty, |grid, point| match setup.position[point] {
            Color::Empty => grid,
            Color::Black => grid.with(to_point(point), naive::Color::Black),
            Color::White => grid.with(to_point(point), naive::Color::White),
        });
        let first = same!(setup.first, Player => naive::Player: Black, White);
        Reference::of(size, naive::Game::from(grid, first, reference_rules(setup.rules)))
    }

    fn of(size: Size, game: naive::Game) -> Reference {
        let mut reference = Reference { size, game, history: Vec::new() };
        let position = reference.position_of(reference.game.grid());
        reference.history.push(HistoryEntry { position, by: None });
        reference
    }

    /// Counts the continuations of this game, by their number of further turns from 0 to `depth`.
    pub fn perft(&self, depth: usize) -> Vec<naive::Perft> {
        naive::perft(&self.game, depth, true)
    }

    fn position_of(&self, grid: &naive::Grid) -> Position {
        let mut position = Position::empty(self.size);
        for point in self.size.points() {
            position[point] = from_color(grid.color(to_point(point)));
        }
        position
    }

    fn refusal(&self, illegal: naive::Illegal) -> Refusal {
        match illegal {
            // A stopped game counts as over, unless the players disagree.
            naive::Illegal::Over | naive::Illegal::Stopped => Refusal::Over,
            naive::Illegal::UsedUp => Refusal::NoStones,
            naive::Illegal::NotEmpty { color } => Refusal::Occupied { color: from_color(color) },
            naive::Illegal::ClearsOwn { points } => Refusal::Suicide { stones: points },
            naive::Illegal::MadeBefore { earlier } => Refusal::KoTakenAgain { earlier },
            naive::Illegal::Repeats { earlier } => {
                Refusal::Repetition { earlier, cycle: self.history.len() - earlier }
            }
        }
    }

    /// Whether the game is over, or has stopped.
    fn has_ended(&self) -> bool {
        self.game.standing() != naive::Standing::Running
    }

    fn point(&self, point: naive::Point) -> Point {
        let side = |place: usize| u8::try_from(place).ok();
        let point = side(point.column).zip(side(point.row));
        let point = point.and_then(|(column, row)| self.size.point(column, row));
        point.expect("the reference plays on the same board")
    }

    /// Returns the number of stones on a grid.
    fn stones(&self, grid: &naive::Grid) -> usize {
        self.size.point_count() - grid.count(naive::Color::Empty)
    }

    /// Returns the position after a play, if the play removed any stone. A play that removes none adds one stone.
    fn removing(&self, after: &naive::Grid) -> Option<Position> {
        (self.stones(after) != self.stones(self.game.grid()) + 1).then(|| self.position_of(after))
    }

    /// Makes the judgment of a refused turn, with the position that the play would have made, if it removes any stone.
    fn refused(&self, turn: Turn, illegal: naive::Illegal, ends: bool) -> Judgment {
        let refusal = self.refusal(illegal);
        let played = match (refusal, turn) {
            (
                Refusal::Suicide { .. } | Refusal::KoTakenAgain { .. } | Refusal::Repetition { .. },
                Turn::Play(point),
            ) => self.game.grid().after_move(self.game.player(), to_point(point)),
            _ => None,
        };
        let removing = played.and_then(|after| self.removing(&after));
        Judgment {
            in_cleanup: self.is_in_cleanup(),
            ..Judgment::plain(Some(refusal), removing, ends)
        }
    }

    /// Returns the phase that the game is in, or in which it ended.
    pub fn phase(&self) -> Phase {
        match self.game.phase() {
            naive::Phase::Main => Phase::Main,
            naive::Phase::FirstCleanup => Phase::FirstCleanup,
            naive::Phase::SecondCleanup => Phase::SecondCleanup,
        }
    }

    /// Whether the game is in a cleanup phase, or ended in one.
    pub fn is_in_cleanup(&self) -> bool {
        self.phase() != Phase::Main
    }

    /// Returns the points that are blocked in a cleanup phase: the stone there took a ko.
    pub fn blocked(&self) -> Vec<Point> {
        self.game.blocked().into_iter().map(|point| self.point(point)).collect()
    }

    /// Returns the points that would count for nobody if the game ended now, each with the reason, and the stones that would be
    /// dead without an agreement. Empty if only stones are counted.
    pub fn uncounted(&self) -> Vec<(Point, Uncounted)> {
        if self.game.rules().scoring == naive::Scoring::Stones {
            return Vec::new();
        }
        let grid = self.game.counted();
        let [black, white] = [naive::Player::Black, naive::Player::White].map(|player| {
            let regions = grid.independent_regions(player).concat();
            (player.color(), regions)
        });
        let taxed = self.game.rules().tax != naive::Tax::None;
        let reason = |point: naive::Point| {
            let reaches = |color| grid.reaches(point, color);
            match (grid.color(point), reaches(black.0), reaches(white.0)) {
                (naive::Color::Empty, true, true) => Some(Uncounted::Neutral),
                (naive::Color::Empty, is_black, is_white) if taxed && (is_black || is_white) => {
                    let (_, regions) = if is_black { &black } else { &white };
                    (!regions.contains(&point)).then_some(Uncounted::Seki)
                }
                _ => None,
            }
        };
        let enclosed = self.game.enclosed().into_iter();
        let enclosed = enclosed.map(|point| (point, Uncounted::Enclosed));
        let empty = grid.points().filter_map(|point| Some((point, reason(point)?)));
        enclosed.chain(empty).map(|(point, why)| (self.point(point), why)).collect()
    }

    fn unblocks(&self, turn: Turn) -> bool {
        matches!(turn, Turn::Play(point) if self.game.unblocks(to_point(point)))
    }
}

/// Returns the effect of a pass that the position does not show. `after` is the game after the pass; `phase` and `button` are
/// those before it.
fn effect_of_pass(
    after: &naive::Game,
    phase: naive::Phase,
    button: Option<naive::Player>,
) -> Option<Effect> {
    let ends_phase = after.phase() != phase;
    let ends = ends_phase || after.standing() != naive::Standing::Running;
    match ends {
        true if after.has_passed_again() => Some(Effect::EndsBySamePass),
        _ if ends_phase => Some(Effect::EndsPhase),
        _ => (after.button() != button).then_some(Effect::TakesButton),
    }
}

impl Referee for Reference {
    fn judge(&self, turn: Turn) -> Judgment {
        let leaves = self.game.leaves(to_turn(turn));
        let ends = self.game.would_end(to_turn(turn), &leaves);
        let (removing, effect) = match (leaves, turn) {
            (Err(illegal), _) => return self.refused(turn, illegal, ends),
            (Ok(_), Turn::Pass) => {
                let after = self.game.after(naive::Turn::Pass).expect("a pass is legal");
                (None, effect_of_pass(&after, self.game.phase(), self.game.button()))
            }
            (Ok(after), Turn::Play(_)) => {
                (self.removing(&after), self.unblocks(turn).then_some(Effect::Unblocks))
            }
        };
        let in_cleanup = self.is_in_cleanup();
        Judgment { in_cleanup, effect, ..Judgment::plain(None, removing, ends) }
    }

    fn play(&mut self, turn: Turn) -> Judgment {
        let player = self.to_move();
        let (phase, button, unblocks) =
            (self.game.phase(), self.game.button(), self.unblocks(turn));
        let in_cleanup = self.is_in_cleanup();
        let stones = self.stones(self.game.grid());
        if let Err(illegal) = self.game.take(to_turn(turn)) {
            let was_over = matches!(illegal, naive::Illegal::Over | naive::Illegal::Stopped);
            return self.refused(turn, illegal, !was_over && self.has_ended());
        }
        let position = self.position_of(self.game.grid());
        let adds_one = self.stones(self.game.grid()) == stones + 1;
        let removing = (turn != Turn::Pass && !adds_one).then(|| position.clone());
        self.history.push(HistoryEntry { position, by: Some((player, turn)) });
        let effect = match turn {
            Turn::Pass => effect_of_pass(&self.game, phase, button),
            Turn::Play(_) => unblocks.then_some(Effect::Unblocks),
        };
        Judgment { in_cleanup, effect, ..Judgment::plain(None, removing, self.has_ended()) }
    }

    fn settle(&mut self, settlement: &Settlement) -> Result<(), Unsettled> {
        let settled = match settlement {
            Settlement::Nothing => Ok(()),
            Settlement::Disagreed => self.game.disagree(),
            Settlement::Agreed(points) => {
                self.game.agree(&points.iter().map(|&point| to_point(point)).collect::<Vec<_>>())
            }
        };
        settled.map_err(|unasked| match unasked {
            naive::Unasked::NotNow => Unsettled::NotNow,
            naive::Unasked::Empty { point } => Unsettled::Empty { point: self.point(point) },
        })
    }

    fn to_move(&self) -> Player {
        from_player(self.game.player())
    }

    fn outcome(&self) -> Option<Outcome> {
        let mut game = Cow::Borrowed(&self.game);
        if game.standing() == naive::Standing::Stopped {
            // If the players say nothing, no stones are dead.
            let _ = game.to_mut().agree(&[]);
        }
        game.outcome().map(|outcome| match outcome {
            naive::Outcome::Wins(player) => Outcome::Wins(from_player(player)),
            naive::Outcome::Tie => Outcome::Tie,
            naive::Outcome::NoResult => Outcome::NoResult,
        })
    }

    fn is_scored(&self) -> bool {
        self.game.is_scored()
    }

    fn status(&self) -> Status {
        if self.has_ended() { Status::Over } else { Status::Running { to_move: self.to_move() } }
    }

    fn score(&self) -> Score {
        let naive::Score { black, white, button } = self.game.score();
        let points = |total: usize| u32::try_from(total).expect("games are not that long");
        Score { black: points(black), white: points(white), button: button.map(from_player) }
    }

    fn history(&self) -> &[HistoryEntry] {
        &self.history
    }
}

impl Engine for Reference {
    fn about(&self) -> About {
        let note =
            "this compares the reference with itself: it can only find errors of the harness";
        About { notes: vec![note.into()], ..About::named("reference") }
    }

    fn start(&mut self, game: &Setup) -> Result<(), Fault> {
        *self = Reference::set_up(game);
        Ok(())
    }

    fn play(&mut self, turn: Turn) -> Result<Ruling, Fault> {
        Ok(Referee::play(self, turn).ruling())
    }

    fn is_legal(&mut self, turn: Turn) -> Result<Option<Ruling>, Fault> {
        Ok(Some(self.judge(turn).ruling()))
    }

    fn board(&mut self) -> Result<Option<Position>, Fault> {
        Ok(Some(Referee::position(self).clone()))
    }

    fn status(&mut self) -> Result<Option<Status>, Fault> {
        Ok(Some(Referee::status(self)))
    }

    fn score(&mut self) -> Result<Option<ReportedScore>, Fault> {
        Ok(Some(ReportedScore::Areas(Referee::score(self))))
    }

    fn settle(&mut self, settlement: &Settlement) -> Result<Option<()>, Fault> {
        Ok(Referee::settle(self, settlement).ok())
    }

    /// Returns a random legal turn.
    fn generate(&mut self) -> Result<Option<Turn>, Fault> {
        let legal = |turn: &Turn| self.judge(*turn).refusal.is_none();
        let turns: Vec<Turn> = Turn::all(self.size).filter(legal).collect();
        Ok(draw(&turns, Referee::position(self)))
    }
}

fn to_point(point: Point) -> naive::Point {
    naive::Point { column: point.column().into(), row: point.row().into() }
}

fn to_turn(turn: Turn) -> naive::Turn {
    match turn {
        Turn::Pass => naive::Turn::Pass,
        Turn::Play(point) => naive::Turn::Move(to_point(point)),
    }
}

/// Translates rules into the types of the reference.
pub fn reference_rules(rules: Rules) -> naive::Rules {
    naive::Rules {
        repetition: same!(
            rules.repetition,
            Repetition => naive::Repetition:
            Positional, Situational, NaturalSituational, NewZealand, SimpleKo, None
        ),
        self_capture: match rules.suicide {
            Suicide::Allowed => naive::SelfCapture::Any,
            Suicide::SeveralStones => naive::SelfCapture::SeveralStones,
            Suicide::Forbidden => naive::SelfCapture::Forbidden,
        },
        supply: same!(rules.stones, Stones => naive::Supply: Unlimited, Half),
        passes: same!(rules.passes, Passes => naive::Passes: Two, Three, Four),
        last_pass: same!(rules.last_pass, LastPass => naive::LastPass: Anybody, White),
        agreement: match rules.agreement {
            Agreement::None => naive::Agreement::None,
            Agreement::DeadStones => naive::Agreement::DeadPoints,
            Agreement::Resume => naive::Agreement::Resume,
            Agreement::Cleanup => naive::Agreement::Cleanup,
        },
        attempt: same!(rules.illegal, IllegalTurn => naive::Attempt: Refused, Loses),
        repeat: same!(rules.repeat, Repeat => naive::Repeat: Illegal, Loses, Ties),
        cycle: same!(rules.long_cycle, LongCycle => naive::Cycle: GoesOn, NoResult, ThirdTime),
        scoring: same!(rules.score, Scoring => naive::Scoring: Area, Territory, ShortTerritory, Stones),
        pass: same!(rules.pass, PassCost => naive::PassCost: Free, Prisoner),
        tax: same!(rules.tax, Tax => naive::Tax: None, Seki, All),
        button: match rules.button {
            Button::None => naive::Button::Unused,
            Button::HalfPoint => naive::Button::Used,
        },
        enclosed: same!(rules.enclosed, Enclosed => naive::Enclosed: Alive, Dead),
    }
}

fn from_color(color: naive::Color) -> Color {
    match color {
        naive::Color::Empty => Color::Empty,
        naive::Color::Black => Color::Black,
        naive::Color::White => Color::White,
    }
}

fn from_player(player: naive::Player) -> Player {
    match player {
        naive::Player::Black => Player::Black,
        naive::Player::White => Player::White,
    }
}
