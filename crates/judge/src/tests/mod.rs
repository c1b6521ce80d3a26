//! Records with one peculiarity each, and their adjudications.

mod claims;
mod ends;
mod limits;
mod settled;

use super::{Adjudication, Judge, Note, RecordVerdict};
use superko_sgf::games;

/// Judges a record with both engines, which must not contradict each other.
fn judged(text: &str) -> Adjudication {
    let judge = Judge { check: true, ..Judge::default() };
    let judged = judge.judge(&games(text).next().unwrap(), 0);
    assert_eq!(judged.contradiction, None, "{text}");
    judged
}

fn assert_said(text: &str, verdict: RecordVerdict, said: &str) {
    let judged = judged(text);
    assert_eq!((judged.verdict, judged.to_string().as_str()), (verdict, said), "{text}");
}

/// Black has the three columns on the left, and White the two on the right: B+5.
const DIVIDED: &str = "SZ[5]AB[ca:ce]AW[da:de]";

/// Both players live unconditionally: W+9.
const SETTLED: &str = "SZ[5]AB[ba][da][ab:db]AW[ea][eb][ac:ec][ad][cd][ed][ae:de]";

#[test]
fn moves_and_result_are_told_in_sentences() {
    let both = "Both moves are legal. Black 15, White 10";
    for (about, verdict, said) in [
        (
            "RU[TT]KM[0.5]RE[B+4.5]",
            RecordVerdict::Correct,
            ", komi 0.5: B+4.5, as the record says.",
        ),
        ("RU[TT]RE[B+5.00]", RecordVerdict::Correct, ": B+5, and the record says so (B+5.00)."),
        (
            "RU[TT]KM[5]RE[Draw]",
            RecordVerdict::Correct,
            ", komi 5: a tie, and the record says so (Draw).",
        ),
        ("RU[TT]RE[B+]", RecordVerdict::Correct, ": B+5, and the record says so (B+)."),
        ("RU[TT]", RecordVerdict::Correct, ": B+5. The record claims no result."),
        ("RU[TT]RE[?]", RecordVerdict::Correct, ": B+5. The record says ?."),
        (
            "RU[TT]RE[W+4.5]",
            RecordVerdict::WrongResult,
            ": B+5. The record says W+4.5, which is wrong.",
        ),
        (
            "RU[TT]KM[0]RE[W+]",
            RecordVerdict::WrongResult,
            ": B+5. The record says W+, which is wrong.",
        ),
        (
            "RU[TT]RE[W+]",
            RecordVerdict::Correct,
            ", komi 5.5: W+0.5, and the record says so (W+). The record names no komi; komi 5.5 gives its result.",
        ),
        (
            "RU[TT]RE[B+Resign]",
            RecordVerdict::NotByScore,
            ": B+5. The record says B+Resign: the game was not decided by score.",
        ),
        (
            "RE[B+5]",
            RecordVerdict::Correct,
            ": B+5, as the record says. The record names no rules; Tromp-Taylor rules are used.",
        ),
    ] {
        assert_said(&format!("(;{DIVIDED}{about};B[];W[])"), verdict, &format!("{both}{said}"));
    }
}

