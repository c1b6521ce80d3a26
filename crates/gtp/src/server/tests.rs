use super::*;
use proptest::prelude::*;
use superko_engine::bent::Bent;
use superko_engine::check::Check;
use superko_engine::{Optimized, Reference};

/// Returns a server of a built-in engine on 3x3.
fn server(engine: &str, rules: &str) -> Server {
    let (size, rules) = (Size::square(3).unwrap(), rules.parse().unwrap());
    let engine: Box<dyn Engine> = match engine {
        "optimized" => Box::new(Optimized::new(size, rules)),
        _ => Box::new(Reference::new(size, rules)),
    };
    Server::new(engine, size, rules).unwrap()
}

fn output(server: Server, input: &[u8]) -> String {
    let mut output = Vec::new();
    server.serve(input, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// Holds a session with each built-in engine: commands, each with its reply.
fn assert_session(rules: &str, change: impl Fn(Server) -> Server, session: &[(&str, &str)]) {
    for engine in ["reference", "optimized"] {
        let input: String = session.iter().map(|(command, _)| format!("{command}\n")).collect();
        let output = output(change(server(engine, rules)), input.as_bytes());
        let mut replies = output.split("\n\n");
        for (number, (command, expected)) in session.iter().enumerate() {
            let reply = replies.next().unwrap();
            assert_eq!(reply, *expected, "{engine}, {number}: {command}");
        }
        assert_eq!(replies.next(), Some(""));
    }
}

const NO_KOMI: &str = "? syntax error: `many` is not a komi: write a multiple of 0.25 from -1000 to 1000, such as 7.5";

#[test]
fn a_whole_session() {
    assert_session(
        "tromp-taylor",
        |server| server,
        &[
            ("protocol_version", "= 2"),
            ("known_command play", "= true"),
            ("known_command genmove", "= true"),
            ("known_command undo", "= true"),
            ("known_command fly", "= false"),
            ("fly", "? unknown command"),
            ("undo", "? cannot undo: there is no earlier move"),
            ("7 play", "?7 syntax error: play takes COLOR VERTEX"),
            ("boardsize 26", "? unacceptable size"),
            ("boardsize -1", "? unacceptable size"),
            ("boardsize x", "? syntax error: `x` is not a side of a board"),
            ("play r A1", "? syntax error: invalid color: r"),
            ("play b D1", "? syntax error: invalid vertex: D1"),
            ("is_legal b A1", "= 1"),
            ("play B a1", "="),
            ("play w A1", "? illegal move: occupied"),
            ("is_legal b A1", "= 0"),
            ("all_legal w", "= B1 C1 A2 B2 C2 A3 B3 C3 pass"),
            ("list_stones black", "= A1"),
            ("list_stones white", "="),
            ("gogui-rules_game_id", "= Go"),
            ("gogui-rules_board_size", "= 3"),
            ("gogui-rules_board", "= . . .\n. . .\nX . ."),
            ("showboard", "= \n 3  . . .\n 2  . . .\n 1  X . .\n    A B C"),
            ("gogui-rules_side_to_move", "= white"),
            ("gogui-rules_final_result", "="),
            ("komi 0.5", "="),
            ("get_komi", "= 0.5"),
            ("komi many", NO_KOMI),
            ("play w pass", "="),
            ("play b pass", "="),
            ("gogui-rules_final_result", "= B+8.5"),
            ("final_score", "= B+8.5"),
            ("final_status_list alive", "= A1"),
            ("final_status_list dead", "="),
            ("final_status_list seki", "="),
            ("final_status_list ill", "? syntax error: `ill` is not alive, dead or seki"),
            ("genmove w", "? the game is over"),
            ("play w B1", "? illegal move: the game is over"),
            ("gogui-rules_legal_moves", "="),
            (
                "printsgf",
                "= (;GM[1]FF[4]CA[UTF-8]AP[superko]SZ[3]KM[0.5]RU[tromp-taylor]RE[B+8.5];B[ac];W[];B[])",
            ),
            ("undo", "="),
            ("gogui-rules_side_to_move", "= black"),
            ("undo", "="),
            ("play w B1", "="),
            ("play b A3", "="),
            ("play w A2", "="),
            ("captures white", "= 1"),
            ("captures black", "= 0"),
            ("gogui-rules_captured_count", "= 1 0"),
            ("undo", "="),
            ("list_stones black", "= A1 A3"),
            ("clear_board", "="),
            ("final_score", "= W+0.5"),
            ("rectangular_boardsize 3 2", "="),
            ("gogui-rules_board", "= . . .\n. . ."),
            ("gogui-rules_board_size", "= 3 2"),
            ("boardsize 2 3", "="),
            ("gogui-rules_board_size", "= 2 3"),
            ("  12\tversion # who", concat!("=12 ", env!("CARGO_PKG_VERSION"))),
            ("quit", "="),
        ],
    );
}

#[test]
fn two_moves_in_a_row_are_accepted_and_can_be_taken_back() {
    assert_session(
        "tromp-taylor",
        |server| server,
        &[
            // The first move determines who plays first.
            ("play w A1", "="),
            ("gogui-rules_side_to_move", "= black"),
            ("undo", "="),
            ("gogui-rules_side_to_move", "= black"),
            ("play b A1", "="),
            ("play b B1", "="),
            ("gogui-rules_board", "= . . .\n. . .\nX X ."),
            ("gogui-rules_side_to_move", "= white"),
            ("is_legal b A1", "= 0"),
            ("is_legal b C1", "= 1"),
            ("gogui-rules_side_to_move", "= white"),
            ("undo", "="),
            ("gogui-rules_board", "= . . .\n. . .\nX . ."),
            ("gogui-rules_side_to_move", "= white"),
            // A pass, and then a move of the same player: the game is not over.
            ("play w pass", "="),
            ("play w A2", "="),
            ("gogui-rules_final_result", "="),
            ("gogui-rules_board", "= . . .\nO . .\nX . ."),
            ("undo", "="),
            ("gogui-rules_side_to_move", "= black"),
            ("play b pass", "="),
            ("gogui-rules_final_result", "= B+9"),
        ],
    );
}

#[test]
fn a_strict_server_has_the_players_alternate() {
    assert_session(
        "tromp-taylor",
        Server::strict,
        &[
            ("play w A1", "? it is Black's turn"),
            ("is_legal w A1", "? it is Black's turn"),
            ("genmove w", "? it is Black's turn"),
            ("play b A1", "="),
            ("play b A2", "? it is White's turn"),
            ("all_legal b", "? it is White's turn"),
        ],
    );
}

#[test]
fn refusals_explain() {
    assert_session(
        "tromp-taylor",
        |server| server,
        &[
            ("rectangular_boardsize 2 1", "="),
            ("play b A1", "="),
            ("play w B1", "="),
            ("play b A1", "? illegal move: repeats the position after move 1"),
            ("play b pass", "="),
            ("play w A1", "? illegal move: repeats the empty starting board"),
            // Black moves twice in a row: the moves are counted as the client knows them.
            ("boardsize 3 1", "="),
            ("play b A1", "="),
            ("play b B1", "="),
            ("play w C1", "="),
            ("play b A1", "="),
            ("play w B1", "="),
            ("play b A1", "? illegal move: repeats the position after move 1"),
        ],
    );
    assert_session(
        "chinese",
        |server| server,
        &[
            ("boardsize 2", "="),
            ("play b A1", "="),
            ("play w pass", "="),
            ("play b B2", "="),
            ("play w A2", "? illegal move: suicide"),
        ],
    );
}

#[test]
fn a_game_that_is_lost_stays_lost_when_a_command_is_refused() {
    assert_session(
        "illegal=loses",
        |server| server.host(files()),
        &[
            ("boardsize 4 1", "="),
            ("play b A1", "="),
            ("play w C1", "="),
            ("play b B1", "="),
            ("play w C1", "? illegal move: occupied, and the game is lost"),
            ("kgs-rules chinese", "? cannot change the rules: move 3, B1, is illegal"),
            ("gogui-rules_final_result", "= B+F"),
            (
                "loadsgf illegal.sgf",
                "? cannot load file: move 2, W A1: illegal move: occupied, and the game is lost",
            ),
            ("gogui-rules_final_result", "= B+F"),
        ],
    );
}

#[test]
fn an_illegal_move_may_lose() {
    assert_session(
        "cgos",
        |server| server,
        &[
            ("play b A1", "="),
            ("play w A1", "? illegal move: occupied, and the game is lost"),
            ("gogui-rules_final_result", "= B+F"),
            ("play w B1", "? illegal move: the game is over"),
            ("undo", "="),
            ("play b A1", "="),
            ("gogui-rules_final_result", "="),
        ],
    );
}

#[test]
fn handicap_stones() {
    assert_session(
        "tromp-taylor",
        |server| server,
        &[
            ("fixed_handicap 2", "? invalid number of stones: `2` on a 3x3 board"),
            ("place_free_handicap 1", "? invalid number of stones: `1` on a 3x3 board"),
            ("place_free_handicap many", "? syntax error: `many` is not a number"),
            ("place_free_handicap 3", "= A1 B1 C1"),
            ("gogui-rules_side_to_move", "= white"),
            ("undo", "? cannot undo: there is no earlier move"),
            ("fixed_handicap 2", "? invalid number of stones: `2` on a 3x3 board"),
            ("set_free_handicap A1 B2", "? board not empty"),
            ("clear_board", "="),
            ("set_free_handicap A1", "? bad vertex list: 1 stones on a 3x3 board"),
            ("set_free_handicap A1 A1", "? bad vertex list: A1"),
            ("set_free_handicap A1 pass", "? bad vertex list: pass"),
            ("set_free_handicap", "? syntax error: set_free_handicap takes VERTEX VERTEX ..."),
            ("set_free_handicap A1 C3", "="),
            ("list_stones b", "= A1 C3"),
            ("final_score", "= B+9"),
            ("kata-set-rules chinese", "="),
            ("final_score", "= B+7"),
            ("boardsize 9", "="),
            ("fixed_handicap 5", "= C3 G7 C7 G3 E5"),
            ("play w E6", "="),
            (
                "printsgf",
                "= (;GM[1]FF[4]CA[UTF-8]AP[superko]SZ[9]KM[0]RU[repetition=simple-ko,suicide=forbidden,long-cycle=third-time]HA[5]AB[cg][gg][ee][cc][gc]PL[W];W[ed])",
            ),
        ],
    );
}

#[test]
fn rules_are_set_and_told() {
    let tromp_taylor = r#"= {"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}"#;
    let aga = r#"= {"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}"#;
    let japanese = r#"= {"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0"}"#;
    assert_session(
        "tromp-taylor",
        |server| server,
        &[
            ("kata-get-rules", tromp_taylor),
            ("kata-set-rules japanese", "="),
            ("kata-get-rules", japanese),
            (r#"kata-set-rules {"tax": "SOME"}"#, "? `tax` is SOME; known: NONE, SEKI, ALL"),
            (r#"kata-set-rules {"ko": "POSITIONAL", "suicide": true}"#, "="),
            ("kata-get-rules", tromp_taylor),
            ("kgs-rules aga", "="),
            ("kata-get-rules", aga),
            (r#"kata-set-rules {"ko": "POSITIONAL", "suicide": true}"#, "="),
            ("kata-get-rules", tromp_taylor),
            ("kgs-rules new_zealand", "="),
            ("kata-get-rules", "? KataGo has no word for suicide=allowed"),
            (
                "kgs-rules ing",
                "? `ing` is not a known name; known are japanese, chinese, aga, new-zealand",
            ),
            // The moves so far must be legal under the new rules.
            ("boardsize 4 1", "="),
            ("play b A1", "="),
            ("play w C1", "="),
            ("play b B1", "="),
            ("kgs-rules chinese", "? cannot change the rules: move 3, B1, is illegal"),
            ("gogui-rules_board", "= . . O ."),
            ("undo", "="),
            ("kgs-rules chinese", "="),
            ("play b B1", "? illegal move: suicide"),
        ],
    );
}

#[test]
fn time_is_told() {
    assert_session(
        "tromp-taylor",
        |server| server,
        &[
            ("time_settings 300 30 5", "="),
            ("time_left b 10 0", "="),
            ("time_left b soon 0", "? syntax error: `soon` is not a number of seconds"),
            ("time_settings 300", "? syntax error: time_settings takes MAIN BYO_YOMI STONES"),
        ],
    );
}

/// Returns a host with a few files.
fn files() -> Host {
    Host {
        now: || Duration::ZERO,
        read: |name| match name {
            "game.sgf" => Ok(b"(;SZ[2]KM[1.5];B[ab];W[aa];B[bb];W[];B[ba])".to_vec()),
            "illegal.sgf" => Ok(b"(;SZ[2];B[ab];W[ab])".to_vec()),
            "agreed.sgf" => Ok(b"(;SZ[3:1]GC[agreed=C1];B[aa];W[ca];B[];W[])".to_vec()),
            "disagreed.sgf" => Ok(b"(;SZ[3:1]GC[disagreed];B[aa];W[];B[];W[];B[ca])".to_vec()),
            "nowhere.sgf" => Ok(b"(;SZ[3:1]GC[agreed=Z9];B[aa])".to_vec()),
            "broken.sgf" => Ok(b"(;SZ[2];B[a".to_vec()),
            _ => Err(format!("{name}: no such file")),
        },
        write: |name, _| if name == "out.sgf" { Ok(()) } else { Err("read only".to_owned()) },
    }
}

#[test]
fn records_are_loaded_and_printed() {
    assert_session(
        "tromp-taylor",
        |server| server,
        &[
            ("loadsgf game.sgf", "? cannot load file: this server reads no files"),
            ("printsgf out.sgf", "? cannot write file: this server writes no files"),
        ],
    );
    assert_session(
        "tromp-taylor",
        |server| server.host(files()),
        &[
            ("loadsgf game.sgf", "= white"),
            ("gogui-rules_board", "= . X\nX X"),
            ("get_komi", "= 1.5"),
            ("undo", "="),
            ("gogui-rules_board", "= O .\nX X"),
            ("loadsgf none.sgf", "? cannot load file: none.sgf: no such file"),
            ("loadsgf illegal.sgf", "? cannot load file: move 2, W A1: illegal move: occupied"),
            (
                "loadsgf broken.sgf",
                "? cannot load file: SGF, byte 8: `B[a` does not end: `]` is missing",
            ),
            ("gogui-rules_board", "= O .\nX X"),
            ("loadsgf game.sgf 3", "= black"),
            ("gogui-rules_board", "= O .\nX ."),
            ("loadsgf game.sgf 0", "? syntax error: `0` is not the number of a move"),
            (
                "printsgf -",
                "= (;GM[1]FF[4]CA[UTF-8]AP[superko]SZ[2]KM[1.5]RU[tromp-taylor];B[ab];W[aa])",
            ),
            ("printsgf out.sgf", "="),
            ("printsgf other.sgf", "? cannot write file: read only"),
        ],
    );
}

#[test]
fn what_a_loaded_record_settles_is_kept_and_counts() {
    let head = "(;GM[1]FF[4]CA[UTF-8]AP[superko]SZ[3:1]KM[0]RU";
    let play = ";B[aa];W[ca];B[];W[]";
    let as_told = |rules: &str, play: &str, commands: &[(&str, &str)]| {
        let printed = format!("= {head}[{rules}]{play})");
        let all = [commands, &[("printsgf", printed.as_str())]].concat();
        assert_session(rules, |server| server.host(files()), &all);
    };
    as_told(
        "basic",
        &format!("RE[B+3]GC[agreed=C1]{play}"),
        &[
            ("loadsgf agreed.sgf", "= black"),
            ("final_score", "= B+3"),
            ("final_status_list dead", "= C1"),
            ("final_status_list alive", "= A1"),
            ("undo", "="),
            ("printsgf", &format!("= {head}[basic];B[aa];W[ca];B[])")),
            ("final_status_list dead", "="),
            (
                "loadsgf nowhere.sgf",
                "? cannot load file: SGF, byte 9: `GC`: `agreed=Z9`: `Z9` is not a point of a 3x1 board: points are A1 (bottom left) to C1, without the letter I; write points such as agreed=A1/C3, or agreed=none",
            ),
            ("loadsgf agreed.sgf 3", "= black"),
            ("printsgf", &format!("= {head}[basic];B[aa];W[ca])")),
            ("loadsgf agreed.sgf", "= black"),
        ],
    );
    // Rules that ask for nothing leave the stones alive.
    as_told(
        "tromp-taylor",
        &format!("RE[0]GC[agreed=C1]{play}"),
        &[("loadsgf agreed.sgf", "= black"), ("final_status_list dead", "=")],
    );
    // By these rules the game goes on if the players disagree.
    as_told(
        "aga",
        "GC[disagreed];B[aa];W[];B[];W[];B[ca]",
        &[("loadsgf disagreed.sgf", "= white"), ("play w a1", "? illegal move: occupied")],
    );
}

#[test]
fn what_is_served_is_listed() {
    for engine in ["reference", "optimized"] {
        let listed = output(server(engine, "tromp-taylor"), b"list_commands\n");
        for command in COMMANDS {
            let is_hash = command.needs == Needs::Hash;
            let expected = !is_hash || engine == "optimized";
            let found = listed.lines().any(|line| line.trim_start_matches("= ") == command.name);
            assert_eq!(found, expected, "{}", command.name);
        }
        let analyze = output(server(engine, "tromp-taylor"), b"gogui-analyze_commands\n");
        assert_eq!(analyze.contains("superko-hash"), engine == "optimized");
    }
}

/// Returns the players other than the engine itself, with little effort.
fn choosers() -> [Chooser; 2] {
    let effort = PlayoutEffort::Games(40);
    [Chooser::Random { seed: 7 }, Chooser::Area { seed: 7, effort }]
}

#[test]
fn a_player_plays_whole_games_the_same_by_the_same_seed() {
    for chooser in choosers() {
        let commands = "genmove b\ngenmove w\n".repeat(40) + "gogui-rules_final_result\n";
        let games: Vec<String> = ["reference", "optimized", "optimized"]
            .map(|engine| server(engine, "tromp-taylor").chooser(chooser))
            .map(|server| output(server, commands.as_bytes()))
            .to_vec();
        assert!(games[0] == games[1] && games[1] == games[2], "{chooser:?}");
        assert!(!games[0].contains("illegal"), "{}", games[0]);
        // Both pass when only eyes are left, and then the game is over.
        assert!(games[0].contains("? the game is over"), "{}", games[0]);
        assert!(games[0].contains("= B+") || games[0].contains("= W+"), "{}", games[0]);
    }
}

#[test]
fn a_player_fills_no_eye() {
    // Black has the eyes A1 and C1; B3 is none, for White can play there.
    let session = "boardsize 3\nplay b A2\nplay b B1\nplay b B2\nplay b C2\nplay b A3\nplay b C3\n";
    for seed in 0..30 {
        let server = server("optimized", "tromp-taylor").chooser(Chooser::Random { seed });
        let replies = output(server, format!("{session}reg_genmove b\n").as_bytes());
        assert!(replies.ends_with("= pass\n\n"), "{replies}");
    }
}

#[test]
fn monte_carlo_takes_what_wins_and_passes_when_it_has_won() {
    let effort = PlayoutEffort::Games(2000);
    let served = |commands: &str| {
        let server = server("optimized", "tromp-taylor").chooser(Chooser::Area { seed: 1, effort });
        output(server, commands.as_bytes())
    };
    // The center of 3x3 wins everything.
    assert_eq!(served("komi 3.5\ngenmove b\n"), "=\n\n= B2\n\n");
    let replies = served("komi 3.5\nplay b B2\nplay w pass\ngenmove b\ngogui-rules_final_result\n");
    assert!(replies.ends_with("= pass\n\n= B+5.5\n\n"), "{replies}");
    // With no time left it moves at once, and still legally.
    let limit = PlayoutEffort::Time(Duration::from_secs(1));
    let ticking = Host { now: ticks, ..Host::default() };
    let timed = server("optimized", "tromp-taylor")
        .chooser(Chooser::Area { seed: 1, effort: limit })
        .host(ticking);
    let replies = output(timed, b"time_left b 3 0\ngenmove b\nis_legal w pass\n");
    assert!(replies.ends_with("= 1\n\n"), "{replies}");
}

#[test]
fn cleanup_captures_dead_stones_before_it_passes() {
    // White's stone is dead, and Black would win by passing, as asked.
    let moves = "komi 0\nplay b B2\nplay w A1\nplay b B1\nplay w pass\n";
    for chooser in choosers() {
        let served = |rules: &str, session: &str| {
            let server = server("optimized", rules).chooser(chooser);
            output(server, format!("{moves}{session}").as_bytes())
        };
        let cleaned = "kgs-genmove_cleanup b\nplay w pass\n".repeat(9) + "list_stones w\n";
        let replies = served("tromp-taylor", &cleaned);
        let before = replies.split("= pass").next().unwrap();
        assert!(before.lines().all(|line| !line.starts_with('?')), "{replies}");
        assert!(replies.contains("= A2\n") && replies.ends_with("=\n\n"), "{replies}");
        // After the passes, play resumes if the rules let players disagree; otherwise the game is over.
        let after = "play b pass\nplay w pass\nkgs-genmove_cleanup b\nprintsgf\n";
        let replies = served("aga", after);
        assert!(replies.contains("GC[disagreed]"), "{replies}");
        let undone = served("aga", &format!("{after}undo\nundo\nprintsgf\n"));
        assert!(!undone.rsplit('(').next().unwrap().contains("GC["), "{undone}");
        assert!(served("tromp-taylor", after).contains("? the game is over"));
    }
    // This engine always wants to pass. Then the server chooses the first play that fills no eye.
    let passing = |command: &str| {
        let size = Size::square(3).unwrap();
        let engine = Bent::named("passing", Optimized::new(size, Rules::default()));
        let engine = engine.answering([Check::Legality, Check::Board]);
        let engine = engine.generate(|_, _| Ok(Some(Turn::Pass)));
        let server = Server::new(engine.boxed(), size, Rules::default());
        output(server.unwrap(), format!("{moves}{command} b\n").as_bytes())
    };
    assert!(passing("genmove").ends_with("= pass\n\n"));
    assert!(
        passing("kgs-genmove_cleanup").ends_with("= C1\n\n"),
        "{}",
        passing("kgs-genmove_cleanup")
    );
}

/// Returns a time that advances by a hundredth of a second at each call.
fn ticks() -> Duration {
    use std::sync::atomic::{AtomicU64, Ordering};
    static TICKS: AtomicU64 = AtomicU64::new(0);
    Duration::from_millis(10 * TICKS.fetch_add(1, Ordering::Relaxed))
}

proptest! {
    #[test]
    fn any_input_is_answered(input in prop::collection::vec(any::<u8>(), 0..80)) {
        output(server("optimized", "tromp-taylor"), &input);
    }
}
