//! The rules that an engine plays, in a sentence.

use crate::evidence::Counterexample;
use crate::{Cause, Confidence, Facts, Played, Said, Unseen};
use superko_game::rules::{Repeat, Repetition, Rules, SWITCHES, SeenIn, Suicide, Switch};
use superko_game::{Player, Turn};
use superko_harness::model::{Channel, Mistake};

/// The largest number of turns of an earlier game that is written out.
const MOST_NAMED: usize = 12;

/// Returns what an engine plays and how surely, in a sentence that begins with a verb.
pub fn sentence(facts: &Facts, rules: Rules) -> String {
    let plays = match facts.confidence() {
        Confidence::Exact => "plays",
        Confidence::Mostly => "mostly plays",
        Confidence::Nearest => "plays rules that no model explains; the nearest is",
    };
    let until_lost = match facts.is_lost() {
        true => {
            "was lost too early to tell what it plays; until then its answers fit a program that "
        }
        false => "",
    };
    let unsteady = match (facts.unsteady, facts.mistakes.len()) {
        _ if !facts.explains_answers() => "",
        (0, _) => "",
        (_, 0) => ", but does not always answer the same game in the same way",
        _ => ", and does not always answer the same game in the same way",
    };
    let played = played(&facts.known(), facts, rules, Doubt::of(facts));
    format!("{until_lost}{plays} {played}{unsteady}")
}

/// The uncertainty about how far back an engine checks for repetitions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Doubt {
    /// The bounds of the number of turns.
    between: Option<(usize, usize)>,
    /// Another mistake that may limit how far back the engine checks.
    alternative: Option<Mistake>,
}

impl Doubt {
    fn of(facts: &Facts) -> Doubt {
        let alternative = facts.alternative.as_ref().and_then(|word| word.parse().ok());
        Doubt { between: facts.between, alternative }
    }
}

/// Names what a model plays: `positional superko with suicide, but forgets positions more than 500 turns back`.
pub(crate) fn played(model: &Played, facts: &Facts, rules: Rules, doubt: Doubt) -> String {
    let mut played = rule_words_seen(model.rules, facts, rules);
    let ending = model.ending.map(|ending| match ending {
        Repeat::Ties => "ends a game in a tie when a position is repeated".to_owned(),
        _ => "makes a player who repeats a position lose".to_owned(),
    });
    let declared = model.declared.iter();
    let declared = declared.map(|&(mistake, channel)| clause(mistake, channel, Doubt::default()));
    let declared: Vec<String> = ending.into_iter().chain(declared).collect();
    if !declared.is_empty() {
        played += &format!(" (and, as it declares, {})", listed(&declared));
    }
    let clauses = model.mistakes.iter().map(|&(mistake, channel)| match mistake {
        // If no pass was observed, the engine may keep any ko point.
        Mistake::KoKeptAfterPass if facts.unseen.contains(&Unseen::Passes) => {
            "keeps a ko point".to_owned()
        }
        _ => clause(mistake, channel, doubt),
    });
    let clauses: Vec<String> = clauses.collect();
    if !clauses.is_empty() {
        played += &format!(", but {}", listed(&clauses));
    }
    played
}

/// Joins clauses: `a, b, and c`.
fn listed(clauses: &[String]) -> String {
    match clauses.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{}, and {last}", others.join(", ")),
    }
}

/// Returns what makes an engine disagree, in words to follow "it".
pub fn explanation(cause: &Cause, facts: &Facts, rules: Rules) -> String {
    if cause.is_empty() {
        return format!("plays {}", rule_words_seen(facts.rules, facts, rules));
    }
    let doubt = Doubt::of(facts);
    let clauses = cause.iter().map(|&(mistake, channel)| clause(mistake, channel, doubt));
    clauses.collect::<Vec<_>>().join(", and ")
}

/// Returns a mistake as a clause to follow "it".
fn clause(mistake: Mistake, channel: Channel, doubt: Doubt) -> String {
    let Doubt { between, alternative } =
        if mistake.ends_looking() { doubt } else { Doubt::default() };
    let clause = between.map_or_else(|| mistake.clause(), |_| mistake.clause_with('N'));
    let only = match channel {
        Channel::Both => "",
        Channel::Play => " (only when it plays, not when it is asked)",
        Channel::Legality => " (only when it is asked, not when it plays)",
        Channel::Black => " (for Black only)",
        Channel::White => " (for White only)",
    };
    let between = between.map(|(least, most)| match most - least {
        1 => format!("N is {least} or {most}"),
        _ => format!("N between {least} and {most}"),
    });
    let alternative = alternative.map(|other| format!("or {}", other.clause_with('M')));
    match [between, alternative].into_iter().flatten().collect::<Vec<_>>().join("; ") {
        doubt if doubt.is_empty() => format!("{clause}{only}"),
        doubt => format!("{clause}{only} ({doubt})"),
    }
}

