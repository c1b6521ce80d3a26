"""sgfmill: a position of the library for game records. The ko point that it tells is kept to, as its documentation has it."""

from importlib import metadata

import superko_gtp
from sgfmill.boards import Board


class Game:
    def new(self, columns, rows, rules):
        if columns != rows or rows < 2:
            raise superko_gtp.Refused("square boards from 2x2")
        self.positions = [(Board(rows), None)]

    def play(self, color, point):
        board, ko = self.positions[-1]
        board = board.copy()
        try:
            if point is not None and (point == ko or board.get(point[1], point[0]) is not None):
                return False
            told = point and board.play(point[1], point[0], color.lower())
        except ValueError:
            return False
        self.positions.append((board, told and (told[1], told[0])))
        return True

    def board(self):
        return [["." if cell is None else cell.upper() for cell in row] for row in reversed(self.positions[-1][0].board)]

    def score(self):
        return self.positions[-1][0].area_score()

    def undo(self):
        self.positions.pop()


superko_gtp.serve(Game, "sgfmill", metadata.version("sgfmill"))
