//! A model's report of the score, in each of the forms that engines use.

use super::board::Board;
use super::cells::Cells;
use super::regions::Independent;
use super::{Channel, Mistake, Model, ModelEngine, Place};
use superko_engine::ReportedScore;
use superko_game::rules::{Enclosed, Scoring, Tax};
use superko_game::{Outcome, Player, Score};

/// The form in which an engine reports the score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ScoreForm {
    /// Both totals.
    #[default]
    Areas,
    /// The margin, with komi.
    Margin,
    /// The winner only.
    Winner,
}

impl ScoreForm {
    /// Returns the form of a reported score.
    pub fn of(score: ReportedScore) -> ScoreForm {
        match score {
            ReportedScore::Areas(_) => ScoreForm::Areas,
            ReportedScore::Margin { .. } => ScoreForm::Margin,
            ReportedScore::Winner(_) => ScoreForm::Winner,
        }
    }
}

/// The result of a game by a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelScore {
    /// The outcome by a turn that ended the game without a score, and the margin that the board would give in quarter points.
    Decided(Outcome, i32),
    /// The totals; the margin in quarter points, with komi; and the winner.
    Scored(Score, i32, Option<Player>),
}

impl ModelScore {
    /// Returns the result for the totals of a model, with the komi in quarter points.
    pub(super) fn of(model: &Model, areas: Score, komi: i32) -> ModelScore {
        let in_place = |place| model.in_place(place, Channel::Both);
        let points = |points: usize| i32::try_from(points).unwrap_or(i32::MAX / 4);
        let added = match in_place(Place::Komi) {
            Some(Mistake::KomiAdded(halves)) => 2 * points(halves).min(i32::MAX / 8),
            _ => 0,
        };
        let margin = areas.quarter_points() - komi - added;
        let ahead = if margin < 0 { Player::White } else { Player::Black };
        let margin = match model.in_place_of(Place::Cap, Channel::Both, ahead) {
            Some(Mistake::MarginCap(most)) => {
                let most = points(most).saturating_mul(4);
                margin.clamp(-most, most)
            }
            _ => margin,
        };
        let ties = in_place(Place::Ties);
        let margin = match (margin, ties) {
            (0, Some(Mistake::TiesHalfToBlack)) => 2,
            (0, Some(Mistake::TiesHalfToWhite)) => -2,
            _ => margin,
        };
        let winner = match (margin, ties) {
            (1.., _) => Some(Player::Black),
            (0, None) => None,
            (0, Some(Mistake::TiesToBlack)) => Some(Player::Black),
            _ => Some(Player::White),
        };
        ModelScore::Scored(areas, margin, winner)
    }

    /// Returns the reported score in a form. `None` if the game has no result.
    pub(super) fn in_form(self, score_form: ScoreForm) -> Option<ReportedScore> {
        match self {
            ModelScore::Decided(Outcome::Wins(winner), _) => {
                Some(ReportedScore::Winner(Some(winner)))
            }
            ModelScore::Decided(Outcome::Tie, _) => Some(ReportedScore::Winner(None)),
            ModelScore::Decided(Outcome::NoResult, _) => None,
            ModelScore::Scored(areas, quarter_points, winner) => Some(match score_form {
                ScoreForm::Areas => ReportedScore::Areas(areas),
                ScoreForm::Margin => ReportedScore::Margin { quarter_points },
                ScoreForm::Winner => ReportedScore::Winner(winner),
            }),
        }
    }

    /// Whether a reported score agrees with the result. Totals, and most margins, say nothing of a game that was not scored.
    pub fn agrees(self, said: ReportedScore) -> bool {
        if let ModelScore::Decided(outcome, counted) = self {
            return said.tells(outcome, counted) != Some(false);
        }
        match self.in_form(ScoreForm::of(said)) {
            None => true,
            Some(score) => ScoreForm::of(score) != ScoreForm::of(said) || score == said,
        }
    }
}

/// What independent regions and the second cleanup phase change in the score, for each player.
#[derive(Clone, Copy, Debug, Default)]
struct Regional {
    /// The cells outside which no empty point counts, if there is a tax.
    taxed: Option<[Cells; 2]>,
    added: [usize; 2],
    taken: [usize; 2],
}

impl ModelEngine {
    /// Returns the result of the game so far.
    pub fn result(&mut self) -> ModelScore {
        let mut totals = self.totals();
        if self.now.over {
            let first = *self.first_end.get_or_insert(totals);
            totals = if self.model.makes(Mistake::UndoKeepsScore) { first } else { totals };
        }
        let scored = ModelScore::of(&self.model, totals, self.komi);
        match (self.now.decided, scored) {
            (Some(outcome), ModelScore::Scored(_, margin, _)) => {
                ModelScore::Decided(outcome, margin)
            }
            (_, scored) => scored,
        }
    }

