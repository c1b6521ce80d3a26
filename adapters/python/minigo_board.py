"""Minigo: the positions of a program for learning, which are values. They tell that a game is over, and the shim ends it there. Their
size is fixed when the module is loaded, so it is loaded for each game. `minigo_board.py FOLDER VERSION`: the folder has go.py."""
import os
import sys
from importlib import import_module
import superko_gtp

sys.path.insert(0, sys.argv[1])


class Game:
    def new(self, columns, rows, rules):
        if columns != rows or rows > 19:
            raise superko_gtp.Refused("only square boards up to 19x19")
        os.environ["BOARD_SIZE"] = str(rows)
        for name in ["go", "coords"]:
            sys.modules.pop(name, None)
        self.go = import_module("go")
        self.past = [self.go.Position(komi=0)]

    now = property(lambda self: self.past[-1])

    def play(self, color, point):
        place = point and (self.go.N - 1 - point[1], point[0])  # Its rows count from the top.
        legal = not self.is_over() and self.now.is_move_legal(place)
        self.past += [self.now.play_move(place)] if legal else []
        return legal

    def legal(self):
        legal, size = self.now.all_legal_moves(), self.go.N
        return [(at % size, size - 1 - at // size) for at in range(size * size) if legal[at]]

    board = lambda self: self.now.board
    to_move = lambda self: {1: "B", -1: "W"}[self.now.to_play]
    is_over = lambda self: self.now.is_game_over()
    score = lambda self: int(self.now.score())
    undo = lambda self: self.past.pop()


superko_gtp.serve(Game, "Minigo", sys.argv[2])
