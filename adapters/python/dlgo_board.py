"""dlgo: the boards of the book "Deep Learning and the Game of Go", chosen by module name: goboard, goboard_slow, ..."""

import sys
from importlib import import_module
import superko_gtp
from dlgo import gotypes, scoring

module = import_module("dlgo." + sys.argv[1])
COLORS = {None: None, gotypes.Player.black: "B", gotypes.Player.white: "W"}


class Game(superko_gtp.Positions):
    sides = range(1, 20)

    def start(self, columns, rows):
        self.game = module.GameState.new_game((rows, columns))

    def after(self, color, point):
        move = module.Move.play(gotypes.Point(point[1] + 1, point[0] + 1)) if point else module.Move.pass_turn()
        return self.game.apply_move(move) if self.game.is_valid_move(move) else None

    legal = lambda self: [(move.point.col - 1, move.point.row - 1) for move in self.game.legal_moves() if move.is_play]
    stone = lambda self, column, row: COLORS[self.game.board.get(gotypes.Point(row + 1, column + 1))]
    is_over = lambda self: self.game.is_over()
    to_move = lambda self: COLORS[self.game.next_player]
    score = lambda self: (lambda result: (result.b, result.w))(scoring.compute_game_result(self.game))


superko_gtp.serve(Game, "dlgo " + sys.argv[1], package="dlgo")