#[test]
fn a_result_by_agreement_is_not_wrong() {
    // A white stone stands in Black's territory.
    let invaded = format!("{DIVIDED}AW[aa]KM[0.5]");
    let stands = "Both moves are legal. Black 5, White 11, komi 0.5: W+6.5. The record says B+4.5";
    for (about, marks, verdict, said) in [
        ("RU[Chinese]", "", RecordVerdict::ByAgreement, ", by agreement on dead stones."),
        ("RU[Tromp-Taylor]", "", RecordVerdict::WrongResult, ", which is wrong."),
        (
            "RU[koPOSITIONALscoreAREAtaxNONEsui1]",
            "",
            RecordVerdict::WrongResult,
            ", which is wrong.",
        ),
        (
            "RU[Simplified Ing]",
            "TB[aa:be]TW[ea:ee]",
            RecordVerdict::ByAgreement,
            ", by agreement on dead stones. By the record's territory marks, the score is Black 15, White 10.",
        ),
        (
            "RU[Tromp-Taylor]",
            "TB[aa:be]TW[ea:ee]",
            RecordVerdict::ByAgreement,
            ", by agreement on dead stones. By the record's territory marks, the score is Black 15, White 10.",
        ),
    ] {
        let text = format!("(;{invaded}{about}RE[B+4.5];B[];W[]{marks})");
        assert_said(&text, verdict, &format!("{stands}{said}"));
    }
    // A result that dead stones of either color cannot give is wrong under any rules.
    for (position, about) in
        [(&*invaded, "RE[B+4]"), (SETTLED, "KM[0.5]RE[W+2.5]"), (SETTLED, "KM[0.5]RE[B+]")]
    {
        let text = format!("(;{position}RU[Chinese]{about};B[];W[])");
        assert_eq!(judged(&text).verdict, RecordVerdict::WrongResult, "{text}");
        assert!(judged(&text).last.is_some());
    }
    let right = format!("(;{SETTLED}RU[Chinese]KM[0.5]RE[W+9.5];B[];W[])");
    assert_eq!(judged(&right).verdict, RecordVerdict::Correct);
}

#[test]
fn a_pass_of_whites_may_be_missing_at_the_end() {
    let said = "All 3 moves are legal. Black 15, White 10";
    let lacks =
        " Black passes last, but under these rules White passes last; a pass by White is assumed.";
    for (about, moves, verdict, end) in [
        ("RE[B+5]", "", RecordVerdict::Correct, format!(": B+5, as the record says.{lacks}")),
        ("RE[B+5]", ";W[]", RecordVerdict::Correct, ": B+5, as the record says.".to_owned()),
        (
            "KM[0]RE[W+26]",
            "",
            RecordVerdict::WrongResult,
            format!(": B+5. The record says W+26, which is wrong.{lacks}"),
        ),
    ] {
        let said =
            if moves.is_empty() { said } else { "All 4 moves are legal. Black 15, White 10" };
        let text = format!("(;{DIVIDED}RU[AGA]{about};B[aa];W[];B[]{moves})");
        assert_said(&text, verdict, &format!("{said}{end}"));
    }
}

#[test]
fn rules_given_count_as_those_of_a_record_that_names_none() {
    let given = |text: &str, rules: &str| {
        let rules = Some(rules.parse().unwrap());
        let judge = Judge { rules, check: true, ..Judge::default() };
        judge.judge(&games(text).next().unwrap(), 0).verdict
    };
    let invaded = |rules: &str| format!("(;{DIVIDED}AW[aa]KM[0.5]{rules}RE[B+4.5];B[];W[])");
    assert_eq!(given(&invaded(""), "tromp-taylor"), RecordVerdict::WrongResult);
    assert_eq!(given(&invaded(""), "aga"), RecordVerdict::ByAgreement);
    assert_eq!(given(&invaded("RU[Chinese]"), "tromp-taylor"), RecordVerdict::WrongResult);
    assert_eq!(given(&invaded("RU[TT]"), "aga"), RecordVerdict::ByAgreement);
    assert_eq!(given(&invaded("RU[TT]"), "tromp-taylor"), RecordVerdict::WrongResult);
}

#[test]
fn other_ways_of_counting_are_allowed_and_named() {
    let count = "Both moves are legal. Black 15, White 10";
    for (about, said) in [
        (
            "RU[Chinese]RE[B+4.5]",
            ", komi 0.5: B+4.5, as the record says. The record names no komi; komi 0.5 gives its result.",
        ),
        (
            "RU[Chinese]HA[3]RE[B+2]",
            ": B+2, as the record says. White gets 3 points for the handicap.",
        ),
        ("RU[AGA]HA[2]RE[B+4]", ": B+4, as the record says. White gets 1 point for the handicap."),
        (
            "RU[Chinese]KM[0.25]RE[B+2.25]",
            ", komi 0.25: B+4.75. The record says B+2.25. The record counts the stones above half of the board, and komi \
             in the same unit.",
        ),
    ] {
        let text = format!("(;{DIVIDED}{about};B[];W[])");
        assert_said(&text, RecordVerdict::Correct, &format!("{count}{said}"));
    }
    // Other ways of counting are also allowed for in results by agreement.
    for (about, verdict) in [
        ("KM[0.5]RE[B+2.75]", RecordVerdict::WrongResult),
        ("KM[0.25]RE[B+12.25]", RecordVerdict::ByAgreement),
        ("KM[0.25]RE[B+20.25]", RecordVerdict::WrongResult),
        ("KM[0.5]RE[W+26.5]", RecordVerdict::WrongResult),
        ("KM[0.5]HA[2]RE[W+26.5]", RecordVerdict::ByAgreement),
    ] {
        let text = format!("(;{DIVIDED}RU[Chinese]{about};B[];W[])");
        assert_eq!(judged(&text).verdict, verdict, "{about}");
    }
}

