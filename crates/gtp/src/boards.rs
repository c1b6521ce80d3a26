//! Boards and lists of stones, as engines write them.

use super::{Unreadable, turns};
use superko_game::{Color, Position, Size, Turn};

/// Parses the answers to `list_stones black` and `list_stones white`.
///
/// # Errors
///
/// If either is not a list of points of this board, or a point is on both.
pub fn stones(black: &str, white: &str, size: Size) -> Result<Position, Unreadable> {
    let mut position = Position::empty(size);
    for (list, color) in [(black, Color::Black), (white, Color::White)] {
        for turn in turns(list, size)? {
            let Turn::Play(point) = turn else {
                return Err(Unreadable::PassAsStone);
            };
            if position[point] != Color::Empty {
                return Err(Unreadable::ListedTwice(point));
            }
            position[point] = color;
        }
    }
    Ok(position)
}

/// Parses a drawn board of any size, as answered by `gogui-rules_board` and `showboard`.
///
/// * Black is `X`, `x`, `#`, `B`, `b`, `●` or `⚫`. White is `O`, `o`, `W`, `w`, `○` or `⚪`. An empty point is `.`, `+`, `,`, `*`,
///   `@`, `·` or a crossing of a drawn grid.
/// * Rows may have their number on the left, upwards or downwards. Lines without a number are then ignored.
/// * Frames, lines between the points, numbers on the right and text after them are ignored.
/// * Marks of the last moves are ignored: `X)`, `(X)`, `[X]` and `X1`. A number may also be after an empty point, from which the
///   stone was removed.
/// * If the columns have letters, everything beyond the last column is ignored.
/// * `-` and `_` are empty points if the rows have numbers, the columns have letters, and the board is not readable otherwise.
/// * A board with numbers and letters that is still not readable is read exactly below the letters. So is one that has more
///   points that way. Any other sign below a letter, such as `!` for a ko, is then an empty point.
///
/// # Errors
///
/// If the text does not have a board, or the rows of the board differ in length or are not numbered one by
/// one from or down to 1.
///
/// ```
/// use superko_gtp::board;
///
/// let drawn = "   A B C\n 2 .3X1. 2     White has captured 0\n 1(O)+ . 1\n   A B C";
/// assert_eq!(board(drawn)?.to_string(), ". X .\nO . .\n");
/// # Ok::<(), superko_gtp::Unreadable>(())
/// ```
pub fn board(text: &str) -> Result<Position, Unreadable> {
    let points = |position: &Position| position.size().point_count();
    match (read(text), below_letters(text)) {
        (Ok(read), Some(exact)) if points(&read) < points(&exact) => Ok(exact),
        (read, exact) => read.or_else(|error| exact.ok_or(error)),
    }
}

/// Reads a board in which every glyph has a meaning. `-` and `_` are points only if that makes the board readable, or changes its
/// size.
fn read(text: &str) -> Result<Position, Unreadable> {
    let usual = with_lines_between_points(text);
    let has_usual_size =
        |read: &Position| usual.as_ref().is_ok_and(|usual| usual.size() == read.size());
    with_lines_as_points(text).filter(|read| !has_usual_size(read)).map_or(usual, Ok)
}

/// Reads a board with numbered rows exactly below the letters of the columns. A sign there that is no stone, such as `!` for a
/// ko, is an empty point. `None` if a letter, a digit or nothing stands there.
fn below_letters(text: &str) -> Option<Position> {
    let letters = text.lines().find(|line| letters_in(line).is_some())?;
    let places = letters.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace());
    let places: Vec<usize> = places.map(|(place, _)| place).collect();
    // The first line of a reply has lost its leading spaces.
    let shifts = 0..=if text.starts_with(letters) { MARGIN } else { 0 };
    let mut read = shifts.filter_map(|shift| {
        let places: Vec<usize> = places.iter().map(|place| place + shift).collect();
        rows_at(text, &places)
    });
    // A board that is readable with two shifts is ambiguous.
    read.next().filter(|_| read.next().is_none())
}

/// The widest margin of a drawn board, in characters.
const MARGIN: usize = 8;

