//! Every format of a report has the same findings, counts and sentences, because all are made from one model.

use super::{bent, diagnosed, engine, follows, quick};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use superko::certify::{NoObserver, Options, diagnose, run};
use superko::engine::{MissingScore, Note};
use superko::engines::{Model, zoo};
use superko::report::{
    Certificate, Circumstances, Finding, Format, JSON_SCHEMA, Report, RunVerdict, TextOptions,
    counted, from_json, grouped, problems,
};
use superko::{Check, Conventions, Ending, Engine, Fault, Player, Ruling, Turn};

/// The reports are made once, because each test of this module reads them.
static REPORTS: LazyLock<[Report; 6]> = LazyLock::new(reports);

/// Returns the reports on a conforming engine, one whose score is not compared, one that deviates, one that crashes, one that
/// lacks a required answer, and one that follows other rules than the requested ones.
fn reports() -> [Report; 6] {
    let options = quick("tromp-taylor");
    let conforming = run(&|| Ok(engine()), &options, &NoObserver);
    let mut ungraded = conforming.clone();
    ungraded.checks.get_mut(&Check::Score).unwrap().observations = 0;
    ungraded.note(&Note::MissingScore(MissingScore::CountsInNoKnownWay("for `. .`".to_owned())));
    let deviating = diagnosed("history-of-8");
    let faulty = bent(&options, |_, turn, ruling| match turn {
        Turn::Pass => panic!("passes are not supported"),
        _ => Ok::<Ruling, Fault>(ruling),
    });
    let demanding = Options { required: vec![Check::Undo], ..options };
    let incomplete = bent(&demanding, |_, _, ruling| Ok(ruling));
    [conforming, ungraded, deviating, faulty, incomplete, other_rules()]
}

/// Returns the report on an engine that follows other rules than the requested ones, and is given on a command line.
fn other_rules() -> Report {
    let model: Model = "repetition=simple-ko,suicide=forbidden".parse().unwrap();
    let factory = || Ok(model.engine() as Box<dyn Engine>);
    let options = Options { arguments: Some("-- mine --gtp".to_owned()), ..quick("tromp-taylor") };
    let mut report = run(&factory, &options, &NoObserver);
    report.explain(diagnose(&factory, &options, &NoObserver).unwrap());
    report
}

/// Returns a report in a format, without markup, and with one space between words.
fn plain(form: Format, report: &Report) -> String {
    let text = form.of(report, &TextOptions::default());
    let shown = match form {
        Format::Html | Format::Junit => text
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&apos;", "'")
            .replace("&#39;", "'")
            .replace("&amp;", "&"),
        Format::Markdown => text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"),
        Format::Github => text.replace("%0A", " ").replace("%25", "%"),
        _ => text,
    };
    one_line(&shown)
}

