"""The results of `certify`, `identify` and `replay`."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional


@dataclass(frozen=True)
class Finding:
    """A disagreement between the reference and the board, in the shortest game found."""

    id: str
    """The id, such as `TT6.play.repeat-initial`: rule, check, event."""
    ids: tuple[str, ...]
    """All ids that the game shows, `id` first. A board may answer wrongly and play wrongly at the same turn."""
    check: str
    """The check that the board fails: play, legality, board, status, score or undo."""
    rule: Optional[str]
    """The rule that is broken; None if the finding is about what the board keeps or forgets."""
    event: str
    """What the last turn does. `python -m superko explain EVENT` explains it and shows a board."""
    size: str
    """The board, such as `5x4`."""
    turns: tuple[str, ...]
    """The game, such as `("B A1", "W pass")`. The disagreement is about the last turn, or about its result."""
    kind: str
    """How reliably the finding occurs: `steady`, `history` (only after other games), or `flaky`."""
    reference: str
    """The answer of the reference."""
    engine: str
    """The answer of the board."""
    count: int
    """How often the finding occurred."""
    again: str
    """A line of Python that shows the finding again."""
    in_short: tuple[str, ...]
    """How often each id occurred, and how reliably."""
    explanation: Optional[str]
    """The part of the diagnosis that explains the finding, in words to follow "it"; None if there is none."""
    same_mistake_as: Optional[str]
    """The id of the first finding that the same part of the diagnosis explains; None if it is this one."""
    text: str = field(repr=False)
    """The finding as text, with the board drawn."""
    svg: str = field(repr=False)
    """The board as SVG."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Fault:
    """A failure to answer: an exception that the board raised."""

    id: str
    """The id, such as `fault.panic`."""
    what: str
    """The exception, and where it was raised."""
    turns: tuple[str, ...]
    """The shortest game found that ends with the fault."""
    count: int
    """How often the fault occurred."""
    again: Optional[str]
    """A line of Python that shows the fault again."""
    advice: Optional[str] = field(repr=False)
    """Advice if the board raises the exception because the last turn is illegal; None otherwise."""
    traceback: Optional[str] = field(repr=False)
    """The traceback of the first occurrence."""

    def __str__(self) -> str:
        return "\n".join(part for part in (self.what, self.advice, self.traceback) if part)


