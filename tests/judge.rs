//! Server games, written as SGF, are judged as on the servers.

mod flaws;

use crate::support::{fact, list, number, text, texts};
use serde_json::Value;
use superko::judge::{Adjudication, Judge, Note, RecordVerdict};
use superko::rules::NamedRules;
use superko::{Color, Player, Position, Size, Turn, sgf};

/// Returns the letters of a turn in SGF.
fn letters(size: Size, name: &str) -> String {
    let letter = |place: u8| char::from(b'a' + place);
    match Turn::parse(name, size).unwrap().point() {
        Some(point) => {
            format!("{}{}", letter(point.column()), letter(size.rows() - 1 - point.row()))
        }
        None => String::new(),
    }
}

/// Returns the beginning of an SGF file, with the properties that a record of the fact files has.
fn header(record: &Value, size: Size) -> String {
    let mut header = format!("(;GM[1]FF[4]SZ[{}]", size.columns());
    for name in ["RU", "RE"] {
        header += &record[name].as_str().map_or(String::new(), |value| format!("{name}[{value}]"));
    }
    header += &record["KM"].as_f64().map_or(String::new(), |komi| format!("KM[{komi}]"));
    header
}

/// Returns a game of the server CGOS as SGF, with a further turn, if one is given.
fn server_game(record: &Value, further: Option<&str>) -> String {
    let size = Size::square(9).unwrap();
    let moves = texts(&record["moves"]);
    let turns = moves.into_iter().chain(further).zip("BW".chars().cycle());
    let turns: String =
        turns.map(|(name, player)| format!(";{player}[{}]", letters(size, name))).collect();
    format!("{}{turns})", header(record, size))
}

/// Returns a game of GNU Go's regression tests as SGF.
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

/// Judges a game with both engines, which must agree.
fn judged(text: &str, rules: Option<&str>) -> Adjudication {
    let mut judge = Judge::default();
    judge.check = true;
    judge.rules = rules.map(|rules| rules.parse::<NamedRules>().unwrap());
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
fn a_result_that_differs_from_the_servers_is_wrong() {
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
            // Under rules with an agreement, the players may have agreed on dead stones. Under Tromp-Taylor rules, they have to
            // capture them.
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
        // No repetition here has the same player to move.
        assert!(judged(&game, Some("aga")).illegal.is_empty());
    }
    assert_eq!(repeated, 4);
}

/// Returns the position after a play that captures no chain of several stones.
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

/// Returns the number of the first illegal move with its rule, or else the verdict.
fn found(text: &str, rules: Option<&str>) -> String {
    let judged = judged(text, rules);
    match judged.illegal.first() {
        Some(illegal) => format!("{} {}", illegal.number, illegal.rule),
        None => judged.verdict.name().to_owned(),
    }
}

#[test]
fn players_agree_or_resume_as_the_switch_says() {
    let claimed = "(;SZ[5]KM[0]RE[B+25];B[cc];W[ee];B[bb];W[];B[]PASS)";
    let resumed = "(;SZ[3:1]KM[0];B[aa];W[];B[]PASS;W[ca];B[];W[])";
    for (rules, by_claim, by_moves) in [
        ("tromp-taylor", "wrong result", "4 TT8"),
        ("cgos", "wrong result", "4 TT8"),
        ("repetition=situational", "wrong result", "4 TT8"),
        ("katago:chinese", "wrong result", "4 TT8"),
        ("katago:nz", "wrong result", "4 TT8"),
        ("basic", "by agreement", "4 TT8"),
        ("short-chinese", "by agreement", "4 TT8"),
        ("agreement=dead-stones", "by agreement", "4 TT8"),
        ("pass-stones", "wrong result", "5 TT8"),
        ("ing", "by agreement", "correct"),
        // Black has at most 22 empty points and a dead stone, which counts twice: 24 points, not 25.
        ("japanese", "wrong result", "correct"),
        ("simplified-ing", "by agreement", "correct"),
        ("aga", "by agreement", "correct"),
        ("kgs:aga", "by agreement", "correct"),
        ("kgs:chinese", "by agreement", "correct"),
        ("ogs:ing", "by agreement", "correct"),
        ("ogs:nz", "by agreement", "correct"),
        ("agreement=resume", "by agreement", "correct"),
    ] {
        let white_passes_last = ["pass-stones", "aga"].contains(&rules);
        let with = |text: &str| text.replace("PASS", if white_passes_last { ";W[]" } else { "" });
        let (claimed, mut resumed) = (with(claimed), with(resumed));
        if white_passes_last {
            resumed = resumed.replace(";W[ca];B[];W[]", ";B[ca];W[];B[];W[]");
        }
        assert_eq!(found(&claimed, Some(rules)), by_claim, "{rules}");
        assert_eq!(found(&resumed, Some(rules)), by_moves, "{rules}");
    }
    // If the rule set has no name, the players may have agreed on anything.
    assert_eq!(found(&claimed.replace("PASS", ""), None), "by agreement");
}

