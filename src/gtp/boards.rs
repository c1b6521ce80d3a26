use super::{Unreadable, excerpt, turns};
use crate::game::{Color, Position, Size, Turn};

/// Reads the answers to `list_stones black` and `list_stones white`.
///
/// # Errors
///
/// If either is no list of points of this board, or a point is on both.
pub fn stones(black: &str, white: &str, size: Size) -> Result<Position, Unreadable> {
    let mut position = Position::empty(size);
    for (list, color) in [(black, Color::Black), (white, Color::White)] {
        for turn in turns(list, size)? {
            let Turn::Play(point) = turn else {
                return Err(Unreadable::new("`pass` is listed as a stone"));
            };
            if position[point] != Color::Empty {
                return Err(Unreadable::new(format!("{point} is listed twice as a stone")));
            }
            position[point] = color;
        }
    }
    Ok(position)
}

/// Reads a drawn board, as `gogui-rules_board` and `showboard` answer it, whatever its size.
///
/// Black is `X`, `x` or `#`, White `O` or `o`; empty points are `.`, `+`, `,`, `*` or `@`. Rows may carry their
/// number on the left, in which case lines without one do not count, and frames of `|`, numbers on the right, text
/// after them and marks of the last move (`X)`, `(X)`, `X1`) are looked over.
///
/// # Errors
///
/// If there is no board in it, or one whose rows are not of one length or not numbered down to 1.
///
/// ```
/// use superko::gtp::board;
///
/// let drawn = "   A B C\n 2 . X1. 2     White has captured 0\n 1(O)+ . 1\n   A B C";
/// assert_eq!(board(drawn)?.to_string(), ". X .\nO . .\n");
/// # Ok::<(), superko::gtp::Unreadable>(())
/// ```
pub fn board(text: &str) -> Result<Position, Unreadable> {
    let rows = match plain(text) {
        Some(rows) => rows,
        None => numbered(text)?,
    };
    let columns = rows.first().map_or(0, Vec::len);
    let side = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
    let size = Size::new(side(columns), side(rows.len()))
        .map_err(|_| Unreadable::new(format!("there is no board in `{}`", excerpt(text))))?;
    if rows.iter().any(|row| row.len() != columns) {
        return Err(Unreadable::new("the rows of the board are not of one length"));
    }
    let mut position = Position::empty(size);
    for (point, color) in size.points().zip(rows.iter().rev().flatten()) {
        position[point] = *color;
    }
    Ok(position)
}

fn color(glyph: char) -> Option<Color> {
    match glyph {
        'X' | 'x' | '#' => Some(Color::Black),
        'O' | 'o' => Some(Color::White),
        '.' | '+' | ',' | '*' | '@' => Some(Color::Empty),
        _ => None,
    }
}

/// Rows of nothing but points, the top row first.
fn plain(text: &str) -> Option<Vec<Vec<Color>>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .map(|line| line.chars().filter(|&c| c != ' ').map(color).collect::<Option<Vec<_>>>())
        .collect()
}

/// Rows that begin with their number, the top row first.
fn numbered(text: &str) -> Result<Vec<Vec<Color>>, Unreadable> {
    let mut rows: Vec<(usize, Vec<Color>)> = Vec::new();
    for line in text.lines() {
        let line = line.trim_start();
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let Ok(number) = line[..digits].parse::<usize>() else { continue };
        let row = points(&line[digits..]);
        if row.is_empty() || !line[digits..].starts_with([' ', '|', '(']) {
            continue;
        }
        if let Some((above, _)) = rows.last()
            && number + 1 != *above
        {
            return Err(Unreadable::new(format!("row {number} is drawn below row {above}")));
        }
        rows.push((number, row));
        if number == 1 {
            break;
        }
    }
    match rows.last() {
        Some((1, _)) => Ok(rows.into_iter().map(|(_, row)| row).collect()),
        Some((last, _)) => Err(Unreadable::new(format!("the board ends at row {last}"))),
        None => Err(Unreadable::new(format!("there is no board in `{}`", excerpt(text)))),
    }
}

