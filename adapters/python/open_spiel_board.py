"""OpenSpiel's game `go`. It reports only the winner. A repetition ends the game as a draw; 2*n*n turns end it too."""

from importlib import metadata

import superko_gtp
import pyspiel


class Game:
    def new(self, columns, rows, rules):
        if columns != rows or not 2 <= rows <= 19:
            raise superko_gtp.Refused("only square boards from 2x2 to 19x19")
        self.side = rows
        self.states = [pyspiel.load_game("go", {"board_size": rows, "komi": 0.0}).new_initial_state()]

    def play(self, color, point):
        action = self.side * self.side if point is None else point[1] * self.side + point[0]
        if self.is_over() or action not in self.states[-1].legal_actions():
            return False
        self.states.append(self.states[-1].child(action))
        return True

    def legal(self):
        return [(a % self.side, a // self.side) for a in self.states[-1].legal_actions() if a < self.side**2]

    def board(self):
        cells, side = self.states[-1].observation_tensor(0), self.side
        letters = ["X" if cells[at] else "O" if cells[side * side + at] else "." for at in range(side * side)]
        return [letters[row * side : (row + 1) * side] for row in reversed(range(side))]

    to_move = lambda self: "B" if len(self.states) % 2 else "W"
    is_over = lambda self: self.states[-1].is_terminal()
    score = lambda self: (lambda black, white: "B" if black > white else "W" if white > black else None)(*self.states[-1].returns())
    undo = lambda self: self.states.pop()


superko_gtp.serve(Game, "OpenSpiel go", metadata.version("open_spiel"))
