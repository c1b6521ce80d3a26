"""BetaGo: the board of a program that learns. A play is legal if `is_move_legal` says so and `is_simple_ko` does not. It has no pass."""

from importlib import metadata
import superko_gtp
from betago.dataloader.goboard import GoBoard


class Board:
    def new(self, columns, rows, rules):
        if columns != rows:
            raise superko_gtp.Refused("only square boards")
        self.inner, self.size = GoBoard(rows), rows

    def play(self, color, point):
        if point is None:
            return False
        place, color = (point[1], point[0]), color.lower()
        if not self.inner.is_move_legal(color, place) or self.inner.is_simple_ko(color, place):
            return False
        self.inner.apply_move(color, place)
        return True

    def board(self):
        stone = lambda row, column: {None: ".", "b": "X", "w": "O"}[self.inner.board.get((row, column))]
        return [[stone(row, column) for column in range(self.size)] for row in range(self.size - 1, -1, -1)]


superko_gtp.serve(Board, "BetaGo", metadata.version("betago"))