#[test]
fn passes_before_a_resumption_stay_in_the_game() {
    let simple = "repetition=simple-ko,stones=half,agreement=resume";
    for (text, rules, expected) in [
        (
            "(;SZ[3:1]KM[0]RU[aga];B[aa];W[ca];B[];W[];B[ba];W[ca];B[aa];W[];B[])",
            None,
            "7 TT6/situational",
        ),
        ("(;SZ[1]RU[new-zealand]KM[0];B[];W[];B[aa])", None, "3 TT6/new-zealand"),
        ("(;SZ[2:1]KM[0];B[aa];W[ba];B[];W[];B[aa])", Some(simple), "5 TT7/supply"),
        // Under simple ko, a ko may be retaken after passes, whether or not play has resumed; under superko it may not.
        ("(;SZ[2:1]KM[0];B[aa];W[ba];B[];W[];B[aa])", Some("chinese"), "unfinished"),
        ("(;SZ[2:1]KM[0];B[aa];W[ba];B[];W[];B[aa])", Some("kgs:chinese"), "5 TT6"),
        // Under superko, the judge refuses the retaken ko even if play has resumed twice, which these rules permit.
        (
            "(;SZ[3:1]KM[0];B[aa];W[ca];B[];W[];B[ba];W[];B[];W[];B[];W[ca];B[];W[];B[aa])",
            Some("aga"),
            "13 TT6/situational",
        ),
        (
            "(;SZ[3:1]KM[0];B[aa];W[ca];B[];W[];B[ba];W[];B[];W[];B[];W[ca];B[];W[];B[aa])",
            Some("kgs:new-zealand"),
            "13 TT6/situational",
        ),
    ] {
        assert_eq!(found(text, rules), expected, "{text} {rules:?}: {}", judged(text, rules));
    }
}

#[test]
fn the_second_end_is_final_if_the_rules_say_so() {
    let game = |rules: &str, end: &str| {
        format!("(;SZ[3:1]RU[{rules}]KM[0]{end}GC[disagreed];B[aa];W[ca];B[];W[];B[];W[])")
    };
    let continued = |rules: &str| game(rules, "").replace(";B[];W[])", ";B[];W[];B[ba];W[];B[])");
    for (rules, by_claim, by_moves) in [
        ("simplified-ing", "wrong result", "7 TT8"),
        ("agreement=resume", "wrong result", "7 TT8"),
        ("aga", "by agreement", "unfinished"),
        ("bga", "by agreement", "unfinished"),
        ("chinese", "by agreement", "correct"),
        ("japanese", "by agreement", "correct"),
        ("new-zealand", "by agreement", "correct"),
        ("kgs:aga", "by agreement", "correct"),
    ] {
        assert_eq!(found(&game(rules, "RE[B+3]"), None), by_claim, "{rules}");
        let noted = judged(&game(rules, "RE[B+3]"), None).notes.contains(&Note::AgreedAgain);
        assert_eq!(noted, by_claim == "by agreement", "{rules}");
        let judged = judged(&continued(rules), None);
        let resumes = judged.notes.contains(&Note::Resumed(7));
        assert_eq!(resumes, by_moves != "7 TT8", "{rules}: {judged}");
        assert_eq!(judged.illegal.is_empty(), resumes, "{rules}");
    }
}

