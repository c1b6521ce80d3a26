//! `rule_sets`: one engine plays a game under two rule sets, and what they have to do with each other must hold, without
//! any reference.

use crate::bytes::{Bytes, is_small, record_bytes};
use crate::counts::Counts;
use crate::finding::{Checked, Finding};
use crate::seeds::Material;
use superko::{
    Agreement, Engine, Fault, IllegalTurn, LastPass, LongCycle, PassCost, Player, Record,
    RefusalReason, Repeat, Repetition, ReportedScore, Rules, Ruling, Scoring, Settlement, Setup,
    Status, Stones, Suicide, Turn,
};

/// What two rule sets have to do with each other.
#[derive(Clone, Copy, Debug)]
enum Relation {
    /// What the first repetition rule forbids, the second one forbids too.
    Repetition(Repetition, Repetition),
    /// What the first rule of suicide refuses, the second one refuses too, and nothing else but suicides.
    Suicide(Suicide, Suicide),
    /// If a pass costs a prisoner and White passes last, the margins by area and by territory are equal.
    PassStones,
    /// If a pass is free, they differ by the plays that Black made more than White.
    Plays,
    /// To agree on no dead stones is as if there were no agreement.
    Agreement(Agreement),
}

/// All of them. Seeds and regressions name them by their places.
const RELATIONS: [Relation; 11] = [
    Relation::Repetition(Repetition::None, Repetition::SimpleKo),
    Relation::Repetition(Repetition::SimpleKo, Repetition::Situational),
    Relation::Repetition(Repetition::Situational, Repetition::Positional),
    Relation::Repetition(Repetition::NaturalSituational, Repetition::NewZealand),
    Relation::Repetition(Repetition::NewZealand, Repetition::Situational),
    Relation::Suicide(Suicide::Allowed, Suicide::SeveralStones),
    Relation::Suicide(Suicide::SeveralStones, Suicide::Forbidden),
    Relation::PassStones,
    Relation::Plays,
    Relation::Agreement(Agreement::DeadStones),
    Relation::Agreement(Agreement::Resume),
];

/// The most passes that end a game.
const MOST_PASSES: usize = 6;

/// Has two engines play a game under rule sets that a relation holds between: the first byte says which, the others are
/// a record on a board up to 5x5. Turns that one of the rule sets refuses are left out, and the players pass at the end.
///
/// # Errors
///
/// Where the relation does not hold.
pub fn rule_sets(
    data: &[u8],
    counts: &mut Counts,
    first: &mut dyn Engine,
    second: &mut dyn Engine,
) -> Checked {
    let mut bytes = Bytes::new(data);
    let relation = RELATIONS[bytes.below(RELATIONS.len())];
    let record = bytes.small_record();
    let rules = relation.rules(record.rules());
    let mut played = Record::new(record.size(), rules[1], Vec::new());
    let mut pair = Pair { relation, engines: [first, second], turns: &mut played.turns };
    match pair.play(&record, rules, counts) {
        Ok(()) | Err(Broken::Fault(Fault::Unsupported { .. })) => Ok(()),
        Err(broken) => {
            let said = match broken {
                Broken::Fault(fault) => fault.to_string(),
                Broken::Relation(said) => said,
            };
            let shown = format!("{relation:?}\nrules      {}, {}\n{said}", rules[0], rules[1]);
            Err(Box::new(Finding::Check {
                check: "between-rule-sets",
                shown,
                record: Some(played),
            }))
        }
    }
}

/// Games on small boards, one relation after the other.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    let small = material.games.iter().filter(|game| is_small(game.record.size()));
    let bytes = small.enumerate().map(|(number, game)| {
        let relation = u8::try_from(number % RELATIONS.len()).expect("there are few relations");
        [vec![relation], record_bytes(&game.record)].concat()
    });
    bytes.collect()
}

impl Relation {
    /// Two rule sets that it holds between, with the other switches of these rules where they leave it true.
    fn rules(self, drawn: Rules) -> [Rules; 2] {
        // What ends a game at once ends one of the two only.
        let plain = drawn
            .illegal(IllegalTurn::Refused)
            .repeat(Repeat::Illegal)
            .long_cycle(LongCycle::GoesOn)
            .agreement(Agreement::None);
        let counted = plain.stones(Stones::Unlimited).score(Scoring::Area);
        let both = |rules: Rules| [rules, rules.score(Scoring::Territory)];
        match self {
            Relation::Repetition(milder, stricter) => {
                [milder, stricter].map(|rule| plain.repetition(rule))
            }
            Relation::Suicide(milder, stricter) => {
                [milder, stricter].map(|rule| plain.suicide(rule))
            }
            Relation::PassStones => {
                both(counted.last_pass(LastPass::White).pass(PassCost::Prisoner))
            }
            Relation::Plays => both(counted.pass(PassCost::Free)),
            Relation::Agreement(agreement) => [plain, plain.agreement(agreement)],
        }
    }
}

/// How a game under two rule sets ends early.
#[derive(Debug)]
enum Broken {
    /// An engine gave no answer.
    Fault(Fault),
    /// The relation does not hold.
    Relation(String),
}

