"""js-go: a game on square boards from 3x3 to 19x19, without passes and without an end. After a refused play, it is
still the same player's turn.
"""

from inspect import signature

import superko_gtp
from js_go import Go_game


class Game(superko_gtp.Board):
    square, sides, passes = True, range(3, 20), False

    def start(self, columns, rows):
        self.game = Go_game(rows)

    def move(self, color, point):
        before = self.game.color
        place = self.place(point)
        # Before 0.1.4, it took a pair.
        self.game.play_move(*place) if "x" in signature(self.game.play_move).parameters else self.game.play_move(place)
        return self.game.color != before

    board = lambda self: self.game.board
    to_move = lambda self: self.game.color.upper()


superko_gtp.serve(Game, "js-go", package="js-go")
