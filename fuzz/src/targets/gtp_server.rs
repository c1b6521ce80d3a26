//! `gtp_server`: bytes read as the commands of a client to a built-in engine over GTP.

use crate::bytes::{Bytes, text_of};
use crate::counts::Counts;
use crate::finding::{Checked, ensure, ensure_same};
use crate::seeds::Material;
use superko::engines::{Optimized, Reference};
use superko::server::{Chooser, Host, PlayoutEffort, Server};
use superko::{Engine, Rules, Size};

/// The content of every file that a client loads.
const FILE: &[u8] = b"(;SZ[3]KM[2.5];B[aa];W[bb];B[];W[ca];B[cc];W[];B[ba])";

/// A function that answers a client, with an engine on a board.
pub type Serve = dyn Fn(Box<dyn Engine>, Size, &[u8]) -> String;

/// Runs the server, with few random games for a turn and a single file.
pub fn serve(engine: Box<dyn Engine>, size: Size, input: &[u8]) -> String {
    let server = Server::new(engine, size, Rules::default()).expect("a built-in engine plays");
    let effort = PlayoutEffort::Games(4);
    let chooser = match input.len() % 2 {
        0 => Chooser::Random { seed: 1 },
        _ => Chooser::Area { seed: 1, effort },
    };
    let host = Host { read: |_| Ok(FILE.to_vec()), ..Host::default() };
    let mut output = Vec::new();
    let served = server.chooser(chooser).host(host).serve(input, &mut output);
    served.expect("a vector takes all that is written");
    String::from_utf8_lossy(&output).into_owned()
}

/// Parts of a client's input, separated by bars. Some inputs are lists of these parts.
const PARTS: &str = "\n|\n|\n| |1 |12 |# |play |play b |play w |play b |play w |genmove b\n|genmove w\n|\
     reg_genmove |undo\n|undo\n|clear_board\n|boardsize 3\n|boardsize 2\n|boardsize 3 1\n|\
     boardsize |komi |7.5|is_legal b |is_legal w |all_legal b\n|all_legal w\n|list_stones b\n|\
     captures w\n|final_score\n|final_status_list alive\n|showboard\n|printsgf\n|\
     loadsgf game.sgf |fixed_handicap 2\n|place_free_handicap 3\n|set_free_handicap |\
     kata-get-rules\n|kata-set-rules |aga|{\"ko\":\"SIMPLE\",\"suicide\":true}|kgs-rules |\
     new_zealand|chinese|time_settings 1 2 3\n|time_left b 1 0\n|known_command |\
     gogui-rules_final_result\n|gogui-rules_side_to_move\n|gogui-rules_legal_moves\n|\
     gogui-rules_captured_count\n|A1\n|A2\n|A3\n|B1\n|B2\n|B3\n|C1\n|C2\n|C3\n|pass\n|pass\n|\
     quit\n";

/// Sends the text that the bytes stand for to both built-in engines. The first byte says whether
/// the other bytes are the text itself or select parts of it. Every command must have exactly one
/// well-formed reply, with its number, and the replies of both engines must be the same.
///
/// # Errors
///
/// If a reply is wrong. The finding has the text and the reply.
pub fn gtp_server(data: &[u8], counts: &mut Counts, serve: &Serve) -> Checked {
    let mut bytes = Bytes::new(data);
    let (first, rest) = (bytes.byte(), bytes.rest());
    let said = match first % 2 {
        0 => text_of(rest, false, PARTS),
        _ => text_of(&rest[..rest.len().min(200)], true, PARTS),
    };
    // The engines differ in their names and in some commands that are not about the rules.
    let apart = ["name", "list_commands", "hash", "gogui-analyze_commands"];
    let text = String::from_utf8_lossy(&said).into_owned();
    let text = apart.into_iter().fold(text, |text, word| text.replace(word, " "));
    let size = Size::new(3, 2).expect("3x2 is a board");
    let rules = Rules::default();
    let reference = serve(Box::new(Reference::new(size, rules)), size, text.as_bytes());
    let optimized = serve(Box::new(Optimized::new(size, rules)), size, text.as_bytes());
    ensure_same(&optimized, &reference, "both-engines-reply-alike", &text)?;
    counts.compare();
    let numbers = numbers(&text);
    let mut replies: Vec<&str> = reference.split("\n\n").collect();
    let end = replies.pop();
    let whole = end == Some("") && replies.len() == numbers.len();
    ensure(whole, "reply-is-well-formed", || format!("{text:?} is answered by {reference:?}"))?;
    for (reply, number) in replies.iter().zip(&numbers) {
        let marked = reply.strip_prefix(['=', '?']);
        ensure(marked.is_some(), "reply-is-well-formed", || format!("{text:?}: {reply:?}"))?;
        let marked = marked.unwrap_or_default();
        let digits: String = marked.chars().take_while(char::is_ascii_digit).collect();
        ensure(digits == *number, "reply-has-its-number", || format!("{text:?}: {reply:?}"))?;
        let body = &marked[digits.len()..];
        let spaced = body.is_empty() || body.starts_with(' ');
        let printed = body.chars().all(|c| c == '\n' || !c.is_control());
        ensure(spaced && printed, "reply-is-well-formed", || format!("{text:?}: {reply:?}"))?;
        counts.compare();
    }
    Ok(())
}

/// Returns the numbers of the commands in a text, up to `quit`. The number of a command without one
/// is empty.
fn numbers(text: &str) -> Vec<String> {
    let mut numbers = Vec::new();
    for line in text.split('\n') {
        let line = line.split('#').next().unwrap_or_default();
        let line: String = line
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        let line = line.trim();
        let digits: String = line.chars().take_while(char::is_ascii_digit).collect();
        let mut words = line[digits.len()..].split_whitespace();
        let Some(command) = words.next() else { continue };
        numbers.push(digits);
        if command == "quit" {
            break;
        }
    }
    numbers
}

/// Returns games as a client plays them, with questions between the turns.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    let said = |text: &str| [&[0], text.as_bytes()].concat();
    let games =
        material.games.iter().step_by(20).filter(|game| game.record.size().point_count() <= 30);
    let mut seeds: Vec<Vec<u8>> = games
        .map(|game| {
            let size = game.record.size();
            let mut text = format!("boardsize {} {}\n", size.columns(), size.rows());
            for (place, turn) in game.record.turns.iter().take(30).enumerate() {
                let color = ["b", "w"][place % 2];
                text += &format!("{} play {color} {turn}\nis_legal {color} A1\n", place + 1);
            }
            said(&(text + "final_score\nprintsgf\nundo\nshowboard\n"))
        })
        .collect();
    // Each part occurs once in one seed. In another, an engine plays a game with itself.
    let parts = (0..PARTS.split('|').count() as u8).rev();
    seeds.push([1].into_iter().chain(parts).collect());
    seeds.push(said(&"genmove b\ngenmove w\n".repeat(10)));
    seeds.push(said("boardsize 3\n1 play b A1\n11 play b A1\n12 play w B1\n"));
    seeds
}
