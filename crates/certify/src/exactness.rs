//! Whether an engine that shows its hash is exact. Games are made in which a new position has the hash of an
//! earlier one; the last turn of each game is legal and must be allowed.

use super::examine::{Examiner, Skills, WorkResult};
use super::ledger::Ledger;
use super::planned_game::{PlannedGame, Source};
use super::{Options, Run, Scope};
use crate::report::Exactness;
use superko_engine::check::Check;
use superko_engine::referee::{Event, Transcript};
use superko_engine::{Engine, EngineFactory, Fault, Reference, Ruling, guarded};
use superko_game::rules::Rule;
use superko_game::{Setup, Size, Turn};
use superko_harness::collide::{
    Against, Collision, Keys, KeysRead, LastTurn, NO_HASH, SearchResult, Wanted, collide,
    read_keys, xor,
};

/// The forms of the last turn that are tried: some engines look for repetition only after certain forms.
const FORMS: [LastTurn; 4] =
    [LastTurn::NewPoint, LastTurn::CapturedPoint, LastTurn::Capture, LastTurn::Exchange];

/// Attacks an engine by collisions of its own hash, on one of the boards that it plays.
pub(super) fn examine(ledger: &mut Ledger<'_>, boards: &[Size]) -> Option<Exactness> {
    let Run { factory, options, .. } = ledger.run;
    if options.scope == Scope::AllBoards || boards.is_empty() {
        return None;
    }
    let attack = match untried(ledger, options) {
        Some(why) => Err(why),
        None => guarded(|| attack(factory, options, boards)).unwrap_or_else(|fault| {
            let stopped = matches!(fault, Fault::Stopped { .. });
            Err(if stopped { "the run was stopped".to_owned() } else { fault.to_string() })
        }),
    };
    Some(match attack {
        // Another game may have shown a collision.
        Err(why) => match ledger.findings.of_event(Event::HashCollision) {
            Some(found) => Exactness::Deviates { size: found.size, bits: None },
            None => Exactness::NotTested(why),
        },
        Ok(Attack { engine, games, bits }) => {
            let tolerates = engine.about().tolerates_illegal_plays;
            let skills = Skills { passes: true, shows_board: true, ..Skills::default() };
            let mut examiner = Examiner::new(factory, Some(engine), skills);
            let size = games[0].record.size();
            let mut result = WorkResult { work: ledger.seen.counted, ..WorkResult::default() };
            for Collision { record, .. } in &games {
                let referee = Reference::new(size, options.rules);
                let last = record.turns.len() - 1;
                let transcript = Transcript::new(referee, record.clone(), |place, _| {
                    record.turns[last..].iter().copied().filter(|_| place == last).collect()
                });
                let transcript = transcript.looking_at(|place| place + 1 >= last);
                let game = PlannedGame { transcript, source: Source::OwnKeys, undo: false };
                examiner.examine(&game, &mut result);
            }
            let (wrong, fault) = (!result.found.is_empty(), result.faults.first());
            let asked = result.coverage.checks.get(&Check::Legality);
            let tells = !tolerates || asked.is_some_and(|tally| tally.observed > 0);
            let outcome = match fault {
                Some(met) => Exactness::NotTested(met.fault.to_string()),
                None if wrong => Exactness::Deviates { size, bits: Some(bits) },
                None if !tells => Exactness::NotTested(
                    "`play` accepts illegal turns, and no command says which are legal".to_owned(),
                ),
                None => Exactness::Exact { size, bits },
            };
            ledger.commit(Some(size), result);
            outcome
        }
    })
}

/// Returns the reason why the attack is not tried, if there is one.
fn untried(ledger: &Ledger<'_>, options: &Options) -> Option<String> {
    let rule = Rule::repetition(options.rules);
    if !options.rules.has_superko() {
        Some(format!("{rule} is not a superko rule"))
    } else if !options.only.is_empty() {
        Some("only a part of the suite was run".to_owned())
    } else {
        ledger.is_over().then(|| "the run ended before this test".to_owned())
    }
}

