//! Reads what the methods of a board return.
//!
//! Input: a Python value. Output: a position, the answers about legality, a player, a score, or a
//! sentence that says which values are accepted. NumPy is never imported: any value with a method
//! `tolist` counts as an array.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyList, PyString, PyTuple};
use superko::{Color, Player, Position, ReportedScore, Score, Size};

/// The row of the board that comes first in rows and arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FirstRow {
    /// The row that is drawn at the top.
    Top,
    /// Row 1.
    Bottom,
}

/// The legal turns of the player to move, as far as the board reports them.
#[derive(Debug)]
pub(crate) struct Legal {
    /// Whether each point is legal, in the order of [`Size::points`].
    pub(crate) points: Vec<bool>,
    /// Whether the pass is legal; `None` if the board does not say.
    pub(crate) pass: Option<bool>,
}

/// The error for an unexpected value, with what was expected.
#[derive(Debug)]
pub(crate) struct Unreadable(pub(crate) String);

impl From<PyErr> for Unreadable {
    fn from(error: PyErr) -> Unreadable {
        Unreadable(format!("it could not be read: {error}"))
    }
}

type Read<T> = Result<T, Unreadable>;

/// Fails with a description of the accepted values.
fn unreadable<T>(accepted: impl Into<String>) -> Read<T> {
    Err(Unreadable(accepted.into()))
}

/// Returns an array as nested lists, and any other value unchanged.
fn as_lists<'py>(value: &Bound<'py, PyAny>) -> Read<Bound<'py, PyAny>> {
    match value.getattr_opt("tolist")? {
        Some(method) if method.is_callable() => Ok(method.call0()?),
        _ => Ok(value.clone()),
    }
}

/// Returns the elements of a list, a tuple, a set or another iterable; `None` for a string or a number.
fn elements<'py>(value: &Bound<'py, PyAny>) -> Option<Vec<Bound<'py, PyAny>>> {
    if value.is_instance_of::<PyString>() {
        return None;
    }
    value.try_iter().ok()?.collect::<PyResult<_>>().ok()
}

/// Reads Python's `True` and `False`, or NumPy's.
pub(crate) fn truth(value: &Bound<'_, PyAny>) -> Option<bool> {
    if let Ok(value) = value.cast::<PyBool>() {
        return Some(value.is_true());
    }
    let kind = value.get_type();
    let is_numpy = kind.module().is_ok_and(|module| module == "numpy");
    let is_bool = kind.name().is_ok_and(|name| name == "bool" || name == "bool_");
    if is_numpy && is_bool { value.is_truthy().ok() } else { None }
}

/// Reads a whole number, including one written as `1.0`, or NumPy's.
fn whole(value: &Bound<'_, PyAny>) -> Option<i64> {
    match value.extract::<i64>() {
        Ok(number) => Some(number),
        Err(_) => {
            let number = number(value)?;
            // The number is whole and below 2^53, so the conversion is exact.
            (number.fract() == 0.0 && number.abs() < 9e15).then_some(number as i64)
        }
    }
}

/// Reads a number, but not a string that looks like one.
fn number(value: &Bound<'_, PyAny>) -> Option<f64> {
    let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    let converts = || value.hasattr("__float__").unwrap_or(false);
    (is_number || converts()).then(|| value.extract().ok()).flatten()
}

/// Reads `"B"` or `"W"`.
pub(crate) fn player(value: &Bound<'_, PyAny>) -> Read<Player> {
    match value.extract::<String>().as_deref() {
        Ok("B") => Ok(Player::Black),
        Ok("W") => Ok(Player::White),
        _ => unreadable("expected \"B\" or \"W\""),
    }
}

/// Reads `True` or `False`.
pub(crate) fn yes_or_no(value: &Bound<'_, PyAny>) -> Read<bool> {
    truth(value).map_or_else(|| unreadable("expected True or False"), Ok)
}