#[test]
fn a_result_by_territory_is_correct_or_by_agreement() {
    // A further stone in Black's own territory costs a point.
    let position = format!("{DIVIDED}AB[aa]KM[0.5]");
    for (about, verdict, said) in [
        (
            "RE[B+3.5]",
            RecordVerdict::Correct,
            " The record says B+3.5. These rules score territory. The score is counted by territory and prisoners.",
        ),
        (
            "RE[W+3.5]",
            RecordVerdict::ByAgreement,
            " The record says W+3.5, by agreement on dead stones. These rules score territory.",
        ),
    ] {
        let text = format!("(;{position}RU[Japanese]{about};B[];W[])");
        assert_said(&text, verdict, &format!("Both moves are legal.{said}"));
    }
    // Without rules, the result may be by area or by territory.
    let text = format!("(;{position}RE[B+3.5];B[];W[])");
    assert_eq!(judged(&text).verdict, RecordVerdict::Correct);
    // Japanese rules have simple ko and no suicide.
    let suicide = "(;SZ[5]RU[Japanese]AB[ab][ba];W[aa])";
    assert_eq!(judged(suicide).illegal[0].rule.id(), "TT7/forbidden");
}

#[test]
fn the_rules_say_how_many_passes_end_a_game() {
    let game = |rules: &str, passes: usize| {
        let passes: String =
            (0..passes).map(|n| if n % 2 == 0 { ";B[]" } else { ";W[]" }).collect();
        format!("(;{DIVIDED}RU[{rules}]RE[B+7]{passes})")
    };
    // The claim is wrong, or possible by agreement. Either verdict shows that the game is over.
    let is_over = |text: &str| judged(text).verdict != RecordVerdict::Unfinished;
    for (rules, passes, expected) in [
        ("passes=two", 1, false),
        ("passes=two", 2, true),
        ("passes=three", 2, false),
        ("passes=three", 3, true),
        ("passes=four", 3, false),
        ("passes=four", 4, true),
        ("last-pass=white", 2, true),
    ] {
        assert_eq!(is_over(&game(rules, passes)), expected, "{rules}, {passes}");
    }
    // After White's pass and Black's, White must pass again. A record without that pass gets a note, and nothing else.
    let white_first = format!("(;{DIVIDED}PL[W]RU[last-pass=white]RE[B+7];W[];B[])");
    let with_last = white_first.replace(";W[];B[]", ";W[];B[];W[]");
    for (text, lacks) in [(&white_first, true), (&with_last, false)] {
        assert!(is_over(text));
        assert_eq!(judged(text).notes.contains(&Note::LacksWhitesPass), lacks, "{text}");
    }
    assert!(!is_over(&white_first.replace(";W[];B[]", ";W[]")));
    assert_said(
        &game("passes=four", 2),
        RecordVerdict::Unfinished,
        "Both moves are legal. The record says B+7, but it does not end with four passes.",
    );
}

#[test]
fn the_rules_say_what_is_counted() {
    let game = |rules: &str| format!("(;{DIVIDED}RU[{rules}];B[];W[])");
    for (rules, territory) in [
        ("score=territory", true),
        ("score=short-territory", true),
        ("score=stones", false),
        ("tromp-taylor", false),
    ] {
        let is_noted = judged(&game(rules)).notes.contains(&Note::Territory);
        assert_eq!(is_noted, territory, "{rules}");
    }
    // Each color has five stones, and the areas are 15 and 10.
    assert_said(
        &game("score=stones"),
        RecordVerdict::Correct,
        "Both moves are legal. Black 5, White 5: a tie. The record claims no result.",
    );
}

