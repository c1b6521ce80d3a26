//! Flaws and oddities of a record outside its moves cause a note, and the game is still judged.

use super::judged;
use superko::judge::{Adjudication, Note, RecordVerdict};
use superko::sgf::{Decoded, Flaw, KomiUnit};
use superko::{Player, Turn, sgf};

/// Returns the notes about flaws outside the moves.
fn flaws(judged: &Adjudication) -> Vec<String> {
    let flaws = judged.notes.iter().filter(|note| matches!(note, Note::Flaw(_)));
    flaws.map(ToString::to_string).collect()
}

/// Judges a record whose moves must all be legal.
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
    // Publishers also add line ends and spaces, and collect several games in a file.
    legal(&game.replace("KO", "\r\n KO").replace("(TE", "( \r\nTE"), 5);
    let collection = format!("{game}\n{game}\n(;GM[1];B[aa])\n{game}");
    let moves: Vec<usize> = sgf::games(&collection)
        .map(|tree| superko::judge::Judge::default().judge(&tree, 0).moves)
        .collect();
    assert_eq!(moves, [5, 5, 1, 5]);
}

#[test]
fn records_of_publishers_are_read_in_their_encodings() {
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
fn a_repeated_property_is_no_conflict_if_its_value_is_the_same() {
    let game = |about: &str| format!("(;GM[1]SZ[9]{about};B[aa];W[bb])");
    for (about, expected) in [
        ("RE[Void]KM[5.5]RE[Void]", ""),
        ("KM[5.5]RE[B+R]KM[5.50]", ""),
        ("HA[0]RU[Chinese]HA[0]RU[chinese]", ""),
        ("HA[0][0]RU[Chinese][Chinese]KM[5.5][5.5]", ""),
        ("KM[5.5]KM[6.5]", "The file says `KM[5.5]`, and also `KM[6.5]`."),
        ("KM[5.5][6.5]", "The file says `KM[5.5]`, and also `KM[6.5]`."),
        ("HA[2]HA[3]", "The file says `HA[2]`, and also `HA[3]`."),
    ] {
        let judged = legal(&game(about), 2);
        assert_eq!(flaws(&judged).join(" "), expected, "{about}");
        assert!(!judged.notes.iter().any(|note| matches!(note, Note::TwoResults(_))));
    }
    // If two results contradict each other, neither is claimed, and a note names both.
    let judged = legal(&game("RE[Void]KM[5.5]RE[B+3]"), 2);
    assert_eq!((judged.claimed.as_deref(), judged.verdict), (None, RecordVerdict::Unfinished));
    let results = vec!["Void".to_owned(), "B+3".to_owned()];
    assert!(judged.notes.contains(&Note::TwoResults(results)), "{judged}");
    let ended = legal(&game("RE[Void]KM[5.5]RE[B+3]").replace("W[bb]", "W[];B[];W[]"), 4);
    assert_eq!(ended.verdict, RecordVerdict::NotJudged, "{ended}");
    // If two rule sets are named, the first is not preferred.
    let names = "Chinese, Japanese".to_owned();
    let ended = game("RU[Chinese]KM[0]RE[W+81]RU[Japanese]").replace("W[bb]", "W[];B[]");
    let judged = legal(&ended, 3);
    assert!(judged.notes.contains(&Note::SeveralRules(names)), "{judged}");
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
    // If the komi cannot be read, the moves are judged, and the result is not.
    let judged = judged(&game("about six", "W+81"), None);
    assert_eq!((judged.verdict, judged.moves), (RecordVerdict::NotJudged, 5));
    assert!(judged.notes.iter().any(|note| matches!(note, Note::UnreadKomi(_))));
    assert_eq!((judged.result, judged.error), (None, None));
}

#[test]
fn each_line_is_judged_by_the_properties_of_the_node_where_it_becomes_unique() {
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
        assert!(judged.notes.contains(&Note::Flaw(flaw)), "{judged}");
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
    // Passes as in the SGF standard cause no note.
    assert_eq!(flaws(&legal("(;SZ[19];B[tt];W[])", 2)), [""; 0]);
}

#[test]
fn a_program_writes_hundredths_of_points_or_of_stones() {
    let japanese = "(;GM[1]FF[4]SZ[5]AP[foxwq]KM[50]HA[2]RU[Japanese]RE[B+20.50]AB[bb][db];W[];B[cc];W[];B[bd];W[];B[])";
    let judged = legal(japanese, 6);
    assert_eq!((judged.verdict.name(), &*judged.komi.unwrap().to_string()), ("correct", "0.5"));
    let note = "`KM[50]` is read as komi 0.5 in hundredths.";
    assert_eq!(flaws(&judged), [note]);
    // If no program is named, the board decides.
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
        // Dead stones count in the same unit.
        (fox, "375", "W+3.75", "by agreement", "7.5"),
        (fox, "375", "W+4.25", "wrong result", "7.5"),
        (fox, "375", "B+R", "not by score", "7.5"),
        ("", "375", "B+17.50", "correct", "7.5"),
        ("", "375", "B+21.25", "correct", "3.75"),
        ("", "0", "B+12.50", "correct", "0"),
        ("", "0", "B+12.25", "wrong result", "0"),
    ] {
        let judged = legal(&game(program, komi, claim), 5);
        let found = (judged.verdict.name(), judged.komi.unwrap().to_string());
        assert_eq!(found, (verdict, read.to_owned()), "{program} {komi} {claim}: {judged}");
    }
    let stones = legal(&game(fox, "375", "B+8.75"), 5);
    assert!(stones.notes.contains(&Note::HalfCounted));
    let unit = |note: &Note| matches!(note, Note::Flaw(Flaw::Komi { unit: KomiUnit::Stones, .. }));
    assert!(stones.notes.iter().any(unit), "{stones}");
}

