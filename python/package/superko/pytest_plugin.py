"""`pytest --superko module:MyBoard`: a test for each rule and each check of a board, from one run.

A mistake fails one test: that of the first rule that it breaks. Tests of other rules that it breaks are skipped, and say so.

The fixture `superko_certify` does the same in your own test:

    def test_my_board(superko_certify):
        superko_certify(MyBoard, rules="chinese", sizes=[5, 9])
"""

from __future__ import annotations

import importlib
import sys
from types import SimpleNamespace
from typing import Any, Callable, Iterator, NoReturn, Optional, Union

import pytest

from superko import _superko
from superko._result import Finding, Result
from superko._run import certify_by

OPENING = "superko"
"""The name of the property of a test that has the opening of its report."""


class Deviates(Exception):
    """A failure of a test: one line for the summary, and the findings with their boards drawn."""

    def __init__(self, line: str, text: str) -> None:
        super().__init__(text)
        self.line = line


class Shown:
    """A failure as pytest shows it. The summary of pytest shows only `reprcrash`, cut at the width of the terminal."""

    def __init__(self, failure: Deviates) -> None:
        self.text = str(failure)
        self.reprcrash = SimpleNamespace(message=failure.line)

    def toterminal(self, terminal: Any) -> None:
        terminal.line(self.text)

    def __str__(self) -> str:
        return self.text


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("superko", "rules of Go boards")
    group.addoption(
        "--superko", action="append", default=[], metavar="MODULE:BOARD",
        help="test this board: a class, or a function that makes boards; may be given several times",
    )
    group.addoption("--superko-rules", default="tromp-taylor", metavar="RULES", help="the rules [tromp-taylor]")
    group.addoption(
        "--superko-size", action="append", default=[], metavar="SIZE",
        help="a board, as a side (9) or columns by rows (5x4); may be given several times",
    )
    group.addoption(
        "--superko-level", default="smoke", choices=("smoke", "standard", "full"), help="how thorough to be [smoke]"
    )
    group.addoption("--superko-games", type=int, metavar="N", help="how many random games to play")


# This hook runs first, so that -k also selects among these tests.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    for name in config.getoption("superko"):
        items.extend(BoardTests.from_parent(session, name=name, nodeid=name).collect())


def find_board(name: str) -> Callable[[], Any]:
    """Returns the board that `module:Board` names."""
    module_name, colon, path = name.partition(":")
    if not colon:
        raise pytest.UsageError(f"--superko {name}: write module:Board, such as my_package.rules:MyBoard")
    try:
        found: Any = importlib.import_module(module_name)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise pytest.UsageError(f"--superko {name}: {error}")
    board: Callable[[], Any] = found
    return board


def mistake_of(finding: Finding) -> str:
    """Returns the id of the first finding of the same mistake."""
    return finding.same_mistake_as or finding.id