/// Reads a winner, or `None` for a tie.
pub(crate) fn winner(value: &Bound<'_, PyAny>) -> Read<ReportedScore> {
    if value.is_none() {
        return Ok(ReportedScore::Winner(None));
    }
    match player(value) {
        Ok(player) => Ok(ReportedScore::Winner(Some(player))),
        Err(_) => unreadable("expected \"B\", \"W\", or None for a tie"),
    }
}

/// Reads the totals of both players, or Black's lead.
pub(crate) fn score(value: &Bound<'_, PyAny>) -> Read<ReportedScore> {
    const ACCEPTED: &str = "expected the points of both players such as (41, 40), Black's lead as a number, or \"B\" or \
                            \"W\" if only the winner is known (or implement winner, and set score = \"winner\")";
    if value.is_instance_of::<PyString>() {
        return winner(value).or_else(|_| unreadable(ACCEPTED));
    }
    let lead = |points: f64| {
        let quarters = 4.0 * points;
        // Only leads of fewer than 250,000 points pass, so the conversion is exact.
        let fits = quarters.fract() == 0.0 && quarters.abs() < 1e6;
        fits.then_some(ReportedScore::Margin { quarter_points: quarters as i32 })
    };
    let lists = as_lists(value)?;
    let found = match elements(&lists) {
        None if truth(value).is_some() => None,
        None => number(&lists).and_then(lead),
        Some(pair) => match &pair[..] {
            [black, white] => match (whole(black), whole(white)) {
                (Some(black), Some(white)) => match (u32::try_from(black), u32::try_from(white)) {
                    (Ok(black), Ok(white)) => Some(ReportedScore::Areas(Score::new(black, white))),
                    _ => lead(black as f64 - white as f64),
                },
                _ => number(black).zip(number(white)).and_then(|(b, w)| lead(b - w)),
            },
            _ => None,
        },
    };
    found.map_or_else(|| unreadable(ACCEPTED), Ok)
}

/// Reads the color of a cell: `.`, `X`, `O` (or `B`, `W`), or 0, 1, -1 (or 2).
fn color(cell: &Bound<'_, PyAny>) -> Option<Color> {
    if let Ok(text) = cell.cast::<PyString>() {
        let text = text.to_string();
        let mut letters = text.chars();
        return letters.next().filter(|_| letters.next().is_none()).and_then(color_of_letter);
    }
    match whole(cell)? {
        0 => Some(Color::Empty),
        1 => Some(Color::Black),
        -1 | 2 => Some(Color::White),
        _ => None,
    }
}

fn color_of_letter(letter: char) -> Option<Color> {
    match letter {
        '.' => Some(Color::Empty),
        'X' | 'B' => Some(Color::Black),
        'O' | 'W' => Some(Color::White),
        _ => None,
    }
}

/// Reads a position: rows of strings or of cells.
pub(crate) fn position(value: &Bound<'_, PyAny>, size: Size, first: FirstRow) -> Read<Position> {
    let (columns, rows) = (usize::from(size.columns()), usize::from(size.rows()));
    let accepted = || {
        unreadable(format!(
            "expected rows of the letters \".XO\" for a {columns}x{rows} board, the {} row first, or an array of shape \
             ({rows}, {columns}) with 0 for no stone, 1 for a black one, -1 or 2 for a white one",
            match first {
                FirstRow::Top => "top",
                FirstRow::Bottom => "bottom",
            }
        ))
    };
    let cells: Option<Vec<Vec<Color>>> = if let Ok(text) = value.cast::<PyString>() {
        text.to_string().lines().map(str::trim).filter(|row| !row.is_empty()).map(letters).collect()
    } else {
        let lists = as_lists(value)?;
        let Some(found) = elements(&lists) else { return accepted() };
        let in_one_row: Option<Vec<Color>> = found.iter().map(color).collect();
        match in_one_row.filter(|all| all.len() == rows * columns) {
            Some(all) => Some(all.chunks(columns).map(<[Color]>::to_vec).collect()),
            None => found.iter().map(row).collect(),
        }
    };
    let Some(cells) = cells else { return accepted() };
    if cells.len() != rows || cells.iter().any(|row| row.len() != columns) {
        return accepted();
    }
    let position = match first {
        FirstRow::Top => Position::from_rows(cells),
        FirstRow::Bottom => Position::from_rows_bottom_up(cells),
    };
    position.or_else(|_| accepted())
}

