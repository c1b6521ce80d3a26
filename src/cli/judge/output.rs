//! What is written of each game.

use super::Format;
use super::input::Item;
pub(super) use super::totals::Totals;
use crate::cli::output::Told;
use console::style;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use superko::engine::printable_line;
use superko::judge::{Adjudication, Judge, Note, RecordVerdict};
use superko::report::{Drawing, Mark, write_whole};
use superko::sgf::{self, Decoded, SgfError};

/// So much text of a file is written before more of it is judged.
const PIECE: usize = 1 << 16;

/// How games are judged, and what is written of them.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) judge: Judge,
    pub(super) variations: bool,
    /// The most nodes of a game.
    pub(super) most_nodes: usize,
    pub(super) format: Format,
    /// Where drawings go.
    pub(super) svg: Option<PathBuf>,
    /// Whether it was told that a drawing could not be written.
    pub(super) told: Told,
}

/// What came of some files.
#[derive(Debug, Default)]
pub(super) struct Judged {
    /// What is to be written.
    pub(super) text: String,
    pub(super) totals: Totals,
}

/// A game of a file.
struct Place<'a> {
    /// The number of the file among all.
    file: u64,
    path: &'a str,
    /// The number of the game in the file, from 1.
    game: usize,
    /// Whether the file has more than one.
    one_of_several: bool,
    /// The number of the variation, from 1, if variations are judged.
    variation: Option<usize>,
}

impl Writer {
    /// What stands above everything.
    pub(super) fn header(&self) -> &'static str {
        match self.format {
            Format::Table => {
                "verdict        moves  result     claimed         board  game (rules)\n"
            }
            Format::Text | Format::Jsonl => "",
        }
    }

    /// Judges all games of a file, and hands over what came of them when there is much of it.
    pub(super) fn judge_file(
        &self,
        number: u64,
        item: Item,
        judged: &mut Judged,
        hand_over: &mut dyn FnMut(Judged),
    ) {
        let (path, bytes) = item.read();
        judged.totals.files += 1;
        let place = |game, one_of_several, variation| Place {
            file: number,
            path: &path,
            game,
            one_of_several,
            variation,
        };
        let unreadable = |judged: &mut Judged, error| {
            self.add(judged, &place(1, false, None), &Adjudication::unreadable(error));
            judged.totals.games -= 1;
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(message) => return unreadable(judged, SgfError::of_file(message)),
        };
        let decoded = Decoded::of(&bytes);
        let mut places = decoded.places();
        let mut games = sgf::games(&decoded.text).at_most(self.most_nodes);
        if games.is_over() {
            return unreadable(judged, sgf::no_game(&decoded.text));
        }
        let mut game = 0;
        while let Some(tree) = games.next() {
            game += 1;
            let one_of_several = game > 1 || !games.is_over();
            let lines = if self.variations { tree.lines().max(1) } else { 1 };
            for line in 0..lines {
                let mut adjudication = self.judge.judge(&tree, line);
                if let Some(error) = &mut adjudication.error {
                    error.at = places.byte_of(error.at);
                }
                let what = decoded.note.clone();
                adjudication.notes.extend(what.map(|what| Note::ReadAs { what }));
                let variation = self.variations.then_some(line + 1);
                self.add(judged, &place(game, one_of_several, variation), &adjudication);
                if judged.text.len() >= PIECE {
                    hand_over(std::mem::take(judged));
                }
            }
        }
    }

    /// Writes what comes of a game.
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
                self.told.lost(&format!("cannot write to {}: {error}", path.display()));
            }
        }
    }
}

impl Place<'_> {
    /// What the game is called: the file, and the number of the game where there are several.
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

    /// The name of a drawing: other games have others.
    fn file_name(&self) -> String {
        let stem = Path::new(self.path).file_stem().unwrap_or_default().to_string_lossy();
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let stem: String = stem.chars().take(40).map(plain).collect();
        let variation = self.variation.map_or_else(String::new, |number| format!("-{number}"));
        format!("{}-{stem}-{}{variation}.svg", self.file, self.game)
    }
}

/// The sentences and the drawings of a game.
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
    // It quotes the record.
    let told = adjudication.to_string();
    format!("{name}{about}: {}\n{}", printable_line(&told), adjudication.drawn())
}

/// The rules that a game was judged by, if the record could be read so far.
fn rules_of(adjudication: &Adjudication) -> Option<String> {
    let is_unknown = |note: &Note| matches!(note, Note::UnknownRules { .. });
    match adjudication.notes.iter().any(is_unknown) {
        true => Some("unknown rules".to_owned()),
        false => adjudication.rules.map(|rules| rules.to_string()),
    }
}

/// A row of the table.
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

/// The position in dispute, if there is one.
fn drawing(place: &Place<'_>, adjudication: &Adjudication) -> Option<String> {
    let (position, illegal) = adjudication.disputed()?;
    let drawing = Drawing::new(position, format!("{}: {adjudication}", place.name()));
    let crossed = illegal.and_then(|illegal| illegal.turn.point());
    Some(
        match crossed {
            Some(point) => drawing.marked(point, Mark::Cross),
            None => drawing,
        }
        .to_svg(),
    )
}
