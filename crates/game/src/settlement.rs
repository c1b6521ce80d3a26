use super::size::{Point, Size};
use std::collections::BTreeSet;
use std::fmt;

/// The players' agreement when passes have ended or stopped the game, under rules with an agreement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Settlement {
    /// No agreement: all stones count as they stand.
    #[default]
    Nothing,
    /// The stones on these points are dead.
    Agreed(Vec<Point>),
    /// The players disagree, and the game continues. When passes stop it again, it is over.
    Disagreed,
}

impl Settlement {
    /// Parses `disagreed`, `agreed=none` or `agreed=A1/C3`. Returns `None` if the text is about something
    /// else.
    ///
    /// # Errors
    ///
    /// If a point is not on the board, or is named twice.
    pub fn read(text: &str, size: Size) -> Option<Result<Settlement, String>> {
        let points = match text.split_once('=') {
            None if text == "disagreed" => return Some(Ok(Settlement::Disagreed)),
            Some(("agreed", "none")) => return Some(Ok(Settlement::Agreed(Vec::new()))),
            Some(("agreed", points)) => points,
            _ => return None,
        };
        let points: Result<Vec<Point>, _> =
            points.split('/').map(|name| size.vertex(name)).collect();
        Some(match points {
            Ok(points) if BTreeSet::from_iter(&points).len() < points.len() => {
                Err(format!("`{text}`: a point is listed twice"))
            }
            Ok(points) => Ok(Settlement::Agreed(points)),
            Err(error) => {
                Err(format!("`{text}`: {error}; write points such as agreed=A1/C3, or agreed=none"))
            }
        })
    }
}

/// Writes the text that [`RecordText`](super::RecordText) reads before the colon; empty if there is no
/// agreement.
impl fmt::Display for Settlement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Settlement::Nothing => Ok(()),
            Settlement::Disagreed => f.write_str("disagreed"),
            Settlement::Agreed(points) if points.is_empty() => f.write_str("agreed=none"),
            Settlement::Agreed(points) => {
                let points: Vec<String> = points.iter().map(Point::to_string).collect();
                write!(f, "agreed={}", points.join("/"))
            }
        }
    }
}
