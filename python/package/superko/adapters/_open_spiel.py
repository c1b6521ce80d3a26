"""The adapter for OpenSpiel's Go."""

from __future__ import annotations

import importlib
from importlib import metadata
from typing import Any, Callable, Optional

from superko._board import Board
from superko._superko import Unsupported
from superko.adapters._actions import ActionBoard, Maker, winner_of


class OpenSpiel(ActionBoard):
    """A game of `pyspiel`. Its actions count from the bottom row, and so do the rows of its observations."""

    score = "winner"
    repeat = "draw"
    move_cap = "2*n*n"
    first_row = "bottom"

    def __init__(self, name: str) -> None:
        self.pyspiel = importlib.import_module("pyspiel")
        self.version = metadata.version("open_spiel")
        self.name = f"open_spiel {name}"
        self.game_name = name

    def begin(self, side: int) -> None:
        if not 2 <= side <= 19:
            # OpenSpiel prints a line for a size that it does not support.
            raise Unsupported("OpenSpiel supports boards from 2x2 to 19x19")
        self.state = self.pyspiel.load_game(self.game_name, {"board_size": side, "komi": 0.0}).new_initial_state()

    def action(self, point: Any) -> int:
        return self.side * self.side if point is None else point[1] * self.side + point[0]

    def mask(self) -> Any:
        mask = [False] * (self.side * self.side + 1)
        for action in self.state.legal_actions():
            mask[action] = True
        return mask

    def step(self, action: int) -> None:
        self.state.apply_action(action)

    def ended(self) -> bool:
        return bool(self.state.is_terminal())

    def board(self) -> Any:
        black, white, *_ = zip(*[iter(self.state.observation_tensor(0))] * (self.side * self.side))
        return [int(own) - int(other) for own, other in zip(black, white)]

    def to_move(self) -> str:
        return "BW"[self.state.current_player()]

    def winner(self) -> Optional[str]:
        return winner_of(*self.state.returns())


def open_spiel(name: str = "go") -> Callable[[], Board]:
    """Adapts OpenSpiel's Go.

    A repetition ends the game as a draw. The game is also over after twice as many turns as the board has points.
    """
    return Maker(OpenSpiel, name, f"superko.adapters.open_spiel({name!r})")
