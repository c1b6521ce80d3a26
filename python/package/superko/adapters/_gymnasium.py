"""The adapter for environments with the Gymnasium interface."""

from __future__ import annotations

from typing import Any, Callable, Optional

from superko._board import Board
from superko.adapters._actions import ActionBoard


class Gymnasium(ActionBoard):
    """An environment with `reset` and `step`, in which the players take turns."""

    def __init__(self, make: Callable[[int], Any], options: dict[str, Any]) -> None:
        self.make = make
        self.read_mask = options.pop("mask")
        self.read_board, self.read_winner = options.pop("board"), options.pop("winner")
        if self.read_board is not None:
            self.board = lambda: self.read_board(self.env, self.observation)  # type: ignore[method-assign]
        if self.read_winner is not None:
            self.winner = lambda: self.read_winner(self.env, self.reward)  # type: ignore[method-assign]
        for name, value in options.items():
            if value is not None:
                setattr(self, name, value)

    def begin(self, side: int) -> None:
        self.env = self.make(side)
        self.observation, self.info = self.env.reset()
        self.reward, self.done = 0.0, False

    def mask(self) -> Any:
        if self.read_mask is not None:
            return self.read_mask(self.env, self.observation, self.info)
        for known in (self.info, self.observation):
            if hasattr(known, "keys") and "action_mask" in known:
                return known["action_mask"]
        if hasattr(self.env, "action_masks"):
            return self.env.action_masks()
        raise TypeError(
            "there is no mask of legal actions: `action_mask` is neither in the info nor in the observation, and the"
            " environment has no method action_masks; pass mask=lambda env, observation, info: ..."
        )

    def step(self, action: int) -> None:
        self.observation, self.reward, ended, cut, self.info = self.env.step(action)
        self.done = bool(ended or cut)

    def ended(self) -> bool:
        return self.done


def gymnasium(
    make: Callable[[int], Any],
    *,
    mask: Optional[Callable[[Any, Any, Any], Any]] = None,
    board: Optional[Callable[[Any, Any], Any]] = None,
    winner: Optional[Callable[[Any, Any], Optional[str]]] = None,
    name: Optional[str] = None,
    first_row: Optional[str] = None,
    passes: Optional[bool] = None,
    repeat: Optional[str] = None,
    move_cap: Optional[object] = None,
    tie: Optional[str] = None,
) -> Callable[[], Board]:
    """Adapts a Gymnasium environment in which two players take turns, with one action per point and one for the pass.

    - `make(side)` makes an environment with a square board. It raises `superko.Unsupported` for a side that it does not
      support.
    - `mask(env, observation, info)` returns which actions are legal. Without it, the adapter looks for `action_mask` in the
      info and in the observation, and for a method `action_masks` of the environment.
    - `board(env, observation)` and `winner(env, reward)` return the same as the methods of `Board`. They are compared if
      given.
    - The other options are the attributes of `Board` with the same names.
    """
    options = dict(
        mask=mask, board=board, winner=winner, name=name, first_row=first_row, passes=passes, repeat=repeat,
        move_cap=move_cap, tie=tie,
    )
    return lambda: Gymnasium(make, dict(options))
