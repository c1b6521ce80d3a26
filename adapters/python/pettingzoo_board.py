"""PettingZoo's go_v5, without its wrappers. A turn is legal if the mask says so. It reports only the winner."""

import copy

import superko_gtp
from pettingzoo.classic import go_v5


class Game(superko_gtp.Actions):
    sides = range(1, 20)

    def start(self, columns, rows):
        self.game = go_v5.raw_env(board_size=rows, komi=0.0)
        self.game.reset()

    def step(self, action):
        # It has no undo, so each turn is played in a copy. No step changes the objects that the fields hold.
        after = object.__new__(go_v5.raw_env)
        vars(after).update({name: copy.copy(field) for name, field in vars(self.game).items()})
        after.step(action)
        return after

    mask = lambda self: self.game.observe(self.game.agent_selection)["action_mask"]
    board = lambda self: self.game._go.board
    to_move = lambda self: "BW"[self.game.possible_agents.index(self.game.agent_selection)]
    is_over = lambda self: any(self.game.terminations.values()) or any(self.game.truncations.values())
    score = lambda self: "B" if self.game.rewards[self.game.possible_agents[0]] > 0 else "W"


superko_gtp.serve(Game, "PettingZoo go_v5", package="pettingzoo")
