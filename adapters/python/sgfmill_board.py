"""sgfmill: the board of a library for game records. It enforces no ko rule, and neither does this shim."""

from importlib import metadata

import superko_gtp
from sgfmill.boards import Board


class Game:
    def new(self, columns, rows, rules):
        if columns != rows or rows < 2:
            raise superko_gtp.Refused("only square boards from 2x2")
        self.positions = [Board(rows)]

    def play(self, color, point):
        board = self.positions[-1].copy()
        if point is not None:
            try:
                board.play(point[1], point[0], color.lower())
            except ValueError:
                return False
        self.positions.append(board)
        return True

    def board(self):
        return [["." if cell is None else cell.upper() for cell in row] for row in reversed(self.positions[-1].board)]

    def score(self):
        return self.positions[-1].area_score()

    def undo(self):
        self.positions.pop()


superko_gtp.serve(Game, "sgfmill", metadata.version("sgfmill"))
