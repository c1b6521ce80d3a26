//! A position as a drawing for the Web: one SVG text, without scripts or fonts of its own.

use super::escape;
use std::borrow::Cow;
use std::fmt::Write;
use superko_engine::referee::Transcript;
use superko_game::{Color, Point, Position, Size};

/// The side of the square around a point, and the width of the margin for the names of columns and rows.
const STEP: i32 = 24;

/// A position to be drawn.
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    position: Cow<'a, Position>,
    title: String,
    /// Stones that a turn removes, which are drawn faint.
    removed: Vec<(Point, Color)>,
    marks: Vec<(Point, Mark)>,
}

/// A mark on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mark {
    /// A ring, for the stone that was just played.
    Ring,
    /// A cross, for an illegal move.
    Cross,
    /// A question mark, for the turn in dispute, before it is played.
    Question,
    /// A square, for a point in which two boards differ.
    Square,
}

impl<'a> Drawing<'a> {
    /// Draws a position. The title is read out in place of the drawing.
    pub fn new(position: &'a Position, title: impl Into<String>) -> Drawing<'a> {
        let (position, title) = (Cow::Borrowed(position), title.into());
        Drawing { position, title, removed: Vec::new(), marks: Vec::new() }
    }

    /// Draws a turn of a game: the position after it with a ring, and faint stones where it removed some; or, if the turn is
    /// illegal, the position before it with a cross. Turns are counted from 0.
    ///
    /// # Panics
    ///
    /// If the game does not have that many turns.
    pub fn of_turn(transcript: &'a Transcript, turn: usize) -> Drawing<'a> {
        let step = &transcript.steps[turn];
        // A turn that is refused leaves the position as it is.
        let drawing = Drawing::new(&step.position, title(transcript, turn));
        let drawing = Drawing { removed: removed_by(transcript, turn), ..drawing };
        let mark = if step.turn.is_legal() { Mark::Ring } else { Mark::Cross };
        drawing.marked_at(step.turn.turn.point(), mark)
    }

    /// Draws the position before a turn in dispute, with a question mark where the turn would be played. Stones that the turn
    /// removes by the rules are faint. Turns are counted from 0.
    ///
    /// # Panics
    ///
    /// If the game does not have that many turns.
    pub fn of_dispute(transcript: &Transcript, turn: usize) -> Drawing<'static> {
        Drawing {
            position: Cow::Owned(transcript.before(turn)),
            title: title(transcript, turn) + "?",
            removed: removed_by(transcript, turn),
            marks: Vec::new(),
        }
        .marked_at(transcript.steps[turn].turn.turn.point(), Mark::Question)
    }

    /// Replaces the title.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Drawing<'a> {
        Drawing { title: title.into(), ..self }
    }

    /// Adds a mark at a point.
    #[must_use]
    pub fn marked(mut self, point: Point, mark: Mark) -> Drawing<'a> {
        self.marks.push((point, mark));
        self
    }

    fn marked_at(self, point: Option<Point>, mark: Mark) -> Drawing<'a> {
        match point {
            Some(point) => self.marked(point, mark),
            None => self,
        }
    }

    /// Returns the drawing as SVG.
    ///
    /// ```
    /// use superko_certify::report::{Drawing, Mark};
    ///
    /// let position: superko_game::Position = "X O .\n. X O".parse()?;
    /// let point = position.size().vertex("C2")?;
    /// let svg = Drawing::new(&position, "White <to move>").marked(point, Mark::Cross).to_svg();
    /// assert_eq!(svg.matches("<circle").count(), 4);
    /// assert!(svg.contains("<title>White &lt;to move&gt;</title>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_svg(&self) -> String {
        let mut svg = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut svg);
        svg
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let board = Board { size: self.position.size() };
        board.begin(out, &self.title)?;
        for point in board.size.points() {
            board.stone(out, point, self.shown(point))?;
        }
        for &(point, mark) in &self.marks {
            write_mark(out, board.place(point), mark)?;
        }
        writeln!(out, "</svg>")
    }

    /// Returns the color of the stone that is drawn on a point, and whether it is faint.
    fn shown(&self, point: Point) -> (Color, bool) {
        match self.removed.iter().find(|(removed, _)| *removed == point) {
            Some(&(_, color)) => (color, true),
            None => (self.position[point], false),
        }
    }
}

/// Returns the title of the drawing of a turn.
fn title(transcript: &Transcript, turn: usize) -> String {
    let step = &transcript.steps[turn];
    format!("{}. {} {}", turn + 1, step.player.letter(), step.turn.turn)
}

