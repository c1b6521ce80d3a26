"""Minigo: the positions of a program for learning, as values. `minigo_board.py FOLDER VERSION` needs its go.py."""

import os
import sys
from importlib import reload
import superko_gtp

sys.path.insert(0, sys.argv[1])
import go


class Game(superko_gtp.Actions):
    sides = range(1, 20)

    def start(self, columns, rows):
        os.environ["BOARD_SIZE"] = str(rows)  # It is read when the module is loaded.
        self.game = reload(go).Position(komi=0)

    def after(self, color, point):
        legal = not self.is_over() and self.game.is_move_legal(self.place(point))  # It plays on after the end.
        return self.game.play_move(self.place(point)) if legal else None

    mask = lambda self: self.game.all_legal_moves()
    board = lambda self: self.game.board
    to_move = lambda self: {1: "B", -1: "W"}[self.game.to_play]
    is_over = lambda self: self.game.is_game_over()
    score = lambda self: int(self.game.score())


superko_gtp.serve(Game, "Minigo", sys.argv[2])