/// Returns a text on one line, without marks of Markdown.
fn one_line(text: &str) -> String {
    text.replace(['\\', '`', '*'], "").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// Describes, from the JSON of a finding, how often it was seen and reproduced.
fn seen(finding: &Value) -> String {
    let count = match finding["count"].as_u64().unwrap() {
        1 => "seen once".to_owned(),
        count => format!("seen {} times", grouped(count)),
    };
    let [shown, tried] = [0, 1].map(|place| finding["confirmed"][place].as_u64().unwrap());
    let turns = counted(finding["turns"].as_array().unwrap().len() as u64, "turn");
    let size = finding["size"].as_str().unwrap();
    match finding["kind"].as_str().unwrap() {
        "steady" => format!("{turns} on {size}, {count}, reproduced {shown} of {tried} times"),
        kind => panic!("{kind}"),
    }
}

#[test]
fn every_format_tells_the_same() {
    let verdicts = REPORTS.each_ref().map(|report| report.verdict);
    assert_eq!(
        verdicts,
        [
            RunVerdict::Conforms,
            RunVerdict::Conforms,
            RunVerdict::Deviates,
            RunVerdict::Faulty,
            RunVerdict::Incomplete,
            RunVerdict::Deviates
        ]
    );
    let mut ungraded = 0;
    for report in REPORTS.iter() {
        let said = Said::by(report);
        ungraded += usize::from(said.verdict.contains("Its score was not graded: "));
        for form in Format::ALL {
            said.assert_told(report, form);
        }
    }
    assert_eq!(ungraded, 1);
}

/// What a report says in JSON and in text. The other formats have to say the same.
struct Said {
    json: Value,
    verdict: String,
    observed: String,
    /// The numbers of games, turns and answers.
    counts: String,
}

impl Said {
    fn by(report: &Report) -> Said {
        let json = Format::Json.of(report, &TextOptions::default());
        let json: Value = serde_json::from_str(&json).unwrap();
        let text = Format::Text.of(report, &TextOptions::default());
        let verdict = one_line(text.lines().next().unwrap());
        let (_, observed) = text.rsplit_once("Observed: ").unwrap();
        let observed = one_line(observed.lines().next().unwrap().trim_end_matches('.'));
        let counts = ["games", "turns", "comparisons"].map(|name| json[name].as_u64().unwrap());
        let counts = [(counts[0], "game"), (counts[1], "turn"), (counts[2], "answer")]
            .map(|(count, noun)| counted(count, noun))
            .join(", ");
        Said { json, verdict, observed, counts }
    }

    /// Checks that a format tells what its readers need.
    fn assert_told(&self, report: &Report, form: Format) {
        let json = &self.json;
        let shown = plain(form, report);
        let tells = |expected: &str| {
            assert!(
                shown.contains(&one_line(expected)),
                "{form:?} does not tell {expected}: {shown}"
            );
        };
        let is_incomplete = report.verdict == RunVerdict::Incomplete;
        let is_for_people = ![Format::Json, Format::Junit].contains(&form);
        if is_for_people || form == Format::Junit && is_incomplete {
            tells(&self.verdict);
            if is_incomplete {
                tells(&texts(&json["unmet"]).join(", "));
            }
        }
        if is_for_people && form != Format::Github {
            tells(&self.observed);
            tells(&format!("{} compared", self.counts));
        }
        if let Some(sentence) = json["diagnosis"]["sentence"].as_str().filter(|_| is_for_people) {
            tells(&format!("It {sentence}."));
        }
        for finding in json["findings"].as_array().unwrap() {
            for field in ["id", "reference", "engine", "again"] {
                tells(finding[field].as_str().unwrap());
            }
            if is_for_people {
                tells(&seen(finding));
            }
        }
        for fault in json["faults"].as_array().unwrap() {
            tells(fault["id"].as_str().unwrap());
            tells(fault["what"].as_str().unwrap());
        }
    }
}

#[test]
fn every_format_has_the_same_counts() {
    for report in REPORTS.iter() {
        let found = report.findings.len() + report.faults.len();
        let incomplete = usize::from(report.verdict == RunVerdict::Incomplete);
        let of = |form: Format| form.of(report, &TextOptions::default());
        let json: Value = serde_json::from_str(&of(Format::Json)).unwrap();
        let listed = ["findings", "faults"].map(|name| json[name].as_array().unwrap().len());
        assert_eq!(listed.iter().sum::<usize>(), found);
        assert_eq!(of(Format::Github).lines().count(), 1 + found);
        let junit = of(Format::Junit);
        let wrong = ["<failure ", "<error "].map(|tag| junit.matches(tag).count());
        assert_eq!(wrong.iter().sum::<usize>(), found + incomplete);
        // Findings that the same game shows share a number.
        let numbered = of(Format::Html).matches("<article").count();
        let headings = of(Format::Markdown).matches("\n### ").count();
        assert_eq!(numbered + report.faults.len(), headings);
        let text = of(Format::Text);
        assert!(numbered == 0 || text.contains(&format!("\n{numbered:>2}. ")), "{text}");
        assert!(!text.contains(&format!("\n{:>2}. ", numbered + 1)), "{text}");
    }
}

/// The findings and faults of a report, counted.
struct Found {
    words: String,
    /// Whether the words count the games, because some game shows several findings.
    counts_games: bool,
}

/// Describes, from the JSON of a report, how many findings and faults there are, how many games show the findings, and how many
/// causes the findings have.
fn found(json: &Value) -> Option<Found> {
    let [findings, faults] = ["findings", "faults"].map(|name| json[name].as_array().unwrap());
    let number = |number: usize, noun: &str| counted(number as u64, noun);
    let of = |finding: &Value, names: &[&str]| -> String {
        names.iter().map(|name| finding[name].to_string() + "\n").collect()
    };
    let different = |names: &[&str]| {
        let all: BTreeSet<String> = findings.iter().map(|finding| of(finding, names)).collect();
        all.len()
    };
    let games = different(&["record", "reference", "engine", "rule", "kind"]);
    let mut parts = Vec::new();
    if !findings.is_empty() {
        let shown = match games < findings.len() {
            true => format!(", shown by {}", number(games, "game")),
            false => String::new(),
        };
        let causes = match findings.iter().any(|finding| finding["explanation"].is_null()) {
            true => String::new(),
            // An engine that plays other rules has a cause for each rule that it breaks.
            false if findings.iter().all(|finding| finding["cause"] == json!([])) => {
                format!(", of {}", number(different(&["explanation", "rule"]), "cause"))
            }
            false => format!(", of {}", number(different(&["explanation"]), "cause")),
        };
        parts.push(format!("{}{shown}{causes}", number(findings.len(), "finding")));
    }
    if !faults.is_empty() {
        parts.push(number(faults.len(), "fault"));
    }
    let counts_games = games < findings.len();
    (!parts.is_empty()).then(|| Found { words: parts.join("; "), counts_games })
}

/// Returns the finding to which reports give the number 1.
pub(super) fn numbered_1(report: &Report) -> Option<&Finding> {
    let shown = Format::Text.of(report, &TextOptions::default());
    let first = shown.split_once(" 1. ")?.1.split([' ', ',', '\n']).next()?;
    report.findings.iter().find(|finding| finding.id == first)
}

#[test]
fn every_format_and_the_badge_count_findings_games_and_causes_alike() {
    let (mut counted_games, mut explaining) = (0, 0);
    for report in REPORTS.iter() {
        let of = |form: Format| form.of(report, &TextOptions::default());
        let json: Value = serde_json::from_str(&of(Format::Json)).unwrap();
        let Some(Found { words: found, counts_games }) = found(&json) else { continue };
        counted_games += usize::from(counts_games);
        for form in Format::ALL.into_iter().filter(|form| *form != Format::Json) {
            let plain_text = plain(form, report);
            assert!(plain_text.contains(&found), "{form:?} does not tell {found}: {plain_text}");
        }
        // A report for a screen shows some findings, and says how many others there are.
        let options = TextOptions { screen: true, ..TextOptions::default() };
        let screen = Format::Text.of(report, &options);
        // The next command is about the finding that is shown first.
        let mut on_command_line = report.clone();
        on_command_line.engine.arguments = Some("engine".to_owned());
        let next = Format::Text.of(&on_command_line, &options);
        let next = next.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((_, explained)) = next.split_once("`superko explain ") {
            let event = format!(".{}", explained.split('`').next().unwrap());
            let first = screen.lines().find_map(|line| line.strip_prefix(" 1. ")).unwrap();
            assert!(first.ends_with(&event), "{screen}{next}");
            explaining += 1;
        }
        let shown = report.findings.iter().filter(|finding| screen.contains(&finding.id)).count();
        let left = screen.lines().find_map(|line| {
            let more = line.strip_prefix("With -v: ")?;
            more.split_once(" more finding").map(|(number, _)| number)
        });
        let left: usize = left.map_or(0, |left| left.parse().unwrap());
        assert_eq!(shown + left, report.findings.len(), "{screen}");
        let circumstances = Circumstances {
            suite: String::new(),
            program: None,
            files: [].into(),
            date: String::new(),
        };
        let badge = Certificate::of(report, circumstances).badge();
        if !report.findings.is_empty() {
            let number = counted(report.findings.len() as u64, "finding");
            assert!(badge.contains(&format!("\"message\": \"{number}\"")), "{badge}");
            assert!(found.starts_with(&number), "{found}");
        }
    }
    assert!(counted_games > 0 && explaining > 0);
}

#[test]
fn every_format_offers_the_rules_that_an_engine_follows() {
    let [conforming, .., report] = REPORTS.clone();
    let rules = "chinese";
    let command = format!("superko certify --rules {rules} --level smoke -- mine --gtp");
    for form in Format::ALL {
        let shown = plain(form, &report);
        assert!(shown.contains(&command), "{form:?}: {shown}");
        let label = format!("If it is meant to play {rules}, ");
        assert_eq!(shown.contains(&label), form != Format::Json, "{form:?}: {shown}");
    }
    let json = Format::Json.of(&report, &TextOptions::default());
    let value: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["offer"], json!({ "rules": rules, "command": command }));
    let next = value["next"]["what"].as_str().unwrap();
    assert!(plain(Format::Text, &report).contains(&one_line(&format!("Next: {next}."))), "{next}");
    let commands = value["next"]["commands"].as_array().unwrap();
    assert_eq!(commands[0]["command"], numbered_1(&report).unwrap().again.as_str());
    assert_eq!(commands[0]["does"], "shows finding 1 again");
    let schema: Value = serde_json::from_str(JSON_SCHEMA).unwrap();
    follows(&value, &schema["$defs"]["report"], &schema["$defs"]);
    // Reading the JSON computes the offer and the next step again.
    assert_eq!(from_json(&json).unwrap(), report);
    // If the engine follows the requested rules, nothing is offered.
    let json = Format::Json.of(&conforming, &TextOptions::default());
    assert!(!json.contains("\"offer\""), "{json}");
    // Only the engine's author knows how to run an embedded engine.
    let mut embedded = report;
    embedded.engine.arguments = None;
    let json = Format::Json.of(&embedded, &TextOptions::default());
    let value: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["offer"]["command"], Value::Null);
    follows(&value, &schema["$defs"]["report"], &schema["$defs"]);
}

