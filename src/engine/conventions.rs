use crate::game::Player;

/// Where an engine does otherwise than most do, and says so: it is then compared accordingly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Conventions {
    /// Whether it has no pass. Games that need one are not played, and what they would show is not observed.
    pub lacks_pass: bool,
    /// Whom it names as the winner of a tied game, where it names the winner only and no tie.
    pub tie_winner: Option<Player>,
}
