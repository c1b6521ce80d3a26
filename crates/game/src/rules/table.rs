//! The two tables of rules: the switches on which rule sets differ, and the named rule sets.
//!
//! A new switch is a row here, its rules in `reference/rules.md`, and a translation in `reference.rs` and
//! `optimized.rs` of `superko-engine`. What else depends on it is found by the tests.

use super::handicap::HandicapBonus;
use super::switch::{Relation, SeenIn, Switch, SwitchValue, Theorem, optional, switches};
use crate::rules::Rule;

// A row has, in this order: what the switch decides; its name and the name of its enum; the rule of Tromp and Taylor that its
// other rules replace or extend; the part of a game that shows its value, and the only scorings under which it has an effect; its
// name in `RU`. Then come its values, the Tromp-Taylor value first: the meaning; the name in the enum, and the word; the rule
// in `reference/rules.md`; the word in `RU`; what is proved of it, and the theorem. New switches and values come last,
// because the bytes of fuzz inputs refer to rows and values by their places.
switches! {
    /// Which plays the repetition rule forbids.
    repetition: Repetition, Replaces("TT6"), seen in Plays, ru "ko" {
        /// Plays that repeat any earlier position.
        Positional = "positional", rule "TT6", ru "POSITIONAL",
            proved "Every game ends, if two passes in a row end it."
                by "Ends.positional_ends",
            proved "Suicide of a lone stone is never legal, if every chain has a liberty at first."
                by "Facts.lone_suicide_repeats";
        /// Plays that repeat a position with the same player to move.
        Situational = "situational", rule "TT6/situational", ru "SITUATIONAL",
            proved "Every game ends, if two passes in a row end it."
                by "Ends.situational_ends",
            proved "Every play that positional superko allows is legal."
                by "Facts.positional_within_situational";
        /// Plays that repeat a position that an earlier play of the same player made.
        NaturalSituational = "natural-situational", rule "TT6/natural-situational",
            proved "Every game ends, if two passes in a row end it."
                by "Ends.natural_ends",
            proved "Every play that new-zealand allows is legal."
                by "Facts.new_zealand_within_natural";
        /// Plays that repeat a position that stood after an earlier turn, play or pass, of the same player.
        NewZealand = "new-zealand", rule "TT6/new-zealand",
            proved "Every game ends, if two passes in a row end it."
                by "Ends.new_zealand_ends",
            proved "Every play that situational superko allows is legal."
                by "Facts.situational_within_new_zealand";
        /// Plays that restore the position before the opponent's last turn.
        SimpleKo = "simple-ko", rule "TT6/simple-ko", ru "SIMPLE",
            proved "Every play that situational superko allows is legal."
                by "Facts.situational_within_simple_ko";
        /// No plays: any position may be repeated.
        None = "none", rule "TT6/none";
    }

    /// Which suicides are legal: plays that remove the player's own stones.
    suicide: Suicide, Extends("TT7"), seen in Plays, ru "sui" {
        /// All suicides, unless the repetition rule forbids them.
        Allowed = "allowed", rule "TT7";
        /// Suicides of two or more stones.
        SeveralStones = "several-stones", rule "TT7/several-stones", ru "1",
            proved "Under positional superko, the same plays are legal with suicide=allowed, if every chain has a liberty at first."
                by "Facts.several_stones_same";
        /// No suicides.
        Forbidden = "forbidden", rule "TT7/forbidden", ru "0",
            proved "Every legal play is also legal with suicide=several-stones."
                by "Facts.forbidden_within_several",
            proved "A chain with two eyes cannot be captured, even if its owner always passes."
                by "EnclosedFacts.two_eyes_live";
    }

    /// How many stones each player has.
    stones: Stones, Extends("TT7"), seen in Plays {
        /// As many as they need.
        Unlimited = "unlimited", rule "TT7";
        /// Half as many as the board has points: 181 and 180 on 19x19. A player with no stones left can only pass.
        Half = "half", rule "TT7/supply",
            proved "A game from the empty board has at most as many plays as the board has points."
                by "VariantFacts.supply_few_moves";
    }

    /// How many passes in a row end the game.
    passes: Passes, Replaces("TT8"), seen in Ends {
        /// Two passes.
        Two = "two", rule "TT8";
        /// Three passes.
        Three = "three", rule "TT8/three-passes";
        /// Four passes.
        Four = "four", rule "TT8/four-passes";
    }

    /// Which player passes last.
    last_pass named "last-pass": LastPass, Extends("TT8"), seen in Ends {
        /// Either player.
        Anybody = "anybody", rule "TT8";
        /// White: if Black passes last, White has one more turn.
        White = "white", rule "TT8/white-last";
    }

    /// What follows the passes: an agreement, or more play.
    agreement: Agreement, Extends("TT8"), seen in Agreements {
        /// Nothing: the position is scored as it stands.
        None = "none", rule "TT8";
        /// Which stones are dead.
        DeadStones = "dead-stones", rule "TT8/dead-points";
        /// Which stones are dead; if they disagree, play resumes, once.
        Resume = "resume", rule "TT8/resume";
        /// Nothing: two cleanup phases are played, in which dead stones are captured.
        Cleanup = "cleanup", rule "TT8/cleanup";
    }

    /// What happens when a player tries an illegal turn.
    illegal: IllegalTurn, Extends("TT8"), seen in Ends {
        /// The turn is refused.
        Refused = "refused", rule "TT8";
        /// The player loses.
        Loses = "loses", rule "TT8/illegal-loses";
    }

    /// What happens when a play breaks the repetition rule.
    repeat: Repeat, Extends("TT6"), seen in Plays {
        /// The play is illegal.
        Illegal = "illegal", rule "TT6";
        /// The play is legal, and its player loses the game.
        Loses = "loses", rule "TT6/repeat-loses";
        /// The play is legal, and the game ends as a tie.
        Ties = "ties", rule "TT6/repeat-ties";
    }

    /// What happens when a legal play repeats a position with the same player to move.
    long_cycle named "long-cycle": LongCycle, Extends("TT8"), seen in Ends {
        /// The game continues.
        GoesOn = "goes-on", rule "TT8";
        /// The game ends without a result.
        NoResult = "no-result", rule "TT8/no-result",
            proved "Under situational superko or a stricter rule, this changes nothing."
                by "VariantFacts.no_result_idle";
        /// A position that stands for the third time since the latest pass ends the game without a result; a second pass of a
        /// player from the same position ends it as passes in a row do.
        ThirdTime = "third-time", rule "TT8/third-time";
    }

    /// What is counted at the end.
    score: Scoring, Replaces("TT9"), seen in Scores {
        /// Stones and surrounded empty points.
        Area = "area", rule "TT9";
        /// Surrounded empty points and prisoners; dead stones are prisoners.
        Territory = "territory", rule "TT9/territory";
        /// Surrounded empty points and prisoners; a dead stone is a prisoner only if it is surrounded.
        ShortTerritory = "short-territory", rule "TT9/short-territory";
        /// Stones alone.
        Stones = "stones", rule "TT9/stones";
    }

    /// What a pass costs.
    pass: PassCost, Extends("TT9"), seen in Scores, only under score Territory ShortTerritory {
        /// Nothing.
        Free = "free", rule "TT9";
        /// One prisoner, which matters only where prisoners are counted.
        Prisoner = "prisoner", rule "TT9/pass-stones",
            proved "If White passes last in a game from the empty board, area and territory have the same outcome."
                by "VariantFacts.white_last_same_outcome";
    }

    /// Which empty points do not count.
    tax: Tax, Extends("TT9"), seen in Scores, only under score Area Territory ShortTerritory, ru "tax" {
        /// None: all surrounded empty points count.
        None = "none", rule "TT9", ru "NONE";
        /// Points outside independent regions, such as those in seki.
        Seki = "seki", rule "TT9/tax-seki", ru "SEKI";
        /// Points outside independent regions, and two points of each such region.
        All = "all", rule "TT9/tax-all", ru "ALL";
    }

    /// What the first pass of a game earns.
    button: Button, Extends("TT9"), seen in Scores, ru "button" {
        /// Nothing.
        None = "none", rule "TT9", ru "0";
        /// Half a point. This pass is in no row of passes that ends the game, and earlier positions may come again after it.
        HalfPoint = "half-point", rule "TT9/button", ru "1";
    }

    /// Whether stones count that living stones of the opponent enclose.
    enclosed: Enclosed, Extends("TT9"), seen in Scores {
        /// All stones count.
        Alive = "alive", rule "TT9";
        /// Stones in pass-alive territory of the opponent are dead. No agreement is needed.
        Dead = "dead", rule "TT9/enclosed";
    }
}

