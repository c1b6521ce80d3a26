//! How a model checks for repetitions, and how it keeps the positions for this.

use super::play::{Hash, Played, key};
use super::state::{Made, Seen, State};
use super::{Channel, Mistake, Model, ModelEngine, Place};
use superko_game::Player;
use superko_game::rules::Repetition;

/// The mistakes of a model in looking for repetitions, in a channel and for a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looks {
    looked_up: Option<Mistake>,
    compared: Option<Mistake>,
    kept: Option<Mistake>,
    after_pass: Option<Mistake>,
    /// The rule that is applied instead of the one in force.
    instead: Option<Repetition>,
    /// The number of positions at the beginning that do not count.
    initial: usize,
    /// The number of last positions that do not count.
    present: usize,
    /// The number of stones from which on the position after a suicide does not count.
    suicides: usize,
    /// Whether the current position and the one before count, whatever else does.
    ko_seen: bool,
}

/// A set of hashes that may contain more than was added.
#[derive(Clone, Debug, Default)]
pub(super) struct Hashes([u64; 32]);

impl Hashes {
    /// Returns the word of a hash, and its bit there.
    fn place(hash: Hash) -> (usize, u64) {
        let both = hash[0] ^ hash[1];
        ((both >> 6) as usize % 32, 1 << (both % 64))
    }

    pub(super) fn add(&mut self, hash: Hash) {
        let (word, bit) = Hashes::place(hash);
        self.0[word] |= bit;
    }

    /// Whether a hash may have been added.
    fn may_have(&self, hash: Hash) -> bool {
        let (word, bit) = Hashes::place(hash);
        self.0[word] & bit != 0
    }
}

impl Looks {
    /// Collects the mistakes of a model in a channel, for a player.
    pub(super) fn of(model: &Model, channel: Channel, player: Player) -> Looks {
        let in_place = |place| model.in_place_of(place, channel, player);
        let instead = match in_place(Place::Repetition) {
            Some(Mistake::Repetition(repetition)) => Some(repetition),
            _ => None,
        };
        Looks {
            looked_up: in_place(Place::LookedUp),
            compared: in_place(Place::Compared),
            kept: in_place(Place::Kept),
            after_pass: in_place(Place::AfterPass),
            instead,
            initial: usize::from(in_place(Place::Initial).is_some()),
            present: usize::from(in_place(Place::Present).is_some()),
            ko_seen: in_place(Place::KoSeen).is_some(),
            suicides: match in_place(Place::AfterSuicide) {
                None => usize::MAX,
                Some(mistake) => mistake.parameter().unwrap_or(1),
            },
        }
    }
}

impl ModelEngine {
    /// Whether a play repeats a position, as far as the engine looks.
    pub(super) fn repeats(&self, played: &Played, channel: Channel) -> bool {
        let (captured, lost) = (!played.captured.is_empty(), !played.lost.is_empty());
        let looks = self.looks(channel);
        let unexamined = match looks.looked_up {
            Some(Mistake::OnlyOnRemoval) => !captured && !lost,
            Some(Mistake::OnlyOnCaptures) => !captured,
            Some(Mistake::NotOnSuicide) => lost,
            Some(Mistake::NotOnLoneSuicide) => played.lost.len() == 1,
            Some(Mistake::LookedUpUntil(turns)) => self.now.turns >= turns,
            Some(Mistake::LookedUpToStones(most)) => {
                self.now.board.stones().into_iter().sum::<usize>() > most
            }
            Some(Mistake::OnlyOnReplayed) => {
                !(self.now.held.contains(played.at) && (captured || self.now.retook))
            }
            Some(Mistake::NotAfterPass) => self.seen.last().is_some_and(Seen::is_pass),
            _ => false,
        };
        if looks.ko_seen && self.is_near(played, channel) {
            return true;
        }
        if unexamined {
            return false;
        }
        self.last_met(played, channel).is_some()
            || self.stray.iter().any(|&hash| self.same(hash, played.hash, looks.compared))
    }

    /// Returns the repetition rule that is applied in a channel.
    pub(super) fn repetition(&self, channel: Channel) -> Repetition {
        self.looks(channel).instead.unwrap_or(self.rules.repetition)
    }

