//! The output for each game.

use super::Format;
use super::hand_in::{HandIn, Judged};
use super::input::Item;
use crate::output::LostParts;
use console::style;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use superko_certify::report::{Drawing, Mark, write_whole};
use superko_engine::printable_line;
use superko_judge::{Adjudication, Judge, Note, RecordVerdict};
use superko_sgf::{Decoded, GameTree, Places, SgfError};

/// The amount of text of a file that is written before more of the file is judged.
const PIECE: usize = 1 << 16;

/// The most nodes of a game that is judged at once. Larger games wait for their turn, so that no two of them are in memory.
const FEW_NODES: usize = 1000;

/// How games are judged, and what is written of them.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) judge: Judge,
    pub(super) variations: bool,
    /// The most nodes of a game.
    pub(super) most_nodes: usize,
    pub(super) format: Format,
    /// The directory for drawings.
    pub(super) svg: Option<PathBuf>,
    /// Whether the user was told that a drawing could not be written.
    pub(super) lost_parts: LostParts,
}

/// A game of a file.
#[derive(Clone, Copy)]
struct Place<'a> {
    /// The number of the file among all.
    file: u64,
    path: &'a str,
    /// The number of the game in the file, from 1.
    game: usize,
    /// Whether the file has more than one game.
    one_of_several: bool,
    /// The number of the variation, from 1, if variations are judged.
    variation: Option<usize>,
}

impl Writer {
    /// Returns the header of the output.
    pub(super) fn header(&self) -> &'static str {
        match self.format {
            Format::Table => {
                "verdict        moves  result     claimed         board  game (rules)\n"
            }
            Format::Text | Format::Jsonl => "",
        }
    }

    /// Judges all games of a file, and hands in the outcomes once their text is long.
    pub(super) fn judge_file(&self, number: u64, item: Item, hand_in: &mut HandIn<'_>) {
        let (path, bytes) = item.read();
        hand_in.judged.totals.files += 1;
        let mut place =
            Place { file: number, path: &path, game: 1, one_of_several: false, variation: None };
        let unreadable = |judged: &mut Judged, error| {
            self.add(judged, &place, &Adjudication::unreadable(error));
            judged.totals.games -= 1;
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(message) => return unreadable(&mut hand_in.judged, SgfError::of_file(message)),
        };
        let decoded = Decoded::of(&bytes);
        let mut places = decoded.places();
        let few = self.most_nodes.min(FEW_NODES);
        let mut games = superko_sgf::games(&decoded.text).at_most(few);
        if games.is_over() {
            return unreadable(&mut hand_in.judged, superko_sgf::no_game(&decoded.text));
        }
        place.game = 0;
        loop {
            let mut again = games.clone();
            let Some(tree) = games.next() else { break };
            let is_large = few < self.most_nodes && tree.is_too_large();
            place.game += 1;
            if !is_large {
                place.one_of_several = place.game > 1 || !games.is_over();
                self.judge_game(&tree, place, &mut places, hand_in);
                continue;
            }
            // Large games are judged one at a time, each on a thread of its own whose memory the next one gets.
            drop(tree);
            hand_in.gate.wait_for_turn(hand_in.batch);
            again = again.at_most(self.most_nodes);
            let large = || {
                let Some(tree) = again.next() else { return };
                place.one_of_several = place.game > 1 || !again.is_over();
                self.judge_game(&tree, place, &mut places, hand_in);
            };
            std::thread::scope(|scope| scope.spawn(large).join())
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            games = again.at_most(few);
        }
    }

    /// Judges a game, or all variations of it.
    fn judge_game(
        &self,
        tree: &GameTree<'_>,
        place: Place<'_>,
        places: &mut Places<'_>,
        hand_in: &mut HandIn<'_>,
    ) {
        let lines = if self.variations { tree.lines().max(1) } else { 1 };
        for line in 0..lines {
            let mut adjudication = self.judge.judge(tree, line);
            if let Some(error) = &mut adjudication.error {
                error.at = places.byte_of(error.at);
            }
            let what = places.note().map(str::to_owned);
            adjudication.notes.extend(what.map(Note::ReadAs));
            let variation = self.variations.then_some(line + 1);
            self.add(&mut hand_in.judged, &Place { variation, ..place }, &adjudication);
            if hand_in.judged.text.len() >= PIECE {
                hand_in.send(false);
            }
        }
    }

    /// Adds the outcome of a game.
    fn add(&self, judged: &mut Judged, place: &Place<'_>, adjudication: &Adjudication) {
        judged.totals.count(adjudication);
        judged.text += &match self.format {
            Format::Text => text(place, adjudication),
            Format::Jsonl => adjudication.to_json(place.path, place.game, place.variation) + "\n",
            Format::Table => row(place, adjudication),
        };
        if let (Some(folder), Some(svg)) = (&self.svg, drawing(place, adjudication)) {
            let path = folder.join(place.file_name());
            if let Err(error) = write_whole(&path, &svg) {
                self.lost_parts.lost(&format!("cannot write to {}: {error}", path.display()));
            }
        }
    }
}

