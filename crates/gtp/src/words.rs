use super::Unreadable;
use superko_engine::{RefusalReason, Ruling};
use superko_game::{Player, Size, Turn};

/// Parses a list of vertices, possibly with `pass`, as answered by `all_legal` and `gogui-rules_legal_moves`.
///
/// # Errors
///
/// If the list has anything else.
pub fn turns(text: &str, size: Size) -> Result<Vec<Turn>, Unreadable> {
    text.split_whitespace().map(|name| Turn::parse(name, size).map_err(Unreadable::Turn)).collect()
}

/// Parses the answer to `is_legal`: `1` or `0`, `true` or `false`.
///
/// # Errors
///
/// If the answer is anything else.
pub fn legality(text: &str) -> Result<Ruling, Unreadable> {
    match text.trim().to_ascii_lowercase().as_str() {
        "1" | "true" => Ok(Ruling::Allowed),
        "0" | "false" => Ok(Ruling::Forbidden(RefusalReason::Unstated)),
        _ => Err(Unreadable::NoLegality(text.to_owned())),
    }
}

/// Parses the name of a player, as answered by `gogui-rules_side_to_move`.
///
/// # Errors
///
/// If the text does not name a player.
pub fn player(text: &str) -> Result<Player, Unreadable> {
    match text.trim().to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Player::Black),
        "w" | "white" => Ok(Player::White),
        _ => Err(Unreadable::NoPlayer(text.to_owned())),
    }
}

/// Parses a result, such as `B+3.5`, `W+12`, `0`, `Draw` or `Jigo`, and returns Black's margin in half
/// points.
///
/// # Errors
///
/// If the text is not a result, or has no margin (`B+R`).
pub fn half_points(text: &str) -> Result<i32, Unreadable> {
    let wrong = || Unreadable::NoScore(text.to_owned());
    let word = text.split_whitespace().next().ok_or_else(wrong)?.to_ascii_lowercase();
    let (sign, points) = match word.as_str() {
        "0" | "0.0" | "draw" | "jigo" | "tie" => return Ok(0),
        word => match (word.strip_prefix("b+"), word.strip_prefix("w+")) {
            (Some(points), _) => (1, points),
            (_, Some(points)) => (-1, points),
            _ => return Err(wrong()),
        },
    };
    if !points.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(wrong());
    }
    let (whole, part) = points.split_once('.').unwrap_or((points, ""));
    let whole: i32 = whole.parse().ok().filter(|&whole| whole < 10_000).ok_or_else(wrong)?;
    let half = match part.trim_end_matches('0') {
        "" => 0,
        "5" => 1,
        _ => return Err(wrong()),
    };
    Ok(sign * (2 * whole + half))
}

/// Parses a result that says that a player lost by an illegal turn, such as `B+F` or `W+Forfeit`, and returns
/// the winner.
pub fn winner_by_forfeit(text: &str) -> Option<Player> {
    let word = text.split_whitespace().next()?.to_ascii_lowercase();
    let (winner, how) = word.split_once('+')?;
    ["f", "forfeit"].contains(&how).then(|| player(winner).ok()).flatten()
}

/// Parses a result, with or without a margin, and returns the winner, or `None` for `0`, `Draw` or `Jigo`.
///
/// # Errors
///
/// If the text is not a result.
pub fn winner(text: &str) -> Result<Option<Player>, Unreadable> {
    let word = text.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    match word.as_str() {
        "0" | "draw" | "jigo" => Ok(None),
        word if word.starts_with("b+") => Ok(Some(Player::Black)),
        word if word.starts_with("w+") => Ok(Some(Player::White)),
        _ => Err(Unreadable::NoScore(text.to_owned())),
    }
}

