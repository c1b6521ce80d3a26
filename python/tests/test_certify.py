"""The verdict on exact boards and on wrong ones, what boards really play, and single games."""

import inspect
import json
import re
import subprocess
import sys

import pytest
import superko
from boards import (
    CountsStonesOnly,
    CountsTheDead,
    Crashes,
    Exact,
    HistoryOf8,
    Settling,
    SimpleKo,
    SuicideAllowed,
    WithButton,
)


def quick(board, **options):
    options = {"sizes": [2, (3, 2), 4], "games": 20, **options}
    return superko.certify(board, **options)


@pytest.mark.parametrize(
    "rules", ["tromp-taylor", "chinese", "repetition=situational,suicide=forbidden", "repetition=none"]
)
def test_an_exact_board_conforms(rules):
    result = quick(Exact, rules=rules).check()
    assert result.verdict == "conforms" and result.conforms
    assert result.findings == [] and result.faults == [] and result.diagnosis is None
    observed = {name: check["observations"] for name, check in result.report["checks"].items()}
    assert all(observed[name] > 10 for name in ("play", "legality", "board", "status", "score", "undo")), observed
    assert repr(result) == f"<superko.Result: Exact conforms under {result.report['rules']}>"


@pytest.mark.parametrize(
    "board, rules, rule, words",
    [
        (SimpleKo, "tromp-taylor", "TT6", "ko"),
        (HistoryOf8, "tromp-taylor", "TT6", "8"),
        (SuicideAllowed, "chinese", "TT7/forbidden", "suicide"),
    ],
)
def test_a_wrong_board_is_found_and_named(board, rules, rule, words):
    result = quick(board, rules=rules, sizes=[2, 4, 5])
    assert result.verdict == "deviates"
    assert {finding.rule for finding in result.findings} == {rule}, [finding.id for finding in result.findings]
    assert words in result.diagnosis, result.diagnosis
    finding = result.findings[0]
    assert finding.reference != finding.engine and finding.kind == "steady"
    assert f"superko.replay({board.__name__}, " in finding.again
    with pytest.raises(AssertionError, match=finding.id):
        result.check()


def test_the_first_pass_earns_half_a_point_where_the_rules_have_a_button():
    assert quick(WithButton, rules="button=half-point").verdict == "conforms"
    assert quick(Exact, rules="button=half-point").verdict == "deviates"


def test_a_wrong_score_is_found():
    result = quick(CountsStonesOnly)
    assert {finding.check for finding in result.findings} == {"score"}
    assert "score" in result.diagnosis or "stones" in result.diagnosis, result.diagnosis


def test_the_line_again_shows_the_finding_again():
    finding = quick(SimpleKo).findings[0]
    replay = eval(finding.again, {"superko": superko, "SimpleKo": SimpleKo})
    assert replay.finding in finding.ids and not replay.agrees
    with pytest.raises(AssertionError, match=finding.id):
        replay.check()
    assert eval(finding.again, {"superko": superko, "SimpleKo": Exact}).check().agrees


def test_a_replay_draws_its_game_and_both_answers():
    drawn = str(superko.replay(SimpleKo, "2x1 tromp-taylor: B A1, W pass, B B1"))
    for line in [
        "2x1: B A1, W pass, B B1", "engine SimpleKo", "   1. B A1  allowed", "1 (X).", "   3. B B1  forbidden: repeats",
        "   TT6.play.repeat-initial", "   reference  forbidden: repeats", "   engine     allowed",
        "Reference and engine disagree.",
    ]:
        assert line in drawn, drawn
    right = superko.replay(Exact, "2x1 tromp-taylor: B A1, W pass, B B1")
    assert repr(right) == str(right) and str(right).endswith("turn 3 is forbidden.\nReference and engine agree.\n")


@pytest.mark.parametrize(
    "record, said",
    [
        ("2x1 tromp-taylor: B C1", "`C1`"),
        ("2x1 nonsense: B A1", "`nonsense`"),
        ("2x1 tromp-taylor: W A1", "`W A1`"),
        ("3x1 tromp-taylor disagreed: A1, pass, pass", "disagreed"),
    ],
)
def test_records_that_cannot_be_read(record, said):
    with pytest.raises(ValueError, match=said):
        superko.replay(Exact, record)


