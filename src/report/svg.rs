//! A position as a drawing for the Web: SVG, in one piece, without a script or a font of its own.

use crate::game::{Color, Point, Position};
use std::fmt::Write;

/// The side of the square around a point, and the width of the margin for the names of columns and rows.
const STEP: usize = 24;

/// A position to be drawn.
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    position: &'a Position,
    title: String,
    marks: Vec<(Point, Mark)>,
}

/// What a point is marked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mark {
    /// A ring: the move that is spoken of.
    Ring,
    /// A cross: a move that is illegal.
    Cross,
}

impl<'a> Drawing<'a> {
    /// The position, with a title that is read out in place of the drawing.
    pub fn new(position: &'a Position, title: impl Into<String>) -> Drawing<'a> {
        Drawing { position, title: title.into(), marks: Vec::new() }
    }

    /// The same with a mark at a point.
    #[must_use]
    pub fn marked(mut self, point: Point, mark: Mark) -> Drawing<'a> {
        self.marks.push((point, mark));
        self
    }

    /// The text of the drawing.
    ///
    /// ```
    /// use superko::report::{Drawing, Mark};
    ///
    /// let position: superko::Position = "X O .\n. X O".parse()?;
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
        let size = self.position.size();
        let (columns, rows) = (usize::from(size.columns()), usize::from(size.rows()));
        let (width, height) = (STEP * (columns + 1), STEP * (rows + 1));
        let title = escaped(&self.title);
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">\n<title>{title}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#e9c987\"/>"
        )?;
        let x = |column: usize| STEP * column + STEP * 3 / 2;
        let y = |row: usize| height - STEP * row - STEP * 3 / 2;
        let mut lines = String::new();
        for row in 0..rows {
            write!(lines, "M{} {}H{}", x(0), y(row), x(columns - 1))?;
        }
        for column in 0..columns {
            write!(lines, "M{} {}V{}", x(column), y(0), y(rows - 1))?;
        }
        writeln!(out, "<path d=\"{lines}\" stroke=\"#5b4a2a\" fill=\"none\"/>")?;
        let names =
            "font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\" fill=\"#5b4a2a\"";
        writeln!(out, "<g {names}>")?;
        for point in size.points() {
            let name = point.to_string();
            let (column, row) = (usize::from(point.column()), usize::from(point.row()));
            if row == 0 {
                writeln!(
                    out,
                    "<text x=\"{}\" y=\"{}\">{}</text>",
                    x(column),
                    height - 4,
                    &name[..1]
                )?;
            }
            if column == 0 {
                writeln!(out, "<text x=\"11\" y=\"{}\">{}</text>", y(row) + 4, &name[1..])?;
            }
        }
        writeln!(out, "</g>")?;
        for point in size.points() {
            let (column, row) = (usize::from(point.column()), usize::from(point.row()));
            let fill = match self.position[point] {
                Color::Empty => continue,
                Color::Black => "#111",
                Color::White => "#fff",
            };
            let (x, y) = (x(column), y(row));
            writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"{fill}\" stroke=\"#111\"/>"
            )?;
        }
        for (point, mark) in &self.marks {
            let (x, y) = (x(point.column().into()), y(point.row().into()));
            match mark {
                Mark::Ring => writeln!(
                    out,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"none\" stroke=\"#c22\" stroke-width=\"2\"/>"
                )?,
                Mark::Cross => writeln!(
                    out,
                    "<path d=\"M{} {}l12 12m0 -12l-12 12\" stroke=\"#c22\" stroke-width=\"3\"/>",
                    x - 6,
                    y - 6
                )?,
            }
        }
        writeln!(out, "</svg>")
    }
}

/// A text in which no character means anything to XML, or is forbidden in it.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, letter| {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_stand_where_they_are() {
        let position: Position = ". X\nO .\n. .".parse().unwrap();
        let point = |name| position.size().vertex(name).unwrap();
        let drawing = Drawing::new(&position, "a\u{1}b");
        let svg = drawing.marked(point("A1"), Mark::Ring).marked(point("B2"), Mark::Cross).to_svg();
        for part in [
            "viewBox=\"0 0 72 96\"",
            "<title>a b</title>",
            "<circle cx=\"60\" cy=\"12\" r=\"11\" fill=\"#111\"",
            "<circle cx=\"36\" cy=\"36\" r=\"11\" fill=\"#fff\"",
            "<circle cx=\"36\" cy=\"60\" r=\"6\" fill=\"none\"",
            "<path d=\"M54 30l12 12",
            "<text x=\"36\" y=\"92\">A</text>",
            "<text x=\"11\" y=\"16\">3</text>",
        ] {
            assert!(svg.contains(part), "{part}\n{svg}");
        }
    }
}