/// An attack that is ready: the engine, the games, and the size of its hash.
struct Attack {
    engine: Box<dyn Engine>,
    games: Vec<Collision>,
    bits: usize,
}

/// Reads the keys of a fresh engine and makes games from them, or returns the reason why it cannot.
fn attack(
    factory: &EngineFactory<'_>,
    options: &Options,
    boards: &[Size],
) -> Result<Result<Attack, String>, Fault> {
    let mut engine = factory()?;
    let Some(width) = width(engine.as_mut(), options, boards)? else {
        return Ok(Err(NO_HASH.to_owned()));
    };
    let Some(size) = board(boards, width) else {
        return Ok(Err(format!(
            "no board of this run has more keys than its hash has bits ({width})"
        )));
    };
    let keys = match read_keys(engine.as_mut(), size, options.rules, options.seed)? {
        KeysRead::Keys(keys) => keys,
        KeysRead::Unreadable(what) => return Ok(Err(what)),
    };
    let mut games = Vec::new();
    for form in FORMS {
        let Options { rules, seed, .. } = *options;
        let wanted = Wanted { rules, against: Against::Any, last: Some(form), seed };
        match collide(&keys, &wanted) {
            Ok(SearchResult::Found(found)) => games.push(*found),
            Ok(SearchResult::Independent) => {
                return Ok(Err(format!("no keys of its hash cancel on {size}")));
            }
            Ok(SearchResult::NotFound) => {}
            Err(error) => return Ok(Err(error.to_string())),
        }
    }
    for game in &games {
        if !has_one_hash(engine.as_mut(), &keys, game)? {
            return Ok(Err(format!(
                "on {size}, the hash it shows differs from the one computed from its keys"
            )));
        }
    }
    let bits = keys.bits();
    Ok(match games.is_empty() {
        true => Err(format!("no game was found on {size} in which keys of its hash cancel")),
        false => Ok(Attack { engine, games, bits }),
    })
}

/// Returns the size of the hash in bits, a multiple of 64, as seen in a few positions; `None` without a hash.
fn width(
    engine: &mut dyn Engine,
    options: &Options,
    boards: &[Size],
) -> Result<Option<usize>, Fault> {
    let Some(&size) = boards.iter().max_by_key(|size| size.point_count()) else { return Ok(None) };
    engine.start(&Setup::new(size, options.rules))?;
    let mut words = 1;
    for point in size.points().step_by(7).take(8) {
        let Some(hash) = engine.hash()? else { return Ok(None) };
        let used = (0..4).rev().find(|&word| hash[word] != 0).map_or(0, |word| word + 1);
        words = words.max(used);
        if engine.play(Turn::Play(point))? != Ruling::Allowed {
            break;
        }
    }
    Ok(Some(64 * words))
}

/// Returns the smallest board with more points than the hash has bits, because its games are short; otherwise the largest
/// board, if it has more keys than bits.
fn board(boards: &[Size], width: usize) -> Option<Size> {
    let points = |size: &&Size| size.point_count();
    let ample = boards.iter().filter(|size| size.point_count() > width).min_by_key(points);
    let largest = boards.iter().filter(|size| 2 * size.point_count() > width).max_by_key(points);
    ample.or(largest).copied()
}

/// Returns whether the engine shows the hash that its keys give, at the position that collides and before the last turn. The
/// last turn is left to the comparison.
fn has_one_hash(engine: &mut dyn Engine, keys: &Keys, game: &Collision) -> Result<bool, Fault> {
    let before_last = game.record.turns.len() - 1;
    let mut to_move = game.record.setup.first;
    engine.start(&game.record.setup)?;
    let Some(start) = engine.hash()? else { return Ok(false) };
    for (place, position) in game.positions().iter().enumerate().take(before_last + 1) {
        if [game.collides_with, before_last].contains(&place) {
            let expected = xor(start, keys.hash(position, to_move));
            if engine.hash()? != Some(expected) {
                return Ok(false);
            }
        }
        if place < before_last && engine.play(game.record.turns[place])? != Ruling::Allowed {
            // The comparison of the game meets the same refusal.
            return Ok(true);
        }
        to_move = to_move.opponent();
    }
    Ok(true)
}
