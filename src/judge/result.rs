//! The result that a record claims, compared with the computed result.

use super::claim::{Claim, Margin};
use super::ground::{Ground, Scored};
use super::moves::engine;
use super::{Note, RecordVerdict};
use crate::game::{Color, Komi, Outcome, Player, Point, Position, Score, Setup, alive};
use crate::rules::{PassCost, Rules, Scoring};
use crate::sgf::SgfGame;

/// Komis that are usual, in quarter points: what a record that names none may have been played with.
const USUAL_KOMI: [i32; 9] = [2, 11, 15, 18, 22, 26, 28, 30, 32];

/// The largest of them, in points.
const LARGE_KOMI: i32 = 8;

/// A game without an illegal move, whose result is to be compared.
pub(super) struct Finished<'a> {
    /// What the record says.
    pub(super) claim: Claim,
    /// Whether it may say so in stones above half of the board, with komi in points.
    pub(super) in_stones: bool,
    /// Whether passes ended it.
    pub(super) is_over: bool,
    /// The score as the position stands.
    pub(super) score: Score,
    /// Komi, if the record names it.
    pub(super) komi: Option<Komi>,
    /// The rules by which the record is judged.
    pub(super) ground: &'a Ground,
    /// Whether the players may have agreed that stones are dead.
    pub(super) agreement: bool,
    /// By how much a margin by territory and prisoners may be less than one by area: how many stones more Black has put on
    /// the board than White, those set up included, and passes if they cost a prisoner. None if it cannot be told.
    pub(super) more_stones: Vec<i32>,
    /// The record.
    pub(super) game: &'a SgfGame,
}

/// Words of which the names of Chinese rules contain one.
const CHINESE: [&str; 4] = ["chin", "中国", "中國", "중국"];

/// The points for the handicap with which a claim is the result.
type Points = u32;

