"""OpenSpiel's game `go`. It reports only the winner. A repetition ends the game as a draw; 2*n*n turns end it too."""

import superko_gtp
import pyspiel


class Game(superko_gtp.Actions):
    sides = range(2, 20)

    def start(self, columns, rows):
        self.game = pyspiel.load_game("go", {"board_size": rows, "komi": 0.0}).new_initial_state()

    def board(self):
        cells, points = self.game.observation_tensor(0), self.rows**2
        stones = [cells[at] - cells[points + at] for at in range(points)]
        return [stones[row * self.rows : (row + 1) * self.rows] for row in reversed(range(self.rows))]

    # Its rows count from the bottom.
    action = lambda self, point: self.rows**2 if point is None else point[1] * self.rows + point[0]
    mask = lambda self: self.game.legal_actions_mask()
    step = lambda self, action: self.game.child(action)
    to_move = lambda self: "BW"[len(self.past) % 2]
    is_over = lambda self: self.game.is_terminal()
    score = lambda self: {1: "B", 0: None, -1: "W"}[self.game.returns()[0]]


superko_gtp.serve(Game, "OpenSpiel go", package="open_spiel")
