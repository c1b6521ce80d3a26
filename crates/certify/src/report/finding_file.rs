/// A file that a [`Directory`](super::Directory) keeps of a finding or fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingFile {
    /// The record of the game.
    Record,
    /// The record of a game to be played before, by its place from 0.
    Before(usize),
    /// The GTP commands that show the finding or fault.
    Commands,
}

impl FindingFile {
    /// Returns the name of the file.
    pub fn name(self) -> String {
        match self {
            FindingFile::Record => "record.txt".to_owned(),
            FindingFile::Before(place) => format!("before-{}.txt", place + 1),
            FindingFile::Commands => "replay.gtp".to_owned(),
        }
    }
}