/// Reads a row of a position.
fn row(value: &Bound<'_, PyAny>) -> Option<Vec<Color>> {
    match value.cast::<PyString>() {
        Ok(text) => letters(&text.to_string()),
        Err(_) => elements(&as_lists(value).ok()?)?.iter().map(color).collect(),
    }
}

/// Reads a row of letters. Spaces are ignored.
fn letters(row: &str) -> Option<Vec<Color>> {
    row.chars().filter(|letter| *letter != ' ').map(color_of_letter).collect()
}

/// Returns the values of a mask, in the order of the elements, or `None` if the elements are no mask.
/// `is_array` is whether they come from an array.
fn mask(found: &[Bound<'_, PyAny>], is_array: bool, size: Size) -> Option<Vec<bool>> {
    let (columns, rows) = (usize::from(size.columns()), usize::from(size.rows()));
    let bit = |cell: &Bound<'_, PyAny>| {
        truth(cell).or_else(|| match whole(cell)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        })
    };
    let is_row = |cell: &Bound<'_, PyAny>| cell.is_instance_of::<PyList>();
    let in_rows = found.len() == rows && found.iter().all(is_row);
    let cells = match in_rows {
        true => {
            found.iter().filter_map(elements).filter(|row| row.len() == columns).flatten().collect()
        }
        false => found.to_vec(),
    };
    // A list of lists of numbers might also be a list of points.
    let is_mask = match in_rows {
        true => is_array || cells.iter().all(|cell| truth(cell).is_some()),
        false => !found.is_empty(),
    };
    let bits: Option<Vec<bool>> = cells.iter().map(bit).collect();
    bits.filter(|_| is_mask)
}

/// Reads the legal turns: points, or a mask.
pub(crate) fn legal(value: &Bound<'_, PyAny>, size: Size, first: FirstRow) -> Read<Legal> {
    let (columns, rows) = (usize::from(size.columns()), usize::from(size.rows()));
    let count = size.point_count();
    let accepted = || {
        unreadable(format!(
            "expected points such as {{(0, 0), (2, 1)}}, each as (column, row) from A1 = (0, 0) on this {columns}x{rows} board, \
             with None for the pass; or a mask of shape ({rows}, {columns}), or a flat one of {count} values, or of {} \
             with the pass",
            count + 1
        ))
    };
    let lists = as_lists(value)?;
    let is_array = !lists.is(value);
    let Some(found) = elements(&lists) else { return accepted() };
    if let Some(mut mask) = mask(&found, is_array, size) {
        let pass = (mask.len() == count + 1).then(|| mask.pop()).flatten();
        if mask.len() != count {
            return accepted();
        }
        if first == FirstRow::Top {
            mask = mask.chunks(columns).rev().flatten().copied().collect();
        }
        return Ok(Legal { points: mask, pass });
    }
    if is_array && !found.is_empty() {
        return accepted();
    }
    let mut legal = Legal { points: vec![false; count], pass: None };
    for point in &found {
        if point.is_none() {
            legal.pass = Some(true);
            continue;
        }
        let pair = point.cast::<PyTuple>().ok().and_then(|pair| pair.extract::<(u8, u8)>().ok());
        match pair.and_then(|(column, row)| size.point(column, row)) {
            Some(point) => legal.points[size.index(point)] = true,
            None => return accepted(),
        }
    }
    Ok(legal)
}
