//! `superko suite`: the fixed suite as a list, and as data for other tools.

use super::output::print;
use super::{Exit, Failure};
use clap::{Args, Subcommand, ValueEnum};
use console::style;
use rayon::iter::{IntoParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use superko_certify::Level;
use superko_engine::Reference;
use superko_engine::check::Check;
use superko_engine::referee::{Expected, Transcript};
use superko_game::rules::Rules;
use superko_game::{Komi, Margin, Score, Size, Turn};
use superko_harness::kill_matrix::separated;
use superko_harness::suite::fixed::{self, Answer, Case};
use superko_harness::suite::{self, ItemKind, collisions};

/// The version of the exported format. It goes up when a field changes its meaning or goes away.
const VERSION: u32 = 1;

/// Arguments of `suite`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the parts of the fixed suite in order, with the number of questions
    List(List),
    /// Export the cases of a board as data, to run them with other tools
    Export(Export),
    /// List known games whose last position has the hash of an earlier one in some engine
    Collisions,
}

#[derive(Args, Debug)]
struct List {
    /// A board, as a side (9) or columns by rows (5x4); may be given several times [default: those of level standard]
    #[arg(long, value_name = "SIZE")]
    size: Vec<Size>,

    /// The rules, as for certify
    #[arg(long, value_name = "RULES", default_value = "tromp-taylor")]
    rules: Rules,

    /// The maximum number of questions, for an engine that answers one at a time
    #[arg(long, value_name = "N", default_value_t = Level::Standard.round_trips())]
    questions: usize,

    /// Show only these parts: the start of an id, a rule, a check, or a board such as @9x9; may be given several times
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
}

#[derive(Args, Debug)]
struct Export {
    /// The board, as a side (9) or columns by rows (5x4)
    #[arg(long, value_name = "SIZE")]
    size: Size,

    /// toml and json have the answers under all rule sets; sgf and gtp have the games under --rules
    #[arg(long, value_name = "FORMAT", default_value = "toml")]
    format: Format,

    /// The rules of sgf and gtp, as for certify
    #[arg(long, value_name = "RULES", default_value = "tromp-taylor")]
    rules: Rules,

    /// Export only these cases: the start of an id, a rule, or a check; may be given several times
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A file of suite/
    Toml,
    /// The same as one object
    Json,
    /// One game for each case
    Sgf,
    /// Commands with the answers expected, as GNU Go's regression tests have them
    Gtp,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let text = match &arguments.command {
        Command::List(list) => listed(list)?,
        Command::Export(export) => exported(export)?,
        Command::Collisions => collisions_written()?,
    };
    print(&text);
    Ok(Exit::Fine)
}

/// Returns whether any pattern matches, or there are no patterns.
fn meant(only: &[String], matches: impl Fn(&str) -> bool) -> bool {
    only.is_empty() || only.iter().any(|pattern| matches(pattern))
}

/// Returns the failure if no case matches, with the beginnings of ids that begin with a pattern.
fn no_match(only: &[String], ids: impl Iterator<Item = String>) -> Failure {
    let heads: BTreeSet<String> = ids
        .filter_map(|id| id.split(['.', '@']).next().map(str::to_owned))
        .filter(|head| only.iter().any(|pattern| head.starts_with(pattern.as_str())))
        .collect();
    let heads: Vec<String> = heads.into_iter().collect();
    let alike = match heads.is_empty() {
        true => String::new(),
        false => format!("; similar: {}", heads.join(", ")),
    };
    Failure::usage(format!(
        "no case of the suite matches `{}`{alike}; accepted is the start of an id up to a `.` \
         (capture-2-chains, repeat-cycle-2.capture), a rule (TT6), a check (score), or a board (@9x9)",
        only.join("`, `")
    ))
}

fn listed(list: &List) -> Result<String, Failure> {
    let standard = Level::Standard;
    let (sizes, further) = match list.size.is_empty() {
        true if list.questions >= standard.round_trips() => {
            (standard.sizes(), standard.further_sizes())
        }
        true => (standard.sizes(), Vec::new()),
        false => (list.size.clone(), Vec::new()),
    };
    let (limit, rules) = (list.questions, list.rules);
    let plan = suite::plan_with_further(Reference::new, limit, &sizes, &further, rules, &|| false);
    let mut text = format!(
        "{}\n",
        style(format!("{:>6} {:>9}  {:<22} {:<8} id", "total", "questions", "rule", "check")).dim()
    );
    let (mut total, mut shown) = (0, 0);
    for item in &plan {
        total += item.round_trips;
        if !meant(&list.only, |pattern| item.matches(pattern)) {
            continue;
        }
        shown += 1;
        let (rule, check) = match &item.kind {
            ItemKind::Case(case) | ItemKind::Collision(case) => {
                (case.rule().id(), case.check().id())
            }
            ItemKind::Undo(case) => (case.rule().id(), Check::Undo.id()),
            ItemKind::Generate(case) => (case.rule().id(), Check::Generate.id()),
            _ => ("", ""),
        };
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "{total:>6} {:>9}  {rule:<22} {check:<8} {item}", item.round_trips);
    }
    if shown == 0 {
        return Err(no_match(&list.only, plan.iter().map(suite::Item::id)));
    }
    let legend =
        "total: the questions up to and including this part, with parts that are not shown";
    let _ = writeln!(text, "{}", style(legend).dim());
    let _ = writeln!(text, "{shown} of {} parts, {total} questions in all.", plan.len());
    Ok(text)
}

