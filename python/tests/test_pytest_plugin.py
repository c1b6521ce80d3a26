"""`pytest --superko module:Board`, as a user runs it."""

import pathlib

import pytest

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
    result.stdout.fnmatch_lines(["*boards:Exact*TT6*PASSED*", "*boards:Exact*undo*PASSED*"])


def test_a_wrong_board_fails_the_test_of_its_rule_with_a_drawn_board(run):
    result = run("--superko", "boards:SimpleKo")
    outcomes = result.parseoutcomes()
    assert outcomes["failed"] >= 2 and outcomes["passed"] >= 12, outcomes
    result.stdout.fnmatch_lines(["It plays simple ko*", "TT6.play.*", "   reference  forbidden: *", "   engine     allowed"])
    result.stdout.fnmatch_lines(["FAILED boards:SimpleKo::TT6*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_the_tests_tell_what_the_report_tells(run):
    import boards

    result = superko.certify(boards.SimpleKo, sizes=[2, 4], games=20)
    told = run("--superko", "boards:SimpleKo", "-v").stdout.str()
    assert f"It {result.diagnosis}." in told
    assert result.findings
    for finding in result.findings:
        assert finding.id in told
        # The test of its rule is named, and so is that of its check.
        for name in filter(None, (finding.rule, finding.check)):
            assert f"FAILED boards:SimpleKo::{name} " in told
    # The first finding of each failing test is drawn as in the report.
    drawn = {getattr(result.findings[0], kind): result.findings[0] for kind in ("rule", "check")}
    assert all(finding.text.strip() in told for finding in drawn.values())


def test_a_part_can_be_chosen(run):
    assert run("--superko", "boards:SimpleKo", "-k", "TT7").parseoutcomes() == {"passed": 1, "deselected": 16}


def test_a_crash_fails_a_test_of_its_own(run):
    result = run("--superko", "boards:Crashes", "--superko-size", "3")
    result.stdout.fnmatch_lines(["*IndexError: list index out of range*", "FAILED *complete-and-without-faults*"])
    assert result.parseoutcomes()["failed"] == 1


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
    result.stdout.fnmatch_lines(["*SimpleKo deviates from tromp-taylor in TT6.*", "FAILED *::test_wrong*"])


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
