//! The forms of suicides and repeats. An engine may follow a rule in one form and break it in another.

use crate::referee::HistoryEntry;
use std::fmt;
use std::str::FromStr;
use superko_game::rules::UnknownName;
use superko_game::{Turn, named};

/// The form of a suicide or a repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form {
    /// The effect of the turn on the board.
    pub play: PlayKind,
    /// The turns between the repeated position and this turn.
    pub cycle: Cycle,
}

impl Form {
    /// Returns every form.
    pub fn all() -> impl Iterator<Item = Form> {
        let cycles = |play| Cycle::ALL.into_iter().map(move |cycle| Form { play, cycle });
        PlayKind::ALL.into_iter().flat_map(cycles)
    }
}

named! {
    described
    /// The effect of a play on the board. For a suicide, it includes whether the point was played at before, because an engine
    /// may check for repeats only where a stone was.
    pub enum PlayKind {
        /// The play removes nothing.
        Quiet = "quiet",
        /// The play removes stones of the opponent.
        Capture = "capture",
        /// The play removes only the stone played, at a point where nothing was played before.
        LoneSuicide = "lone-suicide",
        /// The play removes only the stone played, at a point that was played at before.
        LoneSuicideAgain = "lone-suicide-again",
        /// The play removes the stone played and others, at a point where nothing was played before.
        Suicide = "suicide",
        /// The play removes the stone played and others, at a point that was played at before.
        SuicideAgain = "suicide-again",
    }
}

named! {
    described
    /// The turns between the repeated position and this turn, including the turn that left the position.
    pub enum Cycle {
        /// The turn repeats no position, or is refused as suicide anyway.
        None = "no-repeat",
        /// The whole game has no pass.
        NoPass = "no-pass",
        /// The game has passes, but all are before the repeated position.
        PassBefore = "pass-before",
        /// A pass is between the repeated position and this turn.
        Pass = "pass",
    }
}

impl PlayKind {
    /// Returns the kind of a play by whether it captures, and by how many of the player's own stones it
    /// removes.
    pub fn new(captures: bool, lost: usize, again: bool) -> PlayKind {
        match (lost, again) {
            (0, _) if captures => PlayKind::Capture,
            (0, _) => PlayKind::Quiet,
            (1, false) => PlayKind::LoneSuicide,
            (1, true) => PlayKind::LoneSuicideAgain,
            (_, false) => PlayKind::Suicide,
            (_, true) => PlayKind::SuicideAgain,
        }
    }

    /// Whether only the stone played is removed.
    pub fn is_lone_suicide(self) -> bool {
        matches!(self, PlayKind::LoneSuicide | PlayKind::LoneSuicideAgain)
    }

    /// Whether the stone played is removed together with others.
    pub fn is_several_suicide(self) -> bool {
        matches!(self, PlayKind::Suicide | PlayKind::SuicideAgain)
    }
}

impl Cycle {
    /// Returns the kind of cycle from the position after turn `earlier` to the present.
    pub fn since(past: &[HistoryEntry], earlier: usize) -> Cycle {
        let is_pass = |entry: &HistoryEntry| matches!(entry.by, Some((_, Turn::Pass)));
        if past[earlier..].iter().any(is_pass) {
            Cycle::Pass
        } else if past[..earlier].iter().any(is_pass) {
            Cycle::PassBefore
        } else {
            Cycle::NoPass
        }
    }
}

/// Writes `capture.no-pass`.
impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.play, self.cycle))
    }
}

/// Parses the form that `Display` writes.
impl FromStr for Form {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Form, UnknownName> {
        let unknown = || UnknownName::new("a form, such as `capture.no-pass`", text, []);
        Form::all().find(|form| form.to_string() == text).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reference;
    use crate::referee::Transcript;
    use superko_game::RecordText;

    #[test]
    fn forms_are_written_and_read_again() {
        for form in Form::all() {
            assert_eq!(form.to_string().parse(), Ok(form));
        }
        assert_eq!(Form::all().count(), 24);
        assert!("capture.".parse::<Form>().is_err());
    }

    #[test]
    fn the_form_of_a_turn_is_told() {
        for (game, form) in [
            ("4x3 tromp-taylor: C1, B1, B2, A2, A1, B1", "capture.no-pass"),
            ("4x3 chinese: pass, D3, C1, B1, B2, A2, A1, B1", "capture.pass-before"),
            ("4x3 tromp-taylor: B1, B2, A2, C1, pass, A1, B1", "capture.pass"),
            ("5x4 aga: B3, C1, C2, B2, B1, A3, A2, pass, A1, B2, B1", "quiet.pass"),
            ("4x4 tromp-taylor: A2, A3, B1, A1", "lone-suicide.no-pass"),
            ("4x4 repetition=none: B1, A1, A2, A1", "lone-suicide-again.no-pass"),
            ("4x4 aga: B1, A1, A2, A1", "lone-suicide-again.no-repeat"),
            ("4x3 tromp-taylor: B2, B1, C1, C2, A2, A1", "suicide.no-repeat"),
            ("3x4 aga: B2, A1, B1, A2, A3, A2, B3, A1", "suicide-again.no-repeat"),
        ] {
            let record = game.parse::<RecordText>().unwrap().record;
            let transcript = Transcript::replay(Reference::set_up(&record.setup), record);
            let (last, before) = transcript.steps.split_last().unwrap();
            assert_eq!(last.turn.form, form.parse().ok(), "{game}");
            assert!(before.iter().filter(|step| step.turn.form.is_some()).count() <= 1, "{game}");
        }
    }
}
