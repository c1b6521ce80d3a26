"""KaTrain: the board of a program for teaching, under the rules that are given by name. It raises for a play that it considers illegal.
Its game asks the program for settings; the shim answers. After the end of a game, which the shim does not report, one may play on.
"""

import os
import sys
from importlib import metadata
from unittest.mock import MagicMock
import superko_gtp

os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1")
from katrain.core import game as katrain

# Before 1.8, a game needed an engine.
start = getattr(katrain, "BaseGame", lambda program: katrain.Game(program, MagicMock()))


class Game:
    def new(self, columns, rows, rules):
        self.sides, size = (columns, rows), "{}:{}".format(columns, rows)
        self.settings = {"game/size": size, "game/komi": 0, "game/rules": sys.argv[1], "game/handicap": 0}
        self.game = start(self)

    config = lambda self, name, default=None: self.settings.get(name, default)

    def play(self, color, point):
        try:
            self.game.play(katrain.Move(coords=point, player=color))
        except katrain.IllegalMoveException:
            return False
        return True

    def board(self):
        (columns, rows), stones = self.sides, {stone.coords: stone.player for stone in self.game.stones}
        return [[stones.get((column, row), 0) for column in range(columns)] for row in range(rows - 1, -1, -1)]

    undo = lambda self: self.game.undo()


superko_gtp.serve(Game, "KaTrain", metadata.version("KaTrain"))
