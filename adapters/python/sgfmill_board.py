"""sgfmill: the board of a library for game records. It enforces no ko rule, and neither does this shim."""

import superko_gtp
from sgfmill.boards import Board


class Game(superko_gtp.Positions):
    square, sides, illegal = True, range(2, 26), ValueError

    def start(self, columns, rows):
        self.game = Board(rows)

    def after(self, color, point):
        board = self.game.copy()
        if point is not None:
            board.play(point[1], point[0], color.lower())
        return board

    stone = lambda self, column, row: self.game.get(row, column)
    score = lambda self: self.game.area_score()


superko_gtp.serve(Game, "sgfmill", package="sgfmill")
