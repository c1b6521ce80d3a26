//! The error replies of an engine: what their words say.

use superko_engine::RefusalReason;

/// The meaning of an error reply to a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Complaint {
    /// The engine did not understand the command; the reply says nothing about the turn.
    NotUnderstood,
    /// The engine understood the command and refuses the turn.
    Refused(RefusalReason),
    /// The words tell of an error in the program, or say that it is busy.
    Failed,
    /// The words are none of these.
    Unclear,
}

/// Interprets an error reply to a turn.
///
/// The reply is a refusal if it says so (`illegal move`, `move not allowed` and the like) or names a reason for one (`superko`,
/// `suicide`, `occupied`). The reason is taken from its words if they name exactly one. The message of a failing program, as in
/// `KeyError('oops')`, is not a refusal.
pub fn complaint(text: &str) -> Complaint {
    let spaced = words_of(text);
    let words: Vec<&str> = spaced.split(' ').filter(|word| !word.is_empty()).collect();
    let any = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    let starts = |start: &str| words.iter().any(|word| word.starts_with(start));
    let says = |phrase: &str| format!(" {spaced} ").contains(&format!(" {phrase} "));
    let illegal = ["illegal", "unlawful"].into_iter().any(starts)
        || any(&["forbidden", "prohibited", "disallowed"])
        || ["not allowed", "not legal", "not permitted", "against the rules"].into_iter().any(says);
    if names_failure(&words) && !illegal {
        return Complaint::Failed;
    }
    let over = any(&["over", "ended", "finished"]) && any(&["game", "match"]);
    let reasons = [
        (
            RefusalReason::Repetition,
            any(&["ko", "superko", "psk", "ssk", "nsk"]) || starts("repet") || starts("repeat"),
        ),
        (RefusalReason::Suicide, starts("suicid") || says("no liberties")),
        (
            RefusalReason::Occupied,
            starts("occupied") || ["not empty", "not vacant", "non empty"].into_iter().any(says),
        ),
        (RefusalReason::Over, over || says("gameover")),
    ];
    let mut named = reasons.into_iter().filter(|(_, named)| *named).map(|(reason, _)| reason);
    match (named.next(), named.next()) {
        (Some(reason), None) => return Complaint::Refused(reason),
        (Some(_), Some(_)) => return Complaint::Refused(RefusalReason::Unstated),
        (None, _) => {}
    }
    let wrong = any(&["invalid", "bad", "cannot", "impossible", "unplayable", "wrong", "can"])
        && any(&["move", "moves", "play", "played", "player", "turn", "stone"]);
    let wrong = wrong || ["not your turn", "out of turn"].into_iter().any(says);
    let unknown = any(&["unknown"]) && any(&["command"]);
    let misread = any(&["vertex", "coordinate", "coordinates", "color", "colour"])
        && any(&["invalid", "bad", "parse", "wrong", "unknown"]);
    match () {
        () if illegal => Complaint::Refused(RefusalReason::Unstated),
        () if unknown || misread || any(&["syntax"]) => Complaint::NotUnderstood,
        () if wrong => Complaint::Refused(RefusalReason::Unstated),
        () if any(&FAILED) || FAILED_IN.into_iter().any(says) => Complaint::Failed,
        () => Complaint::Unclear,
    }
}

/// Returns whether an error reply says that the request is not available, as `cannot undo` and `unknown command` do. Other
/// replies say that something went wrong.
pub fn declines(text: &str) -> bool {
    let spaced = words_of(text);
    let words: Vec<&str> = spaced.split(' ').collect();
    let declining = [
        "cannot",
        "nothing",
        "unable",
        "impossible",
        "unavailable",
        "unsupported",
        "unimplemented",
    ];
    let says = |phrase: &str| format!(" {spaced} ").contains(&format!(" {phrase} "));
    let phrases =
        ["can t", "no move", "no moves", "not possible", "not supported", "not available"];
    let lacking = words.iter().any(|word| declining.contains(word))
        || phrases.into_iter().any(says)
        || says("not implemented");
    match complaint(text) {
        Complaint::Refused(_) | Complaint::NotUnderstood => true,
        Complaint::Failed => false,
        Complaint::Unclear => lacking,
    }
}

/// Returns whether the words name a failure as common programming languages do.
fn names_failure(words: &[&str]) -> bool {
    let names = |word: &&str| {
        let kind = word.strip_suffix("error").or(word.strip_suffix("exception"));
        let wrong = ["busy", "traceback", "panicked", "segfault", "backtrace"];
        kind.is_some_and(|kind| FAILURES.contains(&kind)) || wrong.contains(word)
    };
    words.iter().any(names)
}