/// Returns the stones that a turn removes: captured ones, and after a suicide also the stone just played.
fn removed_by(transcript: &Transcript, turn: usize) -> Vec<(Point, Color)> {
    let step = &transcript.steps[turn];
    if !step.turn.is_legal() {
        return Vec::new();
    }
    let before = transcript.before(turn);
    let stood = before.size().points().map(|point| match step.turn.turn.point() {
        Some(played) if played == point => (point, step.player.color()),
        _ => (point, before[point]),
    });
    stood
        .filter(|&(point, color)| color != Color::Empty && step.position[point] == Color::Empty)
        .collect()
}

/// Draws a game at its last turn, as `last` does. A script can show any other turn: the group `points` has a circle for each
/// point, in the order of [`Size::points`], and the game as data. `data-beginning` is a letter for each point (`x` Black, `o`
/// White, `.` empty). `data-turns` has the turns with `;` between them: `B C3`, `W D4 x C3 C4` if stones are removed, and
/// `B C3 ! why` if the turn is forbidden. The data of 2,000 turns takes some 20 kB.
pub(super) fn film(transcript: &Transcript, last: &Drawing<'_>) -> String {
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = write_film(&mut svg, transcript, last);
    svg
}

fn write_film(out: &mut String, transcript: &Transcript, last: &Drawing<'_>) -> std::fmt::Result {
    let board = Board { size: transcript.record.size() };
    board.begin(out, &last.title)?;
    let beginning = &transcript.record.setup.position;
    let letters: String = board
        .size
        .points()
        .map(|point| match beginning[point] {
            Color::Empty => '.',
            Color::Black => 'x',
            Color::White => 'o',
        })
        .collect();
    let turns: Vec<String> =
        (0..transcript.steps.len()).map(|turn| turn_as_data(transcript, turn)).collect();
    writeln!(
        out,
        "<g class=\"points\" fill=\"none\" data-beginning=\"{letters}\" data-turns=\"{}\">",
        escape::line(&turns.join(";"))
    )?;
    for point in board.size.points() {
        let class = match last.shown(point) {
            (Color::Empty, _) => String::new(),
            (color, is_faint) => format!(" class=\"{}\"", class_of(color, is_faint)),
        };
        let (x, y) = board.place(point);
        writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\"{class}/>")?;
    }
    writeln!(out, "</g>")?;
    let marks = [(Mark::Ring, "ring"), (Mark::Cross, "cross"), (Mark::Question, "question")];
    for (mark, class) in marks {
        let at = match last.marks.iter().find(|(_, shown)| *shown == mark) {
            Some(&(point, _)) => {
                let (x, y) = board.place(point);
                format!("transform=\"translate({x} {y})\"")
            }
            None => "display=\"none\"".to_owned(),
        };
        writeln!(out, "<g class=\"{class}\" {at}>")?;
        write_mark(out, (0, 0), mark)?;
        writeln!(out, "</g>")?;
    }
    writeln!(out, "</svg>")
}

/// Returns a turn, counted from 0, as the data of a [`film`].
fn turn_as_data(transcript: &Transcript, turn: usize) -> String {
    let step = &transcript.steps[turn];
    let mut data = format!("{} {}", step.player.letter(), step.turn.turn);
    if let Some(refusal) = step.turn.judgment.refusal {
        return data + " ! " + &refusal.to_string().replace(';', ",");
    }
    for (place, (point, _)) in removed_by(transcript, turn).into_iter().enumerate() {
        data += if place == 0 { " x " } else { " " };
        data += &point.to_string();
    }
    data
}

fn class_of(color: Color, is_faint: bool) -> String {
    let color = if color == Color::Black { "black" } else { "white" };
    format!("{color}{}", if is_faint { " removed" } else { "" })
}

/// The geometry of a board in a drawing. A page may give other colors to the classes of the drawing.
struct Board {
    size: Size,
}

impl Board {
    fn x(&self, column: i32) -> i32 {
        STEP * column + STEP * 3 / 2
    }

    fn y(&self, row: i32) -> i32 {
        STEP * (i32::from(self.size.rows()) - row) - STEP / 2
    }

    fn place(&self, point: Point) -> (i32, i32) {
        (self.x(point.column().into()), self.y(point.row().into()))
    }