@pytest.mark.parametrize(
    "board, rules, verdict, exactly, mistakes, sentence",
    [
        (Exact, "chinese", "conforms", "chinese", [], "plays simple ko without suicide"),
        (SimpleKo, "tromp-taylor", "conforms", "repetition=simple-ko", [], "plays simple ko with suicide"),
        (HistoryOf8, "tromp-taylor", "deviates", None, ["history=8"], "forgets positions more than 8 turns back"),
    ],
)
def test_what_a_board_really_plays(board, rules, verdict, exactly, mistakes, sentence):
    found = superko.identify(board, rules=rules, sizes=[2, 4, 5])
    assert (found.verdict, found.rules, found.mistakes) == (verdict, exactly, mistakes)
    assert sentence in found.diagnosis and found.faults == []
    assert str(found).replace("\n", " ").startswith(f"{board.__name__} {found.diagnosis}.")
    assert repr(found) == f"<superko.Diagnosis: {board.__name__} {found.diagnosis}>"
    assert f'`superko.certify({board.__name__}, rules="{exactly or rules}")`' in str(found)
    assert json.loads(found.to_json()) == found.report
    if exactly:
        quick(board, rules=found.rules).check()


def test_what_a_board_plays_is_not_always_known():
    crashed = superko.identify(Crashes, sizes=[3])
    assert crashed.rules is None and "lost too early" in crashed.diagnosis
    unsupported = superko.identify(Exact, sizes=[2], rules="repetition=natural-situational")
    assert (unsupported.verdict, unsupported.diagnosis) == ("untestable", None)
    assert "could not be tested" in str(unsupported)
    assert superko.identify(Exact, sizes=[5], budget=0.01).verdict == "incomplete"
    with pytest.raises(ValueError, match="chinese"):
        superko.identify(Exact, rules="chinesse")
    with pytest.raises(TypeError, match="Wrong.to_move returned 3"):
        superko.identify(type("Wrong", (Exact,), {"to_move": lambda self: 3}))


def test_identify_has_the_options_of_certify():
    options, more = (inspect.signature(function).parameters for function in (superko.identify, superko.certify))
    assert options.items() <= more.items()


def test_other_rules_are_offered():
    result = quick(SimpleKo)
    offer = " ".join(result.opening().split())
    rules = "repetition=simple-ko,suicide=allowed"
    assert f'`superko.certify(SimpleKo, rules="{rules}")` tests it by these rules.' in offer
    assert result.opening().strip() in str(result)
    quick(SimpleKo, rules=rules).check()


def test_all_forms_count_the_same(tmp_path):
    result = quick(SimpleKo)
    ids = [id for finding in result.findings for id in finding.ids]
    assert sorted(ids) == sorted(finding["id"] for finding in result.report["findings"])
    assert len(ids) > len(result.findings) > 1
    # One mistake explains all of them.
    first, *others = result.findings
    assert first.same_mistake_as is None and {finding.same_mistake_as for finding in others} == {first.id}

    path = tmp_path / "report.json"
    path.write_text(result.to_json())

    def of(form):
        command = [sys.executable, "-m", "superko", "report", str(path), "--format", form]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    numbers = re.findall(r"^ *([0-9]+)\. TT6", result.text(verbose=True), re.MULTILINE)
    games = len(result.findings)
    assert max(map(int, numbers)) == games
    assert result._repr_html_().count("<details") == games
    assert result._repr_html_().count("<details open") == 1
    assert of("html").count("<article") == games
    assert f"; {games} findings; " in repr(result)
    # On a screen one mistake is one finding.
    assert re.findall(r"^ *([0-9]+)\. TT6", str(result), re.MULTILINE) == ["1"]
    others = len(ids) - len(first.ids)
    assert f"With result.text(verbose=True): {others} more findings, numbered 2 to " in str(result)
    assert of("junit").count("<failure ") == len(ids)


def test_an_exception_is_a_crash_with_its_traceback():
    result = quick(Crashes, sizes=[3])
    assert result.verdict == "faulty"
    (fault,) = result.faults
    assert "IndexError: list index out of range at boards.py:" in fault.what and fault.turns == ("B B2",)
    assert "return [][point[0]]" in fault.traceback
    with pytest.raises(AssertionError, match=r"return \[\]\[point\[0\]\]"):
        result.check()
    replay = eval(fault.again, {"superko": superko, "Crashes": Crashes})
    assert "IndexError: list index out of range at boards.py:" in str(replay) and replay.finding is None
    with pytest.raises(IndexError):
        replay.check()


def test_methods_that_are_absent_are_not_compared():
    class Short(superko.Board):
        def __init__(self):
            self.board_of = Exact()

        def new(self, columns, rows, rules):
            self.board_of.new(columns, rows, rules)

        def play(self, color, point):
            return self.board_of.play(color, point)

    result = quick(Short).check()
    observed = {name for name, check in result.report["checks"].items() if check["observations"]}
    assert observed == {"play"}
    assert quick(Short, require=["undo"]).verdict == "incomplete"