fn exported(export: &Export) -> Result<String, Failure> {
    let of_rules = fixed::cases(export.size, export.rules);
    let picked = |case: &Case| meant(&export.only, |pattern| case.matches(pattern));
    match export.format {
        Format::Toml | Format::Json => {
            let mut file = File::of(export.size);
            let ids: Vec<String> = file.case.iter().map(|case| case.id.clone()).collect();
            file.case.retain(|case| picked(&case.source));
            if file.case.is_empty() {
                return Err(no_match(&export.only, ids.into_iter()));
            }
            file.case.par_iter_mut().for_each(Exported::separate);
            match export.format {
                Format::Toml => toml::to_string(&file).map_err(Failure::internal),
                _ => {
                    let written = serde_json::to_string_pretty(&file);
                    written.map(|text| text + "\n").map_err(Failure::internal)
                }
            }
        }
        Format::Sgf | Format::Gtp => {
            let cases: Vec<&Case> = of_rules.iter().filter(|case| picked(case)).collect();
            if cases.is_empty() {
                return Err(no_match(&export.only, of_rules.iter().map(Case::id)));
            }
            let write = if export.format == Format::Sgf { as_sgf } else { as_gtp };
            Ok(cases.into_iter().enumerate().map(|(place, case)| write(place, case)).collect())
        }
    }
}

/// A file of `suite/`: the cases of a board.
#[derive(Serialize)]
struct File {
    version: u32,
    /// The hash of all cases of the board, to compare what two programs ran.
    hash: String,
    board: String,
    /// The rule sets for the letters of the answers, in their order.
    rule_sets: Vec<String>,
    answers: BTreeMap<String, &'static str>,
    case: Vec<Exported>,
}

#[derive(Serialize)]
struct Exported {
    id: String,
    event: &'static str,
    rule: &'static str,
    check: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<String>,
    needs_pass: bool,
    /// All turns. A turn before the last one has a question mark if it is refused.
    turns: Vec<String>,
    /// A letter for each rule set.
    answers: String,
    /// The board after the last turn, from the top row on, if the turn is legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
    /// Black's points and White's, if the last turn ends the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<[u32; 2]>,
    /// The zoo engines that the case distinguishes from the reference, once [`Exported::separate`] has found them.
    separates: Vec<&'static str>,
    #[serde(skip)]
    source: Case,
}

impl File {
    fn of(size: Size) -> File {
        let mut found: BTreeMap<String, Case> = BTreeMap::new();
        for rules in Rules::repetition_and_suicide() {
            for case in fixed::cases(size, rules) {
                // The case of the first rule set that has it tells what it is about.
                found.entry(case.id()).or_insert(case);
            }
        }
        let mut case: Vec<Exported> =
            found.into_values().collect::<Vec<Case>>().into_par_iter().map(Exported::of).collect();
        case.sort_by_key(|case| case.turns.len());
        File {
            version: VERSION,
            hash: hash(&case),
            board: size.to_string(),
            rule_sets: Rules::repetition_and_suicide().map(Rules::switches).collect(),
            answers: Answer::LETTERS
                .iter()
                .map(|&(answer, letter)| (letter.to_string(), meaning(answer)))
                .collect(),
            case,
        }
    }
}

impl Exported {
    fn of(case: Case) -> Exported {
        let played = replayed(&case);
        let mut turns = played.named_turns();
        for &place in &case.attempts {
            turns[place].push('?');
        }
        let legal = legal_replay(&case);
        let after = legal
            .as_ref()
            .and_then(|legal| legal.steps.last())
            .map(|step| step.position.to_string().replace(' ', "").trim().replace('\n', "/"));
        let score = played.steps.last().and_then(|step| step.end);
        Exported {
            id: case.id(),
            event: case.event.id(),
            rule: case.rule().id(),
            check: case.check().id(),
            form: case.form().map(|form| form.to_string()),
            needs_pass: case.needs_pass(),
            turns,
            answers: case.answers.to_string(),
            after,
            score: score.map(|(Score { black, white, .. }, _)| [black, white]),
            separates: Vec::new(),
            source: case,
        }
    }

    /// Finds the engines that the case separates. This takes longer than the rest of the export.
    fn separate(&mut self) {
        // Who plays the case from the file looks at the board only at the end.
        let source = Case { looks: Vec::new(), ..self.source.clone() };
        self.separates = separated(&source).into_iter().map(|mutant| mutant.name).collect();
    }
}