    /// Draws the wood, the lines, the star points and the names of columns and rows.
    fn begin(&self, out: &mut String, title: &str) -> std::fmt::Result {
        let (columns, rows) = (i32::from(self.size.columns()), i32::from(self.size.rows()));
        let (width, height) = (STEP * (columns + 1), STEP * (rows + 1));
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">\n<title>{}</title>\n\
             <rect class=\"wood\" width=\"{width}\" height=\"{height}\" fill=\"#e9c987\"/>",
            escape::line(title)
        )?;
        let mut lines = String::new();
        for row in 0..rows {
            write!(lines, "M{} {}H{}", self.x(0), self.y(row), self.x(columns - 1))?;
        }
        for column in 0..columns {
            write!(lines, "M{} {}V{}", self.x(column), self.y(0), self.y(rows - 1))?;
        }
        writeln!(out, "<path class=\"lines\" d=\"{lines}\" stroke=\"#5b4a2a\" fill=\"none\"/>")?;
        for point in star_points(self.size) {
            let (x, y) = self.place(point);
            writeln!(
                out,
                "<circle class=\"star\" cx=\"{x}\" cy=\"{y}\" r=\"2.5\" fill=\"#5b4a2a\"/>"
            )?;
        }
        let names = "class=\"names\" font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\" fill=\"#5b4a2a\"";
        writeln!(out, "<g {names}>")?;
        for point in self.size.points() {
            let name = point.to_string();
            let (x, y) = self.place(point);
            if point.row() == 0 {
                writeln!(out, "<text x=\"{x}\" y=\"{}\">{}</text>", height - 4, &name[..1])?;
            }
            if point.column() == 0 {
                writeln!(out, "<text x=\"11\" y=\"{}\">{}</text>", y + 4, &name[1..])?;
            }
        }
        writeln!(out, "</g>")
    }

    fn stone(
        &self,
        out: &mut String,
        point: Point,
        (color, is_faint): (Color, bool),
    ) -> std::fmt::Result {
        let fill = match color {
            Color::Empty => return Ok(()),
            Color::Black => "#111",
            Color::White => "#fff",
        };
        let faint = if is_faint { " opacity=\"0.45\" stroke-dasharray=\"3 2\"" } else { "" };
        let (class, (x, y)) = (class_of(color, is_faint), self.place(point));
        writeln!(
            out,
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"{fill}\" stroke=\"#111\"{faint}/>"
        )
    }
}

fn write_mark(out: &mut String, (x, y): (i32, i32), mark: Mark) -> std::fmt::Result {
    match mark {
        Mark::Ring => writeln!(
            out,
            "<circle class=\"mark\" cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"none\" stroke=\"#c22\" stroke-width=\"2\"/>"
        ),
        Mark::Cross => writeln!(
            out,
            "<path class=\"mark\" d=\"M{} {}l12 12m0 -12l-12 12\" fill=\"none\" stroke=\"#c22\" stroke-width=\"3\"/>",
            x - 6,
            y - 6
        ),
        Mark::Question => writeln!(
            out,
            "<text x=\"{x}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"18\" font-weight=\"bold\" \
             text-anchor=\"middle\" fill=\"#c22\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\">?</text>",
            y + 6
        ),
        Mark::Square => writeln!(
            out,
            "<rect class=\"mark\" x=\"{}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"none\" stroke=\"#c22\" \
             stroke-width=\"2\"/>",
            x - 6,
            y - 6
        ),
    }
}

