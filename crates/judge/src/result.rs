//! The result that a record claims, compared with the computed result.

use super::claim::Claim;
use super::ground::{Ground, Scored};
use super::moves::engine;
use super::{Margin, Note, RecordVerdict};
use superko_game::rules::{PassCost, Rules, Scoring};
use superko_game::{Color, Komi, Outcome, Player, Point, Position, Score, Setup, alive};
use superko_sgf::SgfGame;

/// The usual komis, in quarter points. A record that names no komi may have been played with one of them.
const USUAL_KOMI: [i32; 9] = [2, 11, 15, 18, 22, 26, 28, 30, 32];

/// The largest usual komi, in points.
const LARGE_KOMI: i32 = 8;

/// A game without an illegal move, whose result is compared.
pub(super) struct Finished<'a> {
    /// The claim of the record.
    pub(super) claim: Claim,
    /// Whether the claim may be in stones above half of the board, with komi in points.
    pub(super) in_stones: bool,
    /// Whether passes ended the game.
    pub(super) is_over: bool,
    /// The score as the position stands.
    pub(super) score: Score,
    /// The komi, if the record names it.
    pub(super) komi: Option<Komi>,
    /// The rules by which the record is judged.
    pub(super) ground: &'a Ground,
    /// Whether the players may have agreed that stones are dead.
    pub(super) may_agree: bool,
    /// The amounts by which a margin by territory and prisoners may be less than one by area: the stones that Black has put on
    /// the board, including those set up, minus White's, and passes if they cost a prisoner. Empty if unknown.
    pub(super) territory_shifts: Vec<i32>,
    /// The record.
    pub(super) game: &'a SgfGame,
}

/// Parts of the names of Chinese rules.
const CHINESE: [&str; 4] = ["chin", "中国", "中國", "중국"];

/// The points for the handicap with which a claim is correct.
type Points = u32;