/// The letters of columns.
const LETTERS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Reads the board whose points stand at these places of the lines that begin with a number.
fn rows_at(text: &str, places: &[usize]) -> Option<Position> {
    let mut rows: Vec<(usize, Row)> = Vec::new();
    for line in text.lines() {
        let glyphs: Vec<char> = line.chars().collect();
        let left = places.first()?.saturating_sub(1).min(glyphs.len());
        let margin: String = glyphs[..left].iter().filter(|glyph| !is_between(**glyph)).collect();
        let Ok(number) = margin.parse() else { continue };
        let cell = |&place: &usize| match *glyphs.get(place)? {
            glyph if color(glyph).is_some() => color(glyph),
            glyph if glyph.is_alphanumeric() || glyph.is_whitespace() => None,
            glyph if is_between(glyph) => None,
            _ => Some(Color::Empty),
        };
        rows.push((number, places.iter().map(cell).collect::<Option<Row>>()?));
    }
    rows.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    let in_order = rows.iter().rev().zip(1..).all(|((number, _), expected)| *number == expected);
    let rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();
    position(&rows, text).ok().filter(|_| in_order)
}

/// Reads a board in which `-` and `_` are empty points: its rows have numbers, and as many points as columns have letters.
fn with_lines_as_points(text: &str) -> Option<Position> {
    let columns = lettered_columns(text).filter(|_| text.contains(['-', '_']))?;
    let rows = numbered_rows(&text.replace(['-', '_'], ".")).ok()??;
    rows.iter().all(|row| row.len() == columns).then(|| position(&rows, text).ok()).flatten()
}

/// Reads a board in which `-` and `_` are lines between the points.
fn with_lines_between_points(text: &str) -> Result<Position, Unreadable> {
    let mut rows = match numbered_rows(text)? {
        Some(rows) => rows,
        None => unnumbered_rows(text),
    };
    if let Some(columns) = lettered_columns(text) {
        rows.iter_mut().for_each(|row| row.truncate(columns));
    }
    position(&rows, text)
}

/// Returns the position of some rows, the top row first.
fn position(rows: &[Row], text: &str) -> Result<Position, Unreadable> {
    let columns = rows.first().map_or(0, Vec::len);
    let side = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
    let size = Size::new(side(columns), side(rows.len()))
        .map_err(|_| Unreadable::NoBoard(text.to_owned()))?;
    if rows.iter().any(|row| row.len() != columns) {
        return Err(Unreadable::UnevenRows(text.to_owned()));
    }
    let mut position = Position::empty(size);
    for (point, color) in size.points().zip(rows.iter().rev().flatten()) {
        position[point] = *color;
    }
    Ok(position)
}

/// The points of a row, from left to right.
type Row = Vec<Color>;

fn color(glyph: char) -> Option<Color> {
    match glyph {
        'X' | 'x' | '#' | 'B' | 'b' | '●' | '⚫' => Some(Color::Black),
        'O' | 'o' | 'W' | 'w' | '○' | '⚪' => Some(Color::White),
        '.' | '+' | ',' | '*' | '@' | '·' => Some(Color::Empty),
        '┌' | '┬' | '┐' | '├' | '┼' | '┤' | '└' | '┴' | '┘' => Some(Color::Empty),
        _ => None,
    }
}

/// Returns whether a glyph may stand between points: a mark of the last move, or a line.
fn is_between(glyph: char) -> bool {
    matches!(glyph, ' ' | '(' | ')' | '[' | ']' | '<' | '>' | '|' | '-' | '─' | '│')
}

/// Counts the columns, if a line names at least two: A, B, C and so on without I.
fn lettered_columns(text: &str) -> Option<usize> {
    text.lines().find_map(|line| letters_in(line).filter(|&count| count > 1))
}

/// Counts the columns that a line names, if it names some and nothing else.
fn letters_in(line: &str) -> Option<usize> {
    let words = || line.split_whitespace().map(str::to_ascii_uppercase);
    let named = words().zip(LETTERS.chars()).filter(|(word, letter)| *word == letter.to_string());
    Some(words().count()).filter(|&count| count > 0 && named.count() == count)
}

/// Returns the largest block of lines that have only points and what is between them, the top row first.
fn unnumbered_rows(text: &str) -> Vec<Row> {
    let mut blocks: Vec<Vec<Row>> = vec![Vec::new()];
    for line in text.lines().map(str::trim) {
        if is_frame(line) || !line.is_empty() && line.chars().all(is_between) {
            continue;
        }
        let row: Row = line.chars().filter_map(color).collect();
        let pure = line.chars().all(|c| color(c).is_some() || is_between(c));
        match blocks.last_mut() {
            Some(block) if pure && !row.is_empty() => block.push(row),
            _ => blocks.push(Vec::new()),
        }
    }
    // The first of the largest blocks.
    blocks.into_iter().rev().max_by_key(Vec::len).unwrap_or_default()
}

