use super::Unreadable;
use crate::engine::{RefusalReason, Ruling};
use crate::game::{Player, Size, Turn};

/// Reads a list of vertices, `pass` among them, as `all_legal` and `gogui-rules_legal_moves` answer it.
///
/// # Errors
///
/// If anything else is in it.
pub fn turns(text: &str, size: Size) -> Result<Vec<Turn>, Unreadable> {
    text.split_whitespace().map(|name| Turn::parse(name, size).map_err(Unreadable::Turn)).collect()
}

/// Reads the answer to `is_legal`: `1` or `0`, `true` or `false`.
///
/// # Errors
///
/// If it is anything else.
pub fn legality(text: &str) -> Result<Ruling, Unreadable> {
    match text.trim().to_ascii_lowercase().as_str() {
        "1" | "true" => Ok(Ruling::Allowed),
        "0" | "false" => Ok(Ruling::Forbidden(RefusalReason::Unstated)),
        _ => Err(Unreadable::NoLegality { text: text.to_owned() }),
    }
}

/// Reads the name of a player, as `gogui-rules_side_to_move` answers it.
///
/// # Errors
///
/// If it is no player's.
pub fn player(text: &str) -> Result<Player, Unreadable> {
    match text.trim().to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Player::Black),
        "w" | "white" => Ok(Player::White),
        _ => Err(Unreadable::NoPlayer { text: text.to_owned() }),
    }
}

/// Reads a result, such as `B+3.5`, `W+12`, `0`, `Draw` or `Jigo`, as Black's margin in half points.
///
/// # Errors
///
/// If it is no result, or one that has no margin (`B+R`).
pub fn half_points(text: &str) -> Result<i32, Unreadable> {
    let wrong = || Unreadable::NoScore { text: text.to_owned() };
    let word = text.split_whitespace().next().ok_or_else(wrong)?.to_ascii_lowercase();
    let (sign, points) = match word.as_str() {
        "0" | "draw" | "jigo" => return Ok(0),
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

/// Reads the policy in the answer to `kata-raw-nn`: the turns that it does not call illegal (`NAN`).
///
/// The policy lists the points row by row from the top left; `policyPass` stands apart.
///
/// # Errors
///
/// If there is no policy in it, or one of another size.
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

/// What an error reply means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Complaint {
    /// The engine did not understand the command: nothing is said about the turn.
    NotUnderstood,
    /// It understood, and refuses.
    Refused(RefusalReason),
}

/// Reads an error reply.
///
/// The reason is taken from the words of the reply when they name one and no other.
pub fn complaint(text: &str) -> Complaint {
    let text = text.to_ascii_lowercase();
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphabetic()).collect();
    let any = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    let starts = |start: &str| words.iter().any(|word| word.starts_with(start));
    let reasons = [
        (RefusalReason::Repetition, any(&["ko", "superko", "psk", "ssk"]) || starts("repe")),
        (RefusalReason::Suicide, starts("suicid")),
        (RefusalReason::Occupied, any(&["occupied"]) || text.contains("not empty")),
        (RefusalReason::Over, any(&["over", "ended", "finished"])),
    ];
    let mut named = reasons.into_iter().filter(|(_, named)| *named).map(|(reason, _)| reason);
    match (named.next(), named.next()) {
        (Some(reason), None) => return Complaint::Refused(reason),
        (Some(_), Some(_)) => return Complaint::Refused(RefusalReason::Unstated),
        (None, _) => {}
    }
    let unknown = any(&["unknown"]) && any(&["command"]);
    let misread = any(&["vertex", "coordinate", "coordinates", "color", "colour"]);
    match unknown || any(&["syntax"]) || (any(&["invalid", "bad"]) && misread) {
        true => Complaint::NotUnderstood,
        false => Complaint::Refused(RefusalReason::Unstated),
    }
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
    fn complaints() {
        use Complaint::{NotUnderstood, Refused};
        for (text, expected) in [
            ("unknown command", NotUnderstood),
            ("unknown position", Refused(RefusalReason::Unstated)),
            ("command refused", Refused(RefusalReason::Unstated)),
            ("bad vertex", NotUnderstood),
            ("bad move", Refused(RefusalReason::Unstated)),
            ("this vertex is not allowed", Refused(RefusalReason::Unstated)),
            ("syntax error", NotUnderstood),
            ("invalid color or coordinate", NotUnderstood),
            ("invalid vertex: Z9", NotUnderstood),
            ("illegal move", Refused(RefusalReason::Unstated)),
            ("invalid play", Refused(RefusalReason::Unstated)),
            ("illegal move: ko", Refused(RefusalReason::Repetition)),
            ("Illegal: positional superko", Refused(RefusalReason::Repetition)),
            ("move repeats an earlier position", Refused(RefusalReason::Repetition)),
            ("suicide is forbidden", Refused(RefusalReason::Suicide)),
            ("vertex is occupied", Refused(RefusalReason::Occupied)),
            ("point not empty", Refused(RefusalReason::Occupied)),
            ("the game is over", Refused(RefusalReason::Over)),
            ("ko or suicide", Refused(RefusalReason::Unstated)),
            ("", Refused(RefusalReason::Unstated)),
        ] {
            assert_eq!(complaint(text), expected, "{text}");
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
                let _ = (policy(text, size), complaint(text));
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
