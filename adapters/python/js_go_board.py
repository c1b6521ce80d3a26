"""js-go: a game on square boards from 3x3 to 19x19, without passes and without an end. After a refused play, it is
still the same player's turn.
"""

from importlib import metadata
from inspect import signature

import superko_gtp
from js_go import Go_game


class Game:
    def new(self, columns, rows, rules):
        try:
            self.game = Go_game(rows if columns == rows else 0)
        except ValueError:
            raise superko_gtp.Refused("only square boards from 3x3 to 19x19")

    def play(self, color, point):
        if point is None:
            return False
        before = self.game.color
        place = (self.game.size - 1 - point[1], point[0])
        # Before 0.1.4, it took a pair.
        self.game.play_move(*place) if "x" in signature(self.game.play_move).parameters else self.game.play_move(place)
        return self.game.color != before

    def board(self):
        return [[{".": ".", "b": "X", "w": "O"}[cell] for cell in row] for row in self.game.board]

    def to_move(self):
        return self.game.color.upper()


superko_gtp.serve(Game, "js-go", metadata.version("js-go"))
