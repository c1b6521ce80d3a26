"""baduk: a game for the terminal. It raises for a play that it considers illegal."""

import sys

import superko_gtp
from baduk.exception.exceptions import ValidationError
from baduk.game.game import Game

replies, sys.stdout = sys.stdout, sys.stderr  # It prints when a game ends.


class Board(superko_gtp.Board):
    illegal = ValidationError

    def start(self, columns, rows):
        self.game = Game(columns, rows)
        self.game.reset()

    def move(self, color, point):
        self.game.move("pass" if point is None else self.name(*point))

    name = lambda self, column, row: "{}{}".format(row + 1, superko_gtp.LETTERS[column])
    stone = lambda self, column, row: self.game.get_position(self.name(column, row))
    to_move = lambda self: {"black": "B", "white": "W"}[self.game.turn()]


superko_gtp.serve(Board, "baduk", package="baduk", out=replies)
