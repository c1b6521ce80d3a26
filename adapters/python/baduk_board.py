"""baduk: a game for the terminal. It raises for a play that it considers illegal."""

import sys
from importlib import metadata

import superko_gtp
from baduk.exception.exceptions import ValidationError
from baduk.game.game import Game

replies, sys.stdout = sys.stdout, sys.stderr  # It prints when a game ends.


class Board:
    def new(self, columns, rows, rules):
        self.game, self.sides = Game(columns, rows), (columns, rows)
        self.game.reset()

    def play(self, color, point):
        name = "pass" if point is None else "{}{}".format(point[1] + 1, superko_gtp.LETTERS[point[0]])
        try:
            self.game.move(name)
        except ValidationError:
            return False
        return True

    def board(self):
        columns, rows = self.sides
        names = [["{}{}".format(row, letter) for letter in superko_gtp.LETTERS[:columns]] for row in range(rows, 0, -1)]
        return [[{".": ".", "x": "X", "o": "O"}[self.game.get_position(name)] for name in row] for row in names]

    def to_move(self):
        return {"black": "B", "white": "W"}[self.game.turn()]


superko_gtp.serve(Board, "baduk", metadata.version("baduk"), out=replies)