/// Describes a rule set, as in `positional superko with suicide`.
pub fn rule_words(rules: Rules) -> String {
    said_of(rules, |switch| !switch.is_default(rules))
}

/// Names a repetition rule.
pub fn repetition_words(repetition: Repetition) -> &'static str {
    match repetition {
        Repetition::Positional => "positional superko",
        Repetition::Situational => "situational superko",
        Repetition::NaturalSituational => "natural situational superko",
        Repetition::NewZealand => "New Zealand's superko",
        Repetition::SimpleKo => "simple ko",
        Repetition::None => "no rule against repetition",
    }
}

/// Describes a rule set without the values that are as requested and were not observed.
fn rule_words_seen(rules: Rules, facts: &Facts, asked: Rules) -> String {
    said_of(rules, |switch| {
        let is_as_asked = rules.value(switch).word == asked.value(switch).word;
        let is_hidden = facts.unseen.iter().any(|unseen| unseen.hides(switch));
        // The sentence names a switch that is not played as asked, even if its value is the usual one.
        !is_as_asked || (!switch.is_default(rules) && !is_hidden)
    })
}

/// Describes rules by repetition, suicide, and the switches that `is_said` accepts.
fn said_of(rules: Rules, is_said: impl Fn(&Switch) -> bool) -> String {
    let repetition = repetition_words(rules.repetition);
    let suicide = match rules.suicide {
        Suicide::Allowed => "with suicide",
        Suicide::SeveralStones => "with suicide of several stones",
        Suicide::Forbidden => "without suicide",
    };
    let mut words = format!("{repetition} {suicide}");
    for switch in SWITCHES {
        // Repetition and suicide are named above. The other switches here do not show.
        let passed_over = match switch.name {
            "repetition" | "suicide" => true,
            _ if !switch.has_effect(rules) => true,
            _ => switch.seen_in == SeenIn::Agreements || !is_said(switch),
        };
        if !passed_over {
            words += &format!(", {}={}", switch.name, rules.value(switch).word);
        }
    }
    words
}

/// Returns the game of some evidence, in the format of `superko replay`.
pub(crate) fn game(evidence: &Counterexample) -> String {
    format!("{}: {}", evidence.setup, named(&evidence.turns).join(", "))
}

fn named(turns: &[(Player, Turn)]) -> Vec<String> {
    turns.iter().map(|(player, turn)| format!("{} {turn}", player.letter())).collect()
}

/// Returns the engine's answer that contradicts a model, with the turns taken back and the game before.
pub(crate) fn said(evidence: &Counterexample) -> String {
    let Counterexample { is_asked, said, taken_back, game_before, .. } = evidence;
    let said = match (is_asked, said) {
        (true, Said::Ruling(true)) => "legal".to_owned(),
        (true, Said::Ruling(false)) => "illegal".to_owned(),
        (false, Said::Ruling(true)) => "accepted".to_owned(),
        (false, Said::Ruling(false)) => "refused".to_owned(),
        (_, Said::Board(_)) => "shows another board".to_owned(),
        (_, Said::Status(status)) => status.to_string(),
        (_, Said::Score(score)) => score.to_string(),
        (_, Said::Done | Said::Nothing) => "no answer".to_owned(),
    };
    let of_turn = |((player, turn), before): &((Player, Turn), usize)| match before {
        0 => format!("{} {turn} at the beginning", player.letter()),
        _ => format!("{} {turn} after turn {before}", player.letter()),
    };
    let taken_back = match &taken_back[..] {
        [] => String::new(),
        [turn] => format!(", once {} was taken back", of_turn(turn)),
        [first, .., last] => format!(
            ", once {} turns were taken back, from {} to {}",
            taken_back.len(),
            of_turn(first),
            of_turn(last)
        ),
    };
    let game_before = match game_before.len() {
        0 => String::new(),
        1..=MOST_NAMED => format!(", after another game: {}", named(game_before).join(", ")),
        turns => format!(", after another game, of {turns} turns"),
    };
    said + &taken_back + &game_before
}
