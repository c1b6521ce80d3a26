"""GymGo: an environment of Gym. Its states are arrays, and a state says which plays are valid next. Nothing is played
after the end. `gym_go_board.py FOLDER VERSION` needs a clone of it.
"""

import sys
import superko_gtp

sys.path.insert(0, sys.argv[1])
from gym_go import gogame, govars


class Game(superko_gtp.Actions):
    def start(self, columns, rows):
        self.game = gogame.init_state(rows)

    mask = lambda self: gogame.valid_moves(self.game)
    step = lambda self, action: gogame.next_state(self.game, action)
    board = lambda self: (self.game[govars.BLACK] - self.game[govars.WHITE]).astype(int)
    to_move = lambda self: "BW"[gogame.turn(self.game)]
    is_over = lambda self: gogame.game_ended(self.game)
    score = lambda self: tuple(map(float, gogame.areas(self.game)))


superko_gtp.serve(Game, "GymGo", sys.argv[2])