/// Checks that a report for a screen has at most 45 lines of 100 characters. The verdict and commands may be longer, because
/// the terminal wraps them. Returns the lines without commands.
fn on_a_screen(report: &Report) -> Vec<String> {
    let options = TextOptions { screen: true, ..TextOptions::default() };
    let text = Format::Text.of(report, &options);
    assert!(text.lines().count() <= 45, "{text}");
    let is_command = |line: &str| line.trim_start().starts_with("again") || line.contains('`');
    let lines = text.lines().filter(|line| !is_command(line)).map(str::to_owned);
    let lines: Vec<String> = lines.collect();
    let wide = lines.iter().skip(1).find(|line| line.chars().count() > 100);
    assert_eq!(wide, None, "{text}");
    lines
}

/// Checks that no long line occurs twice.
fn says_nothing_twice(lines: &[String]) {
    let long: Vec<&String> = lines.iter().filter(|line| line.len() > 40).collect();
    let twice = long.iter().enumerate().find(|(place, line)| long[..*place].contains(line));
    assert_eq!(twice, None, "{}", lines.join("\n"));
}

#[test]
fn problems_besides_the_findings_are_listed_separately() {
    let [conforming, ungraded, mut deviating, faulty, incomplete, _] = REPORTS.clone();
    let listed = |report: &Report| problems(report, &TextOptions::default());
    for report in [&conforming, &ungraded, &deviating] {
        assert_eq!(listed(report), None);
    }
    let faults = listed(&faulty).unwrap();
    let unwrapped = faults.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(faulty.faults.iter().all(|fault| unwrapped.contains(&fault.what)), "{faults}");
    assert_eq!(listed(&incomplete).unwrap(), "   required   but not observed: check undo\n");
    // Unmet events are not listed if a mistake or a fault is reported.
    deviating.unmet.clone_from(&incomplete.unmet);
    assert_eq!(listed(&deviating), None);
    let mut both = faulty;
    both.unmet.clone_from(&incomplete.unmet);
    assert_eq!(listed(&both).unwrap(), faults);
    deviating.unexpected_passes = vec!["TT1.board.quiet".to_owned()];
    let passes = listed(&deviating).unwrap();
    assert_eq!(passes, "Known failures that no longer appear: TT1.board.quiet.\n");
    let mut stopped = conforming;
    stopped.complete = false;
    assert!(listed(&stopped).unwrap().ends_with("but the run is incomplete.\n"));
}