    /// Returns the totals as if the game ended now.
    pub fn totals(&self) -> Score {
        let in_place = |place| self.model.in_place(place, Channel::Both);
        let (board, dead) = match in_place(Place::Dead) {
            Some(Mistake::DeadInAlive) => self.now.board.without_enclosed(self.rules),
            Some(mistake) => self.now.board.without_dead(mistake),
            None if self.rules.enclosed == Enclosed::Dead => {
                self.now.board.without_enclosed(self.rules)
            }
            None => (self.now.board.clone(), [0, 0]),
        };
        let [black, white] = self.now.prisoners;
        let prisoners = [black + dead[1], white + dead[0]];
        let wrong = in_place(Place::Score);
        let stones = board.stones();
        let region = match in_place(Place::Cap) {
            Some(Mistake::RegionCap(most)) => most,
            _ => usize::MAX,
        };
        let Regional { taxed, added, taken } = self.regional(&board);
        let territory = match wrong {
            Some(Mistake::StonesOnly) => [0, 0],
            Some(Mistake::LoneStoneScoresItself) if stones[0] + stones[1] == 1 => [0, 0],
            _ => board.territory(wrong, region, taxed.as_ref()),
        };
        let counted = match (wrong, self.rules.score) {
            (Some(Mistake::TerritoryOnly), _) => [[0, 0], territory],
            (Some(Mistake::StonesOnly), _) | (_, Scoring::Stones) => [stones, [0, 0]],
            (_, Scoring::Area) => [stones, territory],
            (_, Scoring::Territory | Scoring::ShortTerritory) => [prisoners, territory],
        };
        let passed = match wrong {
            Some(Mistake::PassCostsPoint) => self.now.passed,
            _ => [0, 0],
        };
        let total = |player: Player| {
            let total = counted.iter().map(|counts| counts[player as usize]).sum::<usize>();
            let total = total + passed[player.opponent() as usize] + added[player as usize];
            let total = total.saturating_sub(taken[player as usize]);
            let total = match self.model.in_place_of(Place::Cap, Channel::Both, player) {
                Some(Mistake::TotalCap(most)) => total.min(most),
                _ => total,
            };
            u32::try_from(total).expect("games are not that long")
        };
        let button = self.now.course.as_ref().and_then(|course| course.button());
        let button = button.filter(|_| !self.makes(Mistake::NoHalfPoint));
        let score = Score { button, ..Score::new(total(Player::Black), total(Player::White)) };
        match wrong {
            Some(Mistake::MarginOnly) => Score {
                black: score.black.saturating_sub(score.white),
                white: score.white.saturating_sub(score.black),
                button,
            },
            _ => score,
        }
    }

    /// Returns what the independent regions of a board and the second cleanup phase change in the score.
    fn regional(&self, board: &Board) -> Regional {
        let in_place = |place| self.model.in_place(place, Channel::Both);
        let second = match self.rules.score {
            Scoring::Territory | Scoring::ShortTerritory => self.of_second_cleanup(board),
            Scoring::Area | Scoring::Stones => None,
        };
        let only_stones = in_place(Place::Score) == Some(Mistake::StonesOnly);
        let tax = match self.rules.score {
            Scoring::Stones => Tax::None,
            _ if only_stones => Tax::None,
            _ => self.rules.tax,
        };
        let mut regional = Regional::default();
        if tax == Tax::None && second.is_none() {
            return regional;
        }
        let wrong = in_place(Place::Tax);
        let Independent { cells, regions, chains } = board.independent(wrong);
        regional.taxed = (tax != Tax::None).then_some(cells);
        if tax == Tax::All {
            let taxed = if wrong == Some(Mistake::TaxPerChain) { chains } else { regions };
            regional.taken = taxed.map(|count| 2 * count);
        }
        let Some((plays, filled)) = second else { return regional };
        let wrong = in_place(Place::SecondCleanup);
        if wrong != Some(Mistake::PlaysNotCounted) {
            regional.added = plays;
        }
        for ((taken, filled), independent) in regional.taken.iter_mut().zip(filled).zip(cells) {
            *taken += match wrong {
                Some(Mistake::FilledNotTaken) => 0,
                Some(Mistake::FilledTakenAnywhere) => filled.count(),
                _ => filled.count_without(&independent),
            };
        }
        regional
    }
}