/// Parses the policy in the answer to `kata-raw-nn`, and returns the turns that it does not mark as illegal
/// (`NAN`).
///
/// The policy lists the points row by row from the top left; `policyPass` is separate.
///
/// # Errors
///
/// If there is no policy in the answer, or one of another size.
pub fn policy(text: &str, size: Size) -> Result<Vec<Turn>, Unreadable> {
    let wrong = || Unreadable::NoPolicy { size, text: text.to_owned() };
    let mut words = text.split_whitespace();
    words.find(|&word| word == "policy").ok_or_else(wrong)?;
    let value = |word: &str| {
        let illegal = word.eq_ignore_ascii_case("nan") || word.eq_ignore_ascii_case("-nan");
        if illegal { Ok(None) } else { word.parse::<f64>().map(Some).map_err(|_| wrong()) }
    };
    let mut legal = Vec::new();
    for row in (0..size.rows()).rev() {
        for column in 0..size.columns() {
            let word = words.next().ok_or_else(wrong)?;
            if value(word)?.is_some() {
                legal.extend(size.point(column, row).map(Turn::Play));
            }
        }
    }
    if words.next() != Some("policyPass") {
        return Err(wrong());
    }
    if value(words.next().ok_or_else(wrong)?)?.is_some() {
        legal.push(Turn::Pass);
    }
    Ok(legal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn scores() {
        for (text, expected) in [
            ("B+3.5", Some(7)),
            ("W+12", Some(-24)),
            ("b+8.0", Some(16)),
            ("0", Some(0)),
            ("Draw", Some(0)),
            ("Jigo", Some(0)),
            ("W+6.50 (estimated)", Some(-13)),
            ("B+R", None),
            ("B+", None),
            ("B+-3", None),
            ("B+inf", None),
            ("B+3.25", None),
            ("B+9999.5", Some(19_999)),
            ("B+10000", None),
            ("B+99999999999", None),
            ("", None),
            ("Black wins", None),
        ] {
            assert_eq!(half_points(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn winners() {
        for (text, expected) in [
            ("B+", Some(Some(Player::Black))),
            ("w+R", Some(Some(Player::White))),
            ("W+3.5", Some(Some(Player::White))),
            ("0", Some(None)),
            ("draw", Some(None)),
            ("Black", None),
            ("", None),
        ] {
            assert_eq!(winner(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn a_game_is_lost_by_forfeit() {
        for (text, expected) in [
            ("B+F", Some(Player::Black)),
            ("w+forfeit (illegal turn)", Some(Player::White)),
            ("B+R", None),
            ("B+5", None),
            ("X+F", None),
            ("+F", None),
            ("F", None),
            ("", None),
        ] {
            assert_eq!(winner_by_forfeit(text), expected, "{text}");
        }
    }

    #[test]
    fn words_for_legality_and_players() {
        for (text, expected) in [
            ("1", Some(Ruling::Allowed)),
            (" TRUE\n", Some(Ruling::Allowed)),
            ("0", Some(Ruling::Forbidden(RefusalReason::Unstated))),
            ("False", Some(Ruling::Forbidden(RefusalReason::Unstated))),
            ("yes", None),
        ] {
            assert_eq!(legality(text).ok(), expected, "{text}");
        }
        for (text, expected) in [
            ("B", Some(Player::Black)),
            ("black", Some(Player::Black)),
            ("w", Some(Player::White)),
            (" White ", Some(Player::White)),
            ("grey", None),
        ] {
            assert_eq!(player(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn policies_are_read_from_the_top_left() {
        let size = Size::new(2, 2).unwrap();
        let text = "symmetry 0\nwhiteWin 0.5\npolicy\n NAN 0.25\n 0.5 1e-3\npolicyPass 0.01\nwhiteOwnership 0";
        let names: Vec<_> = policy(text, size).unwrap().iter().map(Turn::to_string).collect();
        assert_eq!(names, ["B2", "A1", "B1", "pass"]);
        assert!(policy(text, Size::new(3, 2).unwrap()).is_err());
        assert!(policy(text, Size::new(1, 2).unwrap()).is_err());
        assert!(policy("", size).is_err());
        let nowhere = "policy -nan NaN\n nan NAN policyPass -NAN";
        assert_eq!(policy(nowhere, size), Ok(Vec::new()));
        for cut in
            ["policy NAN NAN NAN NAN passes 1", "policy 1 1 1 1 policyPass", "policy 1 1 1 x"]
        {
            assert!(policy(cut, size).is_err(), "{cut}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(policy|[ 0-9NAN.BW+ab1é-])*", other in ".*") {
            let size = Size::new(2, 2).unwrap();
            for text in [&text, &other] {
                let _ = (turns(text, size), legality(text), player(text), half_points(text));
                let _ = policy(text, size);
            }
        }

        #[test]
        fn a_margin_is_read_again(half in -19_999i32..20_000) {
            let winner = if half < 0 { 'W' } else { 'B' };
            let points = f64::from(half.abs()) / 2.0;
            prop_assert_eq!(half_points(&format!("{winner}+{points}")), Ok(half));
        }
    }
}
