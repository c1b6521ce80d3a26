//! Games that a move decides, or that end in passes, some of which the record leaves out.

use super::{assert_said, judged};
use crate::{Note, RecordVerdict};
use superko_game::Outcome;

/// A board of two points.
const TWO_POINTS: &str = "SZ[2:1]KM[0]";

/// Black retakes, and so repeats the position after move 1.
const RETAKES: &str = ";B[aa];W[ba];B[aa]";

/// A ko: Black can take at C3, and White can retake at B3.
const KO: &str = "SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc]";

#[test]
fn a_repetition_that_loses_or_ties_ends_the_game() {
    let rules =
        |word: &str, about: &str| format!("(;{TWO_POINTS}RU[repeat={word}]{about}{RETAKES}");
    let ends = |word: &str, comes: &str| {
        format!(
            "All 3 moves are legal. Move 3, B A1, ends the game (TT6/repeat-{word}): it repeats the position after move \
             1, so that {comes}."
        )
    };
    let (loses, ties) = (ends("loses", "Black loses and White wins"), ends("ties", "it is a tie"));
    let (correct, wrong) = (RecordVerdict::Correct, RecordVerdict::WrongResult);
    for (word, claim, verdict) in [
        ("loses", "W+F", correct),
        ("loses", "W+", correct),
        ("loses", "W+Resign", correct),
        ("loses", "W+2", correct),
        ("loses", "B+R", wrong),
        ("loses", "B+", wrong),
        ("loses", "B+2", wrong),
        ("loses", "0", wrong),
        ("loses", "Void", wrong),
        ("loses", "Suspended", RecordVerdict::NotByScore),
        ("ties", "0", correct),
        ("ties", "Draw", correct),
        ("ties", "Void", wrong),
        ("ties", "B+2", wrong),
        ("ties", "W+", wrong),
        ("ties", "B+R", wrong),
    ] {
        let said = if word == "loses" { &loses } else { &ties };
        let claimed = match verdict {
            RecordVerdict::Correct => format!("The record says so ({claim})."),
            RecordVerdict::WrongResult => format!("The record says {claim}, which is wrong."),
            _ => format!("The record says {claim}."),
        };
        let text = rules(word, &format!("RE[{claim}]")) + ")";
        assert_said(&text, verdict, &format!("{said} {claimed}"));
        let shown = judged(&text);
        assert_eq!(shown.last.is_some(), verdict == RecordVerdict::WrongResult, "{text}");
        assert_eq!((shown.score, shown.result), (None, None));
        let written = if word == "loses" { "W+" } else { "0" };
        assert_eq!(shown.result_text().as_deref(), Some(written));
    }
    let silent = judged(&(rules("loses", "") + ")"));
    assert_eq!(silent.verdict, correct);
    assert!(silent.to_string().ends_with("White wins. The record claims no result."), "{silent}");
}

#[test]
fn turns_after_a_decisive_move_are_not_judged() {
    // By the passes and the final position, White would have lost.
    let text = format!("(;{TWO_POINTS}RU[repeat=loses]RE[B+2]{RETAKES};W[];B[];W[])");
    assert_said(
        &text,
        RecordVerdict::WrongResult,
        "All moves up to move 3 are legal. Move 3, B A1, ends the game (TT6/repeat-loses): it repeats the position after move \
         1, so that Black loses and White wins. The record says B+2, which is wrong. The 3 moves after it come after the end \
         of the game and are not judged.",
    );
    let right = text.replace("B+2", "W+F");
    assert_eq!(judged(&right).verdict, RecordVerdict::Correct);
    assert_eq!(judged(&right).notes, [Note::AfterEnd(3)]);
    // A repetition that the rules permit decides nothing.
    let none = text.replace("repeat=loses", "repetition=none,repeat=loses");
    assert_eq!(judged(&none).decisive, None);
}