/// The points of a row, up to the first thing that is none.
fn points(row: &str) -> Vec<Color> {
    let mut points = Vec::new();
    let mut before = ' ';
    for glyph in row.chars() {
        match (color(glyph), glyph) {
            (Some(color), _) => points.push(color),
            (None, ' ' | '(' | ')') => {}
            (None, '|') if points.is_empty() => {}
            // The number of a recent move, right after its stone; after a space it is that of the row.
            (None, '0'..='9') if matches!(before, 'X' | 'x' | '#' | 'O' | 'o') => {}
            _ => break,
        }
        before = glyph;
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const EXPECTED: &str = ". X .\nO . X\n";

    #[test]
    fn boards_of_many_hands() {
        for drawn in [
            ". X .\nO . X",
            ".X.\nO.X\n",
            "   A B C\n 2 . X . 2     WHITE (O) has captured 0 stones\n 1 O + X 1     BLACK (X)\n   A B C",
            "Passes: 0\n  a b c\n 2 . x . 2\n 1 o . x)1\n  a b c\n\nHash: 12 X O\nKo: 0",
            "MoveNum: 3 HASH: CDCB\n   A B C\n 2 . X2@\n 1 O1. X3\n\nNext player: White\nRules: {}",
            "Move: 3 Komi: 0.0\n      A B C\n    +-------+\n  2 | . X . |\n  1 | O . X)|\n    +-------+\n",
            " 2 . X .\n 1(O). X",
            "3 moves\n4X are black\n 2 . X .\n 1 O . X",
        ] {
            let read = board(drawn).map(|position| position.to_string());
            assert_eq!(read.as_deref(), Ok(EXPECTED), "{drawn}");
        }
    }

    #[test]
    fn rows_of_two_figures() {
        let rows: Vec<String> = (1..=11).rev().map(|n| format!("{n:>2} . O {n}")).collect();
        assert_eq!(board(&rows.join("\n")).map(|c| c.size()), Ok(Size::new(2, 11).unwrap()));
    }

    #[test]
    fn what_is_no_board_is_said_so() {
        for (text, said) in [
            ("", "no board in"),
            ("hello", "no board in `hello`"),
            ("X O\nX", "not of one length"),
            (" 3 . .\n 1 . .", "row 1 is drawn below row 3"),
            (" 3 . .\n 2 . .", "ends at row 2"),
            (" 2 . .\n 2 . .\n 1 . .", "row 2 is drawn below row 2"),
            (" 1X .", "no board in"),
            (&". ".repeat(26), "no board in"),
        ] {
            let error = board(text).unwrap_err().to_string();
            assert!(error.contains(said), "{text:?}: {error}");
        }
    }

    #[test]
    fn lists_of_stones() {
        let size = Size::new(3, 2).unwrap();
        assert_eq!(stones("B2 c1", "A1", size).unwrap().to_string(), EXPECTED);
        assert!(stones("B2 B2", "", size).is_err());
        assert!(stones("B2", "B2", size).is_err());
        assert!(stones("B3", "", size).is_err());
        assert!(stones("pass", "", size).is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[ \n0-9XxOo.+|()A-C#é]{0,80}", other in ".*") {
            let size = Size::new(3, 2).unwrap();
            let _ = (board(&text), board(&other), stones(&text, &other, size));
        }

        #[test]
        fn a_drawing_is_read_again(
            columns in 1u8..=25,
            rows in 1u8..=25,
            colors in prop::collection::vec(0usize..3, 625),
            mark in 0usize..625,
        ) {
            let size = Size::new(columns, rows).unwrap();
            let mut position = Position::empty(size);
            for (point, color) in size.points().zip(colors) {
                position[point] = [Color::Empty, Color::Black, Color::White][color];
            }
            prop_assert_eq!(board(&position.to_string()), Ok(position.clone()));
            let marked = size.points().nth(mark);
            prop_assert_eq!(board(&position.drawn(marked)), Ok(position));
        }
    }
}
