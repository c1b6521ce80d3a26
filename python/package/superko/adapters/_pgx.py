"""The adapter for Pgx's Go."""

from __future__ import annotations

import functools
import importlib
from importlib import metadata
from typing import Any, Callable, Optional

from superko._board import Board
from superko._superko import Unsupported
from superko.adapters._actions import ActionBoard, Maker, winner_of


@functools.lru_cache(maxsize=None)
def _compiled(side: int, komi: float) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Returns the functions `init` and `step` of a board size, compiled once."""
    jax = importlib.import_module("jax")
    env = importlib.import_module("pgx.go").Go(size=side, komi=komi)
    return jax.jit(env.init), jax.jit(env.step)


class Pgx(ActionBoard):
    """An environment of `pgx.go`. A state is a value, and a step makes a new state."""

    score = "winner"
    tie = "W"
    repeat = "loss"
    move_cap = "2*n*n"

    def __init__(self, name: str) -> None:
        self.numpy = importlib.import_module("numpy")
        self.jax = importlib.import_module("jax")
        self.version = metadata.version("pgx")
        self.name = f"pgx {name}"

    def begin(self, side: int) -> None:
        if side > 19:
            raise Unsupported("Pgx has hashes for boards up to 19x19")
        init, self.compiled = _compiled(side, 0.0)
        self.show(init(self.jax.random.PRNGKey(0)))
        # Pgx chooses at random which of its two players has Black.
        self.black = int(self.state.current_player)

    def show(self, state: Any) -> None:
        self.state = state
        self.bits = self.numpy.asarray(state.legal_action_mask)
        self.is_done = bool(state.terminated | state.truncated)

    def mask(self) -> Any:
        return self.bits

    def step(self, action: int) -> None:
        self.show(self.compiled(self.state, action))

    def ended(self) -> bool:
        return self.is_done

    def board(self) -> Any:
        # The planes are the stones of the player to move, those of the opponent, the same for earlier positions, and at the end
        # the color to move.
        planes = self.numpy.asarray(self.state.observation).astype(int)
        own = planes[:, :, 0] - planes[:, :, 1]
        return -own if planes[0, 0, -1] else own

    def to_move(self) -> str:
        return "B" if int(self.state.current_player) == self.black else "W"

    def winner(self) -> Optional[str]:
        rewards = self.numpy.asarray(self.state.rewards)
        return winner_of(rewards[self.black], rewards[1 - self.black])


def pgx(name: str = "go_9x9") -> Callable[[], Board]:
    """Adapts Pgx's Go, on any square board.

    The player who repeats a position loses. The game is over after twice as many turns as the board has points. White wins a
    tied game.
    """
    if not name.startswith("go"):
        raise ValueError(f"{name!r} is not Go; the names are go_9x9 and go_19x19")
    return Maker(Pgx, name, f"superko.adapters.pgx({name!r})")