#[test]
fn boards_too_large_to_be_judged_are_read_and_named() {
    for (size, expected) in [("26", "26 columns and 26 rows"), ("37:52", "37 columns and 52 rows")]
    {
        let text = format!("(;GM[1]SZ[{size}]RE[B+3];B[aZ];W[zz];B[])");
        let judged = judged(&text, None);
        assert_eq!((judged.verdict, judged.moves), (RecordVerdict::NotJudged, 3), "{judged}");
        let shown = judged.to_string();
        assert!(shown.contains(expected) && shown.contains("too large"), "{shown}");
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

#[test]
fn a_game_that_is_cut_off_is_read_up_to_the_cut() {
    let game = "(;GM[1]SZ[5]RU[Tromp-Taylor]KM[0]RE[B+25];B[cc];W[];B[]";
    let note = "The game lacks its last `)`: the end may be cut off.";
    for end in ["", "\n", ";", "\0\r\n"] {
        let judged = legal(&format!("{game}{end}"), 3);
        assert_eq!((judged.verdict, flaws(&judged)), (RecordVerdict::Correct, vec![note.into()]));
    }
    for (end, within) in [
        (";B[c", "B[c"),
        (";B[", "B["),
        (";B", "B"),
        ("C[a fine", "C[a fine"),
        ("C[a fine (;", "C[a fine (;"),
    ] {
        let judged = legal(&format!("{game}{end}"), 3);
        let expected = format!("The file ends within `{within}`: the rest is cut off.");
        assert_eq!(flaws(&judged), [expected]);
        // The missing turn is not invented.
        assert!(sgf::read(&format!("{game}{end}"), None).is_err());
    }
    // The game may have reached its result in the missing part.
    for (text, verdict) in [
        (game.replace("B+25", "W+3"), RecordVerdict::NotJudged),
        (game.replace("B+25", "W+R"), RecordVerdict::NotByScore),
        (game.replace("RE[B+25]", ""), RecordVerdict::Unfinished),
        (game.replace("B+25", "W+3").replace(";W[];B[]", ""), RecordVerdict::Unfinished),
    ] {
        let judged = legal(&text, text.matches(";B[").count() + text.matches(";W[").count());
        let is_told = judged.result.is_none() || verdict != RecordVerdict::NotJudged;
        let whole = legal(&format!("{text})"), judged.moves);
        assert!(is_told && !whole.to_string().contains(note), "{whole}");
        match verdict {
            RecordVerdict::NotJudged => assert_eq!(whole.verdict, RecordVerdict::WrongResult),
            _ => assert_eq!(judged.verdict, whole.verdict),
        }
    }
    // An illegal move is illegal, whatever follows.
    assert_eq!(judged("(;SZ[5];B[cc];W[cc];B[a", None).verdict, RecordVerdict::Illegal);
    // The next game of the file is found.
    let two = format!("{game}\n(;GM[1]SZ[5];B[aa])");
    let moves: Vec<_> = sgf::games(&two)
        .map(|tree| superko::judge::Judge::default().judge(&tree, 0))
        .map(|judged| (judged.moves, flaws(&judged).len()))
        .collect();
    assert_eq!(moves, [(3, 1), (1, 0)]);
}

#[test]
fn if_a_bracket_is_missing_among_variations_only_the_certain_moves_are_read() {
    // If variations are one level deep, or are cut off before any of them ends, there is only one way to read them.
    for (text, moves) in
        [("(;SZ[5];B[aa](;W[bb];B[cc])(;W[dd]", 3), ("(;SZ[5];B[aa](;W[bb];B[cc](;W[dd];B[", 4)]
    {
        assert_eq!(flaws(&legal(text, moves)).len(), 1, "{text}");
    }
    // The missing bracket may be the one after `B[cc]`, so `W[dd]` may not be an answer to it.
    let judged = judged("(;SZ[5];B[aa](;W[bb];B[cc](;W[cc])(;W[dd]))", None);
    assert_eq!((judged.verdict, judged.moves), (RecordVerdict::Unreadable, 1), "{judged}");
    assert!(judged.to_string().contains("`)` is missing at the end"), "{judged}");
    // There is a bracket too many, which may be the one after `B[cc]`.
    let judged = super::judged("(;SZ[5];B[aa](;W[bb];B[cc])(;W[cc](;B[dd])(;B[ee]))))", None);
    assert_eq!((judged.verdict, judged.moves), (RecordVerdict::Unreadable, 1), "{judged}");
    assert!(judged.to_string().contains("`)` stands after the `)`"), "{judged}");
}

#[test]
fn a_bracket_in_a_text_may_lack_its_backslash() {
    for text in [
        "C[White at [A] is better]",
        "C[smile :] ok]",
        "GN[Cup [2024] final (1)]",
        "C[first [1][2] and [3], then]",
        "C[it is [ok]. (or [B])(x); fine [c]]",
        "C[a] b]PB[x]",
        "Comment[White at [A] is better]",
        "PC[http://example.org/[1] x]",
        "C[x] 中文 [y]; z]",
    ] {
        for game in [
            format!("(;SZ[5]{text};B[aa];W[bb])"),
            format!("(;SZ[5];B[aa]{text};W[bb])"),
            format!("(;SZ[5];B[aa];W[bb]{text})"),
            format!("(;SZ[5];B[aa](;W[bb]{text})(;W[cc]{text}))"),
        ] {
            let judged = legal(&game, 2);
            assert_eq!(flaws(&judged).len(), 1, "{judged}");
            assert!(judged.to_string().contains(" a `]` lacks its `\\`"), "{judged}");
        }
    }
    // A text that may contain a move, a board or a variation is not read.
    for text in [
        "(;SZ[5];B[aa]C[a] ?;W[bb];B[cc])",
        "(;SZ[5];B[aa]C[see [A] or B[dd] there];W[bb])",
        "(;SZ[5];B[aa]C[see [A] or black [dd] there];W[bb])",
        "(;SZ[5];B[aa]C[He said [ok];W[bb] is bad];W[cc])",
        "(;SZ[5];B[aa](;C[a] ?)(;C[b];W[bb]))",
        "(;SZ[5];B[aa](;C[a];W[bb]C[b]) ?C[b](;W[cc]))",
        "(;SZ[5];B[aa]C[x] y",
        "(;SZ[5];B[aa]],;W[bb])",
    ] {
        let judged = judged(text, None);
        assert_eq!(judged.verdict, RecordVerdict::Unreadable, "{text}: {judged}");
    }
    let judged = judged("(;SZ[5];B[aa]C[see [A] or B[dd] so];W[bb])", None);
    assert!(judged.to_string().contains("`C[see [A]` is followed by `or B[dd]"), "{judged}");
    // A bracket that may end the game ends it, unless turns follow.
    assert_eq!(flaws(&legal("(;SZ[5];B[aa]C[(see [A]) or so];W[bb])", 2)).len(), 1);
    assert_eq!(flaws(&legal("(;SZ[5];B[aa];W[bb]C[(see [A]) or so])", 2)), [""; 0]);
    // Several such texts cause one note.
    let text = format!("(;SZ[5];B[aa]{};W[bb])", "C[x] y]".repeat(3));
    assert!(legal(&text, 2).to_string().contains("read to its end, and so on, 3 times."));
    // Brackets with a backslash in a text belong to the text.
    assert_eq!(flaws(&legal(r"(;SZ[5]C[(;GM[1\];B[aa\])];B[aa])", 1)), [""; 0]);
    assert_eq!(flaws(&legal("(;SZ[5]LB[aa:1][bb:(;)]C[)(][;B];B[aa])tail [x] (y)", 1)), [""; 0]);
}

#[test]
fn turns_outside_of_games_are_an_error() {
    for (text, expected) in [
        ("(;SZ[5]KM[0.5;B[aa];W[bb];B[cc])", "has `;B[aa];W[bb];B[cc])` in it: is the `]` missing"),
        ("(;SZ[5]C[a\n;\nBlack[aa];W[bb];B[cc])", "has `; Black[aa];W[bb];B[` in it"),
        ("(;SZ[5];B[aa]WL[9]\n;Wbb]BL[9];B[cc]BL[9])", "`Wbb` has no value"),
        ("(;SZ[5];B[aa]C[x]\n;\nWhitebb]C[x];B[cc])", "`C[x]` is followed by `; Whitebb]C[x]"),
        ("(;RU[aga]SZ5]KM[7.5];B[aa])", "`RU[aga]` is followed by `SZ5]KM[7.5];B[aa])`"),
        ("(;CA[UTF-8SZ[5];B[aa])", "has `SZ[5];B[aa])` in it"),
        ("(;VW[\nSZ[5];B[aa])", "has `SZ[5];B[aa])` in it"),
        ("(;SZ[5];B[aa])W[bb];B[cc])", "`W[bb];B[cc])` stands after the `)`"),
        ("(;SZ[5]AB[aa])[bb][cc]AW[dd];B[cc])", "`[bb][cc]AW[dd];B[cc]` stands after the `)`"),
        ("(;SZ[5];B[aa]C[x]\n;Wbb]C[x];B[cc]C[x])", "`C[x]` is followed by `;Wbb]C[x];B[cc]C[x]"),
        ("(;SZ[5];B[aa]C[x];W][bb]C[x];B[cc]C[x])", "`C[x]` is followed by `;W][bb]C[x]"),
        ("(;SZ[5];B[aa]C[x];W\\[bb]C[x];B[cc]C[x])", "`C[x]` is followed by `;W\\[bb]C[x]"),
        ("(;SZ[5];B[aa]);\nWhite[bb];B[cc])", "`; White[bb];B[cc])` stands after the `)`"),
        ("(;SZ[5];B[aa])(;W[bb];B[cc])", "`(;W[bb];B[cc])` stands after the `)`"),
        ("(;SZ[5]C[a;B[aa];W[bb];B[cc])", "has `;B[aa];W[bb];B[cc])` in it: is the `]` missing"),
        (r"(;SZ[5]C[C:\];B[aa];W[bb];B[cc])", "has `;B[aa];W[bb];B[cc])` in it"),
        ("(;SZ[5]C[a\n(;GM[1]SZ[5];B[aa])", "has `(;GM[1]SZ[5];B[aa])` in it"),
        ("(;SZ[5];B[aa]);W[bb];B[cc])", "`;W[bb];B[cc])` stands after the `)`"),
        ("(;SZ[5];B[aa])) ;W[bb];B[cc])", "`;W[bb];B[cc])` stands after the `)`"),
    ] {
        let judged = judged(text, None);
        assert_eq!(judged.verdict, RecordVerdict::Unreadable, "{text}: {judged}");
        assert!(judged.to_string().contains(expected), "{text}: {judged}");
    }
    legal("mail; B is fine (I think)\n(;SZ[5];B[aa])\n; I [see] you; B (x)\n(;SZ[5];W[bb])", 1);
}

#[test]
fn names_of_properties_in_full_and_in_small_letters_are_read() {
    let capitals = "(;GM[1]SZ[5]RU[Tromp-Taylor]KM[0.5]RE[B+24.5];B[cc];W[];B[]";
    let expected = legal(&format!("{capitals})"), 3);
    for (text, names) in [
        (
            capitals.to_lowercase().replace("b+", "B+"),
            "gm GM, sz SZ, ru RU, km KM, re RE, b B, w W",
        ),
        (capitals.replace("SZ", "Size"), "Size SZ"),
        (capitals.replace("SZ", "SIZE").replace("B[", "BLACK["), "SIZE SZ, BLACK B"),
        (capitals.replace("SZ", "SiZe").replace("GM", "GaMe"), ""),
        (capitals.replace(";B[", ";Black[").replace("W[", "White["), ""),
        (capitals.replace("KM", "Komi").replace("RE", "REsult"), "Komi KM"),
        (capitals.replace(";B[", "C[x];b["), "b B"),
        (capitals.replace(";B[cc]", "c[x]gn[y];b[cc]"), "c C, gn GN, b B"),
    ] {
        let judged = legal(&format!("{text})"), 3);
        assert_eq!((judged.size, judged.verdict), (expected.size, expected.verdict), "{text}");
        assert_eq!(judged.komi, expected.komi);
        let flaw = |pair: &str| {
            let (written, read) = pair.split_once(' ').unwrap();
            format!("The property `{written}` is read as `{read}`.")
        };
        let names: Vec<_> = names.split(", ").filter(|pair| !pair.is_empty()).map(flaw).collect();
        assert_eq!(flaws(&judged), names, "{text}");
    }
    let judged = judged("(;SZ[5];B[aa];move[bb])", None);
    assert!(judged.to_string().contains("`move` is not in capital letters"), "{judged}");
}

#[test]
fn a_file_without_its_first_bracket_is_read() {
    for text in
        ["\r\n;GM[1]SZ[5];B[aa](;W[bb])(;W[cc]))", ";FF[4]SZ[5];B[aa];W[bb])\n(;GM[1];B[aa])"]
    {
        assert_eq!(flaws(&legal(text, 2)), ["The file lacks its first `(`."]);
    }
    assert_eq!(sgf::games("mail; B[aa] is fine\n;W[bb]").count(), 0);
}

#[test]
fn text_around_games_is_skipped() {
    let game = "(;GM[1]SZ[5];B[aa];W[bb])";
    for text in [
        format!("\u{feff}{game}"),
        format!("From: me (not you)\r\n\r\n{game}\r\n-- \r\nme"),
        game.replace(';', "\r;").replace('[', "\0["),
        format!("\0\0{game}\0\0\x1a"),
        format!("{game})))"),
        game.replace(";W", ";;\u{a0}\u{3000}W"),
    ] {
        assert_eq!(flaws(&legal(&text, 2)), [""; 0], "{text:?}");
    }
    // A broken game does not end a collection.
    let collection = format!("{game}(;GM[1]SZ[5];B[aa]W[bb]){game}\n(;GM[1]SZ[5];B[zz])\n{game}");
    let verdicts: Vec<_> = sgf::games(&collection)
        .map(|tree| superko::judge::Judge::default().judge(&tree, 0))
        .map(|judged| (judged.moves, judged.verdict == RecordVerdict::Unreadable))
        .collect();
    assert_eq!(verdicts, [(2, false), (0, true), (2, false), (0, true), (2, false)]);
}

/// Returns the board and the turns of the main line, and whether the end is cut off; `None` if the file is not one readable
/// game.
fn main_line(text: &str) -> Option<(String, bool)> {
    let tree = sgf::games(text).next()?;
    let game = sgf::SgfGame::read(&tree, 0).ok()?;
    let is_whole = sgf::games(text).count() == 1 && game.broken.is_none();
    is_whole
        .then(|| (format!("{} {} {:?}", game.size, game.position, game.steps), game.cut.is_some()))
}

#[test]
fn a_missing_or_extra_bracket_changes_no_turn() {
    let root = "GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]RU[Japanese]PB[Lee]PW[Cho]AB[aa][bb]AW[cc]";
    let line = ";B[ee]C[a (good) move];W[gg]WL[35];B[cg]C[see [A\\] there]LB[aa:A][bb:B];W[gc]";
    for text in [
        format!("({root};{line})\n").replace("(GM", "(;GM"),
        format!("(;{root}\n{line}\n(;B[ef];W[fe]C[ends])\n(;B[fe](;W[ef])\n(;W[fd]C[x])))\n"),
    ] {
        let (right, _) = main_line(&text).expect("the text is whole");
        let mut wrong = Vec::new();
        for place in 0..text.len() {
            let (before, after) = text.split_at(place);
            let slips = ["(", ")", "[", "]", ";", "\\"];
            let added = slips.iter().map(|slip| format!("{before}{slip}{after}"));
            let is_slip = slips.iter().any(|slip| after.starts_with(slip));
            let lost = is_slip.then(|| format!("{before}{}", &after[1..]));
            for text in added.chain(lost) {
                match main_line(&text) {
                    Some((read, is_cut)) if read != right && !is_cut => wrong.push(text),
                    _ => {}
                }
            }
        }
        // `S[Z[9]` is a text of a property with an unknown name.
        wrong.retain(|text| !text.contains("S[Z[9]"));
        assert!(wrong.is_empty(), "{} are read wrongly:\n{}", wrong.len(), wrong.join("\n"));
    }
}
