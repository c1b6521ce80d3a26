//! A model described in a sentence.

use super::base::Base;
use super::moves::word_of;
use crate::engines::{Channel, Mistake, Model};
use crate::rules::{Repeat, Repetition, Rules, SWITCHES, Scoring, Suicide, Switch};
use crate::suite::collisions::{HASHES, OWN_HASH};

/// Describes the engine of a model: `plays positional superko with suicide, but forgets positions more than
/// 500 turns back`.
pub(super) fn sentence(model: Model, base: Base) -> String {
    sentence_between(model, base, None)
}

/// Describes the engine of a model if the distance to which it checks for repetitions is only known to be
/// between two numbers.
pub(super) fn sentence_between(
    model: Model,
    base: Base,
    between: Option<(usize, usize)>,
) -> String {
    let (rules, _) = base.split(model);
    let mut clauses: Vec<String> = Vec::new();
    let mut declared: Vec<String> = Vec::new();
    for (mistake, channel) in model.mistakes() {
        match base.declares(mistake) {
            true => declared.push(clause_in(mistake, channel)),
            // Without a pass it is any ko point.
            false if base.unseen.passes && mistake == Mistake::KoKeptAfterPass => {
                clauses.push("keeps a ko point".to_owned());
            }
            false => clauses.push(clause_between(mistake, channel, between)),
        }
    }
    let in_force = model.rules.unwrap_or(base.asked);
    if rules != in_force {
        let ending = match in_force.repeat {
            Repeat::Ties => "ends a game in a tie when a position is repeated",
            _ => "makes a player who repeats a position lose",
        };
        declared.insert(0, ending.to_owned());
    }
    let plays = match declared.is_empty() {
        true => format!("plays {}", rule_words_seen(rules, base)),
        false => {
            format!(
                "plays {} (and, as it declares, {})",
                rule_words_seen(rules, base),
                listed(&declared)
            )
        }
    };
    match clauses.is_empty() {
        true => plays,
        false => format!("{plays}, but {}", listed(&clauses)),
    }
}

/// Clauses in a row: `a, b, and c`.
fn listed(clauses: &[String]) -> String {
    match clauses.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{}, and {last}", others.join(", ")),
    }
}

/// Describes a rule set, as in `positional superko with suicide`.
pub fn rule_words(rules: Rules) -> String {
    said_of(rules, |switch| !switch.is_default(rules))
}

/// Describes a rule set without the values that are as requested and were not observed.
pub(super) fn rule_words_seen(rules: Rules, base: Base) -> String {
    said_of(rules, |switch| {
        let as_asked = switch.value(rules).word == switch.value(base.asked).word;
        match as_asked {
            true => !switch.is_default(rules) && !base.unseen.hides(switch.name),
            // The sentence names a switch that is not played as asked, even if its value is the usual one.
            false => true,
        }
    })
}

/// The rules in words, as far as something is said of a switch; of repetition and suicide it always is.
fn said_of(rules: Rules, is_said: impl Fn(&Switch) -> bool) -> String {
    let repetition = match rules.repetition {
        Repetition::Positional => "positional superko",
        Repetition::Situational => "situational superko",
        Repetition::NaturalSituational => "natural situational superko",
        Repetition::NewZealand => "New Zealand's superko",
        Repetition::SimpleKo => "simple ko",
        Repetition::None => "no rule against repetition",
    };
    let suicide = match rules.suicide {
        Suicide::Allowed => "with suicide",
        Suicide::SeveralStones => "with suicide of several stones",
        Suicide::Forbidden => "without suicide",
    };
    let mut words = format!("{repetition} {suicide}");
    for switch in SWITCHES {
        // The first two are said. The rest does not show.
        let passed_over = match switch.name {
            "repetition" | "suicide" | "agreement" => true,
            "pass" if [Scoring::Area, Scoring::Stones].contains(&rules.score) => true,
            _ => !is_said(switch),
        };
        if !passed_over {
            words += &format!(", {}={}", switch.name, word_of(switch.name, rules));
        }
    }
    words
}

/// A sentence about a model that does not explain everything.
pub(super) fn hedged(sentence: &str) -> String {
    sentence.replacen("plays ", "mostly plays ", 1)
}

/// A sentence about a model that explains little, and is only the nearest one.
pub(super) fn nearest(sentence: &str) -> String {
    sentence.replacen("plays ", "plays rules that no model explains; the nearest is ", 1)
}

/// A sentence about an engine that stopped answering before it was known what it plays.
pub(super) fn lost(sentence: &str) -> String {
    format!(
        "was lost too early to tell what it plays; until then its answers fit a program that {sentence}"
    )
}

/// What a mistake in a channel is, after "it", where how far it looks for repetitions is only known to be between two numbers.
pub(super) fn clause_between(
    mistake: Mistake,
    channel: Channel,
    between: Option<(usize, usize)>,
) -> String {
    let clause = clause_in(mistake, channel);
    match (between, mistake.parameter()) {
        (Some((least, most)), Some(number)) if mistake.ends_looking() => {
            let clause = clause.replacen(&number.to_string(), "N", 1);
            match most - least {
                1 => format!("{clause} (N is {least} or {most})"),
                _ => format!("{clause} (N between {least} and {most})"),
            }
        }
        _ => clause,
    }
}

