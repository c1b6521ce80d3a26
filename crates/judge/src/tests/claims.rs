//! Claimed results whose komi, counting or passes the record does not state.

use super::{RecordVerdict, judged};

fn assert_judged(cases: &[(&str, RecordVerdict)]) {
    for &(text, verdict) in cases {
        let judged = judged(text);
        assert_eq!(judged.verdict, verdict, "{text}: {judged}");
    }
}

use RecordVerdict::{ByAgreement, Correct, Illegal, Unfinished, WrongResult};

#[test]
fn komi_that_is_not_named_may_be_a_usual_one() {
    assert_judged(&[
        // A usual komi, and a claim with only the winner.
        ("(;SZ[1]RU[NZ]RE[W+];B[];W[])", Correct),
        ("(;SZ[1]RU[NZ]RE[B+];B[];W[])", WrongResult),
        ("(;SZ[1]RU[NZ]KM[0]RE[W+];B[];W[])", WrongResult),
        // Any komi up to the largest usual one, under rules that let the players agree.
        ("(;SZ[5]RU[aga]RE[W+7.5];B[bd];W[];B[];W[])", ByAgreement),
        ("(;SZ[5]RU[aga]RE[W+25.5];B[bd];W[ae];B[];W[])", ByAgreement),
        ("(;SZ[2]RU[japanese]RE[W+5.5];B[ba];W[bb];B[ab];W[];B[])", ByAgreement),
        ("(;SZ[5]RU[aga]RE[W+34];B[bd];W[ae];B[];W[])", WrongResult),
        ("(;SZ[5]RU[aga]RE[B+26];B[bd];W[ae];B[];W[])", WrongResult),
        ("(;SZ[5]RU[tromp-taylor]RE[W+25.5];B[bd];W[];B[])", WrongResult),
    ]);
}

#[test]
fn a_large_komi_is_in_hundredths_or_in_points() {
    assert_judged(&[
        ("(;SZ[2]RU[Chinese]KM[750]RE[W+750];B[];W[])", Correct),
        ("(;SZ[2]RU[Chinese]KM[750]RE[W+7.5];B[];W[])", Correct),
        ("(;SZ[9]KM[100]RU[tromp-taylor]RE[W+100];B[];W[])", Correct),
        ("(;SZ[9]KM[100]RU[tromp-taylor]RE[W+99];B[];W[])", WrongResult),
    ]);
}

#[test]
fn chinese_records_count_stones_above_half_of_the_board() {
    assert_judged(&[
        ("(;SZ[3]RU[Chinese]KM[8]RE[B+0.5];B[bb];W[];B[])", Correct),
        ("(;SZ[19]RU[Chinese]KM[0]RE[B+180.5];B[aa];W[];B[])", Correct),
        ("(;SZ[19]RU[Chinese]KM[6]RE[B+177.5];B[aa];W[];B[])", Correct),
        ("(;SZ[19]RU[tromp-taylor]KM[0]RE[B+180.5];B[aa];W[];B[])", WrongResult),
        ("(;SZ[19]RU[Chinese]KM[0]RE[B+180.75];B[aa];W[];B[])", WrongResult),
    ]);
}

#[test]
fn a_pass_that_is_left_out_ends_nothing_where_white_passes_last() {
    assert_judged(&[
        ("(;SZ[5]RU[pass-stones]KM[0];W[];B[];W[aa])", Unfinished),
        ("(;SZ[5]RU[pass-stones]KM[0];B[aa];W[bb];W[];B[];W[cc])", Unfinished),
        ("(;SZ[5]RU[pass-stones]KM[0];W[];B[];B[aa])", Unfinished),
        ("(;SZ[5]RU[pass-stones]KM[0]RE[B+25];B[cc];W[];B[];W[])", Correct),
        ("(;SZ[5]RU[pass-stones]KM[0];B[cc];W[];B[];W[];B[aa])", Illegal),
        ("(;SZ[5]RU[pass-stones]KM[0]RE[B+25];W[];B[];B[cc];W[];B[];W[])", Correct),
        // Passes after the end change nothing.
        (
            "(;SZ[3]RU[aga]KM[6.5]RE[W+4.5]GC[agreed=A3];B[ab];W[cb];B[bc];W[aa];B[];W[];B[];W[];B[])",
            Correct,
        ),
    ]);
}

#[test]
fn a_dead_stone_in_a_neutral_region_is_no_prisoner_by_the_short_count() {
    assert_judged(&[
        ("(;SZ[2]RU[short-japanese]KM[0]RE[0]GC[agreed=A2];B[aa];W[];B[])", Correct),
        ("(;SZ[2]RU[short-japanese]KM[0]RE[W+1]GC[agreed=A2];B[aa];W[];B[])", WrongResult),
        ("(;SZ[2]RU[short-japanese]KM[0]RE[B+3]GC[agreed=B1];B[aa];W[];B[bb];W[];B[])", Correct),
        (
            "(;SZ[2]RU[short-japanese]KM[0]RE[B+2]GC[agreed=B1];B[aa];W[];B[bb];W[];B[])",
            WrongResult,
        ),
    ]);
}