#[test]
fn a_result_that_cannot_be_read_is_named() {
    assert_said(
        &format!("(;{DIVIDED}RU[TT]RE[resolved];B[];W[])"),
        RecordVerdict::Correct,
        "Both moves are legal. Black 15, White 10: B+5. The record says resolved. That result could not be read, \
         and is not compared: a score is a multiple of 0.25 of at most 1000, as in B+3.5; B+R, 0 and Void are also \
         accepted.",
    );
}

#[test]
fn a_game_that_does_not_end_in_passes_is_unfinished() {
    let game = |about: &str| format!("(;{DIVIDED}RU[TT]{about};B[];W[ea])");
    let legal = "Both moves are legal.";
    assert_said(&game(""), RecordVerdict::Unfinished, &format!("{legal} The game is unfinished."));
    assert_said(
        &game("RE[B+7]"),
        RecordVerdict::Unfinished,
        &format!("{legal} The record says B+7, but it does not end with two passes."),
    );
    assert_said(
        &game("RE[B+5]"),
        RecordVerdict::Correct,
        &format!(
            "{legal} Black 15, White 10: B+5, as the record says. The passes at the end are left out."
        ),
    );
    assert_said(
        "(;RU[TT])",
        RecordVerdict::Unfinished,
        "There are no moves. The game is unfinished.",
    );
}

#[test]
fn an_illegal_move_is_named_with_its_rule() {
    let ko = "SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc]";
    for (text, said) in [
        (
            "(;SZ[5]RU[TT];B[aa];W[aa];B[bb])",
            "Move 2, W A5, is illegal (TT7): there is a black stone. The move after it is not judged.",
        ),
        (
            "(;SZ[5]RU[AGA]AB[ab][ba];W[aa])",
            "Move 1, W A5, is illegal (TT7/forbidden): suicide of a lone stone.",
        ),
        (
            "(;SZ[5]RU[TT]AB[ab][ba];W[aa])",
            "Move 1, W A5, is illegal (TT6): a lone stone's suicide, which leaves the board as it is.",
        ),
        (
            "(;SZ[2:1]RU[TT];B[aa];W[ba];B[aa])",
            "Move 3, B A1, is illegal (TT6): it repeats the position after move 1.",
        ),
        (
            "(;SZ[2]RU[TT];B[ab];W[];B[bb];W[];B[ba];W[];B[aa])",
            "Move 7, B A2, is illegal (TT6): it repeats the starting position.",
        ),
        (
            "(;SZ[5]RU[TT];B[aa];W[];B[];W[bb];B[cc])",
            "Move 4, W B4, is illegal (TT8): the game is over. The move after it is not judged.",
        ),
        (
            "(;SZ[5]RU[TT]RE[W+Illegal];B[aa];W[bb];B[bb])",
            "Move 3, B B4, is illegal (TT7): there is a white stone. The record says W+Illegal.",
        ),
    ] {
        assert_said(text, RecordVerdict::Illegal, said);
    }
    let retaken = judged(&format!("(;{ko}RU[Chinese];B[cb];W[bb])"));
    let illegal = &retaken.illegal[0];
    assert_eq!(
        (illegal.rule.id(), illegal.earlier.as_ref().map(|at| at.0)),
        ("TT6/simple-ko", Some(0))
    );
    assert!(
        retaken.drawn().starts_with("    before move 2, W B3         at the beginning\n"),
        "{}",
        retaken.drawn()
    );
}