/// Returns whether a line is the upper or lower edge of a frame, as in `+-----+`.
fn is_frame(line: &str) -> bool {
    let corners = ['+', '┌', '┐', '└', '┘'];
    let edge = line.strip_prefix(corners).and_then(|line| line.strip_suffix(corners));
    edge.is_some_and(|edge| edge.chars().count() > 1 && edge.chars().all(|c| "-─".contains(c)))
}

/// Reads the rows that begin with their number, the top row first. `None` if no row does.
fn numbered_rows(text: &str) -> Result<Option<Vec<Row>>, Unreadable> {
    let mut rows: Vec<(usize, Row)> = Vec::new();
    // Whether the numbers go up from 1, so that the last line is the top row.
    let mut upwards = false;
    for line in text.lines() {
        let Some((number, row)) = numbered_row(line) else {
            if upwards || matches!(rows[..], [(1, _)]) { break } else { continue }
        };
        match rows.last() {
            Some(&(1, _)) if rows.len() == 1 && number == 2 => upwards = true,
            Some(&(above, _)) if upwards && number == above + 1 => {}
            Some(&(1, _)) if !upwards => break,
            Some(&(above, _)) if upwards || number + 1 != above => {
                return Err(Unreadable::RowOrder { row: number, above, text: text.to_owned() });
            }
            _ => {}
        }
        rows.push((number, row));
    }
    if upwards {
        rows.reverse();
    }
    match rows.last() {
        None => Ok(None),
        Some((1, _)) => Ok(Some(rows.into_iter().map(|(_, row)| row).collect())),
        Some(&(row, _)) => Err(Unreadable::EndsAtRow { row, text: text.to_owned() }),
    }
}

/// Reads the number at the beginning of a line, and the points after it, if there are any.
fn numbered_row(line: &str) -> Option<(usize, Row)> {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let number = line[..digits].parse().ok()?;
    let row = &line[digits..];
    // A letter right after the number is no point, as in `4X are black`.
    let begins = row.starts_with(|c: char| is_between(c) || !c.is_alphanumeric());
    Some((number, points(row))).filter(|(_, points)| begins && !points.is_empty())
}