#[test]
fn handicap_points_are_those_that_the_rules_give() {
    // Black has all 25 points, and komi is 0.5.
    let game =
        |rules: &str, claim: &str| format!("(;SZ[5]{rules}KM[0.5]HA[2]AB[bb][dd]{claim};W[];B[])");
    for (rules, claim, verdict, points, result) in [
        ("RU[Tromp-Taylor]", "RE[B+24.5]", "correct", None, "B+24.5"),
        ("RU[Tromp-Taylor]", "RE[B+23.5]", "wrong result", None, "B+24.5"),
        ("RU[Tromp-Taylor]", "RE[B+22.5]", "wrong result", None, "B+24.5"),
        ("RU[japanese,score=area,agreement=none]", "RE[B+22.5]", "wrong result", None, "B+24.5"),
        ("RU[Chinese]", "RE[B+24.5]", "correct", Some(0), "B+24.5"),
        ("RU[Chinese]", "RE[B+23.5]", "correct", Some(1), "B+23.5"),
        ("RU[Chinese]", "RE[B+22.5]", "correct", Some(2), "B+22.5"),
        ("RU[Chinese]", "RE[B+]", "correct", Some(2), "B+22.5"),
        ("RU[Chinese]", "", "correct", Some(2), "B+22.5"),
        ("RU[kgs:aga]", "", "correct", Some(1), "B+23.5"),
        ("RU[koSIMPLEscoreAREAtaxNONEsui0whbN]", "", "correct", Some(2), "B+22.5"),
        ("RU[koSIMPLEscoreAREAtaxNONEsui0]", "RE[B+22.5]", "wrong result", None, "B+24.5"),
        // If the two handicap stones are dead, White wins at most by 2.5 under Chinese rules, and by 0.5 under Ing's.
        ("RU[Chinese]", "RE[W+2.5]", "by agreement", Some(2), "B+22.5"),
        ("RU[Chinese]", "RE[W+3.5]", "wrong result", Some(2), "B+22.5"),
        ("RU[simplified-ing]", "RE[W+0.5]", "by agreement", None, "B+24.5"),
        ("RU[simplified-ing]", "RE[W+1.5]", "wrong result", None, "B+24.5"),
        // The record names no rules, so its handicap points are unknown.
        ("", "RE[B+22.5]", "correct", Some(2), "B+22.5"),
        ("", "RE[B+24.5]", "correct", None, "B+24.5"),
    ] {
        let text = game(rules, claim);
        let judged = judged(&text, None);
        let found = (judged.verdict.name(), judged.handicap_points, judged.result_text());
        assert_eq!(found, (verdict, points, Some(result.to_owned())), "{text}: {judged}");
        let notes = judged.notes.iter().filter(|note| matches!(note, Note::HandicapPoints(_)));
        assert_eq!(notes.count(), usize::from(points.is_some()), "{text}");
        let json: Value = serde_json::from_str(&judged.to_json("a.sgf", 1, None)).unwrap();
        assert_eq!(json["handicap_points"], points.map_or(Value::Null, Value::from));
    }
}

#[test]
fn rules_that_are_not_supported_are_never_ignored() {
    let game = |about: &str| format!("(;FF[4]GM[1]SZ[3:4]KM[12]{about};B[bb];W[];B[bc];W[];B[])");
    for (rules, part) in [
        ("koPOSITIONALscoreAREAtaxNONEsui1whbX", "`whiteHandicapBonus` is X"),
        ("koSPIGHTscoreAREAtaxNONEsui1", "`ko` is SPIGHT"),
        ("Martian", "`Martian` are unknown"),
        // The players may agree on dead stones.
        ("japanese,tax=seki", "points in seki do not count"),
        ("basic,button=half-point", "the first pass takes a button"),
    ] {
        for claim in ["RE[W+0.5]", "RE[W+]", "RE[0]", ""] {
            let text = game(&format!("RU[{rules}]{claim}"));
            let judged = judged(&text, None);
            assert_eq!(judged.verdict, RecordVerdict::NotJudged, "{text}: {judged}");
            assert_eq!((judged.score, judged.result), (None, None));
            let shown = judged.to_string();
            assert!(shown.contains(part) && shown.contains("he result is not judged"), "{shown}");
        }
        let resigned = game(&format!("RU[{rules}]RE[B+R]"));
        assert_eq!(found(&resigned, None), "not by score");
    }
    // With a button, moves are judged up to the first pass by the ko and suicide rules that are supported.
    let late = "(;SZ[2:1]RU[basic,button=half-point];B[aa];W[ba];B[];W[];B[aa])";
    let late = judged(late, None);
    assert_eq!(late.verdict, RecordVerdict::NotJudged, "{late}");
    assert!(late.notes.contains(&Note::AfterFirstPass(2)), "{late}");
    assert!("koSPIGHTscoreAREAtaxNONEsui1".parse::<superko::Rules>().is_err());
}

/// KataGo 1.17.2 played these games against itself, with 4 visits a move, and wrote the records. Its own games may end before the
/// passes.
const BY_KATAGO: &str = include_str!("judge/katago.sgf");

