//! The result that a record claims, compared with the computed result.

use super::claim::{Claim, Margin};
use super::ground::Scored;
use super::moves::Table;
use super::{Note, RecordVerdict};
use crate::game::{Color, Komi, Outcome, Player, Point, Position, Score, Setup, alive};
use crate::rules::{Rules, Scoring};

/// Komis that are usual, in quarter points: what a record that names none may have been played with.
const USUAL_KOMI: [i32; 9] = [2, 11, 15, 18, 22, 26, 28, 30, 32];

/// A game without an illegal move, whose result is to be compared.
pub(super) struct Finished<'a> {
    /// What the record says.
    pub(super) claim: Claim,
    /// Whether it says so in stones above half of the board.
    pub(super) in_stones: bool,
    /// Whether passes ended it.
    pub(super) is_over: bool,
    /// The score as the position stands.
    pub(super) score: Score,
    /// Komi, if the record names it.
    pub(super) komi: Option<Komi>,
    /// The number of handicap stones.
    pub(super) handicap: u16,
    /// Whether the players may have agreed that stones are dead.
    pub(super) agreement: bool,
    /// What is scored.
    pub(super) scored: Scored,
    /// How many stones more Black has put on the board than White, those set up included, if it can be told. By so much is
    /// a margin by territory and prisoners less than one by area.
    pub(super) more_stones: Option<i32>,
    /// How many stones Black and White have put on the board, if all prisoners can be told from that.
    pub(super) put: Option<[usize; 2]>,
    /// The points marked as Black's and as White's.
    pub(super) marks: Option<&'a [Vec<Point>; 2]>,
}

impl Finished<'_> {
    /// The verdict. What is not said in it is noted.
    pub(super) fn verdict(
        &self,
        position: impl FnOnce() -> Position,
        notes: &mut Vec<Note>,
    ) -> RecordVerdict {
        let unverified =
            if self.is_over { RecordVerdict::Correct } else { RecordVerdict::Unfinished };
        match self.claim {
            Claim::Nothing => return unverified,
            Claim::Unread => {
                notes.push(Note::UnreadResult);
                return unverified;
            }
            Claim::NoResult | Claim::Otherwise(_) => return RecordVerdict::NotByScore,
            Claim::Score(_) | Claim::Winner(_) => {}
        }
        if self.is_claimed(self.score, notes) {
            if !self.is_over {
                notes.push(Note::NoPasses);
            }
            return RecordVerdict::Correct;
        }
        let position = position();
        // Marks are of territory, which does not count where stones alone do.
        if let Some(marks) = self.marks.filter(|_| self.scored != Scored::Stones) {
            let marked = marked_score(&position, marks);
            if self.is_claimed(marked, notes) {
                notes.push(Note::Marked { score: marked });
                return RecordVerdict::ByAgreement;
            }
        }
        if !self.is_over {
            return RecordVerdict::Unfinished;
        }
        let may_be = self.agreement || self.scored == Scored::Territory;
        match may_be && self.can_be_agreed(&position) {
            true => RecordVerdict::ByAgreement,
            false => RecordVerdict::WrongResult,
        }
    }

    /// By how much a margin that the record claims may be less than that of the area.
    fn shifts(&self) -> Vec<i32> {
        match (self.scored, self.more_stones) {
            (Scored::Area | Scored::Stones, _) | (Scored::Unknown, None) => vec![0],
            (Scored::Unknown, Some(stones)) => vec![0, stones],
            (Scored::Territory, stones) => stones.into_iter().collect(),
        }
    }

    /// Whether the claim is that of an area. Ways of counting that a record need not name are allowed for, and noted.
    fn is_claimed(&self, area: Score, notes: &mut Vec<Note>) -> bool {
        self.shifts().into_iter().any(|shift| {
            let claimed = self.is_claimed_of(area.margin() - shift, notes);
            if claimed && (shift != 0 || self.scored == Scored::Territory) {
                notes.push(Note::ByTerritory);
            }
            claimed
        })
    }

    /// Whether this is the claimed result if it is a margin without komi.
    fn is_claimed_of(&self, points: i32, notes: &mut Vec<Note>) -> bool {
        let komi = self.komi.unwrap_or_default();
        let margin = Margin { quarter_points: 4 * points - komi.quarter_points };
        let claimed = match self.claim {
            Claim::Score(claimed) => claimed,
            Claim::Winner(winner) => return margin.winner() == Some(winner),
            _ => return false,
        };
        if claimed == margin {
            return true;
        }
        if let Some(komi) = self.komi_implied(points, claimed) {
            notes.push(Note::KomiImplied { komi });
            return true;
        }
        // White is given a point for each handicap stone, or for each but one.
        let stones = i32::from(self.handicap);
        let compensated = [stones, stones - 1].into_iter().find(|&points| {
            points > 0 && claimed.quarter_points == margin.quarter_points - 4 * points
        });
        if let Some(points) = compensated {
            notes.push(Note::Compensation { points });
            return true;
        }
        if self.may_be_halved() && claimed.quarter_points == 2 * points - komi.quarter_points {
            notes.push(Note::HalfCounted);
            return true;
        }
        // Of a komi in points, half is counted too. No margin in points is odd in quarters.
        let halved = self.in_stones || claimed.quarter_points % 2 != 0;
        if halved && 2 * claimed.quarter_points == margin.quarter_points {
            notes.push(Note::HalfCounted);
            return true;
        }
        false
    }

    /// The usual komi with which a claim is that of a score, if the record names no komi.
    fn komi_implied(&self, points: i32, claimed: Margin) -> Option<Komi> {
        let quarter_points = 4 * points - claimed.quarter_points;
        let usual = self.komi.is_none() && USUAL_KOMI.contains(&quarter_points);
        usual.then_some(Komi { quarter_points })
    }

    /// Whether the record may say by how many stones a player has more than half of the board, as Chinese ones do: komi is
    /// counted so too then, and is 3.75 or 2.75.
    fn may_be_halved(&self) -> bool {
        self.komi.is_some_and(|komi| komi.quarter_points % 2 != 0)
    }

    /// The least and the most that Black can have more than White, without komi, by each way in which it may be counted, if the
    /// players agree on anything: between what comes out when either one gives up all that can be captured.
    fn bounds(&self, position: &Position) -> Vec<(i32, i32)> {
        if self.scored == Scored::Territory {
            return vec![self.bounds_of_territory(position)];
        }
        let scoring = if self.scored == Scored::Stones { Scoring::Stones } else { Scoring::Area };
        let points = |loser| score(without_mortal(position, loser), scoring).margin();
        let (least, most) = (points(Player::Black), points(Player::White));
        self.shifts().into_iter().map(|shift| (least - shift, most - shift)).collect()
    }

    /// The same by territory and prisoners. A player has at most the empty points, two points for each of the opponent's stones
    /// that can be captured, and the prisoners; the opponent has at least the prisoners, as in a seki no point may count.
    fn bounds_of_territory(&self, position: &Position) -> (i32, i32) {
        let Some(put) = self.put else { return (i32::MIN / 8, i32::MAX / 8) };
        let count = |color| position.count(color) as i32;
        let prisoners =
            |loser: Player| put[usize::from(loser == Player::White)] as i32 - count(loser.color());
        let most = |player: Player| {
            let other = player.opponent();
            let dead = count(other.color()) - alive(position, other).len() as i32;
            count(Color::Empty) + 2 * dead + prisoners(other) - prisoners(player)
        };
        // Komi that the record does not name is less than the board.
        let komi = if self.komi.is_none() { position.size().point_count() as i32 } else { 0 };
        (-most(Player::White) - komi, most(Player::Black) + komi)
    }

    /// Whether dead stones that the players agree on can give the claim.
    fn can_be_agreed(&self, position: &Position) -> bool {
        let komi = self.komi.unwrap_or_default().quarter_points;
        let quarters = |points: i32| 4 * points - komi;
        self.bounds(position).into_iter().any(|(least, most)| {
            match self.claim {
                Claim::Winner(Player::Black) => quarters(most) > 0,
                Claim::Winner(Player::White) => quarters(least) < 0,
                Claim::Score(Margin { quarter_points }) => {
                    let halved = self.may_be_halved().then_some(2 * quarter_points + komi);
                    // The handicap may count for White.
                    let least = quarters(least - i32::from(self.handicap));
                    [Some(quarter_points), halved].into_iter().flatten().any(|claimed| {
                        // Dead stones change the margin by whole points.
                        let whole = self.komi.is_none() || (claimed + komi) % 4 == 0;
                        whole && (least..=quarters(most)).contains(&claimed)
                    })
                }
                _ => false,
            }
        })
    }
}

