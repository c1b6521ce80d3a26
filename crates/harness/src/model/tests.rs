use super::{Channel, MOST_MISTAKES, Mistake, Model, ModelReferee, Place};
use crate::compare::{CompareOptions, compare_with};
use crate::suite::collisions::{self, HASHES};
use crate::suite::random::Plan;
use superko_engine::{Engine, Reference, ReportedScore, Ruling};
use superko_game::rules::{Repetition, Rules};
use superko_game::{Record, RecordText, Score, Setup, Size, Turn};

mod lockstep;

#[test]
fn models_are_read_back() {
    let rules: Rules = "aga,passes=three".parse().unwrap();
    let mut model = Model::right().under(rules);
    assert_eq!(model.to_string(), rules.to_string());
    model = model.with(Mistake::History(500), Channel::Play).unwrap();
    model = model.with(Mistake::OnPasses, Channel::Both).unwrap();
    assert_eq!(model.to_string(), format!("{rules}; history=500 when playing, on-passes"));
    assert_eq!(model.to_string().parse(), Ok(model));
    assert_eq!("the rules in force".parse(), Ok(Model::right()));
    for mistake in Mistake::all() {
        for channel in [Channel::Both, Channel::Play, Channel::Legality] {
            let model = Model::wrong_in(mistake, channel);
            assert_eq!(model.to_string().parse(), Ok(model));
        }
    }
    for wrong in ["", "go", "aga; drinks", "aga; history=x", "aga; on-passes when bored"] {
        assert!(wrong.parse::<Model>().is_err(), "{wrong}");
    }
}

#[test]
fn of_two_mistakes_in_one_place_the_later_stays() {
    let model = Model::wrong(Mistake::History(8)).with(Mistake::ForgottenAtPass, Channel::Both);
    assert_eq!(model, Some(Model::wrong(Mistake::ForgottenAtPass)));
    let apart = Model::wrong_in(Mistake::History(8), Channel::Play)
        .with(Mistake::ForgottenAtPass, Channel::Legality)
        .unwrap();
    assert_eq!(apart.mistakes().count(), 2);
    assert_eq!(apart.without(1).mistakes().count(), 1);
    assert_eq!(apart.in_place(Place::Kept, Channel::Play), Some(Mistake::History(8)));
    let full = [
        Mistake::OnPasses,
        Mistake::WhiteBegins,
        Mistake::StonesOnly,
        Mistake::MoveCap(9),
        Mistake::TiesToBlack,
    ];
    let full = full
        .into_iter()
        .try_fold(model.unwrap(), |model, mistake| model.with(mistake, Channel::Both));
    assert_eq!(full.unwrap().mistakes().count(), MOST_MISTAKES);
    assert_eq!(full.unwrap().with(Mistake::PassKeepsTurn, Channel::Both), None);
}

/// Black captures the stone at B1 from C1. One undo hardly shows what becomes of the ko point, but two undos do.
#[test]
fn a_ko_point_that_undo_leaves_is_refused_to_both_players() {
    let text = "5x5 chinese: B A1, W D1, B B2, W C2, B E5, W B1, B C1";
    let record = text.parse::<RecordText>().unwrap().record;
    let [elsewhere, retake] = ["E4", "B1"].map(|name| Turn::parse(name, record.size()).unwrap());
    for (model, after_one, after_two) in [
        (Model::right(), false, true),
        (Model::wrong(Mistake::UndoForgets), true, true),
        (Model::wrong(Mistake::UndoKeepsKo), true, false),
    ] {
        let mut engine = model.engine();
        engine.start(&record.setup).unwrap();
        for &turn in record.turns.iter().chain([&elsewhere]) {
            assert_eq!(engine.play(turn), Ok(Ruling::Allowed), "{model}");
        }
        let may_retake =
            |engine: &mut dyn Engine| engine.is_legal(retake) == Ok(Some(Ruling::Allowed));
        engine.undo().unwrap();
        assert_eq!(may_retake(engine.as_mut()), after_one, "{model}");
        engine.undo().unwrap();
        assert_eq!(engine.play(record.turns[6]), Ok(Ruling::Allowed), "{model}");
        assert!(!may_retake(engine.as_mut()), "{model}");
        engine.undo().unwrap();
        engine.undo().unwrap();
        assert_eq!(may_retake(engine.as_mut()), after_two, "{model}");
        // The next turn lifts the ko.
        for turn in [elsewhere, record.turns[6]] {
            assert_eq!(engine.play(turn), Ok(Ruling::Allowed), "{model}");
        }
        assert!(may_retake(engine.as_mut()), "{model}");
    }
}