/// Returns the points of a row, up to the first text that is not a point.
fn points(row: &str) -> Row {
    let mut points = Vec::new();
    // The number of points that are letters of the current word.
    let mut word = 0;
    let mut before = ' ';
    for glyph in row.chars() {
        match (color(glyph), glyph) {
            (Some(color), _) => points.push(color),
            (None, _) if is_between(glyph) => {}
            // The number of a recent move comes right after its point. After a space, a number is that of the row.
            (None, '0'..='9') if color(before).is_some() || before.is_ascii_digit() => {}
            _ => {
                // `Black has captured` has no point at its beginning.
                if glyph.is_alphabetic() {
                    points.truncate(points.len() - word);
                }
                break;
            }
        }
        word = if glyph.is_alphabetic() { word + 1 } else { 0 };
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
    fn boards_of_many_engines() {
        for drawn in [
            ". X .\nO . X",
            ".X.\nO.X\n",
            "   A B C\n 2 . X . 2     WHITE (O) has captured 0 stones\n 1 O + X 1     BLACK (X)\n   A B C",
            "Passes: 0\n  a b c\n 2 . x . 2\n 1 o . x)1\n  a b c\n\nHash: 12 X O\nKo: 0",
            "MoveNum: 3 HASH: CDCB\n   A B C\n 2 . X2@\n 1 O1. X3\n\nNext player: White\nRules: {}",
            "Move: 3 Komi: 0.0\n      A B C\n    +-------+\n  2 | . X . |\n  1 | O . X)|\n    +-------+\n",
            " 2 . X .\n 1(O). X",
            "3 moves\n4X are black\n2 black stones, 1 white\n 2 . X .\n 1 O . X",
            // The numbers of the last moves, also where the stone is gone.
            "MoveNum: 4 HASH: 8AD3A3E1\n   A B C\n 2 .2X3.\n 1 O1. X\nNext player: Black\nRules: {}",
            "MoveNum: 12\n   A B C\n 2 .10X11.12\n 1 O . X\n",
            // Rows numbered upwards, other glyphs, lines between the points, text behind them.
            "  a b c\n1 o . x\n2 . x .\nblack to move",
            " 2 . B .\n 1 W . B",
            " 2 .-b-.\n   | | |\n 1 w-.-b\n",
            "┌─●─┐\n○─┴─●",
            "2 ┌─●─┐\n1 ○─┴─●\n  A B C",
            "+-------+\n| . X . |\n| O . X |\n+-------+\nx to move: o",
            "| . | X | . |\n|---|---|---|\n| O | . |[X]|",
            "Turn: black\n.X.\nO.X\nB 0, W 0",
            "  A B C\n2 . X . x has 0\n1 O . X o has 0",
            " 2 . X .   White: 0\n 1 O . X   Black: 0",
            // If letters tell how many points there are, a line may be a point.
            "   A B C\n 2 - X - 2\n 1 O - X 1\n   A B C",
            "  A B C\n +-----+\n2|_ X _|\n1|O _ X|\n +-----+\nx to move - o",
            "  A B C\n  -----\n2 . X . 2 - a\n1 O . X 1\n  -----",
            "  A B C\n2 .-b-. 2\n1 w-.-b 1",
        ] {
            let read = board(drawn).map(|position| position.to_string());
            assert_eq!(read.as_deref(), Ok(EXPECTED), "{drawn}");
        }
    }

    #[test]
    fn marks_on_empty_points_hide_nothing() {
        for drawn in [
            "   A B C\n 2 . X ! 2\n 1 O * X 1\n   A B C",
            "    A B C\n  +-------+\n2 | ! X . | 2\n1 | O ! X)| 1\n  +-------+",
            "  a b c\n2 ! x ~ 2 captured: 3\n1(o)? x 1",
            "   A B C\n 1 O ! X\n 2 ? X %",
        ] {
            let read = board(drawn).map(|position| position.to_string());
            assert_eq!(read.as_deref(), Ok(EXPECTED), "{drawn}");
        }
        // Narrow and low boards are read to their ends, also where the first line has lost its spaces.
        for (drawn, read) in [
            ("  A B C\n1 X O !", "X O .\n"),
            ("A B\n 1 ! O 1\n   A B", ". O\n"),
            ("A\n 2 O\n 1 !\n   A", "O\n.\n"),
        ] {
            assert_eq!(
                board(drawn).map(|position| position.to_string()).as_deref(),
                Ok(read),
                "{drawn}"
            );
        }
        // The meaning of a letter or a digit is not guessed.
        for drawn in
            ["  A B C\n2 . X a\n1 O . X", "  A B C\n2 . X 5\n1 O . X", "  A B C\n2 . X\n1 O . X"]
        {
            assert!(board(drawn).is_err(), "{drawn}");
        }
    }

    #[test]
    fn a_full_row_between_lines_is_no_board_of_its_own() {
        let drawn = "  A B C\n2 _ X _ 2\n1 O O X 1\n  A B C";
        assert_eq!(
            board(drawn).map(|position| position.to_string()).as_deref(),
            Ok(". X .\nO O X\n")
        );
    }

    #[test]
    fn row_numbers_with_two_digits() {
        let rows: Vec<String> = (1..=11).rev().map(|n| format!("{n:>2} . O {n}")).collect();
        assert_eq!(board(&rows.join("\n")).map(|c| c.size()), Ok(Size::new(2, 11).unwrap()));
    }

    #[test]
    fn a_text_without_a_board_is_an_error_that_says_why() {
        for (text, said) in [
            ("", "no board in"),
            ("hello", "no board in `hello`"),
            ("X O\nX", "differ in length"),
            (" 3 . .\n 1 . .", "row 1 is drawn below row 3"),
            (" 3 . .\n 2 . .", "ends at row 2"),
            (" 2 . .\n 2 . .\n 1 . .", "row 2 is drawn below row 2"),
            (" 1X .", "no board in"),
            (&". ".repeat(26), "no board in"),
            (" 1 . .\n 2 . .\n 4 . .", "row 4 is drawn below row 2 in `1 . . / 2 . . / 4 . .`"),
            ("boards of many words", "no board in"),
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
