//! Numbers of points in the ways in which people write them.

/// The words that may stand around a number, longer words first.
const AROUND: [&str; 28] = [
    "points", "point", "pts", "moku", "stones", "wins", "win", "won", "loses", "lost", "by",
    "勝ち", "負け", "and", "胜", "勝", "승", "负", "負", "패", "目", "子", "집", "又", "で", "&",
    "+", ":",
];

/// Returns the number in a text in quarters. It may have a comma or a point, or a fraction after it. `None` if the text is more
/// than a number with words around it, or if the number is not a multiple of a quarter.
pub fn quarters(text: &str) -> Option<i32> {
    let text = text.split('(').next().unwrap_or_default().replace(',', ".");
    let text = text.replace('½', " 1/2 ").replace('¼', " 1/4 ").replace('¾', " 3/4 ");
    let text = text.replace("and a half", " 1/2 ").replace(['半', '반'], " 1/2 ");
    let text = AROUND.iter().fold(text, |text, word| text.replace(word, " "));
    let words: Vec<&str> = text.split_whitespace().collect();
    let whole = |word: &str| -> Option<f64> {
        let digits = word.chars().all(|c| c.is_ascii_digit() || c == '.');
        word.trim_end_matches('.').parse().ok().filter(|_| digits)
    };
    let fraction = |word: &str| match word {
        "1/4" => Some(0.25),
        "1/2" => Some(0.5),
        "3/4" => Some(0.75),
        _ => None,
    };
    let points = match words[..] {
        [word] => whole(word).or(fraction(word))?,
        [number, part] => whole(number)? + fraction(part)?,
        _ => return None,
    };
    let quarters = 4.0 * points;
    // A whole number of at most 4000, so the conversion is exact.
    ((0.0..=4000.0).contains(&quarters) && quarters.fract() == 0.0).then_some(quarters as i32)
}

/// Returns the only number in a text, if there is exactly one and it is a whole number.
pub(super) fn whole(text: &str) -> Option<u16> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let mut numbers = text.split(|c: char| !is_part(c)).filter(|part| !part.is_empty());
    let (number, None) = (numbers.next()?, numbers.next()) else { return None };
    let number: f64 = number.parse().ok()?;
    // A small whole number, so the conversion is exact.
    ((0.0..=625.0).contains(&number) && number.fract() == 0.0).then_some(number as u16)
}
