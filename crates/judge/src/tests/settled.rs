//! Records that state the players' agreement, and results that no agreement gives.

use super::{assert_said, judged};
use crate::{Note, RecordVerdict};
use superko_game::Settlement;

/// On three points, Black has A1 and White has C1.
fn game(rules: &str, about: &str) -> String {
    format!("(;SZ[3:1]RU[{rules}]KM[0]{about};B[aa];W[ca];B[];W[])")
}

#[test]
fn the_agreement_of_the_players_is_final() {
    let legal = "All 4 moves are legal.";
    let agreed = "The players agree that C1 is dead.";
    for rules in ["chinese", "basic", "simplified-ing"] {
        for (about, verdict, said) in [
            ("GC[agreed=C1]RE[B+3]", RecordVerdict::Correct, format!("Black 3, White 0: B+3, as the record says. {agreed}")),
            ("GC[agreed=C1]RE[0]", RecordVerdict::WrongResult, format!("Black 3, White 0: B+3. The record says 0, which is wrong. {agreed}")),
            ("GC[agreed=C1]", RecordVerdict::Correct, format!("Black 3, White 0: B+3. The record claims no result. {agreed}")),
            ("GC[agreed=A1/C1]RE[0]", RecordVerdict::Correct, "Black 0, White 0: a tie, and the record says so (0). The players agree that A1, C1 are dead.".to_owned()),
            ("GC[agreed=none]RE[B+3]", RecordVerdict::WrongResult, "Black 1, White 1: a tie. The record says B+3, which is wrong. The players agree that nothing is dead.".to_owned()),
            ("RE[B+3]", RecordVerdict::ByAgreement, "Black 1, White 1: a tie. The record says B+3, by agreement on dead stones.".to_owned()),
        ] {
            assert_said(&game(rules, about), verdict, &format!("{legal} {said}"));
        }
    }
    // White must pass last, but the record leaves the pass out.
    let lacks = "(;SZ[3:1]PL[W]RU[AGA]KM[0]GC[agreed=A1]RE[W+3];W[ca];B[aa];W[];B[])";
    let lacks = judged(lacks);
    let agreed = Note::Settled(Settlement::Agreed(lacks.size.unwrap().points().take(1).collect()));
    assert_eq!(
        (lacks.verdict, &lacks.notes),
        (RecordVerdict::Correct, &vec![Note::LacksWhitesPass, agreed])
    );
    // The score is three points of territory and a prisoner, less the stone.
    let japanese = judged(&game("japanese", "GC[agreed=C1]RE[B+3]"));
    assert_eq!(japanese.verdict, RecordVerdict::Correct, "{japanese}");
    assert!(japanese.notes.contains(&Note::ByTerritory), "{japanese}");
}

#[test]
fn after_a_disagreement_the_game_continues() {
    let resumed = |moves: &str, claim: &str| {
        format!("(;SZ[3:1]RU[AGA]KM[0]GC[disagreed]RE[{claim}];B[aa];W[];B[];W[]{moves})")
    };
    let note = "The players disagree when passes stop the game, so play resumes.";
    assert_said(
        &resumed(";B[ca];W[];B[];W[]", "B+3"),
        RecordVerdict::Correct,
        &format!("All 8 moves are legal. Black 3, White 0: B+3, as the record says. {note}"),
    );
    assert_said(
        &resumed("", "W+9"),
        RecordVerdict::Unfinished,
        &format!(
            "All 4 moves are legal. The record says W+9, but it does not end with two passes. {note}"
        ),
    );
    // A pass after the stop counts towards the next stop.
    for (moves, verdict) in
        [(";B[]", RecordVerdict::Unfinished), (";B[];W[]", RecordVerdict::WrongResult)]
    {
        assert_eq!(judged(&resumed(moves, "W+9")).verdict, verdict, "{moves}");
    }
    // White's pass after Black's play is left out. The game stops with the two passes of the record, and White plays next.
    let left_out = "(;SZ[3:1]RU[AGA]GC[disagreed];W[aa];W[];B[];W[ca];B[ba];W[aa])";
    assert_eq!(judged(left_out).illegal[0].number, 6, "{}", judged(left_out));
    let twice = "(;SZ[4:1]RU[chinese]GC[disagreed];B[];B[];W[];B[da];W[ca];B[])";
    assert_eq!(judged(twice).verdict, RecordVerdict::Unfinished);
    // The reference agrees, and the history continues.
    let retaken = "(;SZ[2:1]RU[AGA]GC[disagreed];B[aa];W[ba];B[];W[];B[aa])";
    assert_eq!(judged(retaken).illegal[0].number, 5);
}