/// Words that tell of an error in a program, unless the text gives a reason to refuse a turn.
const FAILED: [&str; 8] = [
    "assert",
    "assertion",
    "crash",
    "exception",
    "panic",
    "stacktrace",
    "unhandled",
    "unreachable",
];

/// Phrases that tell of an error in a program.
const FAILED_IN: [&str; 4] = ["internal error", "stack trace", "segmentation fault", "core dumped"];

/// The beginnings of the names of failures, as in `KeyError`.
const FAILURES: [&str; 22] = [
    "key",
    "index",
    "type",
    "value",
    "attribute",
    "name",
    "assertion",
    "runtime",
    "lookup",
    "os",
    "io",
    "memory",
    "recursion",
    "zerodivision",
    "arithmetic",
    "overflow",
    "import",
    "notimplemented",
    "nullpointer",
    "indexoutofbounds",
    "arrayindexoutofbounds",
    "internal",
];

/// Returns the words of a text in lower case, with single spaces between them. Punctuation, the names of players and words with
/// a digit, such as points, are left out. Two refusals of an engine that differ only in the turn have the same words.
pub fn words_of(text: &str) -> String {
    let text = text.to_lowercase();
    let has_digit = |word: &str| word.contains(|c: char| c.is_ascii_digit());
    let is_kept = |word: &&str| {
        !word.is_empty() && !has_digit(word) && !["b", "w", "black", "white"].contains(word)
    };
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(is_kept);
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_cannot_be_had_is_told_from_what_went_wrong() {
        for text in [
            "cannot undo",
            "can't undo",
            "nothing to undo",
            "no moves to take back",
            "unknown command",
            "the game is not over: cannot score",
            "the game is over",
            "score not available",
            "illegal move",
        ] {
            assert!(declines(text), "{text}");
        }
        for text in [
            "error: KeyError('oops')",
            "'NoneType' object has no attribute 'pop'",
            "IndexError: pop from empty list, nothing left",
            "engine busy",
            "oops",
            "",
        ] {
            assert!(!declines(text), "{text}");
        }
    }

    #[test]
    fn complaints() {
        use Complaint::{Failed, NotUnderstood, Refused, Unclear};
        const UNSTATED: Complaint = Refused(RefusalReason::Unstated);
        for (text, expected) in [
            ("unknown command", NotUnderstood),
            ("bad vertex", NotUnderstood),
            ("syntax error", NotUnderstood),
            ("invalid color or coordinate", NotUnderstood),
            ("invalid vertex: Z9", NotUnderstood),
            ("Could not parse vertex: 'Z9'", NotUnderstood),
            ("bad move", UNSTATED),
            ("this vertex is not allowed", UNSTATED),
            ("illegal move", UNSTATED),
            ("IllegalMoveError: B A1", UNSTATED),
            ("ValueError: Illegal move", UNSTATED),
            ("error: illegal move", UNSTATED),
            ("illegal vertex for color b", UNSTATED),
            ("invalid play", UNSTATED),
            ("cannot play there", UNSTATED),
            ("can't play A1", UNSTATED),
            ("wrong player", UNSTATED),
            ("not your turn", UNSTATED),
            ("illegal move: ko", Refused(RefusalReason::Repetition)),
            ("Illegal: positional superko", Refused(RefusalReason::Repetition)),
            ("move repeats an earlier position", Refused(RefusalReason::Repetition)),
            ("violation: repetition", Refused(RefusalReason::Repetition)),
            ("suicide is forbidden", Refused(RefusalReason::Suicide)),
            ("vertex is occupied", Refused(RefusalReason::Occupied)),
            ("point not empty", Refused(RefusalReason::Occupied)),
            ("the game is over", Refused(RefusalReason::Over)),
            ("ko or suicide", UNSTATED),
            ("error: KeyError('oops')", Failed),
            ("KeyError: 'ko'", Failed),
            ("IndexError: list index out of range", Failed),
            ("engine busy", Failed),
            ("cannot play now: busy", Failed),
            ("try again when it is over", Unclear),
            ("internal error", Failed),
            ("assertion `x > 0' failed", Failed),
            ("Exception: superko", Refused(RefusalReason::Repetition)),
            ("unknown position", Unclear),
            ("command refused", Unclear),
            ("", Unclear),
        ] {
            assert_eq!(complaint(text), expected, "{text}");
        }
    }

    #[test]
    fn words_without_the_turn() {
        for (text, expected) in [
            ("", ""),
            ("play(b, A1): no", "play no"),
            ("Move 12 by WHITE at c19 rejected [E7, 3fa9]", "move by at rejected"),
            ("KeyError('oops')", "keyerror oops"),
            ("née", "née"),
        ] {
            assert_eq!(words_of(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_understood_somehow(text in ".*") {
            let _ = (complaint(&text), declines(&text), words_of(&text));
        }
    }
}