/// The verdict on a claim about a game that a move decided. What is not said in it is noted.
pub(super) fn verdict_of(outcome: Outcome, claim: Claim, notes: &mut Vec<Note>) -> RecordVerdict {
    let is_right = match (claim, outcome) {
        (Claim::Nothing, _) => true,
        (Claim::Unread, _) => {
            notes.push(Note::UnreadResult);
            true
        }
        // Whether there is no result is up to the players, who may do otherwise.
        (Claim::Otherwise(_), Outcome::NoResult) | (Claim::Otherwise(None), _) => {
            return RecordVerdict::NotByScore;
        }
        (Claim::NoResult, _) => outcome == Outcome::NoResult,
        (Claim::Otherwise(Some(winner)) | Claim::Winner(winner), _) => {
            outcome == Outcome::Wins(winner)
        }
        (Claim::Score(margin), _) => outcome == margin.winner().map_or(Outcome::Tie, Outcome::Wins),
    };
    if is_right { RecordVerdict::Correct } else { RecordVerdict::WrongResult }
}

/// A position without the stones of a player that are not alive whatever happens.
fn without_mortal(position: &Position, loser: Player) -> Position {
    let living = alive(position, loser);
    let mut left = position.clone();
    for point in position.size().points() {
        if position[point] == loser.color() && !living.contains(&point) {
            left[point] = Color::Empty;
        }
    }
    left
}

/// The score of a position as it stands.
fn score(position: Position, scoring: Scoring) -> Score {
    let mut setup = Setup::new(position.size(), Rules::default().score(scoring));
    setup.position = position;
    Table::at(setup).score()
}

/// Returns the area by marks: stones, without those in the other player's territory, and the marked points.
fn marked_score(position: &Position, [black, white]: &[Vec<Point>; 2]) -> Score {
    let size = position.size();
    let is_of = |point: &Point, own: &[Point], other: &[Point], color| {
        own.contains(point) || (position[*point] == color && !other.contains(point))
    };
    let total = |own: &[Point], other: &[Point], color| {
        let points = size.points().filter(|point| is_of(point, own, other, color)).count();
        u32::try_from(points).expect("a board has at most 625 points")
    };
    Score { black: total(black, white, Color::Black), white: total(white, black, Color::White) }
}