#[test]
fn records_that_katago_writes_are_judged() {
    let all = BY_KATAGO.lines().map(|text| found(text, None));
    let (right, unfinished) = ("correct".to_owned(), "unfinished".to_owned());
    let expected = [&right, &right, &unfinished, &right, &right, &right, &right, &right, &right];
    assert!(all.eq(expected.into_iter().cloned()));
    // Each claim is one point off.
    let (before, after) = BY_KATAGO.lines().next().unwrap().split_once("RE[W+9.5]").unwrap();
    for other in ["RE[W+8.5]", "RE[W+10.5]", "RE[B+9.5]"] {
        assert_eq!(found(&format!("{before}{other}{after}"), None), "unfinished");
        let whole = format!("{before}{other}{};W[];B[])", after.strip_suffix(')').unwrap());
        assert_eq!(found(&whole, None), "wrong result");
    }
}

/// Endings that are known from textbooks, played out under `katago:japanese`. The positions and the plays are our own. The result
/// of each is the one that the comment in the file cites from the text of KataGo's rules.
const ENDINGS: &str = include_str!("judge/endings.sgf");

#[test]
fn textbook_endings_have_the_result_that_the_text_gives() {
    let games: Vec<&str> = ENDINGS.split_inclusive(")\n").collect();
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!(found(game, None), "correct", "{game}");
        let (before, claim) = game.split_once("RE[").unwrap();
        let (claim, after) = claim.split_once(']').unwrap();
        let (winner, _) = claim.split_once('+').unwrap();
        assert_eq!(found(&format!("{before}RE[{winner}+1]{after}"), None), "wrong result");
    }
    // An agreement on the dead stones gives the same in the two games that have some.
    for (place, dead) in [(0, "A4/B2/B3/B4/C2/D1/D2"), (2, "A2/A3/A4/B1/B5")] {
        let game = ENDINGS.split_inclusive(")\n").nth(place).unwrap();
        let (setup, _) = game.split_once("\n;").unwrap();
        let agreed = format!("{setup}GC[agreed={dead}];B[];W[])").replace("katago:", "");
        assert_eq!(found(&agreed, None), "correct", "{agreed}");
    }
}

#[test]
fn games_with_a_button_are_judged() {
    let button = "koSITUATIONALscoreAREAtaxNONEsui0button1";
    let game = |about: &str| format!("(;FF[4]GM[1]SZ[3:4]KM[12]{about};B[bb];W[];B[bc];W[];B[])");
    // White passes first, which earns her half a point.
    for rules in [button, "katago:aga-button"] {
        for (claim, verdict) in [
            ("W+0.5", "correct"),
            ("W+", "correct"),
            ("0", "wrong result"),
            ("W+1", "wrong result"),
            ("B+0.5", "wrong result"),
            ("B+R", "not by score"),
        ] {
            let text = game(&format!("RU[{rules}]RE[{claim}]"));
            assert_eq!(found(&text, None), verdict, "{text}");
            assert_eq!(found(&game(&format!("RE[{claim}]")), Some(rules)), verdict, "{text}");
        }
    }
    let suicide = "(;SZ[5]RU[BUTTON];B[ea];W[eb];B[aa];W[db];B[ab];W[ca];B[da])";
    assert_eq!(found(&suicide.replace("BUTTON", button), None), "7 TT7/forbidden");
    // A repetition across the button is legal.
    let button = "(;SZ[2:1]RU[koSITUATIONALscoreAREAtaxNONEsui1button1];B[aa];W[ba];B[];W[];B[aa])";
    assert_eq!(found(button, None), "unfinished");
}

#[test]
fn games_with_a_tax_are_judged() {
    let taxed = "(;SZ[3:1]KM[0]RU[koPOSITIONALscoreAREAtaxALLsui1]RE[CLAIM];B[ba];W[];B[])";
    assert_eq!(found(&taxed.replace("CLAIM", "B+1"), None), "correct");
    assert_eq!(found(&taxed.replace("CLAIM", "B+3"), None), "wrong result");
    // Under a tax, KataGo takes some stones in pass-alive territory for alive. By the text of its rules, none of them is.
    let enclosed = "(;SZ[4]KM[0]RU[koSIMPLEscoreTERRITORYtaxTAXsui0]RE[CLAIM];B[db];W[];B[ba];W[];B[ac];W[ca];B[cb];\
                    W[];B[bc];W[];B[bb];W[];B[];W[dc];B[];W[];B[];W[])";
    for (tax, claim, verdict) in [
        ("SEKI", "0", "correct"),
        ("SEKI", "B+1", "correct"),
        ("SEKI", "B+9", "not judged"),
        ("NONE", "B+9", "wrong result"),
    ] {
        let text = enclosed.replace("TAX", tax).replace("CLAIM", claim);
        assert_eq!(found(&text, None), verdict, "{text}");
    }
}

