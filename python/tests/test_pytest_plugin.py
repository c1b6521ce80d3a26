"""`pytest --superko module:Board`, as a user runs it."""

import pathlib

import pytest

import boards
import superko

pytest_plugins = ["pytester"]


@pytest.fixture
def run(pytester):
    pytester.copy_example(str(pathlib.Path(__file__).parent / "boards.py"))

    def run(*arguments):
        sizes = ["--superko-size", "2", "--superko-size", "4", "--superko-games", "20"]
        return pytester.runpytest_subprocess(*sizes, *arguments)

    return run


def test_an_exact_board_passes_a_test_for_each_rule_and_check(run):
    result = run("--superko", "boards:Exact", "-v")
    outcomes = result.parseoutcomes()
    # Ten rules, six checks, and that there are no faults.
    assert outcomes == {"passed": 17}, outcomes
    result.stdout.fnmatch_lines(["*boards:Exact*TT6: repetition PASSED*", "*boards:Exact*undo*PASSED*"])


def test_one_mistake_fails_one_test_with_a_drawn_board(run):
    result = run("--superko", "boards:SimpleKo")
    assert result.parseoutcomes() == {"failed": 1, "passed": 16}
    result.stdout.fnmatch_lines(["TT6.play.*", "   reference  forbidden: *", "   engine     allowed"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_mistake_that_breaks_several_rules_fails_one_test(run):
    result = run("--superko", "boards:CornerBlind", "-rfs")
    outcomes = result.parseoutcomes()
    assert outcomes["failed"] == 1 and outcomes["skipped"] >= 1, outcomes
    result.stdout.fnmatch_lines(["FAILED *::TT* - misses the liberty above A1", "SKIPPED*the mistake that fails TT* breaks TT*, too"])


def test_the_tests_tell_what_the_report_tells(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    result = superko.certify(boards.SimpleKo, sizes=[2, 4], games=20)
    told = run("--superko", "boards:SimpleKo", "-v", "--junitxml=junit.xml").stdout.str()
    assert result.findings
    # Each mistake fails one test, and its game is shown once.
    mistakes = [finding for finding in result.findings if finding.same_mistake_as is None]
    assert told.count("FAILED boards:SimpleKo::") == len(mistakes)
    for finding in mistakes:
        # A test names its rule and what that is about.
        assert f"\nFAILED boards:SimpleKo::{finding.rule}: repetition - {finding.explanation}\n" in told
        assert told.count(finding.text) == 1
    junit = pathlib.Path("junit.xml").read_text()
    assert junit.count("<failure ") == len(mistakes) and f'message="{mistakes[0].explanation}"' in junit
    # Every finding is named, and the opening of the report stands at the end, in full.
    assert all(id in told for finding in result.findings for id in finding.ids)
    plugin, called = "--superko-rules ", 'superko.certify(SimpleKo, rules="'
    offers = [f"{words}repetition=simple-ko,suicide=allowed" for words in (plugin, called)]
    opening = " ".join(result.opening().split()).replace(offers[1] + '")', offers[0])
    assert opening in " ".join(told.split("= superko =")[1].split())


def test_a_board_that_is_not_understood_fails_one_test(pytester, run):
    pytester.makepyfile(wrong="import boards\nclass Wrong(boards.Exact):\n    def to_move(self):\n        return 3\n")
    result = run("--superko", "wrong:Wrong", "-rs")
    assert result.parseoutcomes() == {"failed": 1, "skipped": 16}
    result.stdout.fnmatch_lines(["TypeError: Wrong.to_move returned 3*", "SKIPPED*no result: the run ended with an error"])


def test_a_part_can_be_chosen(run):
    assert run("--superko", "boards:SimpleKo", "-k", "TT7").parseoutcomes() == {"passed": 1, "deselected": 16}


def test_a_crash_fails_a_test_of_its_own(run):
    result = run("--superko", "boards:Crashes", "--superko-size", "3")
    result.stdout.fnmatch_lines(["*IndexError: list index out of range*", "FAILED *complete-and-without-faults*"])
    assert result.parseoutcomes()["failed"] == 1


def test_a_rule_of_which_a_part_was_not_observed_is_skipped(pytester, run):
    pytester.makepyfile(
        strict="""
        import boards
        import superko

        class Strict(boards.Exact):
            def play(self, color, point):
                try:
                    return super().play(color, point)
                except superko.Illegal:
                    raise RuntimeError("no such turn")
        """
    )
    result = run("--superko", "strict:Strict", "-rs")
    result.stdout.fnmatch_lines(["SKIPPED*conforms in part: occupied not observed*"])


def test_other_tests_run_beside_it_and_the_fixture_checks(pytester, run):
    pytester.makepyfile(
        """
        from boards import Exact, SimpleKo

        def test_exact(superko_certify):
            superko_certify(Exact, sizes=[2], games=5)

        def test_wrong(superko_certify):
            superko_certify(SimpleKo, sizes=[2], games=5)
        """
    )
    result = run("--superko", "boards:Exact", "--superko-rules", "chinese")
    outcomes = result.parseoutcomes()
    assert outcomes["failed"] == 1 and outcomes["passed"] >= 18, outcomes
    result.stdout.fnmatch_lines(
        [
            "*AssertionError: SimpleKo deviates from tromp-taylor in TT6.*",
            "*= superko =*",
            "SimpleKo deviates from tromp-taylor in TT6.",
            "It plays simple ko *",
            # The call is that of the fixture.
            "*, `superko_certify(SimpleKo,*",
            "FAILED *::test_wrong*",
        ]
    )


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--superko", "boards"], "write module:Board"),
        (["--superko", "boards:Nothing"], "no attribute 'Nothing'"),
        (["--superko", "nowhere:Board"], "No module named 'nowhere'"),
        (["--superko", "boards:Exact", "--superko-rules", "chinesse"], "chinese"),
    ],
)
def test_what_cannot_be_read_is_an_error_of_usage(run, arguments, said):
    result = run(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert said in result.stderr.str() + result.stdout.str()
