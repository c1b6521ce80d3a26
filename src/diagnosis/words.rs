//! Mistakes in words.

use crate::engines::{Channel, Mistake};

/// What a mistake in a channel is, after "it", where how far it looks for repetitions is only known to be between two numbers.
pub(crate) fn clause_between(
    mistake: Mistake,
    channel: Channel,
    between: Option<(usize, usize)>,
) -> String {
    match between.filter(|_| mistake.ends_looking()) {
        None => clause_in(mistake, channel),
        Some((least, most)) => {
            let clause = in_channel(mistake.clause_with('N'), channel);
            match most - least {
                1 => format!("{clause} (N is {least} or {most})"),
                _ => format!("{clause} (N between {least} and {most})"),
            }
        }
    }
}

/// What a mistake in a channel is, after "it".
fn clause_in(mistake: Mistake, channel: Channel) -> String {
    in_channel(mistake.clause(), channel)
}

/// A clause, with the circumstances.
fn in_channel(clause: String, channel: Channel) -> String {
    match channel {
        Channel::Both => clause,
        Channel::Play => format!("{clause} (only when it plays, not when it is asked)"),
        Channel::Legality => format!("{clause} (only when it is asked, not when it plays)"),
        Channel::Black => format!("{clause} (for Black only)"),
        Channel::White => format!("{clause} (for White only)"),
    }
}