#[test]
fn what_shows_late_does_not_show_before() {
    let model = |text: &str| text.parse::<Model>().unwrap();
    let late = model("aga; initial-missing, looked-up-until=30, move-cap=40");
    assert_eq!(late.within(40), late);
    assert_eq!(late.within(39), model("aga; initial-missing, looked-up-until=30"));
    assert_eq!(late.within(29), model("aga; initial-missing"));
    let setup = Setup::new("2x2".parse().unwrap(), Rules::default());
    for mistake in ["history=9", "first-positions=9", "looked-up-until=9", "move-cap=9"] {
        let late = Model::wrong(mistake.parse().unwrap());
        for number in 0..40 {
            let plan = Plan::draw(1, number, &[setup.size()], setup.rules);
            let games = [late, Model::right()].map(|model| {
                let transcript = plan.transcript(ModelReferee::new(model, &setup), 1, number);
                let first_turns = transcript.steps.iter().take(8).map(|step| &step.turn);
                first_turns.map(|turn| (turn.turn, turn.is_legal())).collect::<Vec<_>>()
            });
            assert_eq!(games[0], games[1], "{mistake} {number}");
        }
    }
}

#[test]
fn illegal_turns_are_generated_where_there_are_some() {
    // White has no liberty at A2 and B1.
    let played = |text: &str| text.parse::<RecordText>().unwrap().record;
    for (mistake, expected) in [
        (Mistake::GeneratesOccupied, "W A1"),
        (Mistake::GeneratesSuicides, "W B1"),
        (Mistake::GeneratesIllegal, "W A1"),
    ] {
        let record = played(&format!("2x2 suicide=forbidden: B A1, W pass, B B2, {expected}"));
        let (&last, turns) = record.turns.split_last().unwrap();
        let mut engine = Model::wrong(mistake).engine();
        engine.start(&record.setup).unwrap();
        for &turn in turns {
            assert_eq!(engine.play(turn), Ok(Ruling::Allowed));
        }
        assert_eq!(engine.generate(), Ok(Some(last)), "{mistake}");
        assert_ne!(engine.is_legal(last), Ok(Some(Ruling::Allowed)), "{mistake}");
    }
}

#[test]
fn a_known_hash_takes_the_positions_of_its_known_games_for_equal() {
    for (number, hash) in (1..).zip(HASHES) {
        for known in collisions::ALL {
            let Record { setup, turns, .. } = known.record();
            let mut engine = Model::wrong(Mistake::KnownHash(number)).engine();
            engine.start(&Setup::new(setup.size(), Rules::default())).unwrap();
            let rulings = turns.iter().map(|&turn| engine.play(turn).unwrap());
            let rulings: Vec<bool> = rulings.map(|ruling| ruling == Ruling::Allowed).collect();
            let (last, before) = rulings.split_last().unwrap();
            assert!(before.iter().all(|&allowed| allowed), "{}", known.id);
            assert_eq!(*last, !hash.games.contains(&known.id), "{} of {number}", known.id);
        }
    }
}

#[test]
fn without_a_mistake_any_rules_are_played_as_by_the_reference() {
    let sizes: Vec<Size> = ["2x1", "3x2", "3x3", "5x4"].map(|size| size.parse().unwrap()).to_vec();
    let mut engine = Model::right().engine();
    let mut games = 0;
    for (number, rules) in (0..).zip((0..6).flat_map(|_| Rules::pairwise())) {
        let Plan { size, turns, .. } = Plan::draw(1, number, &sizes, rules);
        let plan = Plan { turns: turns.min(60), ..Plan::draw(1, number, &sizes, rules) };
        let transcript = plan.transcript(Reference::new(size, rules), 1, number);
        let options = CompareOptions { ask: true, undo: true };
        let compared = compare_with(engine.as_mut(), &transcript, options);
        assert!(compared.disagreements.is_empty(), "{rules}: {:?}", compared.disagreements);
        assert_eq!(compared.fault, None);
        games += 1;
    }
    assert!(games > 250, "{games}");
}