#[test]
fn a_claim_about_a_game_without_a_result_is_wrong() {
    let cycle = "(;SZ[1]KM[0]RE[CLAIM];B[aa];W[aa];B[aa];W[aa])";
    let rules = "repetition=none,long-cycle=third-time,tax=seki";
    assert_eq!(found(&cycle.replace("CLAIM", "Void"), Some(rules)), "correct");
    assert_eq!(found(&cycle.replace("CLAIM", "B+1"), Some(rules)), "wrong result");
}

#[test]
fn games_with_cleanup_phases_are_judged() {
    // Both ways to unblock a ko are legal.
    let ko = "(;SZ[4:3]RULESAB[ba][ab][bc]AW[ca][cc][db][bb];B[];W[];B[cb]";
    let rules = "RU[koSIMPLEscoreTERRITORYtaxSEKIsui0]";
    for unblocked in ["bb", "cb"] {
        let text = format!("{};W[{unblocked}];B[];W[bb])", ko.replace("RULES", rules));
        assert_eq!(found(&text, None), "unfinished", "{text}");
    }
    // A ko is taken a second time from the same position. KataGo can be set to leave out the cleanup phases. A record that
    // names these rules may be of a game without these phases, so the turn is not judged.
    let again = ";W[bb];B[];W[bb];B[cb];W[];B[cb])";
    let named = format!("{}{again}", ko.replace("RULES", rules));
    let judged = judged(&named, None);
    assert_eq!(judged.verdict, RecordVerdict::NotJudged, "{judged}");
    assert!(judged.notes.iter().any(|note| matches!(note, Note::AfterFirstPass(_))), "{judged}");
    let given = format!("{}{again}", ko.replace("RULES", ""));
    assert_eq!(found(&given, Some("katago:japanese")), "9 TT8/cleanup");
}

#[test]
fn rules_of_2019_and_of_the_server_are_known() {
    let katago = "(;FF[4]GM[1]SZ[9]KM[7.5]RU[koPOSITIONALscoreAREAsui1];B[ah];W[bi];B[bh];W[ch];B[bg];W[di];\
                  B[ag];W[ai];B[ci];W[bi])";
    assert_eq!(found(katago, None), "10 TT6");
    let cgos = "(;FF[4]GM[1]SZ[5]KM[7.5]RU[cgos];B[ea];W[eb];B[aa];W[db];B[ab];W[ca];B[da])";
    let judged = judged(cgos, None);
    assert_eq!((judged.illegal[0].number, judged.illegal[0].rule.id()), (7, "TT7/forbidden"));
    assert_eq!(found(&cgos.replace("cgos", "tromp-taylor"), None), "unfinished");
}

#[test]
fn the_bga_preset_has_no_basic_ko_besides_its_superko() {
    // White retakes after her own pass. No play of hers made that position, so `bga` permits it, and the table of rule sets
    // says so.
    let size = Size::square(5).unwrap();
    let moves = ["A4", "A5", "E1", "C5", "A3", "B4", "D1", "pass", "B5", "A5"];
    let moves: String = moves
        .iter()
        .zip("BW".chars().cycle())
        .map(|(name, player)| format!(";{player}[{}]", letters(size, name)))
        .collect();
    for (rules, expected) in
        [("bga", "unfinished"), ("aga", "10 TT6/situational"), ("chinese", "10 TT6/simple-ko")]
    {
        assert_eq!(found(&format!("(;SZ[5]RU[{rules}]{moves})"), None), expected, "{rules}");
    }
    let bga = superko::Preset::find("bga").unwrap();
    assert!(bga.note.contains("basic ko") && bga.source.contains("agasummary"));
}

#[test]
fn the_number_of_passes_in_a_row_does_not_matter_after_a_resumption() {
    // The games lack passes, have passes after the end, or resume several times. Both engines judge them.
    for rules in ["aga", "bga", "new-zealand", "chinese", "japanese", "simplified-ing", "kgs:aga"] {
        for passes in 1..=9 {
            for first in ["B", "W"] {
                let others = [first, if first == "B" { "W" } else { "B" }];
                let row: String = (0..passes).map(|at| format!(";{}[]", others[at % 2])).collect();
                let text = format!(
                    "(;SZ[3:1]RU[{rules}]KM[0];B[aa];W[ca]{row};B[ba]{row};W[ca]{row};B[aa]{row})"
                );
                let judged = judged(&text, None);
                assert!(judged.error.is_none(), "{text}: {judged}");
            }
        }
    }
}
