//! `gtp_reply`: bytes read as an engine's output.

use crate::bytes::{Bytes, text_of};
use crate::counts::Counts;
use crate::finding::{Checked, ensure, ensure_same};
use crate::seeds::Material;
use superko::engines::Reference;
use superko::gtp::{self, ErrorMessage, Malformed, Reply, ReplyReader};
use superko::server::Server;
use superko::{Record, Size, Turn};

/// A function that reads replies from output in pieces, up to the first thing that is not a reply.
pub type Read = dyn Fn(&mut dyn Iterator<Item = &[u8]>) -> (Vec<Reply>, Option<Malformed>);

/// Reads with the reader of the harness.
pub fn read(pieces: &mut dyn Iterator<Item = &[u8]>) -> (Vec<Reply>, Option<Malformed>) {
    let mut reader = ReplyReader::default();
    let mut replies = Vec::new();
    for piece in pieces {
        reader.feed(piece);
        loop {
            match reader.next_reply() {
                Ok(Some(reply)) => replies.push(reply),
                Ok(None) => break,
                Err(malformed) => return (replies, Some(malformed)),
            }
        }
    }
    (replies, None)
}

/// Parts of an engine's output, separated by bars. Some inputs are lists of these parts.
const PARTS: &str = "=|?|\n|\n\n|\r\n| |\t|=1 |?2 |= |12|A1|b2 |pass|PASS |J9|illegal move|unknown command|ko|\
     suicide|occupied|1|0|true|false|black|W|B+3.5|W+0.5|0|Jigo|B+R|\
     policy| NAN| 0.5| policyPass 1e-3|X |O |. |+| 2 . X\n| 1 O .\n|   A B\n|\u{7}|\u{e9}|\
     \u{a0}|\u{0}|x)";

/// Reads the output that the bytes stand for. The first byte is the length of the pieces. It also
/// says whether the other bytes are the output itself or select parts of it. There are three
/// checks. A plain reader of whole texts must read the same. Every reply must be read again from
/// its own printed form. Well-formed replies made from the same bytes must be read as intended.
///
/// # Errors
///
/// If the readings differ. The finding has the output and both readings.
pub fn gtp_reply(data: &[u8], counts: &mut Counts, read: &Read) -> Checked {
    let mut bytes = Bytes::new(data);
    let (first, rest) = (bytes.byte(), bytes.rest());
    let output = text_of(rest, first % 2 == 1, PARTS);
    let length = 1 + usize::from(first / 2 % 32);
    let found = read(&mut output.chunks(length));
    let (replies, garbage) = plain(&output);
    let shown = String::from_utf8_lossy(&output);
    ensure_same(&found.0, &replies, "read-in-pieces", &shown)?;
    let malformed = matches!(found.1, Some(Malformed::Garbage(_)));
    ensure_same(&malformed, &garbage, "find-what-is-no-reply", &shown)?;
    counts.compare();
    for reply in &found.0 {
        let printed = print(reply, "\n");
        let whole = reply.body.as_deref().unwrap_or_else(|message| message);
        if !whole.split('\n').any(|line| line.trim().is_empty()) {
            let again = read(&mut printed.as_bytes().chunks(length));
            ensure_same(&again, &(vec![reply.clone()], None), "read-again", &printed)?;
            counts.compare();
        }
        read_as_answers(whole, counts)?;
    }
    let (meant, written) = well_formed(rest);
    let found = read(&mut written.as_bytes().chunks(length));
    ensure_same(&found, &(meant, None), "read-well-formed", &written)?;
    counts.compare();
    Ok(())
}

/// Returns the output of an engine in every twentieth game, to be read in pieces of 16 bytes.
pub(crate) fn seeds(material: &Material) -> Vec<Vec<u8>> {
    let games = material.games.iter().step_by(20);
    games.map(|game| [&[30], output(&game.record).as_slice()].concat()).collect()
}

/// Returns what an engine writes while a client plays a game.
fn output(game: &Record) -> Vec<u8> {
    let (size, rules, turns) = (game.size(), game.rules(), &game.turns);
    let mut commands = "1 name\n2 protocol_version\nboardsize 99\n".to_owned();
    for (place, turn) in turns.iter().take(20).enumerate() {
        let color = ["black", "white"][place % 2];
        commands += &format!("{place} play {color} {turn}\nshowboard\nlist_stones {color}\n");
    }
    commands += "gogui-rules_legal_moves\nfinal_score\nundo\nwhat\nquit\n";
    let server = Server::new(Box::new(Reference::new(size, rules)), size, rules);
    let mut output = Vec::new();
    let served = server.expect("the reference plays").serve(commands.as_bytes(), &mut output);
    served.expect("a vector takes all that is written");
    output
}