impl Finished<'_> {
    /// Returns the verdict, and the points for the handicap with which the claim is correct. Further facts are noted.
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
        if let Some(points) = self.points_for_claim(self.score, notes) {
            if !self.is_over {
                notes.push(Note::NoPasses);
            }
            return (RecordVerdict::Correct, Some(points));
        }
        let position = position();
        // The record may mark territory, which does not count if only stones count.
        if let Some(marks) = &self.game.territory
            && self.ground.scored != Scored::Stones
        {
            let marked = marked_score(&position, marks);
            if let Some(points) = self.points_for_claim(marked, notes) {
                notes.push(Note::Marked(marked));
                return (RecordVerdict::ByAgreement, Some(points));
            }
        }
        if !self.is_over {
            return (RecordVerdict::Unfinished, None);
        }
        // If the score cannot be computed, any claim may be right.
        let may_be_right = self.may_agree || self.shifts().is_empty();
        match may_be_right.then(|| self.points_by_agreement(&position, notes)).flatten() {
            Some(points) => (RecordVerdict::ByAgreement, Some(points)),
            None => (RecordVerdict::WrongResult, None),
        }
    }

    /// Returns the amounts by which the claimed margin may be less than that of the area.
    fn shifts(&self) -> Vec<i32> {
        match self.ground.scored {
            Scored::Area | Scored::Stones => vec![0],
            // The record does not say whether it counts area or territory.
            Scored::Unknown => [0].iter().chain(&self.territory_shifts).copied().collect(),
            Scored::Territory => self.territory_shifts.clone(),
        }
    }

    /// Returns the points for the handicap with which an area gives the claim. A record need not say how it counts, so other ways
    /// of counting are allowed, and noted.
    fn points_for_claim(&self, area: Score, notes: &mut Vec<Note>) -> Option<Points> {
        self.shifts().into_iter().find_map(|shift| {
            let quarters = area.quarter_points() - 4 * shift;
            let gives = |points: &&Points| self.gives_claim(quarters - 4 * signed(**points), notes);
            let points = self.ground.handicap_points.iter().find(gives).copied()?;
            if shift != 0 || self.ground.scored == Scored::Territory {
                notes.push(Note::ByTerritory);
            }
            Some(points)
        })
    }

    /// Whether a margin without komi, in quarter points, gives the claimed result.
    fn gives_claim(&self, quarters: i32, notes: &mut Vec<Note>) -> bool {
        let komi = self.komi.unwrap_or_default();
        let margin = Margin { quarter_points: quarters - komi.quarter_points };
        let claimed = match self.claim {
            Claim::Score(claimed) => claimed,
            Claim::Winner(winner) => {
                let wins =
                    |komi: i32| Margin { quarter_points: quarters - komi }.winner() == Some(winner);
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
        if let Some(komi) = self.komi_implied(quarters, claimed) {
            notes.push(Note::KomiImplied(komi));
            return true;
        }
        // The claim may be in stones, which are half as many as points, with komi in stones or in points. An odd number of
        // quarters cannot be a margin in points.
        let in_stones = self.in_stones
            || claimed.quarter_points % 2 != 0
            || self.is_no_margin_in_points(claimed, komi);
        let is_half = (self.may_be_halved()
            && 2 * claimed.quarter_points == quarters - 2 * komi.quarter_points)
            || (in_stones && 2 * claimed.quarter_points == margin.quarter_points);
        if is_half {
            notes.push(Note::HalfCounted);
        }
        is_half
    }

    /// Whether a claim under Chinese or unnamed rules cannot be in points with its komi, and so must be in stones.
    fn is_no_margin_in_points(&self, claimed: Margin, komi: Komi) -> bool {
        let name = self.game.rules_text.as_deref().unwrap_or_default().to_lowercase();
        let is_chinese =
            ["", "cn"].contains(&&*name) || CHINESE.iter().any(|word| name.contains(word));
        is_chinese && (claimed.quarter_points + komi.quarter_points) % 4 != 0
    }

    /// Returns the usual komi with which a score gives the claim, if the record names no komi.
    fn komi_implied(&self, quarters: i32, claimed: Margin) -> Option<Komi> {
        let quarter_points = quarters - claimed.quarter_points;
        let usual = self.komi.is_none() && USUAL_KOMI.contains(&quarter_points);
        usual.then_some(Komi { quarter_points })
    }

    /// Whether the claim may be the number of stones above half of the board, as in Chinese records: komi is then halved too,
    /// such as 3.75 or 2.75.
    fn may_be_halved(&self) -> bool {
        self.komi.is_some_and(|komi| komi.quarter_points % 2 != 0)
    }

    /// Returns the smallest and the largest margin for Black, without komi, in each way of counting, if the players agree on
    /// anything. At these bounds, Black or White gives up all stones that can be captured.
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

    /// Returns the bounds by territory and prisoners. A player gets at most the empty points, two points for each of the
    /// opponent's stones that can be captured, and the prisoners. The opponent gets at least the prisoners, because in a seki no
    /// point may count.
    fn bounds_of_territory(&self, position: &Position) -> (i32, i32) {
        // The number of prisoners is known only if passes cost none.
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
        // A komi that the record does not name is at most the size of the board, or a usual one.
        let board = i32::try_from(position.size().point_count()).unwrap_or_default();
        let komi = if self.komi.is_none() { board.max(LARGE_KOMI) } else { 0 };
        (-most(Player::White) - komi, most(Player::Black) + komi)
    }

    /// Returns the points for the handicap with which an agreement on dead stones can give the claim.
    fn points_by_agreement(&self, position: &Position, notes: &mut Vec<Note>) -> Option<Points> {
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

/// Converts points to a part of a margin.
fn signed(points: Points) -> i32 {
    i32::try_from(points).unwrap_or(i32::MAX / 16)
}

/// Returns the verdict on a claim about a game that a move decided. Further facts are noted.
pub(super) fn verdict_of(outcome: Outcome, claim: Claim, notes: &mut Vec<Note>) -> RecordVerdict {
    let is_right = match (claim, outcome) {
        (Claim::Nothing, _) => true,
        (Claim::Unread, _) => {
            notes.push(Note::UnreadResult);
            true
        }
        // The players may end a game without a result in another way.
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

/// Returns a position without the stones of a player that are not unconditionally alive.
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

/// Returns the score of a position as it stands.
fn score(position: Position, scoring: Scoring) -> Score {
    let mut setup = Setup::new(position.size(), Rules::default().score(scoring));
    setup.position = position;
    engine(&setup).expect("every chain has a liberty").areas()
}

/// Returns the area by marks: the stones outside the other player's territory, and the marked points.
fn marked_score(position: &Position, [black, white]: &[Vec<Point>; 2]) -> Score {
    let size = position.size();
    let is_of = |point: &Point, own: &[Point], other: &[Point], color| {
        own.contains(point) || (position[*point] == color && !other.contains(point))
    };
    let total = |own: &[Point], other: &[Point], color| {
        let points = size.points().filter(|point| is_of(point, own, other, color)).count();
        u32::try_from(points).expect("a board has at most 625 points")
    };
    Score::new(total(black, white, Color::Black), total(white, black, Color::White))
}