#[test]
fn doubtful_records_are_not_accused() {
    for (text, verdict) in [
        // A repetition that ends the game is a legal move.
        ("(;SZ[2:1]RU[repeat=ties]RE[0];B[aa];W[ba];B[aa])", RecordVerdict::Correct),
        // A pass that the record leaves out ends nothing.
        ("(;SZ[3]RU[AGA]KM[0]RE[W+3];B[bb];B[])", RecordVerdict::Unfinished),
        // The claim is in stones above half of the board, with komi in points.
        ("(;SZ[3]RU[Chinese]KM[7.5]RE[黑胜0.75子];B[bb];W[];B[])", RecordVerdict::Correct),
        ("(;SZ[3]RU[Tromp-Taylor]KM[8.5]RE[B+1/2];B[bb];W[];B[])", RecordVerdict::Correct),
        (
            "(;SZ[3]RU[Tromp-Taylor]KM[6.5]RE[White loses by 2.5];B[bb];W[];B[])",
            RecordVerdict::Correct,
        ),
    ] {
        assert_eq!(judged(text).verdict, verdict, "{text}: {}", judged(text));
    }
    // Under the given rules the players may agree, whatever rules the record names.
    let given = Judge { rules: Some("chinese".parse().unwrap()), ..Judge::default() };
    let resumed = "(;SZ[3]RU[Tromp-Taylor]KM[0]RE[B+9];B[bb];W[];B[];W[aa];B[];W[])";
    let tree = games(resumed).next().unwrap();
    assert_ne!(given.judge(&tree, 0).verdict, RecordVerdict::Illegal);
}

#[test]
fn an_accusation_by_rules_that_nobody_named_says_so() {
    // Black retakes after each player passed. The position repeats, but simple ko allows it.
    let text = "(;SZ[2:1];B[aa];W[ba];B[];W[];B[aa])";
    let judged = judged(text);
    assert_eq!(judged.verdict, RecordVerdict::Illegal);
    let said = judged.to_string();
    assert!(
        said.ends_with("Under these rules the whole record is legal: chinese, japanese."),
        "{said}"
    );
    // Under unknown rules, only moves that are illegal under all rules are illegal.
    assert_eq!(self::judged(&text.replace("SZ", "RU[House]SZ")).verdict, RecordVerdict::Unfinished);
    let occupied = "(;SZ[5]RU[House];B[aa];W[aa])";
    assert_eq!(self::judged(occupied).illegal[0].rule.id(), "TT7");
}

#[test]
fn two_moves_in_a_row_have_a_pass_between_them() {
    assert_said(
        "(;SZ[9]RU[TT];B[aa];B[bb];W[cc])",
        RecordVerdict::Unfinished,
        "All 3 moves are legal. The game is unfinished. Before move 2, a second one of Black in a row, White is \
         assumed to have passed.",
    );
    assert_said(
        "(;SZ[9]RU[TT];B[aa];B[bb];B[cc];B[dd];W[ee])",
        RecordVerdict::Unfinished,
        "All 5 moves are legal. The game is unfinished. 3 times, from move 2 to 4, a player moves twice in a row: \
         the other one is assumed to have passed.",
    );
    assert_said(
        "(;SZ[9]RU[TT];W[aa])",
        RecordVerdict::Unfinished,
        "The only move is legal. The game is unfinished. White plays first; Black is assumed to have passed.",
    );
    // Two passes, one of them left out, do not end a game that continues.
    for text in ["(;SZ[9]RU[TT];B[aa];B[];W[bb])", "(;SZ[9]RU[TT];B[aa];W[];W[bb];B[cc])"] {
        assert_eq!(judged(text).verdict, RecordVerdict::Unfinished, "{text}");
    }
    let white_first = "(;SZ[9]RU[TT]HA[2]AB[aa][bb];W[ee];B[dd])";
    assert!(judged(white_first).notes.is_empty());
}

#[test]
fn a_game_may_go_on_after_two_passes_where_players_agree_on_the_dead() {
    let played_on = "(;SZ[5]RU[Chinese];B[aa];W[];B[];W[bb];B[];W[];B[])";
    let judged = judged(played_on);
    assert_eq!(judged.verdict, RecordVerdict::Correct);
    assert!(
        judged.to_string().contains(
            "Play resumes after the passes, with move 4. Move 7 is a pass after the end."
        ),
        "{judged}"
    );
    // The history continues too.
    let retaken = "(;SZ[2:1]RU[AGA];B[aa];W[ba];B[];W[];B[aa])";
    assert_eq!(self::judged(retaken).illegal[0].number, 5);
}