impl From<Fault> for Broken {
    fn from(fault: Fault) -> Broken {
        Broken::Fault(fault)
    }
}

/// Two engines in one game, each under its rules.
struct Pair<'a> {
    relation: Relation,
    engines: [&'a mut dyn Engine; 2],
    /// The turns that both have taken.
    turns: &'a mut Vec<Turn>,
}

impl Pair<'_> {
    fn play(
        &mut self,
        record: &Record,
        rules: [Rules; 2],
        counts: &mut Counts,
    ) -> Result<(), Broken> {
        for (engine, rules) in self.engines.iter_mut().zip(rules) {
            engine.start(&Setup::new(record.size(), rules))?;
        }
        let all: Vec<Turn> = Turn::all(record.size()).collect();
        let passes = std::iter::repeat_n(Turn::Pass, MOST_PASSES);
        for turn in record.turns.iter().copied().chain(passes) {
            counts.compare();
            self.ask(&all)?;
            if !self.take(turn)? {
                break;
            }
        }
        self.end()
    }

    /// Compares what both say of all turns.
    fn ask(&mut self, all: &[Turn]) -> Result<(), Broken> {
        let [first, second] = &mut self.engines;
        let answers = first.are_legal(all)?.into_iter().zip(second.are_legal(all)?);
        for (&turn, answers) in all.iter().zip(answers) {
            let (Some(first), Some(second)) = answers else { continue };
            self.compare(turn, first, second)?;
        }
        Ok(())
    }

    fn compare(&self, turn: Turn, first: Ruling, second: Ruling) -> Result<(), Broken> {
        let holds = match (self.relation, first, second) {
            (Relation::Suicide(..), Ruling::Allowed, Ruling::Forbidden(reason)) => {
                matches!(reason, RefusalReason::Suicide | RefusalReason::Unstated)
            }
            (Relation::Repetition(..), Ruling::Allowed, Ruling::Forbidden(reason)) => {
                matches!(reason, RefusalReason::Repetition | RefusalReason::Unstated)
            }
            (_, Ruling::Allowed, Ruling::Allowed) => true,
            (_, Ruling::Forbidden(_), Ruling::Forbidden(_)) => true,
            _ => false,
        };
        if holds {
            return Ok(());
        }
        Err(Broken::Relation(format!(
            "turn       {turn}\nfirst      {first:?}\nsecond     {second:?}"
        )))
    }

    /// Both take a turn if both can; says whether the game goes on.
    fn take(&mut self, turn: Turn) -> Result<bool, Broken> {
        // The second rule set is the stricter one: what it lets pass, the first does too.
        if self.engines[1].is_legal(turn)? != Some(Ruling::Allowed) {
            return Ok(true);
        }
        let mut rulings = [Ruling::Allowed; 2];
        for (engine, ruling) in self.engines.iter_mut().zip(&mut rulings) {
            *ruling = engine.play(turn)?;
        }
        self.turns.push(turn);
        self.compare(turn, rulings[0], rulings[1])?;
        let [first, second] = [self.engines[0].status()?, self.engines[1].status()?];
        if !matches!(self.relation, Relation::Agreement(_)) && first != second {
            return Err(Broken::Relation(format!("status     {first:?}\nand        {second:?}")));
        }
        Ok(rulings == [Ruling::Allowed; 2] && first != Some(Status::Over))
    }

    /// Compares the margins of a game that is over.
    fn end(&mut self) -> Result<(), Broken> {
        if let Relation::Agreement(_) = self.relation {
            if self.engines[0].status()? != Some(Status::Over)
                || self.engines[1].settle(&Settlement::Agreed(Vec::new()))?.is_none()
            {
                return Ok(());
            }
            let status = self.engines[1].status()?;
            if status.is_some_and(|status| status != Status::Over) {
                return Err(Broken::Relation("the game is not over after an agreement".to_owned()));
            }
        }
        if self.engines[0].status()? != Some(Status::Over) {
            return Ok(());
        }
        let [first, second] = [self.engines[0].score()?, self.engines[1].score()?];
        let (Some(first), Some(second)) = (first.and_then(margin), second.and_then(margin)) else {
            return Ok(());
        };
        let apart = match self.relation {
            Relation::Plays => self.more_plays_of_black(),
            _ => 0,
        };
        if first - second == apart {
            return Ok(());
        }
        Err(Broken::Relation(format!(
            "margins    {first} and {second} for Black, {apart} apart by the relation"
        )))
    }

    /// How many plays Black made more than White.
    fn more_plays_of_black(&self) -> i32 {
        let players = [Player::Black, Player::White].into_iter().cycle();
        let plays = self.turns.iter().zip(players).filter(|(turn, _)| turn.point().is_some());
        plays.map(|(_, player)| if player == Player::Black { 1 } else { -1 }).sum()
    }
}

/// Black's total less White's; nothing if only the winner is told.
fn margin(told: ReportedScore) -> Option<i32> {
    match told {
        ReportedScore::Areas(score) => Some(score.margin()),
        ReportedScore::Margin { quarter_points } => Some(quarter_points / 4),
        _ => None,
    }
}
