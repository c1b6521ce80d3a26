//! Games of servers, written as SGF and judged as the servers did.

use crate::support::{fact, list, number, text, texts};
use serde_json::Value;
use superko::judge::{Adjudication, Judge, RecordVerdict};
use superko::{Color, Player, Position, Rules, Size, Turn, sgf};

/// The letters of a turn in SGF.
fn letters(size: Size, name: &str) -> String {
    let letter = |place: u8| char::from(b'a' + place);
    match Turn::parse(name, size).unwrap().point() {
        Some(point) => {
            format!("{}{}", letter(point.column()), letter(size.rows() - 1 - point.row()))
        }
        None => String::new(),
    }
}

/// The beginning of a file with what a fact says of the game.
fn header(record: &Value, size: Size) -> String {
    let mut header = format!("(;GM[1]FF[4]SZ[{}]", size.columns());
    for name in ["RU", "RE"] {
        header += &record[name].as_str().map_or(String::new(), |value| format!("{name}[{value}]"));
    }
    header += &record["KM"].as_f64().map_or(String::new(), |komi| format!("KM[{komi}]"));
    header
}

/// A game of the server CGOS, with a further turn, if one is given.
fn server_game(record: &Value, further: Option<&str>) -> String {
    let size = Size::square(9).unwrap();
    let moves = texts(&record["moves"]);
    let turns = moves.into_iter().chain(further).zip("BW".chars().cycle());
    let turns: String =
        turns.map(|(name, player)| format!(";{player}[{}]", letters(size, name))).collect();
    format!("{}{turns})", header(record, size))
}

/// A game of the regression tests of GNU Go.
fn whole_game(record: &Value) -> String {
    let size = Size::square(u8::try_from(number(record, "size")).unwrap()).unwrap();
    let mut game = header(record, size);
    for (name, color) in [("AB", "B"), ("AW", "W")] {
        let points = texts(&record["setup"][color]).into_iter();
        let points: String = points.map(|point| format!("[{}]", letters(size, point))).collect();
        game += &(if points.is_empty() { points } else { format!("{name}{points}") });
    }
    for turn in texts(&record["moves"]) {
        let (player, name) = turn.split_once(' ').unwrap();
        game += &format!(";{player}[{}]", letters(size, name));
    }
    game + ")"
}

/// Judged by both engines, which agree.
fn judged(text: &str, rules: Option<&str>) -> Adjudication {
    let mut judge = Judge::default();
    judge.check = true;
    judge.rules = rules.map(|rules| rules.parse::<Rules>().unwrap());
    let judged = judge.judge(&sgf::games(text).next().unwrap(), 0);
    assert_eq!(judged.contradiction, None, "{text}");
    judged
}

#[test]
fn server_games_are_judged_as_the_server_did() {
    let (mut by_score, mut by_superko) = (0, 0);
    for record in fact("cgos_games.json").as_array().unwrap() {
        let name = text(record, "file");
        let whole = judged(&server_game(record, None), None);
        assert_eq!(whole.moves, texts(&record["moves"]).len(), "{name}");
        if record["server_verdict"].is_null() {
            by_score += 1;
            assert_eq!(whole.verdict, RecordVerdict::Correct, "{name}: {whole}");
            assert_eq!(whole.result.unwrap().to_string(), text(record, "RE"), "{name}");
            let score = whole.score.unwrap();
            let area = [score.black, score.white].map(|points| points as usize);
            assert_eq!(record["tt_area"].as_array().unwrap()[..2], area.map(Value::from), "{name}");
            continue;
        }
        by_superko += 1;
        assert_eq!(whole.verdict, RecordVerdict::NotByScore, "{name}: {whole}");
        let attempted = text(&record["server_verdict"], "attempted");
        let further = judged(&server_game(record, Some(attempted)), None);
        assert_eq!((further.verdict, further.illegal.len()), (RecordVerdict::Illegal, 1), "{name}");
        let illegal = &further.illegal[0];
        assert_eq!((illegal.number, illegal.rule.id()), (further.moves, "TT6"), "{name}");
        let banned = list(record, "psk_banned").iter().find(|ban| text(ban, "point") == attempted);
        let earlier = number(banned.unwrap(), "repeats_after_move");
        assert_eq!(illegal.earlier.as_ref().map(|(number, _)| *number), Some(earlier), "{name}");
        assert!(further.to_string().ends_with("Illegal."), "the record says so too: {further}");
    }
    assert_eq!((by_score, by_superko), (3, 7));
}

#[test]
fn a_result_that_is_not_what_the_server_said_is_wrong() {
    for record in fact("cgos_games.json").as_array().unwrap() {
        let claimed = text(record, "RE");
        if !record["server_verdict"].is_null() {
            continue;
        }
        let winner = if claimed.starts_with('B') { "W" } else { "B" };
        let more = claimed.replace("+", "+1");
        for wrong in [format!("{winner}{}", &claimed[1..]), format!("{winner}+"), more] {
            let game = server_game(record, None).replace(claimed, &wrong);
            let rules = text(record, "RU");
            // By rules with agreement the dead may have been agreed upon; who plays Tromp-Taylor captures them.
            let expected = match judged(&game, None).verdict {
                RecordVerdict::ByAgreement if rules == "Chinese" => continue,
                verdict => verdict,
            };
            assert_eq!(expected, RecordVerdict::WrongResult, "{rules} {claimed} as {wrong}");
        }
    }
}

#[test]
fn repetitions_are_named_with_the_earlier_position() {
    let mut repeated = 0;
    for record in fact("repetition_games.json").as_array().unwrap() {
        let game = whole_game(record);
        let first = &list(record, "repetitions")[0];
        let strict = judged(&game, Some("tromp-taylor"));
        let illegal = &strict.illegal[0];
        let earlier = illegal.earlier.as_ref().unwrap();
        assert_eq!(illegal.number, number(first, "move"));
        assert_eq!(illegal.turn.to_string(), text(first, "point"));
        assert_eq!(earlier.0, number(first, "repeats_position_after_move"));
        assert_eq!(played_on(&illegal.before, illegal.player, illegal.turn), earlier.1);
        repeated += 1;
        // None of them is one with the same player to move.
        assert!(judged(&game, Some("aga")).illegal.is_empty());
    }
    assert_eq!(repeated, 4);
}

/// What a play that captures one stone makes of a position.
fn played_on(before: &Position, player: Player, turn: Turn) -> Position {
    let size = before.size();
    let mut after = before.clone();
    let point = turn.point().unwrap();
    after[point] = player.color();
    for next in size.neighbors(point).filter(|&next| before[next] == player.opponent().color()) {
        if size.neighbors(next).all(|beside| after[beside] == player.color()) {
            after[next] = Color::Empty;
        }
    }
    after
}