def test_the_same_options_give_the_same_result():
    first, second = (quick(SimpleKo, sizes=[3], games=5).report for _ in range(2))
    for report in (first, second):
        del report["seconds"], report["seconds_to_first_finding"]
    assert first == second


def test_sizes_and_rules_that_a_board_does_not_play():
    result = superko.certify(Exact, sizes=[2], rules="repetition=natural-situational")
    assert result.verdict == "untestable" and "repetition=natural-situational" in result.text(verbose=True)

    class Square(Exact):
        def new(self, columns, rows, rules):
            if columns != rows:
                raise superko.Unsupported("only square boards")
            super().new(columns, rows, rules)

    result = quick(Square)
    assert result.verdict == "incomplete"
    assert [refused["size"] for refused in result.report["refused_sizes"]] == ["3x2"]


@pytest.mark.parametrize(
    "options, said",
    [
        ({"rules": "chinesse"}, "chinese"),
        ({"sizes": ["5x"]}, "5x"),
        ({"sizes": [26]}, "26"),
        ({"level": "quick"}, "`quick` is not a level: expected smoke, standard or full"),
        ({"require": ["fun"]}, "`fun` is not a check; the checks are play, legality, "),
        ({"only": ["nothing-of-it"]}, "nothing-of-it"),
        ({"budget": -1.0}, "negative"),
    ],
)
def test_options_that_cannot_be_read(options, said):
    with pytest.raises(ValueError, match=said):
        quick(Exact, **options)


@pytest.mark.parametrize(
    "options, said",
    [
        ({"level": 5}, r'level=5: expected "smoke", "standard" or "full"'),
        ({"games": "many"}, "games='many': expected a number such as 100, or None"),
        ({"games": -1}, "games=-1: expected a number"),
        ({"seed": 1.5}, "seed=1.5: expected a number such as 1"),
        ({"seed": 2**64}, "seed=18446744073709551616: expected a number such as 1"),
        ({"budget": "1s"}, "budget='1s': expected seconds such as 2.5, or None"),
        ({"only": 5}, r'only=5: expected a list such as \["TT6"\]'),
        ({"require": [None]}, r'require=\[None\]: expected a list such as \["undo"\]'),
        ({"strict": 1}, "strict=1: expected True or False"),
        ({"diagnose": "yes"}, "diagnose='yes': expected True, False or None"),
    ],
)
def test_options_of_the_wrong_type(options, said):
    with pytest.raises(TypeError, match=said):
        quick(Exact, **options)


def test_what_makes_no_boards():
    with pytest.raises(TypeError, match="give the class Exact itself"):
        superko.certify(Exact())
    with pytest.raises(TypeError, match="object has no method new"):
        superko.certify(object)
    with pytest.raises(TypeError, match=r"sizes=\[5, 9\]"):
        superko.certify(Exact, sizes=9)
    with pytest.raises(TypeError, match=r"sizes=\[\(5, 4\)\]; got \(5, 4\)"):
        superko.certify(Exact, sizes=(5, 4))


def test_a_board_that_cannot_be_made():
    class Unmade(Exact):
        def __init__(self):
            raise OSError("no such engine")

    result = quick(Unmade)
    assert result.verdict == "untestable" and "OSError: no such engine" in str(result)


def test_time_that_is_over_is_incomplete():
    result = superko.certify(Exact, level="full", budget=0.3)
    assert result.verdict == "incomplete" and result.report["complete"] is False


def test_a_result_in_all_its_forms():
    result = quick(HistoryOf8, sizes=[3])
    assert json.loads(result.to_json()) == result.report
    assert str(result).startswith("It plays ") or "HistoryOf8 deviates from tromp-taylor in TT6." in str(result)
    assert "HistoryOf8 deviates under tromp-taylor" in repr(result)
    page = result._repr_html_()
    assert page.count("<svg") == len(result.findings) and "deviates" in page