/// Reads the replies in a whole text, line by line. Also returns whether something that is not a
/// reply follows them.
fn plain(output: &[u8]) -> (Vec<Reply>, bool) {
    let text = |line: &[u8]| {
        let text = String::from_utf8_lossy(line).replace('\t', " ");
        text.chars().filter(|c| !c.is_control()).collect::<String>()
    };
    let mut replies = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    let mut ended: Vec<&[u8]> = output.split(|&byte| byte == b'\n').collect();
    // The text after the last line feed may be incomplete.
    ended.pop();
    for line in ended {
        let first = line.iter().find(|byte| !byte.is_ascii_whitespace());
        match (lines.is_empty(), first) {
            (true, None) => {}
            (true, Some(b'=' | b'?')) | (false, Some(_)) => lines.push(text(line)),
            (true, Some(_)) => return (replies, true),
            (false, None) => {
                replies.push(plain_reply(lines.join("\n").trim()));
                lines.clear();
            }
        }
    }
    (replies, false)
}

/// Reads one reply, without the empty line that ends it.
fn plain_reply(text: &str) -> Reply {
    let (mark, rest) = text.split_at(1);
    let word = rest.split([' ', '\n']).next().unwrap_or_default();
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let id: Option<u32> = word.parse().ok().filter(|_| digits);
    let body = if id.is_some() { &rest[word.len()..] } else { rest };
    let body = body.trim_matches([' ', '\n']).to_owned();
    Reply { id, body: if mark == "=" { Ok(body) } else { Err(ErrorMessage(body)) } }
}

/// Prints a reply as an engine writes it.
fn print(reply: &Reply, end: &str) -> String {
    let id = reply.id.map_or(String::new(), |id| id.to_string());
    let (mark, body) = match &reply.body {
        Ok(body) => ('=', body.as_str()),
        Err(message) => ('?', &**message),
    };
    let lines: Vec<&str> = body.split('\n').collect();
    format!("{mark}{id} {}{end}{end}", lines.join(end))
}

/// Returns replies, and a text of them as an engine may write it: with numbers or without, with
/// line feeds alone or with carriage returns too.
fn well_formed(bytes: &[u8]) -> (Vec<Reply>, String) {
    const BODIES: [&str; 8] =
        ["", "A1 b2 pass", "GNU Go", " 2 . X\n 1 O .", "illegal move", "5x5", "B+3.5", "0"];
    let mut text = String::new();
    let replies = bytes.iter().take(16).map(|&byte| {
        let body = BODIES[usize::from(byte % 8)].trim_start().to_owned();
        let body = if byte & 8 == 0 { Ok(body) } else { Err(ErrorMessage(body)) };
        let reply = Reply { id: (byte & 16 == 0).then_some(u32::from(byte)), body };
        text += &print(&reply, if byte & 32 == 0 { "\n" } else { "\r\n" });
        text += if byte & 64 == 0 { "" } else { "\r\n \n" };
        reply
    });
    (replies.collect(), text)
}

/// Reads a text as the answer to each kind of question. Each answer must be read again from its own
/// printed form.
fn read_as_answers(text: &str, counts: &mut Counts) -> Checked {
    let size = Size::new(2, 2).expect("2x2 is a board");
    if let Ok(turns) = gtp::turns(text, size) {
        let names: Vec<String> = turns.iter().map(Turn::to_string).collect();
        ensure_same(&gtp::turns(&names.join(" "), size), &Ok(turns), "turns", text)?;
        counts.compare();
    }
    if let Ok(half_points) = gtp::half_points(text) {
        let winner = if half_points < 0 { 'W' } else { 'B' };
        let printed = format!("{winner}+{}", f64::from(half_points.abs()) / 2.0);
        ensure_same(&gtp::half_points(&printed), &Ok(half_points), "margin", text)?;
        counts.compare();
    }
    if let Ok(position) = gtp::board(text) {
        let (written, drawn) = (position.to_string(), position.drawn(None));
        ensure_same(&gtp::board(&written), &Ok(position.clone()), "board", text)?;
        ensure_same(&gtp::board(&drawn), &Ok(position), "drawn-board", text)?;
        counts.compare();
    }
    if let Ok(legal) = gtp::policy(text, size) {
        let mut distinct = legal.clone();
        distinct.sort();
        distinct.dedup();
        ensure(distinct.len() == legal.len(), "policy-has-each-turn-once", || text.to_owned())?;
        counts.compare();
    }
    // These answers have no printed form. Their readers only must not panic.
    let _ = (gtp::stones(text, "A1", size), gtp::complaint(text));
    let _ = (gtp::legality(text), gtp::player(text));
    Ok(())
}
