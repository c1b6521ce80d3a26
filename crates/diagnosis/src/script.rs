//! The games to play on an engine, made without looking at its answers.

use super::kos;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IteratorRandom;
use std::collections::BTreeSet;
use std::ops::Range;
use superko_engine::Reference;
use superko_engine::check::Check;
use superko_engine::referee::{Expected, Referee, Refusal, Step, Transcript};
use superko_game::rules::Rules;
use superko_game::{Record, Setup, Size, Status, Turn};
use superko_harness::model::{Model, ModelReferee};
use superko_harness::suite::collisions;
use superko_harness::suite::fixed::{self, Case};
use superko_harness::suite::random::{Plan, Strategy};

/// The longest random game, in turns.
const LONGEST: usize = 60;

/// The largest number of questions about legality before a turn.
const MOST_QUESTIONS: usize = 8;

/// The number of random games of which one has undo.
const UNDOING_GAME: u64 = 5;

/// The number of turns of such a game of which one is followed by undo.
const UNDONE_TURN: usize = 7;

/// The largest number of turns to take back in a row.
const MOST_UNDONE: usize = 3;

/// The longest game to play after many other turns, in turns.
const LONGEST_LATE: usize = 20;

/// The longest case to play, in turns.
pub(super) const LONGEST_CASE: usize = 90;

/// A game to play on an engine.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) setup: Setup,
    pub(crate) steps: Vec<ScriptStep>,
    /// Whether the engine is asked for board and status before the first turn.
    pub(crate) looks_first: bool,
}

/// A turn of a script, and what is asked before and after it.
#[derive(Clone, Debug)]
pub(crate) struct ScriptStep {
    /// Whether the game begins again before the turn.
    pub(crate) begins_again: bool,
    /// The turns whose legality is asked before.
    pub(crate) asked: Vec<Turn>,
    pub(crate) turn: Turn,
    /// Whether the engine is asked for board and status afterwards.
    pub(crate) looks: bool,
    /// The number of turns, up to this one, that are then taken back and played again.
    pub(crate) undoes: usize,
    /// The turns that are played and taken back before: a pass, a play, or another end of the game.
    pub(crate) aside: Vec<Turn>,
}

impl ScriptStep {
    pub(super) fn plain(turn: Turn) -> ScriptStep {
        ScriptStep {
            begins_again: false,
            asked: Vec::new(),
            turn,
            looks: false,
            undoes: 0,
            aside: Vec::new(),
        }
    }

    fn all(turns: &[Turn]) -> Vec<ScriptStep> {
        turns.iter().map(|&turn| ScriptStep::plain(turn)).collect()
    }
}

impl Script {
    /// Makes a script of a case of the fixed suite. Its last turn is asked about, tried, and taken back.
    fn of_case(case: &Case, setup: Setup) -> Script {
        let last = case.record.turns.len() - 1;
        let mut steps = ScriptStep::all(&case.record.turns);
        steps[last].asked = vec![case.record.turns[last]];
        for step in &mut steps[last.saturating_sub(1)..] {
            step.looks = true;
        }
        steps[last].undoes = 1;
        if last > 0 && case.form().is_some() {
            steps[last - 1].undoes = 1;
        }
        if case.check() == Check::Score {
            add_other_end(&mut steps, &case.record);
        }
        if let Some(attempt) = case.record.turns.last() {
            // A refused turn may have left something behind, so the engine is asked about it once more.
            let (looks, asked) = (true, vec![*attempt]);
            let after_pass = case.record.turns[..last].last() == Some(&Turn::Pass);
            let aside = match case.form() {
                Some(_) if !after_pass => vec![Turn::Pass],
                _ => Vec::new(),
            };
            steps.push(ScriptStep { looks, asked, aside, ..ScriptStep::plain(*attempt) });
        }
        Script { setup, steps, looks_first: last == 0 }
    }

    /// Makes a script of a record, with all questions about its last turn.
    pub(super) fn of_record(record: &Record) -> Script {
        let mut steps = ScriptStep::all(&record.turns);
        if let Some(last) = steps.last_mut() {
            (last.asked, last.looks, last.undoes) = (vec![last.turn], true, 1);
        }
        add_other_end(&mut steps, record);
        Script { setup: record.setup.clone(), steps, looks_first: true }
    }

