//! What is wrong, or unusual, around the moves of a record costs a note, never the game.

use super::judged;
use superko::judge::{Adjudication, Note, RecordVerdict};
use superko::sgf::{Decoded, Flaw, KomiUnit};
use superko::{Player, Turn, sgf};

/// The notes on what is outside the moves.
fn flaws(judged: &Adjudication) -> Vec<String> {
    let flaws = judged.notes.iter().filter(|note| matches!(note, Note::Flaw { .. }));
    flaws.map(ToString::to_string).collect()
}

/// All moves of a record are legal.
fn legal(text: &str, moves: usize) -> Adjudication {
    let judged = judged(text, None);
    assert!(judged.error.is_none() && judged.illegal.is_empty(), "{text}: {judged}");
    assert_eq!(judged.moves, moves, "{text}: {judged}");
    judged
}

#[test]
fn a_root_without_its_semicolon_is_read() {
    let game = "(TE[Cup]RD[2025-06-12]KO[6.5]PB[A]PW[B]GK[1];B[pd];W[dp];B[cq];W[dq];B[cp])";
    let judged = legal(game, 5);
    assert_eq!(judged.komi.unwrap().to_string(), "6.5");
    assert_eq!(
        flaws(&judged),
        ["The file lacks the `;` at the beginning of a node.", "`KO[6.5]` is read as komi 6.5."]
    );
    // With the line ends and the spaces of publishers, and in collections.
    legal(&game.replace("KO", "\r\n KO").replace("(TE", "( \r\nTE"), 5);
    let collection = format!("{game}\n{game}\n(;GM[1];B[aa])\n{game}");
    let moves: Vec<usize> = sgf::games(&collection)
        .map(|tree| superko::judge::Judge::default().judge(&tree, 0).moves)
        .collect();
    assert_eq!(moves, [5, 5, 1, 5]);
}

#[test]
fn publishers_write_so_in_encodings_of_their_own() {
    for (label, text) in [
        (
            "GBK",
            "(TE[第十届围棋擂台赛]RD[2025-06-12]PC[北京]KO[6目半]RE[黑中盘胜]PB[张三]BR[九段]PW[李四]WR[八段]GK[1];B[pd];W[dp];B[cq];W[dq];B[cp])",
        ),
        (
            "Shift_JIS",
            "(TE[第五十期名人戦予選]RD[2025-06-12]PC[日本棋院]TM[３時間]KO[黒6目半]RE[黒中押し勝ち]PB[表田太郎]PW[予山次郎]GK[1];B[pd];W[dp];B[cq];W[dq];B[cp])",
        ),
    ] {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        let (bytes, _, wrong) = encoding.encode(text);
        assert!(!wrong);
        let decoded = Decoded::of(&bytes);
        assert!(decoded.note.is_some(), "a guess is told");
        assert_eq!(decoded.text, text);
        let judged = legal(&decoded.text, 5);
        assert_eq!(judged.komi.unwrap().to_string(), "6.5", "{judged}");
        assert_eq!(judged.verdict, RecordVerdict::NotByScore, "{judged}");
    }
}

#[test]
fn a_property_that_is_given_again_is_no_conflict_if_its_value_is_the_same() {
    let game = |about: &str| format!("(;GM[1]SZ[9]{about};B[aa];W[bb])");
    for (about, said) in [
        ("RE[Void]KM[5.5]RE[Void]", ""),
        ("KM[5.5]RE[B+R]KM[5.50]", ""),
        ("HA[0]RU[Chinese]HA[0]RU[chinese]", ""),
        ("HA[0][0]RU[Chinese][Chinese]KM[5.5][5.5]", ""),
        ("KM[5.5]KM[6.5]", "The file says `KM[5.5]`, and also `KM[6.5]`."),
        ("KM[5.5][6.5]", "The file says `KM[5.5]`, and also `KM[6.5]`."),
        ("HA[2]HA[3]", "The file says `HA[2]`, and also `HA[3]`."),
    ] {
        let judged = legal(&game(about), 2);
        assert_eq!(flaws(&judged).join(" "), said, "{about}");
        assert!(!judged.notes.iter().any(|note| matches!(note, Note::TwoResults { .. })));
    }
    // Two results that contradict each other: none is claimed, and both are told.
    let judged = legal(&game("RE[Void]KM[5.5]RE[B+3]"), 2);
    assert_eq!((judged.claimed.as_deref(), judged.verdict), (None, RecordVerdict::Unfinished));
    let results = vec!["Void".to_owned(), "B+3".to_owned()];
    assert!(judged.notes.contains(&Note::TwoResults { results }), "{judged}");
    let ended = legal(&game("RE[Void]KM[5.5]RE[B+3]").replace("W[bb]", "W[];B[];W[]"), 4);
    assert_eq!(ended.verdict, RecordVerdict::NotJudged, "{ended}");
    // The rules that are named first are not preferred.
    let names = "Chinese, Japanese".to_owned();
    let ended = game("RU[Chinese]KM[0]RE[W+81]RU[Japanese]").replace("W[bb]", "W[];B[]");
    let judged = legal(&ended, 3);
    assert!(judged.notes.contains(&Note::SeveralRules { names }), "{judged}");
    assert_eq!(judged.verdict, RecordVerdict::NotJudged, "{judged}");
}