/// What a mistake in a channel is, after "it".
pub(super) fn clause_in(mistake: Mistake, channel: Channel) -> String {
    let clause = clause(mistake);
    match channel {
        Channel::Both => clause,
        Channel::Play => format!("{clause} (only when it plays, not when it is asked)"),
        Channel::Legality => format!("{clause} (only when it is asked, not when it plays)"),
        Channel::Black => format!("{clause} (for Black only)"),
        Channel::White => format!("{clause} (for White only)"),
    }
}

/// What a mistake is, after "it".
fn clause(mistake: Mistake) -> String {
    use Mistake::*;
    let text = match mistake {
        HashBlindToWhite => "leaves White's stones out of its repetition hash",
        HashBlindToBlack => "leaves Black's stones out of its repetition hash",
        HashBlindToCaptures => {
            "treats equal positions as different, as if captured stones stayed in its hash"
        }
        HashBits(bits) => {
            return format!("treats positions as equal when {bits} bits of their hashes are equal");
        }
        KnownHash(number) => {
            let known = HASHES.get(number - 1).filter(|_| number != OWN_HASH);
            let known = known.map(|hash| format!(" (known collisions of {})", hash.engine));
            let known = known.unwrap_or_default();
            return format!("treats positions as equal when their hashes are equal{known}");
        }
        ToggledTwice => {
            "hashes captured stones twice when the capturing stone touches their chain twice"
        }
        MoversStonesOnly => "compares only the stones of the player to move",
        EmptiedDiffer => {
            "treats equal positions as different when a stone was put on one more point since"
        }
        InitialMissing => "does not count the starting position",
        PresentMissing => "does not count the current position",
        History(kept) => return format!("forgets positions more than {kept} turns back"),
        HistoryOfPlays(kept) => {
            return format!(
                "keeps only the positions of the last {kept} plays, passes not counted"
            );
        }
        HistoryInTenths(kept) => {
            return format!(
                "miscomputes its hash once it has {kept} positions, so that it misses repetitions of these and may refuse new ones"
            );
        }
        FirstPositions(kept) => return format!("keeps only the first {kept} positions of a game"),
        ForgottenAtPass => "forgets all positions at a pass",
        ForgottenAtCapture => "forgets all earlier positions at a capture",
        PassHidesRepeat => "misses repetitions with an odd number of passes in between",
        PassesNotKept => "does not store positions after a pass",
        SuicidesNotKept => "does not store positions that a suicide makes",
        LongSuicidesNotKept(least) => {
            return format!(
                "does not store positions that a suicide of {least} or more stones makes"
            );
        }
        OnlyOnRemoval => "looks for repetition only when a play removes stones",
        OnlyOnCaptures => "looks for repetition only when a play captures",
        NotOnSuicide => "does not check for repetition when a play removes the player's own stones",
        NotOnLoneSuicide => "allows the suicide of one stone, which repeats the position",
        NotAfterPass => "does not check for repetition right after a pass",
        OnlyOnReplayed => {
            "looks for repetition only where a stone was before, and only after a capture from such a point"
        }
        OnPasses => "refuses passes that leave a position as it was before",
        LookedUpUntil(turns) => {
            return format!("stops checking for repetition after turn {turns}");
        }
        LookedUpToStones(most) => {
            return format!(
                "does not check for repetition with more than {most} stones on the board"
            );
        }
        KoStillSeen => "sees a ko all the same",
        KoKeptAfterPass => "keeps a ko point, after a pass too and for both players",
        KoOnOneStone => "sees a ko wherever one stone was captured",
        KoOnTwoStones => "sees a ko where two stones were captured",
        KoOnTwoChains => "sees a ko where two chains were captured",
        KoOnLoneSuicide => "sees a ko after the suicide of one stone",
        KoNeverLifted => "keeps a ko point until the next ko",
        Repetition(rule) => {
            return format!("applies the repetition rule `{}`", rule.word());
        }
        SuicideIgnored => "allows any suicide",
        AllSuicideRefused => "refuses every suicide",
        LoneSuicideRefused => "refuses the suicide of one stone",
        SuicideBeforeCapture => "removes a player's own stones before it captures",
        BothColorsAtOnce => "removes the stones of both players at once",
        CaptureRemovesBoth => {
            "removes the player's own stones too when they had no liberty before a capture"
        }
        ChainsCaptured(1) => "captures at most one chain",
        ChainsCaptured(most) => return format!("captures at most {most} chains"),
        ClearWhileScanning => "removes only the first stone of a captured chain",
        LastRowNotCleared => "leaves captured stones in the top row",
        ChainLimit(limit) => {
            return format!("never captures the chains after the first {limit} of a game");
        }
        SuicideLeavesOne => "leaves the stone played on the board after a suicide",
        SuicideStays => "leaves all stones on the board after a suicide",
        AnyStonePlayable => "allows plays on stones",
        OccupiedPlayable => "allows plays on stones of the opponent",
        WrapAround => "sees liberties beyond the right edge",
        CornerBlind => "misses the liberty above A1",
        Transposed => "exchanges columns and rows on boards that are not square",
        RefusalLeavesStone => "leaves a refused repetition on the board",
        RefusalLeavesHash => "leaves a refused repetition in its hash",
        RefusalSwitchesPlayer => "gives the turn to the opponent when it refuses a play",
        RefusalForgets => "forgets all earlier positions, including a ko, when it refuses a play",
        RefusalRecorded => "records the positions of plays that it refuses",
        SuicideRecorded => "records the positions of suicides that it refuses",
        QuestionForgets => {
            "forgets all earlier positions, including a ko, when it is asked about a play"
        }
        QuestionRecorded => "records positions that it was only asked about",
        UndoKeepsHistory => "does not forget positions that are taken back",
        UndoKeepsPlayer => "does not restore the player to move on undo",
        UndoKeepsColor => {
            "does not restore the player to move on undo, and refuses turns of the other color"
        }
        UndoForgets => "forgets all earlier positions, including a ko, when a turn is taken back",
        UndoKeepsKo => "leaves the ko point as it is when a turn is taken back",
        UndoOnce => "takes back only one turn, though it reports success for a second undo",
        UndoKeepsScore => "does not recompute the score after the end of a game was taken back",
        WhiteBegins => "lets White begin",
        BoardKept => "keeps the stones of the previous game",
        HistoryKept => "keeps the positions of the previous game",
        PassKeepsTurn => "leaves the turn with the player who passes",
        PassesEnd(1) => "ends the game after one pass",
        PassesEnd(Mistake::NO_PASSES) => "never ends a game by passes",
        PassesEnd(passes) => return format!("ends the game after {passes} passes"),
        PassesNotReset => "counts passes as in a row with plays in between",
        TurnsAfterEnd => "accepts turns after the end",
        PlayAfterEndResumes => "accepts turns after the end (a play reopens the game)",
        OnlyPlayAfterEndResumes => "accepts plays (not passes) after the end, and continues",
        MoveCap(turns) => return format!("ends the game after {turns} turns"),
        MoveCapPerPoint(1) => "ends the game after as many turns as the board has points",
        MoveCapPerPoint(turns) => {
            return format!("ends the game after {turns} turns for each point of the board");
        }
        RepeatKnownIllegal => "calls a repetition that ends the game illegal when it is asked",
        KoRefused => "refuses to retake a ko, where other repetitions end the game",
        RepeatNotPlayed => "leaves the board as it is when a repetition ends the game",
        GeneratesCaptures => "generates turns that repeat a position",
        GeneratesOccupied => "generates plays on stones",
        GeneratesSuicides => "generates illegal suicides",
        GeneratesIllegal => "generates illegal turns of several kinds",
        GeneratesAndPlays => "plays the turns that it is only asked to generate",
        NeutralToBlack => "counts neutral points for Black",
        NeutralToWhite => "counts neutral points for White",
        NeutralToMost => "counts a neutral region for the player with more stones around it",
        NeutralToBoth => "counts neutral points for both players",
        EmptyBoardToBlack => "counts the empty board for Black",
        EmptyBoardToWhite => "counts the empty board for White",
        NotWhitesToBlack => "counts neutral points and the empty board for Black",
        NotBlacksToWhite => "counts neutral points and the empty board for White",
        MarginOnly => "reports the margin where it should report totals",
        StonesOnly => "counts stones only",
        TerritoryOnly => "counts surrounded points only",
        LoneStoneScoresItself => "counts no territory for a lone stone",
        PassCostsPoint => "takes a point for each pass",
        DeadByLiberties(1) => "treats chains in atari as dead when it counts the score",
        DeadByLiberties(most) => {
            return format!(
                "treats chains with {most} liberties or fewer as dead when it counts the score"
            );
        }
        DeadBySize(1) => "treats single stones as dead when it counts the score",
        DeadBySize(most) => {
            return format!(
                "treats chains of {most} stones or fewer as dead when it counts the score"
            );
        }
        DeadWithoutEyes => {
            "treats chains that touch no region of their own color as dead when it counts the score"
        }
        DeadInAlive => {
            "treats stones in pass-alive territory of the opponent as dead when it counts the score"
        }
        TotalCap(most) => return format!("never reports a total above {most}"),
        MarginCap(most) => return format!("never reports a margin above {most}"),
        RegionCap(most) => return format!("counts at most {most} points of a region"),
        KomiAdded(halves) => {
            #[expect(clippy::cast_precision_loss, reason = "a komi is small")]
            let points = halves as f64 / 2.0;
            return format!("adds a komi of {points} for White to that of the game");
        }
        TiesToBlack => "names Black as the winner of a tie",
        TiesHalfToBlack => "reports a tie as a win for Black by half a point",
        TiesHalfToWhite => "reports a tie as a win for White by half a point",
        TiesToWhite => "names White as the winner of a tie",
    };
    text.to_owned()
}