impl Agreement {
    /// Whether the players are asked which stones are dead.
    pub const fn asks(self) -> bool {
        matches!(self, Agreement::DeadStones | Agreement::Resume)
    }
}

impl Passes {
    /// Returns the number of passes.
    pub const fn count(self) -> usize {
        match self {
            Passes::Two => 2,
            Passes::Three => 3,
            Passes::Four => 4,
        }
    }
}

/// A named rule set.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name, as `--rules` takes it.
    pub name: &'static str,
    /// The rules.
    pub rules: Rules,
    /// A description: the rule set, its parts outside the switches, and intended differences from its source.
    pub note: &'static str,
    /// The document or program that defines the rules, and the place of the rules in it.
    pub source: &'static str,
    /// The komi of an even game, such as `7.5`, if the source names one.
    pub komi: Option<&'static str>,
    /// White's compensation for handicap stones.
    pub handicap: HandicapBonus,
    /// Whether players who have disagreed once may agree later: the source lets them, or does not say. `TT8/resume` does not let
    /// them, but records are judged by the source.
    pub agrees_again: bool,
    /// Other names of the rule set in `RU` of SGF files.
    pub ru: &'static [&'static str],
}

/// The named rule sets. If two have the same switches, the first name is printed.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "tromp-taylor",
        rules: Rules::TROMP_TAYLOR,
        note: "the logical rules of Tromp and Taylor",
        source: "https://tromp.github.io/go.html, rules 1 to 10",
        ru: &["tt"],
        ..PLAIN
    },
    Preset {
        name: "simplified-ing",
        rules: Rules::TROMP_TAYLOR.agreement(Agreement::Resume),
        note: "the European Go Federation's text: the players agree on dead stones; if they disagree, play resumes once",
        source: "https://home.snafu.de/jasiek/siming.html: the first and the second stop",
        ..PLAIN
    },
    Preset {
        name: "ing",
        rules: Rules::TROMP_TAYLOR.suicide(Suicide::SeveralStones).agreement(Agreement::Resume),
        note: "Ing's rules, with positional superko in place of the rule on fighting and disturbing kos, as in \
               KataGo and on OGS; disputes are played out",
        source: "Ing's SST Laws (1991), https://www.cs.cmu.edu/~wjh/go/rules/SST.html; suicide and ko: KataGo, \
                 cpp/game/rules.cpp, `ing`",
        komi: Some("7.5"),
        agrees_again: true,
        ru: &["goe"],
        ..PLAIN
    },
    Preset {
        name: "chinese-written",
        rules: Rules::TROMP_TAYLOR.suicide(Suicide::Forbidden).agreement(Agreement::Resume),
        note: "the written Chinese rules, as servers enforce them",
        source: "Chinese rules of 2002, repetition of the whole board; KataGo, cpp/game/rules.cpp, `chinese-ogs`",
        komi: Some("7.5"),
        handicap: HandicapBonus::All,
        agrees_again: true,
        ..PLAIN
    },
    Preset {
        name: "aga",
        rules: AMERICAN.repetition(Repetition::Situational),
        note: "the American Go Association's text; its pass stones make area and territory counts equal, and \
               Superko counts area",
        source: "https://www.cs.cmu.edu/~wjh/go/rules/AGA.html, rules 3 to 12; komi as of 2004",
        komi: Some("7.5"),
        handicap: HandicapBonus::AllButOne,
        agrees_again: true,
        ..PLAIN
    },
    Preset {
        name: "bga",
        rules: AMERICAN.repetition(Repetition::NaturalSituational),
        note: "the AGA text in the British Go Association's summary: only positions that plays made count; by its \
               interpretation 6.1 and 6.2 the basic ko holds too, which forbids in addition to retake what stood \
               before the opponent's play after one's own pass, and Superko allows that",
        source: "https://www.britgo.org/rules/agasummary.html, the sentence on repetition; the rest from \
                 https://www.britgo.org/rules/bgainterpretation",
        komi: Some("7.5"),
        handicap: HandicapBonus::AllButOne,
        agrees_again: true,
        ..PLAIN
    },
    Preset {
        name: "new-zealand",
        rules: Rules::TROMP_TAYLOR.repetition(Repetition::NewZealand).agreement(Agreement::Resume),
        note: "the New Zealand text, taken literally",
        source: "https://go.org.nz/index.php/about-go/new-zealand-rules-of-go",
        komi: Some("7"),
        agrees_again: true,
        ru: &["nz"],
        ..PLAIN
    },
    Preset {
        name: "chinese",
        rules: Rules::TROMP_TAYLOR
            .repetition(Repetition::SimpleKo)
            .suicide(Suicide::Forbidden)
            .agreement(Agreement::Resume),
        note: "Chinese practice: simple ko; a referee's rulings on long cycles are left open",
        source: "KataGo, cpp/game/rules.cpp, `chinese`; the agreement as in the rules of 2002",
        komi: Some("7.5"),
        handicap: HandicapBonus::All,
        agrees_again: true,
        ..PLAIN
    },
    Preset {
        name: "beginners",
        rules: Rules::TROMP_TAYLOR
            .repetition(Repetition::SimpleKo)
            .suicide(Suicide::Forbidden)
            .agreement(Agreement::DeadStones),
        note: "the rules that beginners learn first: ko, no suicide, dead stones by agreement; beginners,score=territory counts territory",
        source: "Wikipedia, Go (game), basic rules",
        ..PLAIN
    },
    Preset {
        name: "japanese",
        rules: Rules::TROMP_TAYLOR
            .repetition(Repetition::SimpleKo)
            .suicide(Suicide::Forbidden)
            .long_cycle(LongCycle::NoResult)
            .agreement(Agreement::Resume)
            .score(Scoring::Territory),
        note: "Japanese and Korean rules as far as a program can decide: the players name the dead stones or resume \
               play, and points in seki count, which by the text do not",
        source: "Japanese Rules of Go (1989), articles 4 to 12; https://www.cs.cmu.edu/~wjh/go/rules/Japanese.html",
        komi: Some("6.5"),
        agrees_again: true,
        ru: &["korean", "jp"],
        ..PLAIN
    },
    Preset {
        name: "basic",
        rules: Rules::TROMP_TAYLOR.agreement(Agreement::DeadStones),
        note: "the basic rules in their long statement: dead stones by agreement; by the letter of its \
               definition of area a dead stone counts for its own player, and Superko takes it for empty",
        source: "Wikipedia, Rules of Go, rules 1 to 10 and the definition of dead stones",
        ..PLAIN
    },
    Preset {
        name: "basic-7a",
        rules: Rules::TROMP_TAYLOR.agreement(Agreement::DeadStones).suicide(Suicide::Forbidden),
        note: "the basic rules with optional Rule 7A: no suicide",
        source: "Wikipedia, Rules of Go, rules 1 to 10 and 7A",
        ..PLAIN
    },
    Preset {
        name: "pass-stones",
        rules: Rules::TROMP_TAYLOR.pass(PassCost::Prisoner).last_pass(LastPass::White),
        note: "the concise statement of Davies, in the variant with a prisoner for each pass and White passing \
               last; the area is counted, so that the prisoner changes nothing; the plain statement is tromp-taylor",
        source: "Wikipedia, Rules of Go, concise statement, as some copies of the article have it",
        ..PLAIN
    },
    Preset {
        name: "short-chinese",
        rules: SHORT,
        note: "the short rule text with 181 black and 180 white stones and its Chinese count; Black concedes 3.75 \
               points, that is, komi 7.5; the text counts stones in groups with two eyes, Superko also those in seki",
        source: "the short open-source text Rules of Go, rules 1 to 15",
        komi: Some("7.5"),
        ..PLAIN
    },
    Preset {
        name: "short-japanese",
        rules: SHORT.score(Scoring::ShortTerritory),
        note: "the short rule text with its Japanese count",
        source: "the short open-source text Rules of Go, rules 1 to 15",
        komi: Some("6.5"),
        ..PLAIN
    },
    Preset {
        name: "cgos",
        rules: Rules::TROMP_TAYLOR.suicide(Suicide::Forbidden).illegal(IllegalTurn::Loses),
        note: "the Computer Go Server: no suicide, an illegal play loses, and all stones are alive",
        source: "https://github.com/zakki/cgos, server-python/cgos/gogame/go.py and \
                 server/cgos.vfs/lib/gogame/gogame.tcl, `make`",
        komi: Some("7.5"),
        ..PLAIN
    },
];

/// A rule set without komi, compensation for handicap, further agreements and other names.
const PLAIN: Preset = Preset {
    name: "",
    rules: Rules::TROMP_TAYLOR,
    note: "",
    source: "",
    komi: None,
    handicap: HandicapBonus::None,
    agrees_again: false,
    ru: &[],
};

/// The common rules of the American and the British association.
const AMERICAN: Rules = Rules::TROMP_TAYLOR
    .suicide(Suicide::Forbidden)
    .last_pass(LastPass::White)
    .agreement(Agreement::Resume)
    .pass(PassCost::Prisoner);

/// The common rules of both scorings of the short rule text.
const SHORT: Rules = Rules::TROMP_TAYLOR
    .stones(Stones::Half)
    .suicide(Suicide::Forbidden)
    .illegal(IllegalTurn::Loses)
    .agreement(Agreement::DeadStones);