#[test]
fn an_illegal_move_loses_if_the_rules_say_so() {
    let said = "Move 3, B A1, is illegal (TT6): it repeats the position after move 1.";
    let loses = "By TT8/illegal-loses Black loses and White wins.";
    let (correct, wrong) = (RecordVerdict::Correct, RecordVerdict::WrongResult);
    let game = |claim: &str| format!("(;{TWO_POINTS}RU[cgos]{claim}{RETAKES})");
    for (claim, verdict, end) in [
        ("RE[W+Illegal]", correct, "The record says so (W+Illegal)."),
        ("RE[W+]", correct, "The record says so (W+)."),
        ("", correct, "The record claims no result."),
        ("RE[B+Illegal]", wrong, "The record says B+Illegal, which is wrong."),
        ("RE[B+2]", wrong, "The record says B+2, which is wrong."),
        ("RE[0]", wrong, "The record says 0, which is wrong."),
    ] {
        assert_said(&game(claim), verdict, &format!("{said} {loses} {end}"));
        assert_eq!(judged(&game(claim)).illegal.len(), 1);
        // A move that was only tried loses too.
        let tried = game(claim).replace(";B[aa])", ";XB[aa])");
        assert_said(&tried, verdict, &format!("{said} {loses} {end}"));
    }
    // Moves after an illegal move are not judged.
    for further in [";W[])", ";W[];B[];W[])"] {
        let on = game("RE[W+Illegal]").replace(";B[aa])", &format!(";B[aa]{further}"));
        let on = judged(&on);
        assert_eq!(on.verdict, RecordVerdict::Illegal);
        assert!(on.to_string().starts_with(&format!("{said} {loses}")), "{on}");
        assert!(on.to_string().ends_with("not judged."), "{on}");
    }
    // Under rules that refuse it, the move is illegal and decides nothing.
    let refused = game("RE[W+Illegal]").replace("cgos", "tromp-taylor");
    assert_eq!(judged(&refused).verdict, RecordVerdict::Illegal);
    assert_eq!(judged(&refused).decisive, None);
}

#[test]
fn a_long_cycle_is_no_result_unless_the_players_go_on() {
    let short = ";B[aa];W[ba];B[];W[];B[aa]";
    // Passes lift the ban of simple ko. They must not end the game here.
    let game = |about: &str, moves: &str| {
        format!("(;{TWO_POINTS}RU[japanese,passes=three]{about}{moves})")
    };
    assert_eq!(judged(&game("", short)).decisive.unwrap().outcome, Outcome::NoResult);
    let said = "All 5 moves are legal. Move 5, B A1, ends the game (TT8/no-result): it repeats the position after move 1, \
                so that there is no result.";
    for (claim, verdict, end) in [
        ("RE[Void]", RecordVerdict::Correct, "The record says so (Void)."),
        ("RE[No result]", RecordVerdict::Correct, "The record says so (No result)."),
        ("", RecordVerdict::Correct, "The record claims no result."),
        ("RE[B+3]", RecordVerdict::WrongResult, "The record says B+3, which is wrong."),
        ("RE[Draw]", RecordVerdict::WrongResult, "The record says Draw, which is wrong."),
        ("RE[W+Repetition]", RecordVerdict::NotByScore, "The record says W+Repetition."),
        ("RE[B+R]", RecordVerdict::NotByScore, "The record says B+R."),
    ] {
        assert_said(
            &game(claim, short),
            verdict,
            &format!("{said} {end} These rules score territory."),
        );
    }
    // A continued game may still be claimed void. Otherwise it is judged to its end.
    let on = format!("{short};W[];B[];W[]");
    let void = judged(&game("RE[Void]", &on));
    assert_eq!(void.verdict, RecordVerdict::Correct);
    assert_eq!(void.notes, [Note::Territory, Note::AfterEnd(3)]);
    for (claim, verdict) in [
        ("RE[B+1]", RecordVerdict::Correct),
        ("RE[W+3]", RecordVerdict::ByAgreement),
        ("RE[W+4]", RecordVerdict::WrongResult),
        ("", RecordVerdict::Correct),
        ("RE[B+R]", RecordVerdict::NotByScore),
    ] {
        let judged = judged(&game(claim, &on));
        assert_eq!((judged.verdict, &judged.decisive), (verdict, &None), "{claim}: {judged}");
        assert_eq!(judged.notes[1], Note::WentOn { number: 5, repeats: 1 });
    }
    // A later attempt does not end the game.
    let tried = judged(&game("RE[B+1]", &format!("{short};XW[aa];W[];B[];W[]")));
    assert_eq!((tried.verdict, tried.illegal.len()), (RecordVerdict::Illegal, 1));
    assert!(!tried.notes.contains(&Note::NotJudged(3)), "{tried}");
    let without = game("", short).replace("japanese", "chinese");
    assert_eq!(judged(&without).verdict, RecordVerdict::Unfinished);
    let beginning = judged(&format!("(;{KO}RU[japanese,passes=three];B[cb];W[];B[];W[bb])"));
    let decisive = beginning.decisive.as_ref().unwrap();
    assert_eq!((decisive.number, decisive.repeats), (4, Some(0)), "{beginning}");
}

