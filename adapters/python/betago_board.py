"""BetaGo, a program that learns: its board. `is_move_legal` says what is legal, and `is_simple_ko` what ko forbids."""

import superko_gtp
from betago.dataloader.goboard import GoBoard


class Board(superko_gtp.Board):
    square, passes = True, False

    def start(self, columns, rows):
        self.game = GoBoard(rows)

    def move(self, color, point):
        place, color = (point[1], point[0]), color.lower()
        if not self.game.is_move_legal(color, place) or self.game.is_simple_ko(color, place):
            return False
        self.game.apply_move(color, place)

    stone = lambda self, column, row: self.game.board.get((row, column))


superko_gtp.serve(Board, "BetaGo", package="betago")
