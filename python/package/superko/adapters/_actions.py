"""The parts that the adapters share."""

from __future__ import annotations

from typing import Any, Callable, Optional, Sequence

from superko._board import Board, Point
from superko._rules import Rules
from superko._superko import Illegal, Unsupported


class ActionBoard(Board):
    """An environment whose actions are numbers: the points of a square board row by row from the top, then the pass.

    A subclass implements `begin`, `mask`, `step` and `ended`, and any other methods of `Board` that it can. A turn is legal
    if the mask says so; other turns are never tried on the environment.
    """

    side: int

    def begin(self, side: int) -> None:
        """Starts a game on a square board. Raise `Unsupported` for a side that is not supported."""
        raise NotImplementedError

    def mask(self) -> Sequence[Any]:
        """Returns for each action whether it is legal, without the pass if there is none."""
        raise NotImplementedError

    def step(self, action: int) -> None:
        """Plays a legal action."""
        raise NotImplementedError

    def ended(self) -> bool:
        """Returns whether the game is over."""
        raise NotImplementedError

    def new(self, columns: int, rows: int, rules: Rules) -> None:
        if columns != rows:
            raise Unsupported("only square boards")
        self.side = columns
        self.begin(columns)

    def action(self, point: Optional[Point]) -> int:
        """Returns the number of the action for a turn."""
        if point is None:
            return self.side * self.side
        column, row = point
        return (self.side - 1 - row) * self.side + column

    def play(self, color: str, point: Optional[Point]) -> bool:
        if self.ended():
            raise Illegal("over")
        action = self.action(point)
        if not self.mask()[action]:
            return False
        self.step(action)
        return True

    def legal(self) -> Any:
        mask = self.mask()
        return [False] * len(mask) if self.ended() else [bool(bit) for bit in mask]

    def is_over(self) -> bool:
        return self.ended()


def winner_of(black: float, white: float) -> Optional[str]:
    """Returns the winner with these rewards, or None for a tie."""
    return None if black == white else "B" if black > white else "W"


class Maker:
    """Makes boards of a class, for the environment with this name."""

    def __init__(self, kind: Callable[[str], Board], name: str, call: str) -> None:
        self.kind, self.name = kind, name
        self.superko_call = call
        """The call that made this, for the line that reproduces a finding."""

    def __call__(self) -> Board:
        return self.kind(self.name)