    /// Makes a script of a record after other games. `None` unless all have one setup.
    pub(super) fn after(games: &[Record], record: &Record) -> Option<Script> {
        let mut last = Script::of_record(record);
        if games.iter().any(|game| game.setup != last.setup) {
            return None;
        }
        if last.steps.is_empty() {
            // The board is asked for only after a turn.
            last.steps.push(ScriptStep { looks: true, ..ScriptStep::plain(Turn::Pass) });
        }
        let mut steps: Vec<ScriptStep> = Vec::new();
        for game in games.iter().map(|game| ScriptStep::all(&game.turns)).chain([last.steps]) {
            let begins_again = !steps.is_empty();
            let start = steps.len();
            steps.extend(game);
            if let Some(first) = steps.get_mut(start) {
                first.begins_again = begins_again;
            }
        }
        Some(Script { steps, ..last })
    }

    /// Makes a script of a record. Before the last turn, a pass is played and taken back, unless it could end the game.
    pub(super) fn aside(record: &Record) -> Script {
        let mut script = Script::of_record(record);
        let after_pass = record.turns.iter().nth_back(1) == Some(&Turn::Pass);
        if let Some(last) = script.steps.last_mut() {
            last.aside = if after_pass { Vec::new() } else { vec![Turn::Pass] };
        }
        script
    }

    /// Makes scripts of the cases of a board under some rules, up to `longest` turns. The engine is asked to play the rules of
    /// `setup`, which may be others.
    pub(super) fn cases(setup: &Setup, rules: Rules, longest: usize) -> Vec<Script> {
        let cases = fixed::cases(setup.size(), rules);
        let short = cases.iter().filter(|case| case.record.turns.len() <= longest);
        short.map(|case| Script::of_case(case, setup.clone())).collect()
    }

    /// Makes scripts of the games on a board in which two positions have the same hash in some engine.
    pub(super) fn collisions(setup: &Setup) -> Vec<Script> {
        let games = collisions::cases(setup.size(), setup.rules);
        games.iter().map(|case| Script::of_case(case, setup.clone())).collect()
    }

    /// Makes scripts of the shortest case of each event on a board.
    pub(super) fn shortest_cases(setup: &Setup, rules: Rules) -> Vec<Script> {
        let mut events = BTreeSet::new();
        let cases = fixed::cases(setup.size(), rules);
        let first = cases.iter().filter(|case| events.insert(case.event));
        let short = first.filter(|case| case.record.turns.len() <= LONGEST_CASE);
        short.map(|case| Script::of_case(case, setup.clone())).collect()
    }

    /// Draws a random game with a model as the referee.
    pub(super) fn game(model: Model, setup: &Setup, seed: u64, number: u64) -> Script {
        let size = setup.size();
        let drawn = Plan::draw(seed, number, &[size], setup.rules);
        let strategy = match drawn.strategy {
            // Other scripts are for long games.
            Strategy::Long => Strategy::Repeat,
            other => other,
        };
        let plan = Plan { strategy, turns: drawn.turns.min(LONGEST), ..drawn };
        let transcript = plan.transcript(ModelReferee::new(model, setup), seed, number);
        let steps = transcript.steps.iter().enumerate().map(|(place, step)| {
            let mut asked: BTreeSet<Turn> =
                step.questions.iter().filter(|asked| is_telling(asked)).map(|e| e.turn).collect();
            while asked.len() >= MOST_QUESTIONS {
                asked.pop_last();
            }
            asked.insert(step.turn.turn);
            let asked = asked.into_iter().collect();
            let is_taken_back = number % UNDOING_GAME == 1 && place % UNDONE_TURN == 1;
            let undoes = if is_taken_back { 1 + place / UNDONE_TURN % MOST_UNDONE } else { 0 };
            ScriptStep { asked, undoes, looks: true, ..ScriptStep::plain(step.turn.turn) }
        });
        Script { setup: setup.clone(), steps: steps.collect(), looks_first: true }
    }

    /// Makes a long random game with a model as the referee. It has a pass only where no play is legal. The engine is asked
    /// about plays that repeat a position.
    pub(super) fn long(model: Model, setup: &Setup, turns: usize) -> Script {
        let size = setup.size();
        let mut referee = ModelReferee::new(model, setup);
        let mut rng = ChaCha8Rng::seed_from_u64(size.point_count() as u64);
        let mut steps: Vec<ScriptStep> = Vec::new();
        while steps.len() < turns && referee.status() != Status::Over {
            let plays = size.points().map(|point| Expected::of(&referee, Turn::Play(point)));
            let plays: Vec<Expected> = plays.collect();
            let repeats = plays.iter().filter(|play| play.judgment.is_repeat());
            let asked = repeats.take(MOST_QUESTIONS).map(|play| play.turn).collect();
            let legal = plays.iter().filter(|play| play.is_legal()).choose(&mut rng);
            let turn = legal.map_or(Turn::Pass, |play| play.turn);
            Step::take(&mut referee, turn, &[]);
            steps.push(ScriptStep { asked, ..ScriptStep::plain(turn) });
        }
        Script { setup: setup.clone(), steps, looks_first: false }
    }