#[test]
fn a_model_of_other_rules_plays_them_whatever_it_is_asked() {
    let rules = Rules::default().repetition(Repetition::None);
    let mut engine = Model::right().under(rules).engine();
    let size: Size = "2x1".parse().unwrap();
    engine.start(&Setup::new(size, Rules::default())).unwrap();
    for turn in ["A1", "B1", "A1"] {
        let turn = Turn::Play(size.vertex(turn).unwrap());
        assert_eq!(engine.play(turn), Ok(Ruling::Allowed));
    }
}

/// Plays a game on a model. Returns whether the last turn is allowed.
fn last_ruling(model: &str, game: &str) -> bool {
    let RecordText { record, .. } = game.parse().unwrap();
    let mut engine = model.parse::<Model>().unwrap().engine();
    engine.start(&record.setup).unwrap();
    let (&last, before) = record.turns.split_last().unwrap();
    for &turn in before {
        assert_eq!(engine.play(turn), Ok(Ruling::Allowed), "{model}: {turn}");
    }
    engine.play(last) == Ok(Ruling::Allowed)
}

/// Each game was played on the engine itself.
#[test]
fn models_say_what_known_engines_say() {
    // GNU Go 3.8 --positional-superko: a new position is refused, and a position 6 turns back is not found, past turn 500.
    let right = "repetition=positional,suicide=forbidden";
    let gnugo = format!("{right}; history-in-tenths=500");
    for (game, allowed) in include_str!("gnugo_histories.txt").lines().zip([false, true]) {
        assert_eq!((last_ruling(&gnugo, game), last_ruling(right, game)), (allowed, !allowed));
    }
    // Fuego 1.1.SVN, pos_superko.
    let fuego = "tromp-taylor; only-on-replayed, ko-on-lone-suicide when asked";
    let refused = "2x2 tromp-taylor: B A2, W B2, B A1, W B1, B A2, W A1, B pass, W A2";
    let allowed = "3x3 tromp-taylor: B C2, W A1, B A3, W B3, B B2, W C3, B pass, W B3";
    assert!(!last_ruling(fuego, refused) && last_ruling(fuego, allowed));
    assert!(!last_ruling("tromp-taylor", allowed));
    // dlgo 0.2, goboard_slow.
    let slow = "repetition=situational,suicide=forbidden; emptied-differ";
    assert!(last_ruling(slow, "2x1 aga: B A1, W B1, B A1"));
    assert!(!last_ruling(slow, "2x1 aga: B A1, W B1, B A1, W B1"));
    // OpenSpiel 2.0.2: a ko is not retaken, and any other repeat ends the game.
    let ends = "repetition=positional,suicide=forbidden,repeat=ties";
    let ko = "5x5 tromp-taylor: B E3, W E2, B D2, W D1, B E1, W E2";
    assert!(last_ruling(ends, ko) && !last_ruling(&format!("{ends}; ko-refused"), ko));
    // godash 2.1.0: isLegalMove does not look whether there is a stone.
    let mut godash = "chinese; any-stone-playable when asked".parse::<Model>().unwrap().engine();
    let two: Size = "2x2".parse().unwrap();
    godash.start(&Setup::new(two, Rules::default())).unwrap();
    let corner = Turn::Play(two.point(0, 0).unwrap());
    assert_eq!(godash.play(corner), Ok(Ruling::Allowed));
    assert_eq!(godash.is_legal(corner), Ok(Some(Ruling::Allowed)));
    assert_ne!(godash.play(corner), Ok(Ruling::Allowed));
}

/// KataGo 1.17.2 counts the first game so (`final_score`: B+6).
#[test]
fn stones_in_pass_alive_territory_are_counted_unless_the_rules_say_that_they_are_dead() {
    for (game, alive, all) in [
        ("3x2 tromp-taylor: B B1, W A1, B B2, W pass, B pass", (6, 0), (4, 1)),
        // A chain with one eye is not pass-alive.
        ("4x1 tromp-taylor: B C1, W A1, B pass, W pass", (2, 1), (2, 1)),
    ] {
        for (rules, (black, white)) in [("enclosed=dead", alive), ("tromp-taylor", all)] {
            let RecordText { record, .. } = game.parse().unwrap();
            let mut engine = rules.parse::<Model>().unwrap().engine();
            engine.start(&record.setup).unwrap();
            for &turn in &record.turns {
                engine.play(turn).unwrap();
            }
            let score = engine.score().unwrap().unwrap();
            assert_eq!(score, ReportedScore::Areas(Score::new(black, white)), "{game} {rules}");
        }
    }
}
