//! Small files that could cause much work, and the part of them that is judged.

use super::{Judge, Note, RecordVerdict};
use superko_sgf::{MOST_NODES, Problem, games};

/// Returns the notes about the parts of a game that were not judged or reported.
fn left_out(text: &str) -> Vec<Note> {
    let judged = Judge::default().judge(&games(text).next().unwrap(), 0);
    let is_left_out = |note: &Note| matches!(note, Note::More(_) | Note::NotTried(_));
    judged.notes.into_iter().filter(is_left_out).collect()
}

#[test]
fn a_game_with_too_many_nodes_is_broken_there_and_the_next_one_is_read() {
    let text = format!("(;SZ[5];B[aa]{};W[aa])(;SZ[5]RU[TT];B[bb])", ";".repeat(20));
    let read: Vec<_> = games(&text).at_most(10).collect();
    let judged: Vec<_> = read.iter().map(|tree| Judge::default().judge(tree, 0)).collect();
    let error = judged[0].error.clone().unwrap();
    assert_eq!(error.problem, Problem::TooManyNodes(10));
    assert!(error.to_string().contains("`--max-nodes`"), "{error}");
    let verdicts = judged.iter().map(|judged| (judged.verdict, judged.moves));
    let expected = [(RecordVerdict::Unreadable, 1), (RecordVerdict::Unfinished, 1)];
    assert_eq!(verdicts.collect::<Vec<_>>(), expected);
    for full in [format!("(;{}", "A[]".repeat(11)), format!("(;{}", "(".repeat(11))] {
        let tree = games(&full).at_most(10).next().unwrap();
        assert_eq!(tree.broken.unwrap().problem, Problem::TooManyNodes(10), "{full}");
    }
    // The default limit allows exactly this many.
    let usual = format!("(;SZ[5]{})", ";B[]".repeat(MOST_NODES - 1));
    assert_eq!(games(&usual).next().unwrap().broken, None);
}

#[test]
fn a_game_with_too_many_moves_is_judged_to_there() {
    let text = "(;SZ[5]RU[TT];B[aa];W[bb];B[cc];W[aa])";
    let mut judge = Judge::default();
    for (most, verdict) in [(3, RecordVerdict::Unreadable), (4, RecordVerdict::Illegal)] {
        judge.most_moves = most;
        let judged = judge.judge(&games(text).next().unwrap(), 0);
        assert_eq!(judged.verdict, verdict);
        let error = judged.error.map(|error| error.to_string());
        assert_eq!(error.is_some_and(|error| error.contains("`--max-moves`")), most == 3);
    }
}

#[test]
fn remarks_and_refused_attempts_are_counted_when_there_are_too_many() {
    let black =
        |count| format!("(;SZ[2]RU[repetition=none]{})", ";B[aa];B[bb];B[ab];B[ba]".repeat(count));
    assert_eq!(left_out(&black(200)), []);
    assert_eq!(left_out(&black(300)), [Note::More(199)]);
    let tried = |count| format!("(;SZ[2]RU[TT];B[aa]{})", ";XW[aa]".repeat(count));
    assert_eq!(left_out(&tried(1000)), []);
    assert_eq!(left_out(&tried(1003)), [Note::NotTried(3)]);
}