    /// Makes a script of the first turns of a random game, and of the same turns in a new game.
    pub(super) fn twice(model: Model, setup: &Setup, seed: u64, number: u64) -> Script {
        let mut script = Script::game(model, setup, seed, number);
        script.steps.truncate(12);
        let mut again = script.steps.clone();
        if let Some(first) = again.first_mut() {
            first.begins_again = true;
        }
        script.steps.extend(again);
        script
    }

    /// Makes a game in which a ko is taken right after the captured stone was played. Both turns are taken back: the ko point
    /// is empty again. `None` if the board has no room for it.
    pub(super) fn ko_taken_back(setup: &Setup) -> Option<Script> {
        let mut script = Script::ko(setup)?;
        let taken = script.steps.len() - 2;
        (script.steps[taken].undoes, script.steps[taken].looks) = (2, true);
        Some(script)
    }

    /// Makes a game in which a play elsewhere is taken back before the retake of a ko. `None` if the board has no room for it.
    pub(super) fn ko_beside_undone_play(setup: &Setup) -> Option<Script> {
        let mut script = Script::ko(setup)?;
        let elsewhere = setup.size().point(0, 2)?;
        script.steps.last_mut()?.aside = vec![Turn::Play(elsewhere)];
        Some(script)
    }

    /// Makes a game with a ko on the edge, up to the retake. `None` if the board has no room for it.
    pub(super) fn ko(setup: &Setup) -> Option<Script> {
        let point = |(column, row)| setup.size().point(column, row).map(Turn::Play);
        let stones = [(0, 0), (3, 0), (1, 1), (2, 1)];
        let stones: Option<Vec<Turn>> = stones.into_iter().map(point).collect();
        let ko: Option<Vec<Turn>> = [(1, 0), (2, 0), (1, 0)].into_iter().map(point).collect();
        let turns = [stones?, vec![Turn::Pass], ko?].concat();
        Some(Script::of_turns(setup.clone(), turns))
    }

    /// Makes a game with a refused suicide of four stones, and then, by other turns, the position that it would have made.
    /// `None` on boards other than 3x3.
    pub(super) fn refused_suicide(setup: &Setup) -> Option<Script> {
        const GAME: &str = "B2 C2 C3 B1 B3 A2 A3 C1 pass A3 C2";
        let size = setup.size();
        let fits = (size.columns(), size.rows()) == (3, 3);
        let turn = |name| Turn::parse(name, size).expect("a turn of the board");
        fits.then(|| Script::of_turns(setup.clone(), GAME.split(' ').map(turn).collect()))
    }

    /// Makes a script of the shortest case whose last turn is refused because it repeats a position that a turn made. The game
    /// is then taken back and played again, which makes the position again.
    pub(super) fn refused_and_taken_back(model: Model, setup: &Setup) -> Option<Script> {
        let cases = fixed::cases(setup.size(), model.rules.unwrap_or(setup.rules));
        let repeats = |case: &&Case| {
            let Some((last, before)) = case.record.turns.split_last() else { return false };
            let mut referee = ModelReferee::new(model, setup);
            let legal = before.iter().all(|&turn| referee.play(turn).refusal.is_none());
            let made = |(back, _): (usize, usize)| back <= before.len();
            legal && referee.repetition(*last).is_some_and(made)
        };
        let shortest = cases.iter().filter(repeats).min_by_key(|case| case.record.turns.len())?;
        let mut turns = shortest.record.turns.clone();
        turns.push(Turn::Pass);
        let all = turns.len();
        let mut script = Script::of_turns(setup.clone(), turns);
        if let Some(last) = script.steps.last_mut() {
            last.undoes = all;
        }
        Some(script)
    }

    /// Makes a script of turns, with all questions about the last one.
    pub(super) fn of_turns(setup: Setup, turns: Vec<Turn>) -> Script {
        let mut steps = ScriptStep::all(&turns);
        if let Some(last) = steps.last_mut() {
            (last.asked, last.looks) = (vec![last.turn], true);
        }
        Script { setup, steps, looks_first: false }
    }