#[test]
fn of_two_komis_the_one_that_agrees_with_the_result_counts() {
    for (claim, verdict, komi) in [
        ("B+19.5", "correct", "5.5"),
        ("B+18.5", "correct", "6.5"),
        ("B+17.5", "wrong result", "5.5"),
        ("B+R", "not by score", "5.5"),
    ] {
        let text = format!("(;SZ[5]RU[Tromp-Taylor]KM[5.5]KM[6.5]RE[{claim}];B[cc];W[];B[])");
        let judged = legal(&text, 3);
        assert_eq!((judged.verdict.name(), &*judged.komi.unwrap().to_string()), (verdict, komi));
        assert_eq!(flaws(&judged), ["The file says `KM[5.5]`, and also `KM[6.5]`."]);
    }
}

#[test]
fn words_and_fractions_of_handicaps_and_komis_are_read() {
    for about in ["HA[吴受先]RE[黑胜]", "HA[none]", "HA[2.0]", "HA[3手]", "HA[让先]", "HA[2.5]"]
    {
        let judged = legal(&format!("(;GM[1]SZ[5]{about};B[cc];W[dd];B[cd])"), 3);
        assert_eq!(flaws(&judged).len(), 1, "{about}: {judged}");
    }
    let game = |komi: &str, claim: &str| {
        format!("(;SZ[5]RU[Chinese]KM[{komi}]RE[{claim}];B[cc];W[];B[bb];W[];B[])")
    };
    for (komi, claim, read) in [
        ("6目半", "B+18.5", "6.5"),
        ("黒6目半", "B+18.5", "6.5"),
        ("3.75子", "B+17.5", "7.5"),
        ("黑贴3又3/4子", "黑胜8.75子", "7.5"),
        ("none", "B+25", "0"),
    ] {
        let judged = legal(&game(komi, claim), 5);
        assert_eq!(judged.verdict, RecordVerdict::Correct, "{komi} {claim}: {judged}");
        assert_eq!(judged.komi.unwrap().to_string(), read);
        assert_eq!(flaws(&judged).len(), 1, "{judged}");
    }
    // A komi that cannot be read: the moves are judged, and the result is not.
    let judged = judged(&game("about six", "W+81"), None);
    assert_eq!((judged.verdict, judged.moves), (RecordVerdict::NotJudged, 5));
    assert!(judged.notes.iter().any(|note| matches!(note, Note::UnreadKomi { .. })));
    assert_eq!((judged.result, judged.error), (None, None));
}

#[test]
fn each_line_is_judged_by_what_is_said_at_the_node_where_it_becomes_unique() {
    let text = "(;FF[4]GM[1]SZ[9];B[ee](;W[ce]KM[6.5]RE[W+R]RU[Chinese];B[cc])\
                (;W[cc]KM[5.5]RE[B+R]RU[Japanese];B[dd]))";
    let tree = sgf::games(text).next().unwrap();
    for (line, komi, claimed, rules) in
        [(0, "6.5", "W+R", "chinese"), (1, "5.5", "B+R", "japanese")]
    {
        let judged = superko::judge::Judge::default().judge(&tree, line);
        let rules = rules.parse::<superko::rules::NamedRules>().unwrap().rules;
        assert_eq!((judged.moves, judged.error.is_none(), judged.rules), (3, true, Some(rules)));
        assert_eq!(judged.komi.unwrap().to_string(), komi);
        assert_eq!(judged.claimed.as_deref(), Some(claimed));
        assert_eq!(judged.verdict, RecordVerdict::NotByScore);
    }
}

#[test]
fn a_point_just_beyond_the_board_is_a_pass() {
    let turns = |text: &str| {
        let script = sgf::read(text, None).unwrap();
        script.record.turns
    };
    for (text, written) in [
        ("(;GM[1]FF[4]SZ[18]KM[7.5]RU[Chinese];B[dd];W[pp];B[ss];W[ss])", "B[ss]"),
        ("(;SZ[9];B[dd];W[pp];B[jj];W[jj])", "B[jj]"),
        ("(;SZ[9:7];B[dd];W[ee];B[jh];W[jh])", "B[jh]"),
        ("(;SZ[25];B[dd];W[pp];B[zz];W[zz])", "B[zz]"),
        ("(;SZ[9];B[dd];W[ee];B[PASS];W[pass])", "B[PASS]"),
    ] {
        let text = text.replace("SZ[9];B[dd];W[pp]", "SZ[9];B[dd];W[ee]");
        let judged = legal(&text, 4);
        let written = written.to_owned();
        let flaw = Flaw::Turns { written, turn: Turn::Pass, count: 2 };
        assert!(judged.notes.contains(&Note::Flaw { flaw }), "{judged}");
        assert!(judged.to_string().contains("is read as a pass, and so on, 2 times."), "{judged}");
        assert_eq!(turns(&text)[2..], [Turn::Pass, Turn::Pass]);
    }
    for text in [
        "(;SZ[9];B[dd];W[kk])",
        "(;SZ[9];B[dd];W[ja])",
        "(;SZ[9];B[K1])",
        "(;SZ[9];B[e5])",
        "(;SZ[9:7];B[dd];W[jj])",
    ] {
        assert_eq!(judged(text, None).verdict, RecordVerdict::Unreadable, "{text}");
    }
    let named = legal("(;SZ[19];B[Q16];W[D4];B[pp];W[])", 4);
    assert_eq!(flaws(&named), ["`B[Q16]` is read as Q16, and so on, 2 times."]);
    // The standard's passes are none of these.
    assert_eq!(flaws(&legal("(;SZ[19];B[tt];W[])", 2)), [""; 0]);
}

