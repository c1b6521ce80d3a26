"""dlgo: the boards of the book "Deep Learning and the Game of Go", chosen by module name: goboard, goboard_slow, ..."""

import sys
from importlib import import_module, metadata
import superko_gtp
from dlgo import gotypes, scoring

module = import_module("dlgo." + sys.argv[1])


class Game:
    def new(self, columns, rows, rules):
        if max(columns, rows) > 19:
            raise superko_gtp.Refused("only boards up to 19x19")
        self.states, self.sides = [module.GameState.new_game((rows, columns))], (columns, rows)

    def play(self, color, point):
        place = point and gotypes.Point(point[1] + 1, point[0] + 1)
        move = module.Move.play(place) if place else module.Move.pass_turn()
        if not self.states[-1].is_valid_move(move):
            return False
        self.states.append(self.states[-1].apply_move(move))
        return True

    def legal(self):
        moves = self.states[-1].legal_moves()
        return [(move.point.col - 1, move.point.row - 1) for move in moves if move.is_play]

    def board(self):
        (columns, rows), letters = self.sides, {None: ".", gotypes.Player.black: "X", gotypes.Player.white: "O"}
        stone = self.states[-1].board.get
        return [[letters[stone(gotypes.Point(row, column + 1))] for column in range(columns)] for row in range(rows, 0, -1)]

    is_over = lambda self: self.states[-1].is_over()
    to_move = lambda self: "B" if self.states[-1].next_player == gotypes.Player.black else "W"
    score = lambda self: (lambda result: (result.b, result.w))(scoring.compute_game_result(self.states[-1]))
    undo = lambda self: self.states.pop()


superko_gtp.serve(Game, "dlgo " + sys.argv[1], metadata.version("dlgo"))