fn replayed(case: &Case) -> Transcript {
    Transcript::replay(Reference::set_up(&case.record.setup), case.record.clone())
}

/// Replays the case under the first rule set that permits its last turn, if one does.
fn legal_replay(case: &Case) -> Option<Transcript> {
    let rules = Rules::repetition_and_suicide()
        .find(|&rules| case.answers.under(rules) == Answer::Legal)?;
    let mut case = case.clone();
    case.record.setup.rules = rules;
    Some(replayed(&case))
}

fn meaning(answer: Answer) -> &'static str {
    use superko_engine::referee::Cycle;
    match answer {
        Answer::Legal => "legal",
        Answer::Suicide => "illegal: suicide",
        Answer::Repeat(Cycle::NoPass) => "illegal: repeats a position, without a pass in the game",
        Answer::Repeat(Cycle::PassBefore) => {
            "illegal: repeats a position, with passes in the game, but not in the cycle"
        }
        Answer::Repeat(_) => "illegal: repeats a position, with a pass in the cycle",
        Answer::Refused => "illegal: the point is occupied, or the game is over",
        Answer::Unusable => {
            "no case under these rules: a turn before the last has a different answer"
        }
    }
}

/// Returns the FNV-1a hash, of 64 bits, of what the cases ask and expect. It is no signature; it tells two versions apart.
fn hash(cases: &[Exported]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for case in cases {
        let Exported { id, turns, answers, after, score, .. } = case;
        let line = format!("{id} {} {answers} {after:?} {score:?}\n", turns.join(","));
        for byte in line.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    format!("fnv1a64:{hash:016x}")
}

/// Writes the games of `suite/collisions`.
fn collisions_written() -> Result<String, Failure> {
    let games: Vec<Value> = collisions::ALL
        .iter()
        .map(|known| {
            let record = known.record();
            let played = Transcript::replay(Reference::set_up(&record.setup), record.clone());
            json!({
                "id": known.id,
                "engine": known.engine,
                "version": known.version,
                "start": known.start,
                "hash": known.hash,
                "keys": known.keys,
                "date": known.date,
                "outcome": known.outcome,
                "size": record.size().to_string(),
                "rules": record.rules().to_string(),
                "turns": played.named_turns(),
                // The number of turns after which the position with the same hash stood.
                "collides_with": known.collides_with,
            })
        })
        .collect();
    toml::to_string(&json!({ "version": VERSION, "game": games })).map_err(Failure::internal)
}

/// Returns what is expected of the last turn.
fn expectation(last: &Expected) -> String {
    match &last.judgment.refusal {
        None => format!("{} is legal", last.turn),
        Some(refusal) => format!("{} is illegal: {refusal}", last.turn),
    }
}

fn as_sgf(_place: usize, case: &Case) -> String {
    let played = replayed(case);
    let Some(last) = played.steps.last() else { return String::new() };
    let score = last.end.map_or(String::new(), |(score, _)| format!("\nscore: {score}"));
    superko_sgf::write(
        &played.record,
        played.tried(),
        &format!("{}\n{}{score}", case.id(), expectation(&last.turn)),
    )
}

/// Returns the GTP commands that begin a game.
pub(super) fn new_game_in_gtp(size: Size) -> String {
    let board = match size.is_square() {
        true => format!("boardsize {}", size.columns()),
        false => format!("rectangular_boardsize {} {}", size.columns(), size.rows()),
    };
    format!("{board}\nclear_board\nkomi 0\n")
}

fn as_gtp(place: usize, case: &Case) -> String {
    let played = replayed(case);
    let Some((last, before)) = played.steps.split_last() else { return String::new() };
    let size = case.record.size();
    let mut text = format!("# {}: {}\n", case.id(), expectation(&last.turn));
    text += &new_game_in_gtp(size);
    for step in before {
        let attempt = if step.turn.is_legal() { "" } else { "# refused: " };
        let _ = writeln!(
            text,
            "{attempt}play {} {}",
            step.player.letter().to_ascii_lowercase(),
            step.turn.turn
        );
    }
    let player = last.player.letter().to_ascii_lowercase();
    let number = 10 * (place + 1);
    if last.turn.turn != Turn::Pass {
        let answer = u8::from(last.turn.is_legal());
        let _ = writeln!(text, "{number} is_legal {player} {}\n#? [{answer}]", last.turn.turn);
    }
    if last.turn.is_legal() {
        let _ = writeln!(text, "play {player} {}", last.turn.turn);
    }
    if let Some((score, _)) = last.end {
        let margin = Margin::of(score, Komi::default());
        let points = f64::from(margin.quarter_points.abs()) / 4.0;
        let result = match margin.winner() {
            None => "0".to_owned(),
            Some(winner) if points.fract() == 0.0 => {
                format!("{}\\+{points}(\\.0)?", winner.letter())
            }
            Some(winner) => format!("{}\\+{points}", winner.letter()),
        };
        let _ = writeln!(text, "{} final_score\n#? [{result}]", number + 1);
    }
    text + "\n"
}