#[test]
fn every_report_fits_on_a_screen() {
    for report in REPORTS.iter() {
        says_nothing_twice(&on_a_screen(report));
    }
    // Everything in this report is long.
    let [_, _, deviating, faulty, incomplete, _] = REPORTS.clone();
    let mut long = deviating;
    long.unmet = incomplete.unmet;
    long.faults = vec![faulty.faults[0].clone(); 20];
    for fault in &mut long.faults {
        fault.what = "the engine said something that nobody had asked for, ".repeat(12);
    }
    long.engine.conventions = Conventions {
        lacks_pass: true,
        passes_after_end: true,
        repeat: Some(Ending::Loss),
        move_cap: "2*n*n".parse().ok(),
        tie_winner: Some(Player::White),
    }
    .in_words();
    long.no_diagnosis = Some("the run ended before that, ".repeat(20));
    long.interrupted = true;
    on_a_screen(&long);
}

#[test]
#[ignore = "minutes: cargo test -- --ignored thorough"]
fn thorough_reports_of_all_wrong_engines_fit_on_a_screen() {
    zoo::ALL.par_iter().for_each(|mutant| {
        let make = || Ok(mutant.engine() as Box<dyn Engine>);
        let options = quick(&mutant.rules.to_string());
        let mut report = run(&make, &options, &NoObserver);
        report.explain(diagnose(&make, &options, &NoObserver).unwrap());
        says_nothing_twice(&on_a_screen(&report));
    });
}