class _FromReport:
    """A result that has a report, and texts that were made from the report."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data
        self._report: dict[str, Any] = json.loads(data["json"])

    @property
    def verdict(self) -> str:
        """The outcome, in one word."""
        return str(self._report["verdict"])

    @property
    def report(self) -> dict[str, Any]:
        """The whole report as a dict, in the published JSON schema: `to_json()`, parsed."""
        return self._report

    def to_json(self) -> str:
        """Returns the report as one JSON object, as the command line prints it with `--format json`."""
        return str(self._data["json"])

    @property
    def faults(self) -> list[Fault]:
        """The exceptions of the board, one for each place that raised one."""
        return [
            Fault(
                id=each["id"],
                what=each["what"],
                turns=tuple(each["turns"]),
                count=each["count"],
                again=each.get("again"),
                advice=each.get("advice"),
                traceback=self._traceback(each["what"]),
            )
            for each in self._report["faults"]
        ]

    def _traceback(self, what: str) -> Optional[str]:
        """Returns the traceback for the place that a fault names."""
        for message, traceback in self._data["tracebacks"].items():
            if message.rsplit(" at ", 1)[-1] in what:
                return str(traceback)
        return None

    @property
    def diagnosis(self) -> Optional[str]:
        """What the board really plays, in words to follow "it"; None if this is not known."""
        diagnosis = self._report.get("diagnosis")
        return None if diagnosis is None else str(diagnosis["sentence"])


class Result(_FromReport):
    """The result of `certify`.

    `verdict` is `"conforms"`, `"deviates"` (at least one finding), `"faulty"` (all answers were correct, but the board
    crashed), `"incomplete"` or `"untestable"`.
    """

    @property
    def conforms(self) -> bool:
        """Whether the verdict is `conforms`."""
        return self.verdict == "conforms"

    @property
    def findings(self) -> list[Finding]:
        """The disagreements, numbered as in the report: one for each game, those of one mistake together."""
        names = ("id", "check", "rule", "event", "size", "kind", "reference", "engine", "count", "again")
        groups = self._data["groups"]
        found: list[Finding] = []
        for place, group in enumerate(groups):
            each, first = self._report["findings"][group["place"]], group["first_of_mistake"]
            found.append(
                Finding(
                    **{name: each[name] for name in names},
                    ids=tuple(group["ids"]),
                    turns=tuple(each["turns"]),
                    in_short=tuple(group["in_short"]),
                    explanation=each.get("explanation"),
                    same_mistake_as=None if first == place else groups[first]["ids"][0],
                    text=group["text"].rstrip(),
                    svg=group["svg"],
                )
            )
        return found

    def check(self) -> "Result":
        """Raises `AssertionError` with the drawn findings unless the board conforms. Otherwise returns the result itself."""
        __tracebackhide__ = True
        if not self.conforms:
            raise AssertionError(self._with_tracebacks(str(self)))
        return self

    def text(self, verbose: bool = False) -> str:
        """Returns the report as text, on one screen.

        With `verbose`, it has all findings, what was not observed, and the tracebacks of faults.
        """
        return self._with_tracebacks(str(self._data["verbose"])) if verbose else str(self._data["text"])

    def _with_tracebacks(self, text: str) -> str:
        return "\n".join([text, *(fault.traceback for fault in self.faults if fault.traceback)])

    def opening(self) -> str:
        """Returns the beginning of the text: the verdict, what the board plays, and rules that it follows instead."""
        return str(self._data["opening"])

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        name, rules = self._report["engine"]["name"], self._report["rules"]
        parts = [f"{name} {self.verdict} under {rules}"]
        for noun, number in (("finding", len(self.findings)), ("fault", len(self.faults))):
            if number:
                parts.append(f"{number} {noun}{'' if number == 1 else 's'}")
        if self.diagnosis:
            parts.append(f"it {self.diagnosis}")
        return f"<superko.Result: {'; '.join(parts)}>"

    def _repr_html_(self) -> str:
        """Returns the verdict, the diagnosis and the findings with their boards, for notebooks."""
        color = {"conforms": "#2a7", "deviates": "#c22", "faulty": "#c22"}.get(self.verdict, "#b80")
        name, rules = (html.escape(str(word)) for word in (self._report["engine"]["name"], self._report["rules"]))
        parts = [f"<p><strong>{name} <span style='color:{color}'>{self.verdict}</span></strong> under {rules}</p>"]
        if self.diagnosis:
            parts.append(f"<p>It {html.escape(self.diagnosis)}.</p>")
        for number, finding in enumerate(self.findings, 1):
            ids = ", ".join(f"<code>{html.escape(id)}</code>" for id in finding.ids)
            short = "<br>".join(map(html.escape, finding.in_short))
            turns = html.escape(", ".join(finding.turns))
            parts.append(
                f"<details{'' if finding.same_mistake_as else ' open'}><summary>{number}. {ids}</summary><p>{short}</p>"
                f"<div>{finding.svg}</div><p>{turns}<br>reference: {html.escape(finding.reference)}<br>"
                f"board: {html.escape(finding.engine)}<br><code>{html.escape(finding.again)}</code></p></details>"
            )
        for fault in self.faults:
            parts.append(
                f"<details><summary><code>{html.escape(fault.id)}</code>: {html.escape(fault.what)}</summary>"
                f"<pre>{html.escape(fault.traceback or '')}</pre></details>"
            )
        return "<div>" + "".join(parts) + "</div>"


class Diagnosis(_FromReport):
    """The result of `identify`: the rules that a board really plays, and its mistakes.

    `verdict` is `"conforms"` if the board follows rules without a mistake, whichever they are, `"deviates"` if it makes
    mistakes, `"faulty"` if it crashed, `"incomplete"` if the time was over, or `"untestable"`.
    """

    @property
    def rules(self) -> Optional[str]:
        """The rules that the board follows without a mistake, as `certify` takes them; None if there are none."""
        follows = self._data["follows"]
        return None if follows is None else str(follows)

    @property
    def mistakes(self) -> list[str]:
        """The ids of the mistakes, such as `history=8`."""
        diagnosis = self._report.get("diagnosis") or {}
        return list(diagnosis.get("mistakes", []))

    def text(self) -> str:
        """Returns the diagnosis as text, with the evidence for it."""
        return str(self._data["text"])

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        name = self._report["engine"]["name"]
        return f"<superko.Diagnosis: {name} {self.diagnosis or f'is {self.verdict}'}>"


class Replay:
    """The result of `replay`: one game, with the answers of the reference and of the board. Printing it draws the game."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data

    @property
    def finding(self) -> Optional[str]:
        """The id of the disagreement; None if there is none."""
        finding = self._data["finding"]
        return None if finding is None else str(finding)

    @property
    def agrees(self) -> bool:
        """Whether the board gave all answers of the reference."""
        return self.finding is None and self._data["fault"] is None

    def check(self) -> "Replay":
        """Raises the exception of the board, or `AssertionError` with the drawn game unless all answers agree.

        Otherwise returns the replay itself.
        """
        __tracebackhide__ = True
        raised = self._data["raised"]
        if raised is not None:
            raise raised
        if not self.agrees:
            raise AssertionError(str(self))
        return self

    def __str__(self) -> str:
        return str(self._data["text"])

    def __repr__(self) -> str:
        return str(self)
