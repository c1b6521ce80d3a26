//! Engines that play differently on some boards.

use super::*;
use std::ops::Range;

/// Makes an engine that plays as one model, but as another one on boards with some numbers of points.
fn by_size(models: [impl AsRef<str>; 2], points: Range<usize>) -> Box<dyn Engine> {
    let engine = |model: &str| model.parse::<Model>().unwrap().engine();
    let [usual, other] = models.each_ref().map(|model| engine(model.as_ref()));
    let engine = BySize::new(usual, other, move |size| points.contains(&size.point_count()));
    let answered = [Check::Legality, Check::Board, Check::Status];
    Bent::named("by size", engine).answering(answered).boxed()
}

/// Makes an engine without a repetition rule on large boards.
pub(super) fn small_ko() -> Box<dyn Engine> {
    by_size(["tromp-taylor", "repetition=none"], 49..1000)
}

#[test]
fn an_engine_is_looked_at_on_all_its_boards() {
    let factory = || Ok(small_ko());
    let mut options = options(Rules::default());
    options.sizes.push("9x9".parse().unwrap());
    let found = identify(&factory, &options, &|| false).unwrap();
    assert_eq!(found.facts.follows(), None);
    assert!(found.facts.unexplained > 0, "{found:?}");
    assert!(
        found.to_string().contains(" on 3x2 2x2 5x5 9x9")
            || found.to_string().contains(" on 2x2 3x2 5x5 9x9"),
        "{found}"
    );
    // The diagnosis names no mistake that games contradict.
    assert_eq!(found.facts.mistakes, [""; 0]);
}

/// Checks that a history is not told, where it differs between small boards and large ones.
pub(super) fn histories_by_size_are_not_told(histories: &[(&str, &str)]) {
    for &(history, of_large) in histories {
        let factory = || {
            let models = [history, of_large].map(|mistake| format!("tromp-taylor; {mistake}"));
            Ok(by_size(models, 49..1000))
        };
        let mut options = options(Rules::default());
        options.sizes.push("9x9".parse().unwrap());
        let found = identify(&factory, &options, &|| false).unwrap();
        assert!(!found.facts.is_whole(), "{}: {found}", found.sentence);
        assert!(found.sentence.starts_with("mostly plays"), "{}", found.sentence);
    }
}

#[test]
fn one_board_that_is_played_otherwise_is_found() {
    single_boards_are_found(&[6]);
}

/// Checks that a square board of each side is found if it alone is played otherwise.
pub(super) fn single_boards_are_found(all: &[usize]) {
    let sides = ["2x1", "2x2", "3x2", "3x3", "4x4", "5x5", "6x6", "7x7", "8x8", "9x9"];
    for &side in all {
        let points = side * side..side * side + 1;
        let factory = || Ok(by_size(["tromp-taylor", "repetition=none"], points.clone()));
        let sizes = sides.map(|size| size.parse().unwrap()).to_vec();
        let options = Options { sizes, ..options(Rules::default()) };
        let found = identify(&factory, &options, &|| false).unwrap();
        assert_eq!(found.sentence, "mostly plays positional superko with suicide");
        let contradiction = found.contradiction.as_ref().unwrap();
        assert!(contradiction.game.starts_with(&format!("{side}x{side} ")), "{contradiction:?}");
        // A game that the model does not explain rules out no other model.
        assert!(!found.ruled_out.is_empty());
        assert!(found.ruled_out.iter().all(|other| other.game != contradiction.game));
    }
}

#[test]
fn what_was_found_before_has_to_be_explained() {
    let factory = || Ok(small_ko());
    let mut options = options(Rules::default());
    assert!(identify(&factory, &options, &|| false).unwrap().facts.is_whole());
    let record = "9x9 tromp-taylor: B A8, W A9, B B9, W A9".parse::<RecordText>().unwrap().record;
    options.games = vec![record.clone()];
    let found = identify(&factory, &options, &|| false).unwrap();
    assert!(!found.facts.is_whole() && found.facts.follows().is_none(), "{found:?}");
    assert_eq!(cause_of(&found, &record), None);
}