impl Place<'_> {
    /// Returns the name of the game: the file, and the number of the game if there are several.
    fn name(&self) -> String {
        let mut name = printable_line(self.path).into_owned();
        if self.one_of_several {
            // Writing to a string cannot fail.
            let _ = write!(name, ", game {}", self.game);
        }
        if let Some(variation) = self.variation {
            let _ = write!(name, ", variation {variation}");
        }
        name
    }

    /// Returns the name of the drawing, which no other game has.
    fn file_name(&self) -> String {
        let stem = Path::new(self.path).file_stem().unwrap_or_default().to_string_lossy();
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let stem: String = stem.chars().take(40).map(plain).collect();
        let variation = self.variation.map_or_else(String::new, |number| format!("-{number}"));
        format!("{}-{stem}-{}{variation}.svg", self.file, self.game)
    }
}

/// Returns the sentences and the drawings of a game.
fn text(place: &Place<'_>, adjudication: &Adjudication) -> String {
    let about = match (adjudication.size, rules_of(adjudication)) {
        (Some(size), Some(rules)) => format!(" ({size}, {rules})"),
        _ => String::new(),
    };
    let name = style(place.name());
    let name = match adjudication.verdict {
        RecordVerdict::Illegal | RecordVerdict::WrongResult => name.red().bold(),
        RecordVerdict::Unreadable => name.yellow(),
        _ => name.bold(),
    };
    // The text quotes the record.
    let text = adjudication.to_string();
    format!("{name}{about}: {}\n{}", printable_line(&text), adjudication.drawn())
}

/// Returns the rules that a game was judged by, if the record could be read so far.
fn rules_of(adjudication: &Adjudication) -> Option<String> {
    let is_unknown = |note: &Note| matches!(note, Note::UnknownRules(_));
    match adjudication.notes.iter().any(is_unknown) {
        true => Some("unknown rules".to_owned()),
        false => adjudication.rules.map(|rules| rules.to_string()),
    }
}

/// Returns a row of the table.
fn row(place: &Place<'_>, adjudication: &Adjudication) -> String {
    let Adjudication { size, moves, claimed, verdict, .. } = adjudication;
    let result = adjudication.result_text().unwrap_or_else(|| "-".to_owned());
    let claimed = printable_line(claimed.as_deref().unwrap_or("-"));
    let claimed: String = claimed.chars().take(14).collect();
    let size = size.map_or_else(|| "-".to_owned(), |size| size.to_string());
    let rules = rules_of(adjudication).map_or_else(String::new, |rules| format!(" ({rules})"));
    let name = place.name();
    format!(
        "{:<12} {moves:>7}  {result:<9}  {claimed:<14} {size:>6}  {name}{rules}\n",
        verdict.name()
    )
}

/// Draws the position in dispute, if there is one.
fn drawing(place: &Place<'_>, adjudication: &Adjudication) -> Option<String> {
    let (position, illegal) = adjudication.disputed()?;
    let drawing = Drawing::new(position, format!("{}: {adjudication}", place.name()));
    let crossed = illegal.and_then(|illegal| illegal.turn.point());
    let drawing = match crossed {
        Some(point) => drawing.marked(point, Mark::Cross),
        None => drawing,
    };
    Some(drawing.to_svg())
}
