"""PettingZoo's go_v5, without its wrappers. A turn is legal if the mask says so. It reports only the winner."""

import copy
from importlib import metadata

import superko_gtp
from pettingzoo.classic import go_v5


class Game:
    def new(self, columns, rows, rules):
        if columns != rows or rows > 19:
            raise superko_gtp.Refused("only square boards up to 19x19")
        self.side, self.past, self.env = rows, [], go_v5.raw_env(board_size=rows, komi=0.0)
        self.env.reset()

    mask = lambda self: self.env.observe(self.env.agent_selection)["action_mask"]
    action = lambda self, point: self.side**2 if point is None else (self.side - 1 - point[1]) * self.side + point[0]

    def play(self, color, point):
        legal = not self.is_over() and bool(self.mask()[self.action(point)])
        if legal:
            # It has no undo, so the fields are restored. No step changes the objects that they hold.
            self.past.append({name: copy.copy(field) for name, field in vars(self.env).items()})
            self.env.step(self.action(point))
        return legal

    def legal(self):
        points = [(column, row) for column in range(self.side) for row in range(self.side)]
        mask = self.mask()
        return [point for point in points if mask[self.action(point)]]

    board = lambda self: self.env._go.board
    to_move = lambda self: "BW"[self.env.possible_agents.index(self.env.agent_selection)]
    is_over = lambda self: any(self.env.terminations.values()) or any(self.env.truncations.values())
    score = lambda self: "B" if self.env.rewards[self.env.possible_agents[0]] > 0 else "W"
    undo = lambda self: vars(self.env).update(self.past.pop())


superko_gtp.serve(Game, "PettingZoo go_v5", metadata.version("pettingzoo"))