#[test]
fn an_impossible_agreement_is_explained() {
    for (rules, about, why) in [
        (
            "tromp-taylor",
            "GC[agreed=C1]",
            "`agreed=C1`: under these rules the players cannot agree on anything: leave it out, or use rules with agreement=dead-stones or agreement=resume, such as basic or aga",
        ),
        (
            "tromp-taylor",
            "GC[disagreed]",
            "`disagreed`: under these rules the players cannot agree on anything: leave it out, or use rules with agreement=dead-stones or agreement=resume, such as basic or aga",
        ),
        (
            "basic",
            "GC[disagreed]",
            "`disagreed`: under these rules play does not resume after the passes: write agreed=A1/C3 or agreed=none, or use rules with agreement=resume, such as aga",
        ),
        (
            "chinese",
            "GC[agreed=B1]",
            "`agreed=B1`: there is no stone at B1 that could be dead: name points with stones, or write agreed=none",
        ),
        (
            "chinese",
            "GC[agreed=Z99]",
            "`agreed=Z99`: `Z99` is not a point of a 3x1 board: points are A1 (bottom left) to C1, without the letter I; write points such as agreed=A1/C3, or agreed=none",
        ),
    ] {
        let judged = judged(&game(rules, about));
        let note = Note::NotSettled(why.to_owned());
        assert_eq!(judged.notes.last(), Some(&note), "{judged}");
        assert_eq!(judged.verdict, RecordVerdict::Correct);
        assert!(judged.to_string().contains(&format!("is not applied: {why}.")), "{judged}");
    }
    for other in ["A fine game", "We agreed=Z99", "the players disagreed", "Agreed=C1", "agreed"] {
        let judged = judged(&game("chinese", &format!("GC[{other}]")));
        assert!(judged.notes.is_empty(), "{other}: {judged}");
    }
    let open = judged("(;SZ[3:1]RU[chinese]GC[agreed=C1];B[aa];W[ca])");
    let why = "`agreed=C1`: passes do not end the game".to_owned();
    assert_eq!(open.notes, [Note::NotSettled(why)]);
    let on = judged("(;SZ[3:1]RU[chinese]GC[agreed=A1];B[aa];W[];B[];W[ca];B[];W[])");
    let why = "`agreed=A1`: play resumes after the passes".to_owned();
    assert_eq!(on.notes, [Note::Resumed(4), Note::NotSettled(why)]);
}

#[test]
fn no_agreement_gives_more_points_than_possible() {
    // Of 81 points, 79 are empty. If White's stone is dead, Black has 80 points and a prisoner; komi is 6.5.
    let game = |about: &str| format!("(;SZ[9]RU[Japanese]{about};B[cc];W[gg];B[];W[])");
    let (agreed, wrong) = (RecordVerdict::ByAgreement, RecordVerdict::WrongResult);
    for (claim, verdict) in [
        ("KM[6.5]RE[B+500]", wrong),
        ("KM[6.5]RE[W+500]", wrong),
        ("KM[6.5]RE[B+74.5]", agreed),
        ("KM[6.5]RE[B+75.5]", wrong),
        ("KM[6.5]RE[W+87.5]", agreed),
        ("KM[6.5]RE[W+88.5]", wrong),
        // Dead stones change the result by whole points.
        ("KM[6.5]RE[W+6.75]", wrong),
        ("KM[6.5]RE[B+3]", wrong),
        ("KM[6.5]RE[B+3.5]", agreed),
        // A komi that the record does not name may be large.
        ("RE[B+100.5]", agreed),
        ("RE[B+500]", wrong),
        // These rules give no points for a handicap.
        ("HA[2]KM[6.5]RE[W+87.5]", agreed),
        ("HA[2]KM[6.5]RE[W+88.5]", wrong),
    ] {
        assert_eq!(judged(&game(claim)).verdict, verdict, "{claim}");
    }
    // Captured stones count: Black has White's A9 and 80 points of territory.
    let captured =
        |claim: &str| format!("(;SZ[9]RU[Japanese]KM[0]RE[{claim}];B[ab];W[aa];B[ba];W[];B[])");
    assert_eq!(judged(&captured("B+80")).verdict, RecordVerdict::Correct);
    assert_eq!(judged(&captured("B+79")).verdict, agreed);
    assert_eq!(judged(&captured("B+81")).verdict, wrong);
    // A pass may cost a prisoner. Under rules without an agreement, it is counted exactly.
    let correct = RecordVerdict::Correct;
    for (rules, claim, verdict) in [
        ("score=territory", "B+24", correct),
        ("score=territory", "B+27", wrong),
        ("score=territory,pass=prisoner", "B+24", correct),
        ("score=territory,pass=prisoner", "B+25", wrong),
        ("score=territory,pass=prisoner,last-pass=white", "B+25", correct),
        ("score=territory,pass=prisoner,last-pass=white", "B+24", wrong),
        ("score=territory,pass=prisoner,agreement=dead-stones", "B+27", agreed),
        ("AGA by territory", "B+27", agreed),
    ] {
        let last = if rules.contains("last-pass") { ";W[]" } else { "" };
        let text = format!("(;SZ[5]RU[{rules}]KM[0]RE[{claim}];B[cc];W[];B[]{last})");
        assert_eq!(judged(&text).verdict, verdict, "{rules} {claim}: {}", judged(&text));
    }
    // The prisoners from before the record are unknown.
    let middle = "(;SZ[9]RU[Japanese]KM[6.5]RE[B+200.5]AB[cc]AW[gg];B[];W[])";
    assert_eq!(judged(middle).verdict, agreed);
}

#[test]
fn a_number_that_is_no_score_is_reported() {
    let game = |about: &str| judged(&format!("(;SZ[5]RU[TT]{about};B[cc];W[];B[])"));
    for claim in ["B+NaN", "B+inf", "W+0.1", "W+5000", "B+9.5.5"] {
        let judged = game(&format!("RE[{claim}]"));
        assert_eq!(judged.verdict, RecordVerdict::Correct);
        assert_eq!(judged.notes, [Note::UnreadResult]);
        let said = format!("The record says {claim}. That result could not be read");
        assert!(judged.to_string().contains(&said), "{judged}");
    }
    // An unread komi is reported too, if no score is claimed.
    let komi = "Komi could not be read, and is not counted: `0.1` is not a komi: write a multiple of 0.25 from -1000 to \
                1000, such as 7.5.";
    for claim in ["", "RE[W+0.1]", "RE[B+R]"] {
        let judged = game(&format!("KM[0.1]{claim}"));
        assert_eq!(judged.result, None, "{judged}");
        assert!(judged.to_string().contains(komi), "{judged}");
    }
    assert_eq!(game("KM[0.1]RE[B+25]").verdict, RecordVerdict::NotJudged);
}
