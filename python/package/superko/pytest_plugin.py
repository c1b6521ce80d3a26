"""`pytest --superko module:MyBoard`: a test for each rule and each check of a board, from one run.

The fixture `superko_certify` does the same in your own test:

    def test_my_board(superko_certify):
        superko_certify(MyBoard, rules="chinese", sizes=[5, 9])
"""

from __future__ import annotations

import importlib
import sys
from typing import Any, Callable, Iterator, Optional, Union

import pytest

from superko import _superko
from superko._result import Result
from superko._run import certify


class Deviates(Exception):
    """A failure of a test, whose message has the findings with their boards drawn."""


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


# First, so that -k also selects among these tests.
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


class BoardTests(pytest.Collector):
    """The tests of one board, which share one run."""

    _result: Optional[Result] = None

    def collect(self) -> Iterator["BoardTest"]:
        option = self.config.getoption
        place = str(self.config.invocation_params.dir)
        if place not in sys.path:
            sys.path.insert(0, place)
        self.board = find_board(self.name)
        try:
            rules, checks = _superko.tests_under(option("superko_rules"))
        except ValueError as error:
            raise pytest.UsageError(f"--superko-rules: {error}")
        for rule in rules:
            yield BoardTest.from_parent(self, name=rule, kind="rule")
        for check in checks:
            yield BoardTest.from_parent(self, name=check, kind="check")
        yield BoardTest.from_parent(self, name="complete-and-without-faults", kind="whole")

    @property
    def result(self) -> Result:
        """The result of the run, which the first test starts."""
        if self._result is None:
            option = self.config.getoption
            self._result = certify(
                self.board,
                rules=option("superko_rules"),
                sizes=option("superko_size"),
                level=option("superko_level"),
                games=option("superko_games"),
            )
        return self._result


class BoardTest(pytest.Item):
    """The test of a rule, of a check, or that the run was complete and without faults."""

    parent: BoardTests

    def __init__(self, *, kind: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.kind = kind

    def runtest(self) -> None:
        result = self.parent.result
        if self.kind == "whole":
            self._whole(result)
            return
        found = [finding for finding in result.findings if getattr(finding, self.kind) == self.name]
        if found:
            told = "" if result.diagnosis is None else f"It {result.diagnosis}.\n\n"
            # The first finding is drawn; the others are only named here. The result has all of them.
            others = ", ".join(finding.id for finding in found[1:])
            raise Deviates(told + found[0].text + (f"\n   also found {others}" if others else ""))
        seen = result.report["rules_checked" if self.kind == "rule" else "checks"].get(self.name, {})
        if not seen.get("observations"):
            pytest.skip(f"nothing was observed for {self.kind} {self.name}")

    def _whole(self, result: Result) -> None:
        if result.faults:
            raise Deviates("\n\n".join(map(str, result.faults)))
        # Otherwise a failure that belongs to no rule and no check would be lost.
        if result.verdict in ("incomplete", "untestable"):
            raise Deviates(result.text(verbose=True))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Union[str, Any]:
        if isinstance(excinfo.value, Deviates):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Any, Optional[int], str]:
        return self.path, None, f"{self.parent.name} {self.kind} {self.name}"


@pytest.fixture
def superko_certify() -> Callable[..., Result]:
    """Certifies a board, with the options of `superko.certify`, and fails with the drawn findings unless it conforms."""

    def certified(board: Callable[[], Any], **options: Any) -> Result:
        __tracebackhide__ = True
        return certify(board, **options).check()

    return certified