    /// Makes a game that repeats a position after this many turns, or one more; `None` if the board has no
    /// room for it.
    pub(crate) fn history(setup: &Setup, turns: usize) -> Option<Script> {
        let mut played = fixed::history(setup.size(), turns)?;
        let stone = |two: &[Turn]| two[0] == Turn::Pass && two[1] != Turn::Pass;
        if !turns.is_multiple_of(2)
            && let Some(place) =
                (1..played.len() - 1).step_by(2).find(|&i| stone(&played[i..i + 2]))
        {
            // A pass of White and the stone after it come first, so that the position stands a turn longer.
            let two: Vec<Turn> = played.drain(place..place + 2).collect();
            played.splice(1..1, two);
        }
        Some(Script::of_turns(setup.clone(), played))
    }

    /// Makes a game in which Black fills the board, and the last stone removes all: a repetition of the empty board over nearly
    /// twice as many turns as the board has points, without a capture.
    pub(super) fn filling(setup: &Setup) -> Script {
        let points = setup.size().points().map(Turn::Play);
        let mut turns: Vec<Turn> = points.flat_map(|play| [play, Turn::Pass]).collect();
        turns.pop();
        Script::of_turns(setup.clone(), turns)
    }

    /// Returns the same game one turn later, after a pass.
    pub(super) fn after_pass(&self) -> Script {
        Script::of_turns(self.setup.clone(), [vec![Turn::Pass], self.turns()].concat())
    }

    /// Makes a game that repeats, after this many laps, the position after White's first `stones` stones. `None` if the board
    /// has no room for it.
    pub(crate) fn history_from_midway(setup: &Setup, laps: usize, stones: usize) -> Option<Script> {
        let turns = fixed::history_from_midway(setup.size(), laps, stones)?;
        Some(Script::of_turns(setup.clone(), turns))
    }

    /// Makes a game with a ko after this many turns, for engines that have no room for all of them. `None` if the board has no
    /// room for it.
    pub(crate) fn late(setup: &Setup, turns: usize) -> Option<Script> {
        Some(Script::of_turns(setup.clone(), fixed::late_ko(setup.size(), turns)?))
    }

    /// Makes games that test the effects of plays, one game for each event, after this many other turns.
    pub(super) fn late_plays(setup: &Setup, turns: usize) -> Vec<Script> {
        let (mut events, size) = (BTreeSet::new(), setup.size());
        let cases = fixed::cases(size, setup.rules);
        let about = cases.iter().filter(|case| case.check() == Check::Board);
        let games = about.filter(|case| case.record.turns.len() <= LONGEST_LATE);
        let late = games.filter_map(|case| {
            let turns = fixed::late(size, turns, &case.record.turns)?;
            events.insert(case.event).then(|| Script::of_turns(setup.clone(), turns))
        });
        late.collect()
    }

    /// Returns the largest number of round trips of the script.
    pub(super) fn round_trips(&self) -> usize {
        let step = |step: &ScriptStep| 1 + step.asked.len() + 2 * usize::from(step.looks);
        self.steps.iter().map(step).sum()
    }

    /// Returns the turns of the script.
    pub(super) fn turns(&self) -> Vec<Turn> {
        self.steps.iter().map(|step| step.turn).collect()
    }
}

/// Adds another end of a game, if it has one, to be played and taken back before its own.
fn add_other_end(steps: &mut [ScriptStep], record: &Record) {
    let reference = Reference::set_up(&record.setup);
    if let Some((place, turns)) = Transcript::replay(reference, record.clone()).other_end() {
        steps[place].aside = turns;
    }
}

/// A game whose last turn repeats a position.
#[derive(Clone, Debug)]
pub(super) struct Repeated {
    pub(super) setup: Setup,
    pub(super) turns: Vec<Turn>,
    /// The number of turns since the repeated position.
    pub(super) turns_back: usize,
    /// The number of plays since the repeated position.
    pub(super) plays_back: usize,
    /// Whether the last turn is a suicide.
    pub(super) is_suicide: bool,
}

