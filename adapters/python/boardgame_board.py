"""Go of the chat bots nonebot-plugin-boardgame and kirami-plugin-boardgame, without what draws and stores games."""

import sys
from copy import deepcopy
from importlib import import_module, util
from unittest.mock import MagicMock
import superko_gtp
name = sys.argv[1]
sys.modules[name] = util.module_from_spec(util.find_spec(name))  # Without its __init__, which starts a bot.
others = "nonebot_plugin_htmlrender nonebot_plugin_datastore nonebot_plugin_orm sqlalchemy sqlalchemy.exc sqlmodel"
sys.modules.update({other: MagicMock() for other in [*others.split(), "kirami.utils.utils", name + ".model"]})
go = import_module(name + ".go")
at = lambda *point: (go.Pos(*point),) if hasattr(go, "Pos") else point  # Before 0.1.2, it took two numbers.


class Board(superko_gtp.Board):
    square, passes, illegal = True, False, ValueError
    move = lambda self, color, point: not self.stone(*point) and self.game.update(*at(*point)) is None
    stone = lambda self, *point: self.game.get(*at(*point))  # The bot refuses occupied points before it asks the rules.
    legal = lambda self: [point for point in self.points if deepcopy(self).play("", point)]
    to_move = lambda self: {1: "B", -1: "W"}[self.game.moveside]
    undo = lambda self: self.game.pop()

    def start(self, columns, rows):
        self.game = go.Go()
        self.game.size = rows  # It is 19.
        getattr(self.game, "setup", lambda: None)()


superko_gtp.serve(Board, name, package=name)
