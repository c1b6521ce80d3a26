"""The adapter for PettingZoo's Go."""

from __future__ import annotations

import importlib
from typing import Any, Callable, Optional

from superko._board import Board
from superko._superko import Unsupported
from superko.adapters._actions import ActionBoard, Maker, winner_of


class PettingZoo(ActionBoard):
    """The environment `pettingzoo.classic.go_v5`, without its wrappers.

    The environment keeps the size of the board in global variables. The adapter sets them again after another board has
    changed them.
    """

    score = "winner"
    tie = "W"

    def __init__(self, name: str) -> None:
        package = importlib.import_module("pettingzoo")
        self.version = package.__version__
        self.name = f"pettingzoo {name}"
        self.module = importlib.import_module(f"pettingzoo.classic.{name}")
        self.base = importlib.import_module("pettingzoo.classic.go.go_base")

    def begin(self, side: int) -> None:
        if side > 19:
            raise Unsupported("PettingZoo supports boards up to 19x19")
        self.env = self.module.raw_env(board_size=side, komi=0.0)
        self.env.reset()

    def own_globals(self) -> None:
        if self.base.N != self.side:
            self.env._overwrite_go_global_variables(board_size=self.side)

    def mask(self) -> Any:
        self.own_globals()
        return self.env.observe(self.env.agent_selection)["action_mask"]

    def step(self, action: int) -> None:
        self.own_globals()
        self.env.step(action)

    def ended(self) -> bool:
        return any(self.env.terminations.values()) or any(self.env.truncations.values())

    def board(self) -> Any:
        return self.env._go.board

    def to_move(self) -> str:
        return "B" if self.env.agent_selection == self.env.possible_agents[0] else "W"

    def winner(self) -> Optional[str]:
        black, white = (self.env.rewards[agent] for agent in self.env.possible_agents)
        return winner_of(black, white)


def pettingzoo(name: str = "go_v5") -> Callable[[], Board]:
    """Adapts PettingZoo's Go by the name of its module, such as `go_v5`.

    The environment reports only the winner, and White for a tied game.
    """
    return Maker(PettingZoo, name, f"superko.adapters.pettingzoo({name!r})")