#[test]
fn a_pass_left_out_before_the_last_ones_does_not_keep_the_game_open() {
    let (correct, wrong) = (RecordVerdict::Correct, RecordVerdict::WrongResult);
    let unfinished = RecordVerdict::Unfinished;
    for rules in ["tromp-taylor", "chinese", "aga", "passes=three"] {
        for (moves, winner, verdicts) in [
            // The last two passes are by different players, after a play by either player.
            (";B[cc];B[];W[]", "B", (correct, wrong)),
            (";W[cc];W[];B[]", "W", (correct, wrong)),
            (";W[cc];B[];W[]", "W", (correct, wrong)),
            (";B[cc];W[];B[]", "B", (correct, wrong)),
            (";B[];W[cc];W[];B[]", "W", (correct, wrong)),
            // The record lacks one of the last two passes, so the game does not end.
            (";B[cc];B[]", "B", (correct, unfinished)),
            (";W[cc];W[]", "W", (correct, unfinished)),
            (";B[cc];W[];W[]", "B", (correct, unfinished)),
        ] {
            let passes = if rules == "passes=three" && verdicts.1 == wrong {
                // A third pass, by the player to move.
                if moves.ends_with(";W[]") { ";B[]" } else { ";W[]" }
            } else {
                ""
            };
            let game = |claim: &str| format!("(;SZ[5]RU[{rules}]KM[0]RE[{claim}]{moves}{passes})");
            let other = if winner == "B" { "W" } else { "B" };
            let right = game(&format!("{winner}+25"));
            assert_eq!(judged(&right).verdict, verdicts.0, "{right}: {}", judged(&right));
            // A result that no agreement gives.
            let lie = game(&format!("{other}+26"));
            assert_eq!(judged(&lie).verdict, verdicts.1, "{lie}: {}", judged(&lie));
        }
    }
    // A play after two passes of the record is after the end. A play after one pass is not.
    let played = |moves: &str| judged(&format!("(;SZ[5]RU[TT];B[aa]{moves};B[bb])")).verdict;
    assert_eq!(played(";B[];W[]"), RecordVerdict::Illegal);
    assert_eq!(played(";W[];W[]"), unfinished);
    assert_eq!(played(";B[]"), unfinished);
    // A further pass by White, who must pass last, is not taken for a missing one.
    let more = judged("(;SZ[5]RU[AGA]KM[0]RE[B+25];B[cc];W[];B[];W[];B[])");
    assert_eq!((more.verdict, &more.notes[..]), (correct, &[Note::PassAfterEnd(5)][..]));
}

#[test]
fn white_may_move_first() {
    for (begin, moves, result) in [
        ("", ";W[cc];B[];W[]", "W+25"),
        ("PL[W]", ";W[cc];B[];W[]", "W+25"),
        ("HA[2]AB[bb][dd]", ";W[];B[];W[]", "B+25"),
        ("HA[2]AB[bb][dd]PL[W]", ";W[];B[]", "B+25"),
        ("HA[2]", ";B[bb];B[dd];W[];B[]", "B+25"),
        ("HA[2]", ";B[bb];W[];B[dd];W[];B[];W[]", "B+25"),
    ] {
        for rules in ["tromp-taylor", "chinese", "aga", "new-zealand"] {
            let game = |result: &str| format!("(;SZ[5]RU[{rules}]KM[0]RE[{result}]{begin}{moves})");
            let right = judged(&game(result));
            assert_eq!(right.verdict, RecordVerdict::Correct, "{}: {right}", game(result));
            let swapped = if result.starts_with('B') { "W+28" } else { "B+28" };
            assert_eq!(
                judged(&game(swapped)).verdict,
                RecordVerdict::WrongResult,
                "{}",
                game(swapped)
            );
        }
    }
}
