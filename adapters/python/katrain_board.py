"""KaTrain: the board of a program for teaching, under the rules that are given by name. Its game asks the program for
settings; the shim answers. After the end of a game, which the shim does not report, one may play on."""

import os
import sys
from unittest.mock import MagicMock
import superko_gtp

os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1")
from katrain.core import game as katrain


class Game(superko_gtp.Board):
    illegal = katrain.IllegalMoveException
    config = lambda self, name, default=None: self.answers.get(name, default)

    def start(self, columns, rows):
        self.answers = {"game/size": f"{columns}:{rows}", "game/komi": 0, "game/rules": sys.argv[1], "game/handicap": 0}
        # Before 1.8, a game needed an engine.
        self.game = katrain.BaseGame(self) if hasattr(katrain, "BaseGame") else katrain.Game(self, MagicMock())

    def board(self):
        stones = {stone.coords: stone.player for stone in self.game.stones}
        return [[stones.get((column, row)) for column in range(self.columns)] for row in reversed(range(self.rows))]

    move = lambda self, color, point: self.game.play(katrain.Move(coords=point, player=color))
    undo = lambda self: self.game.undo()


superko_gtp.serve(Game, "KaTrain", package="KaTrain")