def test_ctrl_c_interrupts_a_board_that_never_answers():
    program = (
        "import superko, threading, signal, os\n"
        # A shell may start a program in the background so that it ignores the signal.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "class Endless(superko.Board):\n"
        "    def new(self, columns, rows, rules): pass\n"
        "    def play(self, color, point):\n"
        "        threading.Thread(target=lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "        while True: pass\n"
        "try:\n"
        "    superko.certify(Endless)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert ended.stdout == "interrupted\n", ended.stderr


def test_the_command_line_is_there():
    ended = subprocess.run(
        [sys.executable, "-m", "superko", "perft", "--size", "2x2", "--depth", "3"], capture_output=True, text=True
    )
    assert ended.returncode == 0 and "perft of 2x2 under tromp-taylor" in ended.stdout, ended
    wrong = subprocess.run([sys.executable, "-m", "superko", "perfft"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "perft" in wrong.stderr


def test_a_board_is_told_what_the_players_settle():
    result = quick(Settling, rules="simplified-ing", games=200).check()
    assert result.report["rules_checked"]["TT8/resume"]["observations"] > 20
    findings = quick(CountsTheDead, rules="basic", games=200).findings
    assert findings
    for finding in findings:
        assert finding.rule == "TT8/dead-points" and " agreed=" in finding.again, finding


def test_a_finding_that_needs_other_games_is_shown_again_after_these():
    class Keeps(Exact):
        last = None

        def new(self, columns, rows, rules):
            before = self.stones if self.last == (columns, rows) else {}
            super().new(columns, rows, rules)
            self.last, self.stones = (columns, rows), dict(before)

    finding = quick(Keeps, sizes=[3]).findings[0]
    assert finding.kind == "history"
    assert re.fullmatch(r'superko\.replay\(Keeps, "3x3 [^"]*", after=\["3x3 [^"]*"\]\)', finding.again), finding.again
    shown = eval(finding.again)
    assert shown.finding == "TT5.board.beginning" and not shown.agrees
    # Without these games it does not occur.
    assert superko.replay(Keeps, finding.again.split('"')[1]).agrees
    for unreadable, named in [("B Z9", "Z9"), ("B A1, B B1", "the other player's turn")]:
        with pytest.raises(ValueError, match=named):
            superko.replay(Exact, "2x2 tromp-taylor: B A1", after=[f"2x2 tromp-taylor: {unreadable}"])


def test_a_board_that_raises_at_illegal_turns_is_told_how_to_refuse_them():
    class Raises(Exact):
        def play(self, color, point):
            try:
                return super().play(color, point)
            except superko.Illegal:
                raise KeyError("illegal move")

    result = quick(Raises, sizes=[3], games=5)
    fault = result.faults[0]
    assert fault.id == "fault.panic"
    assert fault.advice == (
        "The last turn is illegal. If this is how it refuses a turn: return False, or raise superko.Illegal."
    )
    for text in (str(result), result.text(verbose=True), str(fault)):
        assert " ".join(fault.advice.split()) in " ".join(text.split())
    assert fault.traceback in result.text(verbose=True) and fault.traceback not in str(result)
    # An exception at a legal turn refuses nothing. Where nothing can be played, the fault has no turn.
    class Breaks(Exact):
        def play(self, color, point):
            raise KeyError("no")

    class Unmade(Exact):
        def new(self, columns, rows, rules):
            raise KeyError("no")

    for board, turns in ((Breaks, 1), (Unmade, 0)):
        fault = quick(board, sizes=[3], games=5).faults[0]
        assert (fault.advice, len(fault.turns)) == (None, turns)


def test_a_quick_run_that_finds_nothing_names_the_call_that_asks_more():
    result = quick(Exact, rules="chinese", sizes=[3, (3, 2)], games=5)
    call = 'superko.certify(Exact, rules="chinese", sizes=[3, "3x2"], games=5, level="standard")'
    told = " ".join(str(result).split())
    assert told.endswith(f" Next: `{call}` asks more. With result.text(verbose=True): each rule, events, notes.")
    assert "python -m superko explain EVENT" in result.text(verbose=True)


def test_the_methods_that_a_board_does_not_have_are_named():
    class Misspelled(superko.Board):
        def new(self, *game):
            self.exact = Exact()
            self.exact.new(*game)

        def play(self, *turn):
            return self.exact.play(*turn)

        def legal_moves(self):
            return self.exact.legal()

        def isover(self):
            return self.exact.is_over()

    result = quick(Misspelled, games=5)
    told = "it has no `legal`, `board`, `to_move`, `is_over`, `undo`, `score`"
    assert f"\n   methods    {told}\n" in str(result)
    assert result.report["engine"]["lacks"] == re.findall("`(.*?)`", told)
    assert "it has no" not in str(quick(Exact, games=5))


def test_a_value_that_cannot_be_read_is_named_with_its_game():
    class Wrong(Exact):
        def board(self):
            return 7 if len(self.stones) == 2 else super().board()

    with pytest.raises(TypeError, match=r"Wrong\.board returned 7 \(int\): .*; game: 3x3 tromp-taylor: B [A-C]"):
        quick(Wrong, sizes=[3])


def test_a_long_call_is_not_written_out_on_the_screen():
    class Long(Exact):
        def is_over(self):
            return super().is_over() or len(self.past) == 99

    result = superko.certify(Long, sizes=[9], games=20, diagnose=False)
    calls = [finding.again for finding in result.findings if len(finding.again) > 300]
    assert calls and all(call not in str(result) and call in result.text(verbose=True) for call in calls)
    assert " characters: `again` of this finding\n" in str(result)
