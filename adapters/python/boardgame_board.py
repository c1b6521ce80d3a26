"""Go of a plugin for chat bots, nonebot-plugin-boardgame or its port kirami-plugin-boardgame. Only its rules are loaded; what draws
and stores games is replaced. Its size is 19; the shim starts its base with others."""

import sys
from copy import deepcopy
from importlib import import_module, metadata, util
from types import ModuleType
from unittest.mock import MagicMock
import superko_gtp
name = sys.argv[1]
path = util.find_spec(name).submodule_search_locations
sys.modules[name] = ModuleType(name)  # Without its __init__, which starts a bot.
sys.modules[name].__path__ = path
others = "nonebot_plugin_htmlrender nonebot_plugin_datastore nonebot_plugin_orm sqlalchemy sqlalchemy.exc sqlmodel kirami.utils.utils"
sys.modules.update({other: MagicMock() for other in [*others.split(), name + ".model", name + ".svg"]})
go, game = import_module(name + ".go"), import_module(name + ".game")
at = lambda *point: (game.Pos(*point),) if hasattr(game, "Pos") else point  # Before 0.1.2, it took two numbers.


class Board:
    def new(self, columns, rows, rules):
        if columns != rows:
            raise superko_gtp.Refused("only square boards")
        self.points, self.game = [(x, y) for y in range(rows) for x in range(rows)], go.Go()
        game.Game.__init__(self.game, size=rows, **({} if hasattr(game, "Pos") else {"name": ""}))
        getattr(self.game, "setup", lambda: None)()

    def play(self, color, point, board=None):
        board = board or self.game
        try:  # The bot refuses occupied points before it asks the rules.
            return point is not None and not board.get(*at(*point)) and board.update(*at(*point)) is None
        except ValueError:
            return False
    legal = lambda self: [point for point in self.points if self.play("", point, deepcopy(self.game))]
    board = lambda self: [[self.game.get(*at(x, y)) for x in range(self.game.size)] for y in range(self.game.size)][::-1]
    to_move = lambda self: {1: "B", -1: "W"}[self.game.moveside]
    undo = lambda self: self.game.pop()


superko_gtp.serve(Board, name, metadata.version(name))
