//! Slow tests: more of the same.

use super::*;

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn more_rule_sets_are_identified() {
    rule_sets_are_identified(&[
        "aga",
        "ing,repetition=new-zealand,agreement=none",
        "tromp-taylor,passes=three",
    ]);
    kos_that_are_none_are_named(&KO_THAT_IS_NONE);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn more_mistakes_are_named() {
    mutants_have_their_mistakes(&[
        ("pass-hides-repeat", "pass-hides-repeat"),
        ("undo-keeps-history", "undo-keeps-history"),
        ("neutral-to-both", "neutral-to-both"),
        ("question-forgets", "question-forgets"),
        ("history-forgotten-at-capture", "forgotten-at-capture"),
    ]);
    are_named(&["history=30, not-on-suicide", "undo-forgets"]);
    are_named(&["turns-after-end", "only-play-after-end-resumes"]);
    let found =
        identified("repetition=situational; passes-not-kept".parse().unwrap(), Rules::default());
    assert_eq!(found.facts.mistakes, ["passes-not-kept"], "{found:?}");
    let model: Model = "tromp-taylor; only-on-captures, neutral-to-black".parse().unwrap();
    assert_eq!(identified(model, Rules::default()).facts.model(), model);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn how_far_an_engine_looks_is_told_or_between_what_that_is() {
    limits_are_told(&["history=5", "history=20"]);
    for (word, number) in [("history", 45), ("history", 75), ("looked-up-until", 200)] {
        let found = identified_on_usual_boards(&format!("tromp-taylor; {word}={number}"));
        let [mistake] = &found.facts.mistakes[..] else { panic!("{}", found.sentence) };
        let Some((diagnosed_word, diagnosed)) = mistake.split_once('=') else {
            panic!("{}", found.sentence)
        };
        assert_eq!(diagnosed_word, word, "{word}={number}: {} {:?}", found.sentence, found.same);
        let diagnosed = diagnosed.parse().unwrap();
        let (least, most) = found.facts.between.unwrap_or((diagnosed, diagnosed));
        assert!(least <= number && number <= most, "{word}={number}: {}", found.sentence);
        assert!(most - least < 12, "{word}={number}: {}", found.sentence);
    }
    let found = identified_on_usual_boards("tromp-taylor; history-of-plays=12");
    let sentences: Vec<&String> = [&found.sentence].into_iter().chain(&found.same).collect();
    assert!(
        sentences.iter().any(|words| words.contains("plays, passes not counted")),
        "{sentences:?}"
    );
    // No repetition spans 31 turns on these boards.
    let found = identified_on_usual_boards("repetition=situational; history=31");
    assert_eq!((found.facts.mistakes, found.facts.between), (vec!["history=30".to_owned()], None));
    let found = identified_on_usual_boards("tromp-taylor; history=20, neutral-to-white");
    assert_eq!(found.facts.mistakes, ["history=20", "neutral-to-white"]);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn histories_are_told_on_boards_that_were_named() {
    // If a prediction contradicts a model, another one that explained as much takes its place.
    for boards in [&["3x3", "5x5", "9x9"][..], &["5x5"]] {
        let found = identified_on(boards, "suicide=forbidden; history-of-plays=5");
        assert_eq!(found.facts.mistakes, ["history-of-plays=5"], "{boards:?}: {}", found.sentence);
    }
    for (boards, word, number) in [
        (&["3x3", "5x5", "9x9"][..], "history-of-plays", 16),
        (&["9x9"], "history-of-plays", 8),
        (&["13x13"], "history", 16),
        (&["19x19"], "history", 25),
    ] {
        let found = identified_on(boards, &format!("suicide=forbidden; {word}={number}"));
        let (least, most) = match found.facts.between {
            Some(between) => between,
            None => (number, number),
        };
        assert!(found.facts.mistakes[0].starts_with(&format!("{word}=")), "{}", found.sentence);
        assert!(least <= number && number <= most && most - least < 3, "{}", found.sentence);
    }
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn all_declared_conventions_are_no_mistakes() {
    let draw = Conventions { repeat: Some(Ending::Draw), ..NONE };
    let per_point = Conventions { move_cap: Some(MoveCap::PerPoint(2)), ..NONE };
    let ties = Conventions { tie_winner: Some(Player::White), ..NONE };
    let without_pass = Conventions { lacks_pass: true, ..LOSS };
    let both = Conventions { move_cap: Some(MoveCap::PerPoint(2)), ..LOSS };
    are_declared(&[
        ("tromp-taylor,repeat=ties", draw, &["repeat=ties"]),
        (
            "tromp-taylor,repeat=loses; repeat-not-played, repeat-known-illegal",
            LOSS,
            &["repeat=loses", "repeat-known-illegal", "repeat-not-played"],
        ),
        ("tromp-taylor; move-cap-per-point=2", per_point, &["move-cap-per-point=2"]),
        ("tromp-taylor; ties-to-white", ties, &["ties-to-white"]),
        ("tromp-taylor,repeat=loses", without_pass, &["repeat=loses"]),
        (
            "tromp-taylor,repeat=loses; move-cap-per-point=2",
            both,
            &["repeat=loses", "move-cap-per-point=2"],
        ),
    ]);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn undeclared_caps_and_mistakes_beside_what_is_declared_are_found() {
    are_undeclared(&["move-cap=20", "move-cap-per-point=2"]);
    // The cap is not the declared one. The next engine has a mistake beside what it declares.
    let cap = Conventions { move_cap: Some(MoveCap::Turns(20)), ..NONE };
    assert_eq!(
        identified_declaring("tromp-taylor; move-cap=21", cap).facts.mistakes,
        ["move-cap=21"]
    );
    let found = identified_declaring("tromp-taylor,repeat=loses; initial-missing", LOSS);
    assert_eq!(found.facts.mistakes, ["initial-missing"]);
    assert_eq!(found.facts.conventions, ["repeat=loses"]);
    let cause = |record: &str| {
        let text: RecordText = record.parse().unwrap();
        cause_of(&found, &text.record)
    };
    let initial = "2x2 tromp-taylor: B B1, W A2, B B2, W A1, B B1, W B2, B pass, W B1";
    assert_eq!(cause(initial).as_deref(), Some("does not count the starting position"));
    let plain = "2x2 tromp-taylor: B A1, W B1, B A2, W pass, B B2, W A1";
    assert_eq!(cause(plain), None);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn all_mistakes_about_the_score_are_named() {
    are_named(&[
        "dead-by-liberties=2",
        "dead-by-size=1",
        "dead-without-eyes",
        "margin-cap=3",
        "komi-added=13",
        "komi-added=15",
        "ties-to-black",
        "territory-only",
        "neutral-to-white",
        "ties-half-to-black",
        "ties-half-to-white",
        "neutral-to-most",
        "dead-by-size=1, komi-added=13",
        "neutral-to-black, margin-cap=3",
    ]);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn every_engine_of_the_zoo_is_identified() {
    let mutants = zoo::ALL.iter().filter(|mutant| !mutant.check.needs_player());
    assert_eq!(missed(mutants.map(|mutant| (mutant.model, mutant.rules))), [""; 0]);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn every_rule_set_is_identified() {
    // The diagnosis does not look for cleanup phases.
    let sets = Rules::pairwise().filter(|rules| rules.agreement != Agreement::Cleanup);
    let models = sets.map(|rules| (Model::right().under(rules), Rules::default()));
    assert_eq!(missed(models), [""; 0]);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn more_games_after_a_decision_are_others() {
    foreign::games_after_a_decision_are_others(&["short-chinese", "japanese", "cgos"], &BOARDS);
    undo::illegal_turns_that_lose_may_be_taken("cgos", &BOARDS);
    undo::illegal_turns_that_lose_may_be_taken("tromp-taylor", &BOARDS);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn more_that_hides_behind_another_mistake_is_told() {
    foreign::are_told(
        &["2x2", "3x2", "5x5", "13x13"],
        &[
            ("tromp-taylor; suicide-before-capture, move-cap=200", "ends the game after 200 turns"),
            ("tromp-taylor,suicide=several-stones; both-colors-at-once, move-cap=200", "200 turns"),
        ],
    );
    foreign::are_told(
        &foreign::SHORT_HISTORY,
        &[
            ("tromp-taylor,suicide=several-stones; first-positions=10", "keeps only the first 10"),
            (
                "repetition=positional,suicide=forbidden; first-positions=6",
                "keeps only the first 6",
            ),
        ],
    );
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn more_histories_of_plays_are_told_from_those_of_turns() {
    memory::histories_are_told_apart(&["history", "history-of-plays"], &[30, 60, 200]);
    memory::histories_are_told_as_either(&[("9x9", 20), ("7x7", 200)]);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn more_of_what_a_refusal_records_is_named() {
    let others = ["1x2", "2x1", "3x1", "3x3", "4x4", "5x5"];
    memory::records_are_named(&memory::RECORDED, &[&memory::SMALL, &others]);
    are_named(&["initial-missing, passes-not-kept"]);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn more_that_engines_keep_from_other_games_is_named() {
    memory::remembered_games_are_named(&memory::REMEMBERED);
}

#[test]
#[ignore = "seconds: cargo test -- --ignored thorough"]
fn more_that_undo_keeps_is_told() {
    undo::ko_points_are_told(&["undo-keeps-ko", "undo-forgets"], &undo::WITH_KO);
    undo::players_that_undo_keeps_are_told(&["undo-keeps-player", "undo-keeps-color"]);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn more_that_no_model_does_is_not_said() {
    foreign::oddities_are_told(&foreign::ODDITIES);
    refuted::unmodeled_mistakes_are_not_said_for_certain(&refuted::UNMODELED);
    by_size::single_boards_are_found(&[4, 6]);
    foreign::late_ends_are_told(&foreign::LATE_ENDS);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn more_histories_are_told_from_others() {
    histories_in_tenths_are_told(&[
        ("history-in-tenths=500", "history=500"),
        ("history=500", "history-in-tenths=500"),
    ]);
    by_size::histories_by_size_are_not_told(&[
        ("history=75", "history=243"),
        ("history=300", "history=100"),
    ]);
}

#[test]
#[ignore = "a minute: cargo test -- --ignored thorough"]
fn more_that_games_would_refute_is_not_said() {
    refuted::are_told_on_large(&refuted::ONE_SIDED);
    refuted::are_told_on_large(&refuted::WITHOUT_LIBERTY);
    refuted::are_told_on_large(&refuted::PARTS_OF_SCORES);
    let usual = ["2x2", "3x2", "3x3", "4x4", "5x5", "9x9"];
    refuted::full_histories_are_named(
        &usual,
        &[
            "repetition=situational,suicide=forbidden; history=40",
            "tromp-taylor; first-positions=200, ko-still-seen",
        ],
    );
}