    /// Returns the index of the last position of the history that a play repeats, as far as the engine looks.
    pub(super) fn last_met(&self, played: &Played, channel: Channel) -> Option<usize> {
        let repetition = self.repetition(channel);
        let &Looks { compared, kept, after_pass, initial, present, suicides, .. } =
            self.looks(channel);
        let believes = compared.is_some()
            || self.makes(Mistake::RefusalLeavesHash)
            || matches!(kept, Some(Mistake::HistoryInTenths(_)));
        if !believes && !self.hashes.may_have(played.hash) {
            return None;
        }
        let held = match compared {
            Some(Mistake::EmptiedDiffer) => {
                self.now.held.count() + usize::from(!self.now.held.contains(played.at))
            }
            _ => 0,
        };
        let count = self.seen.len();
        let first = match kept {
            Some(Mistake::History(kept)) => count.saturating_sub(kept),
            Some(Mistake::HistoryOfPlays(kept)) => {
                let plays = (0..count).rev().filter(|&i| !self.seen[i].is_pass());
                plays.take(kept).last().unwrap_or(0)
            }
            Some(Mistake::ForgottenAtPass) => {
                self.seen.iter().rposition(Seen::is_pass).unwrap_or(0)
            }
            Some(Mistake::ForgottenAtCapture) => {
                self.seen.iter().rposition(Seen::is_capture).unwrap_or(0)
            }
            _ => 0,
        };
        let last = match kept {
            Some(Mistake::FirstPositions(kept)) => count.min(kept),
            _ => count,
        };
        let first = first.max(self.now.dropped).max(initial).max(self.first_position());
        let places = first..last.min(count - present);
        let both = played.hash[0] ^ played.hash[1];
        places.rev().find(|&i| {
            let seen = &self.seen[i];
            if compared.is_none() && seen.hash[0] ^ seen.hash[1] != both {
                return false;
            }
            // Equal hashes suggest a repetition, and the boards decide, except in engines that believe the hash.
            self.same(seen.hash, played.hash, compared)
                && (compared != Some(Mistake::EmptiedDiffer) || seen.held == held)
                && (believes || played.makes(&seen.board))
                && self.counts(i, repetition)
                && !matches!(seen.by, Some((_, Made::Suicide(stones))) if stones >= suicides)
                && (!matches!(kept, Some(Mistake::HistoryOfPlays(_))) || !seen.is_pass())
                && match after_pass {
                    Some(Mistake::PassHidesRepeat) => {
                        let since = &self.seen[i + 1..];
                        since.iter().filter(|seen| seen.is_pass()).count() % 2 == 0
                    }
                    Some(_) => !seen.is_pass(),
                    None => true,
                }
        })
    }

    /// Whether a play repeats the current position or the one before.
    fn is_near(&self, played: &Played, channel: Channel) -> bool {
        let (count, repetition) = (self.seen.len(), self.repetition(channel));
        let mut near = count.saturating_sub(2).max(self.first_position())..count;
        near.any(|i| played.makes(&self.seen[i].board) && self.counts(i, repetition))
    }

    /// Whether the player to move must not repeat a position of the history.
    fn counts(&self, place: usize, repetition: Repetition) -> bool {
        let player = self.now.to_move;
        let Seen { by, to_move, .. } = &self.seen[place];
        match repetition {
            Repetition::Positional => true,
            Repetition::Situational => *to_move == player.opponent(),
            Repetition::NaturalSituational => {
                by.is_some_and(|(by, made)| by == player && made != Made::Pass)
            }
            Repetition::NewZealand => by.is_some_and(|(by, _)| by == player),
            Repetition::SimpleKo => place + 2 == self.seen.len() && self.left_ko.is_none(),
            Repetition::None => false,
        }
    }

    /// Whether two hashes count as those of the same position.
    fn same(&self, one: Hash, other: Hash, compared: Option<Mistake>) -> bool {
        match compared {
            Some(Mistake::HashBlindToWhite) => one[0] == other[0],
            Some(Mistake::HashBlindToBlack) => one[1] == other[1],
            Some(Mistake::MoversStonesOnly) => {
                one[self.now.to_move as usize] == other[self.now.to_move as usize]
            }
            Some(Mistake::HashBits(bits)) => {
                let mask = u64::MAX >> (64 - bits.clamp(1, 64));
                (one[0] ^ one[1] ^ other[0] ^ other[1]) & mask == 0
            }
            Some(Mistake::KnownHash(_)) => {
                let difference = one[0] ^ one[1] ^ other[0] ^ other[1];
                difference == 0 || self.collisions.contains(&difference)
            }
            _ => one[0] ^ one[1] == other[0] ^ other[1],
        }
    }

    /// Drops the oldest positions, a tenth and one more, as GNU Go 3.8 does (`replay_move_history` in `engine/board.c`). It
    /// replays the game from the first position that is left, whose stones stay in the hash. From then on, the same stones have
    /// another hash than before.
    pub(super) fn drop_tenth(&mut self, most: usize, next: &mut State) {
        let before = self.now.dropped;
        next.dropped += most / 10 + 1;
        let [first, last] = [before, next.dropped].map(|place| hash_of(&self.seen[place]));
        let shift = |hash: &mut Hash| {
            for (hash, (first, last)) in hash.iter_mut().zip(first.iter().zip(last)) {
                *hash ^= first ^ last;
            }
        };
        shift(&mut next.hash);
        if let Some(present) = self.seen.last_mut() {
            shift(&mut present.hash);
        }
    }

    /// Computes the hash of the current position again after undo; this many positions stay dropped.
    pub(super) fn hash_anew(&mut self, dropped: usize) {
        self.now.dropped = dropped.min(self.seen.len().saturating_sub(1));
        if let Some(present) = self.seen.last_mut() {
            present.hash = hash_of(present);
            self.now.hash = present.hash;
        }
    }
}

/// Returns the hash of the stones of a position, whatever hash was kept for it.
fn hash_of(seen: &Seen) -> Hash {
    let mut hash = [0; 2];
    for player in [Player::Black, Player::White] {
        let stones = seen.board.cells_of(player.color());
        hash[player as usize] = stones.fold(0, |hash, at| hash ^ key(player, at));
    }
    hash
}
