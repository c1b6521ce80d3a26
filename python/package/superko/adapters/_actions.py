"""What environments of reinforcement learning have in common."""

from __future__ import annotations

from typing import Any, Callable, Optional, Sequence

from superko._board import Board, Point
from superko._rules import Rules
from superko._superko import Illegal, Unsupported


class ActionBoard(Board):
    """An environment whose actions are numbers: the points of a square board row by row from the top, then the pass.

    A subclass gives `begin`, `mask`, `step` and `ended`, and what else it can of the methods of `Board`. A turn is legal if
    the mask says so: what the environment does with another one is never tried.
    """

    side: int

    def begin(self, side: int) -> None:
        """Starts a game on a square board. Raise `Unsupported` for a side that is not played."""
        raise NotImplementedError

    def mask(self) -> Sequence[Any]:
        """For each action whether it is legal; without the pass where there is none."""
        raise NotImplementedError

    def step(self, action: int) -> None:
        """Takes an action that is legal."""
        raise NotImplementedError

    def ended(self) -> bool:
        """Whether the game is over."""
        raise NotImplementedError

    def new(self, columns: int, rows: int, rules: Rules) -> None:
        if columns != rows:
            raise Unsupported("only square boards")
        self.side = columns
        self.begin(columns)

    def action(self, point: Optional[Point]) -> int:
        """The number of a turn."""
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
    """Who wins with these rewards."""
    return None if black == white else "B" if black > white else "W"


class Maker:
    """What makes boards of a class with the name of an environment."""

    def __init__(self, kind: Callable[[str], Board], name: str, call: str) -> None:
        self.kind, self.name = kind, name
        self.superko_call = call
        """How this was made, for the line that shows a finding again."""

    def __call__(self) -> Board:
        return self.kind(self.name)