/// Returns the star points of a board: only square boards from 7x7 have some.
fn star_points(size: Size) -> Vec<Point> {
    let side = size.columns();
    if !size.is_square() || side < 7 {
        return Vec::new();
    }
    let edge = if side < 12 { 2 } else { 3 };
    let (far, middle) = (side - 1 - edge, side / 2);
    let mut places = vec![(edge, edge), (edge, far), (far, edge), (far, far)];
    if side % 2 == 1 {
        places.push((middle, middle));
    }
    if side % 2 == 1 && side >= 15 {
        places.extend([(edge, middle), (far, middle), (middle, edge), (middle, far)]);
    }
    places.into_iter().filter_map(|(column, row)| size.point(column, row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_engine::Reference;
    use superko_game::{Record, RecordText};

    #[test]
    fn stones_stand_where_they_are() {
        let position: Position = ". X\nO .\n. .".parse().unwrap();
        let point = |name| position.size().vertex(name).unwrap();
        let drawing = Drawing::new(&position, "a\u{1}b");
        let svg = drawing.marked(point("A1"), Mark::Ring).marked(point("B2"), Mark::Cross).to_svg();
        for part in [
            "viewBox=\"0 0 72 96\"",
            "<title>a b</title>",
            "cx=\"60\" cy=\"12\" r=\"11\" fill=\"#111\"",
            "cx=\"36\" cy=\"36\" r=\"11\" fill=\"#fff\"",
            "cx=\"36\" cy=\"60\" r=\"6\" fill=\"none\"",
            "d=\"M54 30l12 12",
            "<text x=\"36\" y=\"92\">A</text>",
            "<text x=\"11\" y=\"16\">3</text>",
        ] {
            assert!(svg.contains(part), "{part}\n{svg}");
        }
    }

    #[test]
    fn boards_have_the_usual_dots() {
        let count = |side| star_points(Size::square(side).unwrap()).len();
        assert_eq!([5, 8, 9, 13, 19].map(count), [0, 4, 5, 5, 9]);
        let names = star_points(Size::square(19).unwrap()).into_iter().map(|p| p.to_string());
        assert!(names.collect::<Vec<_>>().contains(&"Q16".to_owned()));
    }

    #[test]
    fn a_film_has_its_game_as_data_and_shows_the_end() {
        let text: RecordText = "2x1 tromp-taylor: B A1, W B1, B A1".parse().unwrap();
        let record: Record = text.record;
        let transcript = Transcript::replay(Reference::set_up(&record.setup), record);
        let svg = film(&transcript, &Drawing::of_dispute(&transcript, 2).titled("a game"));
        assert!(svg.contains("<title>a game</title>"));
        // White's stone captures Black's, and Black may not play the first stone again: the capture leaves an earlier position.
        assert!(svg.contains("data-beginning=\"..\" data-turns=\"B A1;W B1 x A1;B A1 ! "), "{svg}");
        assert!(svg.contains("r=\"11\"/>\n<circle cx=\"60\" cy=\"12\" r=\"11\" class=\"white\"/>"));
        assert!(svg.contains("class=\"ring\" display=\"none\""));
        assert!(svg.contains("class=\"cross\" display=\"none\""));
        assert!(svg.contains("class=\"question\" transform=\"translate(36 12)\""));
        // The turn before is no longer in dispute: its stone has a ring, and the stone that it captured is faint.
        let svg = film(&transcript, &Drawing::of_turn(&transcript, 1));
        assert!(svg.contains("class=\"ring\" transform=\"translate(60 12)\""), "{svg}");
        assert!(svg.contains("cx=\"36\" cy=\"12\" r=\"11\" class=\"black removed\"/>"), "{svg}");
    }

    #[test]
    fn a_suicide_removes_the_stone_just_played() {
        let text: RecordText = "2x1 repetition=none: B pass, W A1, B pass, W B1".parse().unwrap();
        let record: Record = text.record;
        let transcript = Transcript::replay(Reference::set_up(&record.setup), record);
        let after = Drawing::of_turn(&transcript, 3);
        let svg = film(&transcript, &after);
        assert!(svg.contains("data-turns=\"B pass;W A1;B pass;W B1 x A1 B1\""), "{svg}");
        assert_eq!(svg.matches("class=\"white removed\"").count(), 2, "{svg}");
        // Drawings of a disagreement show these stones faint, before the turn and after it.
        for drawing in [after, Drawing::of_dispute(&transcript, 3)] {
            let svg = drawing.to_svg();
            assert_eq!(svg.matches("class=\"white removed\"").count(), 2, "{svg}");
            assert_eq!(svg.matches("opacity=\"0.45\"").count(), 2, "{svg}");
        }
    }

    #[test]
    fn a_film_of_a_long_game_is_small() {
        let record: Record = long_game(2_000);
        let transcript = Transcript::replay(Reference::set_up(&record.setup), record);
        let svg = film(&transcript, &Drawing::of_turn(&transcript, 1_999));
        assert_eq!(svg.matches(';').count(), 1_999);
        assert!(svg.len() < 60_000, "{}", svg.len());
    }

    /// Returns a game of this many turns, all plays in the order of the points.
    fn long_game(turns: usize) -> Record {
        let size = Size::square(9).unwrap();
        let names: Vec<String> = size.points().map(|point| point.to_string()).collect();
        let turns: Vec<&str> = names.iter().map(String::as_str).cycle().take(turns).collect();
        let turns: Vec<String> = turns
            .iter()
            .enumerate()
            .map(|(place, name)| format!("{} {name}", if place % 2 == 0 { "B" } else { "W" }))
            .collect();
        let text: RecordText =
            format!("9x9 repetition=none: {}", turns.join(", ")).parse().unwrap();
        text.record
    }
}