impl Finished<'_> {
    /// The verdict, and the points for the handicap with which the claim is right. What is not said in it is noted.
    pub(super) fn verdict(
        &self,
        position: impl FnOnce() -> Position,
        notes: &mut Vec<Note>,
    ) -> (RecordVerdict, Option<Points>) {
        let unverified =
            if self.is_over { RecordVerdict::Correct } else { RecordVerdict::Unfinished };
        match self.claim {
            Claim::Nothing => return (unverified, None),
            Claim::Unread => {
                notes.push(Note::UnreadResult);
                return (unverified, None);
            }
            Claim::NoResult | Claim::Otherwise(_) => return (RecordVerdict::NotByScore, None),
            Claim::Score(_) | Claim::Winner(_) => {}
        }
        if let Some(points) = self.is_claimed(self.score, notes) {
            if !self.is_over {
                notes.push(Note::NoPasses);
            }
            return (RecordVerdict::Correct, Some(points));
        }
        let position = position();
        // Marks are of territory, which does not count where stones alone do.
        if let Some(marks) = &self.game.territory
            && self.ground.scored != Scored::Stones
        {
            let marked = marked_score(&position, marks);
            if let Some(points) = self.is_claimed(marked, notes) {
                notes.push(Note::Marked(marked));
                return (RecordVerdict::ByAgreement, Some(points));
            }
        }
        if !self.is_over {
            return (RecordVerdict::Unfinished, None);
        }
        // A score that cannot be told may be any.
        let may_be = self.agreement || self.shifts().is_empty();
        match may_be.then(|| self.can_be_agreed(&position, notes)).flatten() {
            Some(points) => (RecordVerdict::ByAgreement, Some(points)),
            None => (RecordVerdict::WrongResult, None),
        }
    }

    /// By how much a margin that the record claims may be less than that of the area.
    fn shifts(&self) -> Vec<i32> {
        match self.ground.scored {
            Scored::Area | Scored::Stones => vec![0],
            Scored::Unknown => [0].iter().chain(&self.more_stones).copied().collect(),
            Scored::Territory => self.more_stones.clone(),
        }
    }

    /// The points for the handicap with which the claim is that of an area. Ways of counting that a record need not name are
    /// allowed for, and noted.
    fn is_claimed(&self, area: Score, notes: &mut Vec<Note>) -> Option<Points> {
        self.shifts().into_iter().find_map(|shift| {
            let margin = area.margin() - shift;
            let right = |points: &&Points| self.is_claimed_of(margin - signed(**points), notes);
            let points = self.ground.handicap_points.iter().find(right).copied()?;
            if shift != 0 || self.ground.scored == Scored::Territory {
                notes.push(Note::ByTerritory);
            }
            Some(points)
        })
    }

    /// Whether this is the claimed result if it is a margin without komi.
    fn is_claimed_of(&self, points: i32, notes: &mut Vec<Note>) -> bool {
        let komi = self.komi.unwrap_or_default();
        let margin = Margin { quarter_points: 4 * points - komi.quarter_points };
        let claimed = match self.claim {
            Claim::Score(claimed) => claimed,
            Claim::Winner(winner) => {
                let wins = |komi: i32| {
                    Margin { quarter_points: 4 * points - komi }.winner() == Some(winner)
                };
                if wins(komi.quarter_points) {
                    return true;
                }
                let usual = USUAL_KOMI.into_iter().find(|&komi| self.komi.is_none() && wins(komi));
                let komi = usual.map(|quarter_points| Komi { quarter_points });
                notes.extend(komi.map(Note::KomiImplied));
                return komi.is_some();
            }
            _ => return false,
        };
        if claimed == margin {
            return true;
        }
        if let Some(komi) = self.komi_implied(points, claimed) {
            notes.push(Note::KomiImplied(komi));
            return true;
        }
        // Of a komi in points, half is counted too. No margin in points is odd in quarters.
        let halved = self.in_stones
            || claimed.quarter_points % 2 != 0
            || self.is_no_margin_in_points(claimed, komi);
        let is_half = (self.may_be_halved()
            && claimed.quarter_points == 2 * points - komi.quarter_points)
            || (halved && 2 * claimed.quarter_points == margin.quarter_points);
        if is_half {
            notes.push(Note::HalfCounted);
        }
        is_half
    }

    /// Whether a claim under rules that are or may be Chinese is none in points, so that it is in stones, with any komi.
    fn is_no_margin_in_points(&self, claimed: Margin, komi: Komi) -> bool {
        let name = self.game.rules_text.as_deref().unwrap_or_default().to_lowercase();
        let is_chinese =
            ["", "cn"].contains(&&*name) || CHINESE.iter().any(|word| name.contains(word));
        is_chinese && (claimed.quarter_points + komi.quarter_points) % 4 != 0
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
        if self.ground.scored == Scored::Territory {
            return vec![self.bounds_of_territory(position)];
        }
        let scoring =
            if self.ground.scored == Scored::Stones { Scoring::Stones } else { Scoring::Area };
        let points = |loser| score(without_mortal(position, loser), scoring).margin();
        let (least, most) = (points(Player::Black), points(Player::White));
        let shifts = self.shifts().into_iter();
        // White may have a usual komi that the record does not name.
        let komi = if self.komi.is_none() { LARGE_KOMI } else { 0 };
        shifts.map(|shift| (least - shift - komi, most - shift)).collect()
    }

    /// The same by territory and prisoners. A player has at most the empty points, two points for each of the opponent's stones
    /// that can be captured, and the prisoners; the opponent has at least the prisoners, as in a seki no point may count.
    fn bounds_of_territory(&self, position: &Position) -> (i32, i32) {
        // All prisoners can be told if no pass costs one.
        let put = self.game.stones_put().filter(|_| self.ground.pass == Some(PassCost::Free));
        let Some(put) = put else { return (i32::MIN / 8, i32::MAX / 8) };
        let count = |color| position.count(color) as i32;
        let prisoners =
            |loser: Player| put[usize::from(loser == Player::White)] as i32 - count(loser.color());
        let most = |player: Player| {
            let other = player.opponent();
            let dead = count(other.color()) - alive(position, other).len() as i32;
            count(Color::Empty) + 2 * dead + prisoners(other) - prisoners(player)
        };
        // Komi that the record does not name is no more than the board, or than a usual one.
        let board = i32::try_from(position.size().point_count()).unwrap_or_default();
        let komi = if self.komi.is_none() { board.max(LARGE_KOMI) } else { 0 };
        (-most(Player::White) - komi, most(Player::Black) + komi)
    }

    /// The points for the handicap with which dead stones that the players agree on can give the claim.
    fn can_be_agreed(&self, position: &Position, notes: &mut Vec<Note>) -> Option<Points> {
        let komi = self.komi.unwrap_or_default().quarter_points;
        let bounds = self.bounds(position);
        let quarters = |margin: i32, points: Points| 4 * (margin - signed(points)) - komi;
        let is_between = |claimed: i32, points: Points| {
            // Dead stones change the margin by whole points.
            let whole = self.komi.is_none() || (claimed + komi) % 4 == 0;
            let mut ranges = bounds
                .iter()
                .map(|&(least, most)| quarters(least, points)..=quarters(most, points));
            whole && ranges.any(|range| range.contains(&claimed))
        };
        let wins = |winner: Player, points: Points| {
            bounds.iter().any(|&(least, most)| match winner {
                Player::Black => quarters(most, points) > 0,
                Player::White => quarters(least, points) < 0,
            })
        };
        let mut all = self.ground.handicap_points.iter().copied();
        match self.claim {
            Claim::Winner(winner) => all.find(|&points| wins(winner, points)),
            Claim::Score(Margin { quarter_points }) => {
                let halved = match self.may_be_halved() {
                    true => Some(2 * quarter_points + komi),
                    false => self.in_stones.then_some(2 * quarter_points),
                };
                let found = all.clone().find(|&points| is_between(quarter_points, points));
                let found = found.inspect(|_| {
                    notes.extend(self.komi.is_none().then_some(Note::KomiUnknown));
                });
                found.or_else(|| {
                    let halved = halved?;
                    let found = all.find(|&points| is_between(halved, points))?;
                    notes.push(Note::HalfCounted);
                    Some(found)
                })
            }
            _ => None,
        }
    }
}

/// Points as a part of a margin.
fn signed(points: Points) -> i32 {
    i32::try_from(points).unwrap_or(i32::MAX / 16)
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
    engine(&setup).expect("every chain has a liberty").areas()
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