/// Makes games whose last turn repeats a position, from random games of each strategy in turn, with a model as the referee.
pub(super) fn repetitions(
    model: Model,
    setup: &Setup,
    strategies: &[Strategy],
    games: Range<u64>,
    most: usize,
) -> Vec<Repeated> {
    let mut found = Vec::new();
    for number in games {
        let plan = Plan {
            strategy: strategies[(number % strategies.len() as u64) as usize],
            turns: most,
            ..Plan::draw(7, number, &[setup.size()], setup.rules)
        };
        let transcript = plan.transcript(ModelReferee::new(model, setup), 7, number);
        let mut referee = ModelReferee::new(model, setup);
        let mut turns: Vec<Turn> = Vec::new();
        for step in &transcript.steps {
            let tried = step.questions.iter().chain([&step.turn]);
            let repeats = |expected: &&Expected| expected.judgment.is_repeat();
            let is_suicide = |expected: &Expected| {
                let play = expected.form.map(|form| form.play);
                play.is_some_and(|play| play.is_lone_suicide() || play.is_several_suicide())
            };
            let tried: BTreeSet<(Turn, bool)> =
                tried.filter(repeats).map(|tried| (tried.turn, is_suicide(tried))).collect();
            for (turn, is_suicide) in tried {
                let Some((turns_back, plays_back)) = referee.repetition(turn) else { continue };
                let turns = turns.iter().copied().chain([turn]).collect();
                let setup = setup.clone();
                found.push(Repeated { setup, turns, turns_back, plays_back, is_suicide });
            }
            if step.turn.is_legal() {
                referee.play(step.turn.turn);
                turns.push(step.turn.turn);
            }
        }
    }
    found
}

/// Whether engines are likely to differ about a turn.
fn is_telling(expected: &Expected) -> bool {
    let Expected { judgment, .. } = expected;
    let refused = matches!(
        judgment.refusal,
        Some(Refusal::Suicide { .. } | Refusal::Repetition { .. } | Refusal::NoStones)
    );
    refused || judgment.removing.is_some() || expected.turn == Turn::Pass
}

/// The boards on which an engine is asked, of those that it plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Boards {
    /// The board for the cases of the fixed suite: the smallest with room for all of them, else the largest.
    pub(super) main: Size,
    /// The boards for random games: the smallest ones of more than one point, one that is not square, and the main one.
    pub(super) random: Vec<Size>,
    /// All boards that an engine plays, the smallest first.
    pub(super) playable: Vec<Size>,
    /// The boards for a short check whether an engine plays there as on the others.
    pub(super) others: Vec<Size>,
    /// The remaining boards, for predictions only.
    pub(super) rest: Vec<Size>,
    /// The boards for long histories. The first with room for a game is used.
    pub(super) long: Vec<Size>,
    /// The boards for repetitions over a given number of turns: small ones with room for many positions.
    pub(super) repeating: Vec<Size>,
    /// The board for repetitions by kos, if small boards are few: the smallest with room for many kos, else for most.
    pub(super) kos: Option<Size>,
}

/// The number of further boards to test besides those on which most is asked; the largest are chosen.
const MOST_OTHERS: usize = 4;

/// The number of kos beyond which more kos help little.
const MANY_KOS: usize = 6;

/// The largest number of small boards for repetitions.
const MOST_REPEATING: usize = 4;

impl Boards {
    /// Chooses boards for an engine. `None` if it plays none.
    pub(super) fn of(playable: &[Size]) -> Option<Boards> {
        let mut sizes = playable.to_vec();
        sizes.sort_by_key(|size| size.point_count());
        let roomy = |size: &&Size| size.columns().min(size.rows()) >= 5;
        let main = *sizes.iter().find(roomy).or(sizes.last())?;
        let small = sizes.iter().filter(|size| (2..=12).contains(&size.point_count()));
        let oblong = sizes.iter().find(|size| size.point_count() > 12 && !size.is_square());
        let mut random: Vec<Size> = small.take(3).chain(oblong).copied().collect();
        if !random.contains(&main) {
            random.push(main);
        }
        let roomy =
            |size: &&Size| size.columns().min(size.rows()) >= 3 && size.point_count() <= 100;
        let mut long: Vec<Size> = sizes.iter().filter(roomy).copied().collect();
        if long.is_empty() {
            long.extend(sizes.iter().find(|size| size.columns().min(size.rows()) >= 3));
        }
        let repeating = sizes.iter().filter(|size| (4..=16).contains(&size.point_count()));
        let repeating: Vec<Size> = repeating.rev().take(MOST_REPEATING).copied().collect();
        let by_kos = sizes.iter().filter(|_| repeating.len() < MOST_REPEATING);
        let kos = by_kos.rev().max_by_key(|size| kos::room(**size).min(MANY_KOS)).copied();
        let kos = kos.filter(|&size| kos::room(size) > 0);
        let others = sizes.iter().filter(|size| !random.contains(size) && size.point_count() > 1);
        let others: Vec<Size> = others.rev().take(MOST_OTHERS).copied().collect();
        let is_left = |size: &&Size| !random.contains(size) && !others.contains(size);
        let rest = sizes.iter().filter(is_left).copied().collect();
        Some(Boards { playable: sizes.clone(), main, random, others, rest, long, repeating, kos })
    }
}
