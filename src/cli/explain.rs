//! `superko explain`.

use super::output::print;
use super::{Exit, Failure};
use clap::Args;
use console::style;
use std::fmt::Write;
use superko::adapters::Reference;
use superko::report::one_line;
use superko::{Event, Record, Rules, Sentence, Size, Transcript, Turn, directed, sweep, zoo};

/// Arguments of `explain`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The id of a sentence (TT6, TT6/situational), of an event (repeat-cycle-2) or of a finding
    /// (TT6.take.repeat-cycle-2); without it, all ids are listed
    id: Option<String>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let Some(id) = &arguments.id else {
        print(&list())?;
        return Ok(Exit::Fine);
    };
    let text = if let Ok(sentence) = id.parse::<Sentence>() {
        of_sentence(sentence)
    } else if let Ok(event) = id.parse::<Event>() {
        of_event(event)
    } else if let Some((sentence, event)) = finding(id) {
        of_sentence(sentence) + "\n" + &of_event(event)
    } else {
        return Err(Failure::usage(format!(
            "`{id}` is the id of no sentence, event or finding: `superko explain` lists them"
        )));
    };
    print(&text)?;
    Ok(Exit::Fine)
}

/// The sentence and the event that the id of a finding names.
fn finding(id: &str) -> Option<(Sentence, Event)> {
    let mut parts = id.split('.');
    let sentence = parts.next()?.replacen('-', "/", 1).parse().ok()?;
    let event = parts.nth(1)?.parse().ok()?;
    Some((sentence, event))
}

fn list() -> String {
    let mut text = format!("{}\n", style("Sentences").bold());
    for sentence in Sentence::ALL {
        let first: String = sentence.text().chars().take(70).collect();
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "  {sentence:<26} {}...", first.trim_end());
    }
    let _ = writeln!(text, "\n{}", style("Events").bold());
    for event in Event::ALL {
        let _ = writeln!(text, "  {event:<26} {}", event.text());
    }
    text
}

fn of_sentence(sentence: Sentence) -> String {
    // The rule text stresses words the way Markdown does.
    let plain = sentence.text().replace('*', "");
    let mut text = format!("{}\n  {plain}\n", style(sentence).bold());
    let caught: Vec<_> = zoo::ALL.iter().filter(|s| s.sentence == sentence).collect();
    if !caught.is_empty() {
        let _ = writeln!(text, "\n{}", style("Engines that break it on purpose").dim());
    }
    for specimen in caught {
        let _ = writeln!(text, "  zoo:{:<36} at {}", specimen.name, specimen.event);
    }
    text
}

fn of_event(event: Event) -> String {
    let mut text = format!("{}\n  {}\n", style(event).bold(), event.text());
    if let Some((record, rules)) = example(event) {
        let transcript = play(&record);
        let _ = writeln!(text, "\n{} {}", style("Shortest game, under").dim(), rules);
        let _ = writeln!(text, "  {}", one_line(&record));
        if let Some(step) = transcript.steps.last() {
            let before = transcript.before(transcript.steps.len() - 1);
            for line in before.drawn(step.turn.turn.point()).lines() {
                let _ = writeln!(text, "    {line}");
            }
            let ruling = match step.turn.judgement.refusal {
                None => "is legal".to_owned(),
                Some(refusal) => format!("is refused: {refusal}"),
            };
            let _ = writeln!(text, "  {} {} {ruling}.", step.player, step.turn.turn);
            if let Some((score, _)) = step.end {
                let _ = writeln!(text, "  The game is over: {score}.");
            }
        }
    }
    let caught: Vec<_> = zoo::ALL.iter().filter(|s| s.event == event).collect();
    if !caught.is_empty() {
        let _ = writeln!(text, "\n{}", style("Engines that it convicts").dim());
    }
    for specimen in caught {
        let _ = writeln!(text, "  zoo:{}\n      {}", specimen.name, specimen.story);
    }
    text
}

/// A short game that reaches an event with its last turn: the shortest of all on the smallest boards, or a directed
/// case.
fn example(event: Event) -> Option<(Record, Rules)> {
    let situational: Rules = "repetition=situational,suicide=allowed".parse().ok()?;
    let forbidden: Rules = "repetition=positional,suicide=forbidden".parse().ok()?;
    for rules in [Rules::default(), situational, forbidden] {
        // A suicide before any stone lies brings back the beginning too, but only as the present position.
        let least = if event == Event::RepeatInitial { 3 } else { 0 };
        for length in least..6 {
            for size in ["1x1", "2x1", "3x1", "4x1", "2x2"] {
                let size: Size = size.parse().ok()?;
                if let Some(record) = shortest(size, rules, length, event) {
                    return Some((record, rules));
                }
            }
        }
        let size = Size::square(5).ok()?;
        let cases = directed::cases(size, rules);
        if let Some(case) = cases.into_iter().find(|case| reaches(&play(&case.record), event)) {
            return Some((case.record, rules));
        }
    }
    None
}

/// A game of so many legal turns and one more that reaches an event with that one, if there is any.
fn shortest(size: Size, rules: Rules, length: usize, event: Event) -> Option<Record> {
    let mut found = None;
    let _ = sweep(Reference::new, size, rules, length, &mut |transcript| {
        let questions = transcript.steps.iter().flat_map(|step| &step.questions);
        let reaching = questions.filter(|q| q.events.contains(event)).map(|q| q.turn).next();
        let legal = transcript.steps.iter().filter(|step| step.turn.is_legal());
        let mut turns: Vec<Turn> = legal.map(|step| step.turn.turn).take(length).collect();
        let ended = transcript
            .steps
            .iter()
            .any(|step| step.end.is_some_and(|(_, events)| events.contains(event)));
        turns.extend(reaching);
        if reaching.is_some() || ended {
            found = Some(Record { size, rules, turns });
            return std::ops::ControlFlow::Break(());
        }
        std::ops::ControlFlow::Continue(())
    });
    found
}

fn play(record: &Record) -> Transcript {
    Transcript::new(Reference::new(record.size, record.rules), record.clone(), |_, _| Vec::new())
}

fn reaches(transcript: &Transcript, event: Event) -> bool {
    transcript.steps.last().is_some_and(|step| {
        step.turn.events.contains(event)
            || step.end.is_some_and(|(_, events)| events.contains(event))
    })
}