def note_opening(item: pytest.Item, result: Result) -> None:
    """Keeps the opening of a report for the end of the session. It is a property, because those come from all processes."""
    item.user_properties.append((OPENING, result.opening().strip()))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Writes the opening of each report once, in full."""
    failed = terminalreporter.getreports("failed")
    openings = [text for report in failed for name, text in report.user_properties if name == OPENING]
    if openings:
        terminalreporter.section("superko")
        terminalreporter.line("\n\n".join(dict.fromkeys(openings)))


class BoardTests(pytest.Collector):
    """The tests of one board, which share one run."""

    _run: Union[Result, Exception, None] = None

    failing_test: dict[str, str]
    """The test that failed because of a mistake, by the id of the first finding of the mistake."""

    def collect(self) -> Iterator["BoardTest"]:
        option = self.config.getoption
        place = str(self.config.invocation_params.dir)
        if place not in sys.path:
            sys.path.insert(0, place)
        self.board = find_board(self.name)
        self.failing_test = {}
        try:
            rules, checks = _superko.tests_under(option("superko_rules"))
        except ValueError as error:
            raise pytest.UsageError(f"--superko-rules: {error}")
        self.rules = [rule for rule, _ in rules]
        for rule, topic in rules:
            yield BoardTest.from_parent(self, name=f"{rule}: {topic}", kind="rule", part=rule)
        for check in checks:
            yield BoardTest.from_parent(self, name=check, kind="check", part=check)
        yield BoardTest.from_parent(self, name="complete-and-without-faults", kind="whole", part="")

    @property
    def result(self) -> Result:
        """The result of the run, which the first test starts. If there is none, that test fails, and the others are skipped."""
        if isinstance(self._run, Exception):
            pytest.skip("there is no result: the run ended with an error")
        if self._run is None:
            option = self.config.getoption
            try:
                self._run = certify_by(
                    "superko_certify",
                    self.board,
                    by_rules=f"--superko-rules {_superko.RULES}",
                    rules=option("superko_rules"),
                    sizes=option("superko_size"),
                    level=option("superko_level"),
                    games=option("superko_games"),
                )
            except (TypeError, ValueError) as error:
                self._run = error
                raise Deviates(str(error), f"{type(error).__name__}: {error}")
        return self._run


class BoardTest(pytest.Item):
    """The test of a rule, of a check, or that the run was complete and without faults."""

    parent: BoardTests

    def __init__(self, *, kind: str, part: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.kind, self.part = kind, part

    def runtest(self) -> None:
        result = self.parent.result
        if self.kind == "whole":
            self._whole(result)
            return
        first: dict[str, Finding] = {}
        for finding in filter(self._reports, result.findings):
            first.setdefault(mistake_of(finding), finding)
        failing = {mistake: self.parent.failing_test.setdefault(mistake, self.name) for mistake in first}
        mine = [finding for mistake, finding in first.items() if failing[mistake] == self.name]
        if mine:
            self._fail(result, mine[0].explanation or mine[0].id, [self._text(finding, result) for finding in mine])
        if failing:
            pytest.skip(f"the mistake that fails {', '.join(dict.fromkeys(failing.values()))} breaks {self.name}, too")
        seen = result.report["rules_checked" if self.kind == "rule" else "checks"].get(self.part, {})
        if not seen.get("observations"):
            pytest.skip(f"nothing was observed for {self.kind} {self.name}")
        why = result.report.get("in_part", {}).get(self.part)
        if why:
            pytest.skip(f"conforms in part: {why}")

    def _reports(self, finding: Finding) -> bool:
        """Returns whether this test reports a finding: by its rule, or by its check if it breaks none of the rules."""
        return self.part == (finding.rule if finding.rule in self.parent.rules else finding.check)

    def _text(self, drawn: Finding, result: Result) -> str:
        """Draws a finding of a mistake, and names the others."""
        of_mistake = [finding for finding in result.findings if mistake_of(finding) == mistake_of(drawn)]
        others = [id for finding in of_mistake for id in finding.ids if id not in drawn.ids]
        more = "".join(f"\n              {id}" for id in others)
        return drawn.text + (f"\n   the same mistake also shows in{more}" if others else "")

    def _fail(self, result: Result, line: str, texts: list[str]) -> NoReturn:
        note_opening(self, result)
        raise Deviates(line, "\n\n".join(texts))

    def _whole(self, result: Result) -> None:
        if result.faults:
            self._fail(result, result.faults[0].what, [str(fault) for fault in result.faults])
        # A failure that belongs to no rule and no check must not be lost.
        if result.verdict in ("incomplete", "untestable"):
            self._fail(result, result.verdict, [result.text(verbose=True)])

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Union[str, Any]:
        if isinstance(excinfo.value, Deviates):
            return Shown(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Any, Optional[int], str]:
        return self.path, None, f"{self.parent.name} {self.kind} {self.name}"


@pytest.fixture
def superko_certify(request: pytest.FixtureRequest) -> Callable[..., Result]:
    """Certifies a board, with the options of `superko.certify`, and fails with the drawn findings unless it conforms."""

    def certified(board: Callable[[], Any], **options: Any) -> Result:
        __tracebackhide__ = True
        result = certify_by("superko_certify", board, **{"level": "smoke", **options})
        if not result.conforms:
            note_opening(request.node, result)
        return result.check()

    return certified