#[test]
fn a_program_writes_hundredths_of_points_or_of_stones() {
    let japanese = "(;GM[1]FF[4]SZ[5]AP[foxwq]KM[50]HA[2]RU[Japanese]RE[B+20.50]AB[bb][db];W[];B[cc];W[];B[bd];W[];B[])";
    let judged = legal(japanese, 6);
    assert_eq!((judged.verdict.name(), &*judged.komi.unwrap().to_string()), ("correct", "0.5"));
    let note = "`KM[50]` is read as komi 0.5 in hundredths.";
    assert_eq!(flaws(&judged), [note]);
    // Without the program's name the board decides.
    let unnamed = japanese.replace("AP[foxwq]", "");
    assert_eq!(legal(&unnamed, 6).verdict, RecordVerdict::Correct);
    let fifty = unnamed.replace("B+20.50", "W+29").replace("HA[2]", "");
    assert_eq!(legal(&fifty, 6).komi.unwrap().to_string(), "50");
    // Black has all 25 points.
    let game = |program: &str, komi: &str, claim: &str| {
        format!("(;SZ[5]{program}RU[Chinese]KM[{komi}]RE[{claim}];B[bb];W[];B[dd];W[];B[])")
    };
    let fox = "AP[GNU Go:3.8]RN[3]AP[foxwq]";
    for (program, komi, claim, verdict, read) in [
        (fox, "375", "B+17.50", "correct", "7.5"),
        (fox, "375", "B+8.75", "correct", "7.5"),
        (fox, "650", "B+18.50", "correct", "6.5"),
        (fox, "650", "B+9.25", "correct", "6.5"),
        (fox, "0", "B+12.50", "correct", "0"),
        (fox, "50", "B+24.50", "correct", "0.5"),
        // With dead stones, in the same unit.
        (fox, "375", "W+3.75", "by agreement", "7.5"),
        (fox, "375", "W+4.25", "wrong result", "7.5"),
        (fox, "375", "B+R", "not by score", "7.5"),
        ("", "375", "B+17.50", "correct", "7.5"),
        ("", "375", "B+21.25", "correct", "3.75"),
        ("", "0", "B+12.50", "wrong result", "0"),
    ] {
        let judged = legal(&game(program, komi, claim), 5);
        let found = (judged.verdict.name(), judged.komi.unwrap().to_string());
        assert_eq!(found, (verdict, read.to_owned()), "{program} {komi} {claim}: {judged}");
    }
    let stones = legal(&game(fox, "375", "B+8.75"), 5);
    assert!(stones.notes.contains(&Note::HalfCounted));
    let unit = |note: &Note| {
        matches!(note, Note::Flaw { flaw: Flaw::Komi { unit: KomiUnit::Stones, .. } })
    };
    assert!(stones.notes.iter().any(unit), "{stones}");
}

#[test]
fn boards_too_large_to_be_judged_are_read_and_named() {
    for (size, said) in [("26", "26 columns and 26 rows"), ("37:52", "37 columns and 52 rows")] {
        let text = format!("(;GM[1]SZ[{size}]RE[B+3];B[aZ];W[zz];B[])");
        let judged = judged(&text, None);
        assert_eq!((judged.verdict, judged.moves), (RecordVerdict::NotJudged, 3), "{judged}");
        let shown = judged.to_string();
        assert!(shown.contains(said) && shown.contains("too large"), "{shown}");
        assert!(!shown.contains("legal"), "{shown}");
    }
    assert_eq!(judged("(;SZ[53];B[aa])", None).verdict, RecordVerdict::Unreadable);
}

#[test]
fn a_player_to_move_that_is_not_named_as_in_the_standard_is_noted() {
    let judged = legal("(;SZ[5]AB[aa]PL[白];W[bb];B[cc])", 2);
    assert_eq!(flaws(&judged), ["`PL[白]` does not name a player, and is ignored."]);
    assert_eq!(
        sgf::read("(;SZ[5]AB[aa]PL[?];W[bb])", None).unwrap().players,
        [Some(Player::White)]
    );
}
