//! How to mend an engine, by the place where it goes wrong.

use super::table::{Mistake, Place};

impl Mistake {
    /// Returns how to mend an engine with the mistake, in sentences.
    ///
    /// ```
    /// use superko_harness::model::Mistake;
    ///
    /// assert_eq!(Mistake::History(500).mend(), Mistake::ForgottenAtPass.mend());
    /// ```
    pub fn mend(self) -> &'static str {
        match self.place() {
            Place::Compared => {
                "Compare the stones on every point. A hash may only say which positions to \
                 compare: equal hashes do not make equal positions, and the way to a position \
                 must not change its hash."
            }
            Place::Initial => "Put the starting position into the history before the first turn.",
            Place::Present => {
                "Put a position into the history as soon as a turn has made it, so that the \
                 current one is there when the next turn is judged."
            }
            Place::Kept => {
                "Keep all positions of the game. A pass or a capture empties nothing, and a \
                 list that grows needs no limit."
            }
            Place::AfterPass => {
                "Compare boards, and the player to move if the rule says so. Nothing else about \
                 a pass may change what is compared or kept."
            }
            Place::AfterSuicide => {
                "Put the position after a suicide into the history, as after any other play."
            }
            Place::LookedUp => {
                "Look for repetition after every play, once it has removed what it removes; and \
                 never after a pass."
            }
            Place::KoSeen => {
                "Use one history for ko and for superko: a ko is the repetition of the position \
                 two turns back."
            }
            Place::Ko => {
                "Make a ko point only if one stone was captured by one stone that is alone and \
                 has one liberty. It is forbidden to the opponent only, and the next turn lifts \
                 it, a pass too."
            }
            Place::Repetition => {
                "Apply the rule that is claimed, to plays and to questions. Such rules differ \
                 in whether the player to move is compared, and in which turns make positions \
                 that count."
            }
            Place::Suicide => {
                "Remove the opponent's stones first, then look at the chain of the player: what \
                 a rule about suicide allows depends on how many stones that second step would \
                 remove."
            }
            Place::Capture => {
                "Put the stone down, and remove each chain of the opponent next to it that has \
                 no liberty, every stone of it. Only then look at the player's own chain."
            }
            Place::OwnStones => {
                "Remove the whole chain without liberties, with the stone just played."
            }
            Place::Occupied => {
                "Refuse a play on any stone before all else, both where turns are played and \
                 where questions are answered."
            }
            Place::Neighbors => {
                "Compute neighbors from column and row, and check each edge on its own. Test on \
                 corners, and on boards that are not square."
            }
            Place::Refusal => {
                "Judge a turn before it changes anything, or restore all of it: board, hash, \
                 history, ko point and player to move."
            }
            Place::Question => {
                "Answer on a copy of the game, or restore all of it after the answer."
            }
            Place::Undo => {
                "Store what each turn changes, or replay the game without the turn: board, \
                 player to move, ko point, history and score."
            }
            Place::Beginning => {
                "Clear the board, the history and the ko point when a game begins. Black has \
                 the first turn."
            }
            Place::Turns => "Give the turn to the opponent after every turn, a pass too.",
            Place::End => "End the game after as many passes in a row as the rules say.",
            Place::Row => "Begin to count passes again after each play.",
            Place::AfterEnd => "Refuse every turn once the game is over.",
            Place::Length => "Set no limit, or tell the users of the board that there is one.",
            Place::RepeatAsked => {
                "Answer as the turn is played: a turn that ends the game is legal."
            }
            Place::KoRetaken => {
                "Let a ko that is retaken end the game, as any other repetition does."
            }
            Place::RepeatPlayed => "Play the turn on the board, and end the game then.",
            Place::Generated => {
                "Choose among the turns that the rules allow, and play the chosen one only if \
                 asked to."
            }
            Place::Score => {
                "Score by the rules that are claimed. By area, a point counts for a player if \
                 the player has a stone there, or if it is empty and reaches stones of that \
                 player only."
            }
            Place::Dead => {
                "Score the position as it stands, or with the dead stones on which the players \
                 agree."
            }
            Place::Cap => "Count as far as the board goes.",
            Place::Komi => "Add the komi that was set, once, and none if it is 0.",
            Place::Ties => "Report equal totals as a tie.",
            Place::CleanupTurns => {
                "In a cleanup phase, judge a turn by blocked points and by the ko moves that \
                 the player has made in the phase, not by the repetition rule."
            }
            Place::Blocks => {
                "Keep the blocked points with the position, and compare them. A block ends when \
                 its point is empty, when it is unblocked, which costs nothing, and when a \
                 phase begins."
            }
            Place::Phases => {
                "Begin each of the two cleanup phases with no passes in a row, and leave the \
                 turn with the player who has it."
            }
            Place::SamePass => {
                "End the phase by a pass, if the player has passed from the same position \
                 before in it."
            }
            Place::ThirdTime => {
                "Count how often a position has stood since the latest pass of the phase. The \
                 third time ends the game without a result."
            }
            Place::SecondCleanup => {
                "In the second cleanup phase, give a point for each move, and take one for each \
                 point that is newly of the player's color and in none of the player's \
                 independent regions."
            }
            Place::Tax => {
                "Count the empty points of independent regions only: those in which no empty \
                 point reaches both colors, and no chain is in atari. Take the tax once for \
                 each of them."
            }
            Place::Button => {
                "Keep the button with the game: the first pass takes it, gives half a point, is \
                 in no row of passes, and makes all earlier positions different."
            }
        }
    }
}
