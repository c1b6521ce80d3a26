"""GymGo: an environment of Gym. Its states are arrays, and a state says which plays are valid next. `gym_go_board.py FOLDER VERSION`
needs a clone of it.
"""

import sys
import superko_gtp

sys.path.insert(0, sys.argv[1])
from gym_go import gogame, govars


class Game:
    def new(self, columns, rows, rules):
        if columns != rows:
            raise superko_gtp.Refused("only square boards")
        self.states, self.size = [gogame.init_state(rows)], rows

    now = property(lambda self: self.states[-1])

    def play(self, color, point):
        # Its rows count from the top. Its environment plays nothing after the end.
        action = self.size * self.size if point is None else self.size * (self.size - 1 - point[1]) + point[0]
        if self.is_over() or not gogame.valid_moves(self.now)[action]:
            return False
        self.states.append(gogame.next_state(self.now, action))
        return True

    def legal(self):
        valid, size = gogame.valid_moves(self.now), self.size
        return [(at % size, size - 1 - at // size) for at in range(size * size) if valid[at]]

    board = lambda self: (self.now[govars.BLACK] - self.now[govars.WHITE]).astype(int)
    to_move = lambda self: "BW"[gogame.turn(self.now)]
    is_over = lambda self: gogame.game_ended(self.now)
    score = lambda self: tuple(map(float, gogame.areas(self.now)))
    undo = lambda self: self.states.pop()


superko_gtp.serve(Game, "GymGo", sys.argv[2])
