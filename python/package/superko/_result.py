"""The result of a run."""

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
    check: str
    """The check that the board fails: play, legality, board, status, score or undo."""
    rule: Optional[str]
    """The rule that is broken; None if the finding is about what the board keeps or forgets."""
    event: str
    """What the last turn does. `superko explain EVENT` explains it and shows a board."""
    size: str
    """The board, such as `5x4`."""
    turns: tuple[str, ...]
    """The game, such as `("B A1", "W pass")`. The disagreement is about the last turn, or about its result."""
    kind: str
    """How reliably it occurs: `steady`, `history` (only after other games), or `flaky`."""
    reference: str
    """The answer of the reference."""
    engine: str
    """The answer of the board."""
    count: int
    """How often it occurred."""
    again: str
    """A line of Python that shows it again."""
    explanation: Optional[str]
    """The part of the diagnosis that explains it, in words to follow "it"; None if there is none."""
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
    """How often it happened."""
    again: Optional[str]
    """A line of Python that shows it again."""
    traceback: Optional[str] = field(repr=False)
    """The traceback of its first occurrence."""

    def __str__(self) -> str:
        return "\n".join(part for part in (self.what, self.traceback) if part)


class Result:
    """The result of a run.

    `verdict` is `"conforms"`, `"deviates"` (at least one finding), `"faulty"` (all answers were correct, but the board
    crashed), `"incomplete"` or `"untestable"`.
    """

    def __init__(self, told: Mapping[str, Any]) -> None:
        self._told = told
        self._report: dict[str, Any] = json.loads(told["json"])

    @property
    def verdict(self) -> str:
        """The outcome, in one word."""
        return str(self._report["verdict"])

    @property
    def conforms(self) -> bool:
        """Whether the verdict is `conforms`."""
        return self.verdict == "conforms"

    @property
    def report(self) -> dict[str, Any]:
        """The whole report as a dict, in the published JSON schema: `to_json()`, parsed."""
        return self._report

    @property
    def findings(self) -> list[Finding]:
        """The disagreements, one per cause, in the order of the rules."""
        names = ("id", "check", "rule", "event", "size", "kind", "reference", "engine", "count", "again")
        found = zip(self._report["findings"], self._told["findings"], self._told["boards"])
        return [
            Finding(
                **{name: each[name] for name in names},
                turns=tuple(each["turns"]),
                explanation=each.get("explanation"),
                # The finding stands alone, so its number is not needed.
                text=text.replace(" 1. ", "", 1).rstrip(),
                svg=svg,
            )
            for each, text, svg in found
        ]

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
                traceback=self._traceback(each["what"]),
            )
            for each in self._report["faults"]
        ]

    def _traceback(self, what: str) -> Optional[str]:
        """Returns the traceback for the place that a fault names."""
        for message, traceback in self._told["tracebacks"].items():
            if message.rsplit(" at ", 1)[-1] in what:
                return str(traceback)
        return None

    @property
    def diagnosis(self) -> Optional[str]:
        """What the board really plays, in words to follow "it"; None if this was not examined."""
        diagnosis = self._report.get("diagnosis")
        return None if diagnosis is None else str(diagnosis["sentence"])

    def check(self) -> "Result":
        """Raises `AssertionError` with the drawn findings unless the board conforms. Otherwise returns the result itself."""
        __tracebackhide__ = True
        if not self.conforms:
            tracebacks = [fault.traceback for fault in self.faults if fault.traceback]
            raise AssertionError("\n" + "\n".join([str(self), *tracebacks]))
        return self

    def to_json(self) -> str:
        """Returns the report as one JSON object, as `superko certify --format json` prints it."""
        return str(self._told["json"])

    def text(self, verbose: bool = False) -> str:
        """Returns the report as text. With `verbose`, it includes what was not observed, and why."""
        return str(self._told["verbose" if verbose else "text"])

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        name, rules = self._report["engine"]["name"], self._report["rules"]
        parts = [f"{name} {self.verdict} under {rules}"]
        for noun in ("finding", "fault"):
            number = len(self._report[f"{noun}s"])
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
        for finding in self.findings:
            turns = html.escape(", ".join(finding.turns))
            parts.append(
                f"<details open><summary><code>{html.escape(finding.id)}</code> &times; {finding.count}</summary>"
                f"<div>{finding.svg}</div><p>{turns}<br>reference: {html.escape(finding.reference)}<br>"
                f"board: {html.escape(finding.engine)}<br><code>{html.escape(finding.again)}</code></p></details>"
            )
        for fault in self.faults:
            parts.append(
                f"<details><summary><code>{html.escape(fault.id)}</code>: {html.escape(fault.what)}</summary>"
                f"<pre>{html.escape(fault.traceback or '')}</pre></details>"
            )
        return "<div>" + "".join(parts) + "</div>"