#[test]
fn stones_that_are_set_up_later_begin_a_new_history() {
    let text = "(;SZ[2:1]RU[TT];B[aa];W[ba];AE[ba]AB[aa]PL[W];W[ba];B[aa])";
    let judged = judged(text);
    assert_eq!(judged.illegal[0].number, 4);
    assert_eq!(judged.illegal[0].earlier.as_ref().map(|at| at.0), Some(2));
    assert!(judged.to_string().contains("After move 2 stones are set up"), "{judged}");
    // Without a named player, the next move shows who is to move.
    let again = self::judged("(;SZ[5]RU[TT];B[aa];AW[bb];B[cc];W[dd])");
    assert_eq!(again.notes, [Note::SetUp(1)]);
    let dead = self::judged("(;SZ[2:1]RU[TT];B[aa];AW[ba])");
    assert_eq!((dead.verdict, dead.error.unwrap().at), (RecordVerdict::Unreadable, 22));
}

#[test]
fn moves_that_were_tried_are_illegal_and_the_game_goes_on() {
    let judged = judged("(;SZ[5]RU[TT];B[aa];XW[aa];W[bb];XB[bb];XB[cc];B[dd])");
    let numbers: Vec<usize> = judged.illegal.iter().map(|illegal| illegal.number).collect();
    assert_eq!((judged.verdict, &numbers[..]), (RecordVerdict::Illegal, &[2, 4][..]));
    assert!(
        judged.to_string().ends_with("Move 5 is legal, although the record shows it as refused."),
        "{judged}"
    );
}

#[test]
fn the_part_before_an_error_is_judged() {
    assert_said(
        "(;SZ[5]RU[TT];B[aa];W[bb] ?)",
        RecordVerdict::Unreadable,
        "SGF, byte 26: `?)` cannot stand outside a value. What was read before: both moves are legal.",
    );
    let illegal = judged("(;SZ[5]RU[TT];B[aa];W[aa];B[bb] ?)");
    assert_eq!((illegal.verdict, illegal.illegal[0].number), (RecordVerdict::Illegal, 2));
    assert_eq!(illegal.error.as_ref().map(|error| error.at), Some(32), "{illegal}");
    // An unread komi matters only for a score.
    let komi = |result: &str| format!("(;{DIVIDED}RU[TT]KM[much]RE[{result}];B[];W[])");
    assert_eq!(judged(&komi("B+5")).verdict, RecordVerdict::NotJudged);
    assert_eq!(judged(&komi("B+R")).verdict, RecordVerdict::NotByScore);
}

#[cfg(feature = "serde")]
#[test]
fn a_line_of_json_has_what_scripts_read() {
    let text = "(;SZ[2:1]RU[TT]KM[7.5]RE[W+7.5];B[aa];W[ba];B[aa])";
    assert_eq!(
        judged(text).to_json("a.sgf", 3, None),
        r#"{"path":"a.sgf","game":3,"size":"2x1","rules":"tromp-taylor","moves":3,"illegal":[{"move":3,"turn":"B A1","rule":"TT6","earlier":1,"why":"it repeats the position after move 1"}],"score":null,"komi":7.5,"result":null,"claimed":"W+7.5","verdict":"illegal"}"#
    );
    let text = "(;SZ[2:1]RU[repeat=loses]RE[W+];B[aa];W[ba];B[aa])";
    assert_eq!(
        judged(text).to_json("a.sgf", 1, None),
        r#"{"path":"a.sgf","game":1,"size":"2x1","rules":"repeat=loses","moves":3,"illegal":[],"score":null,"komi":null,"result":"W+","claimed":"W+","verdict":"correct","decided":{"move":3,"turn":"B A1","rule":"TT6/repeat-loses","outcome":"White wins","repeats":1}}"#
    );
    let text = format!("(;{DIVIDED}RU[TT]KM[0.5]RE[B+4.5];B[];W[])");
    assert_eq!(
        judged(&text).to_json("a.sgf", 1, Some(2)),
        r#"{"path":"a.sgf","game":1,"size":"5x5","rules":"tromp-taylor","moves":2,"illegal":[],"score":{"black":15,"white":10},"komi":0.5,"result":"B+4.5","claimed":"B+4.5","verdict":"correct","variation":2}"#
    );
}
