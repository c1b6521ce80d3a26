"""lets-go: the back end of a game for the terminal. It refuses all earlier positions. Its games have no end."""

from contextlib import suppress
from pkgutil import resolve_name
import superko_gtp

for name in ["go_arbitor:GoArbitor", "lets_go.go_arbitor:GoArbitor", "lets_go.backend:GoBackend"]:  # The oldest first.
    with suppress(ModuleNotFoundError):
        GoBackend = resolve_name(name)


class Game(superko_gtp.Board):
    square, sides = True, range(1, 20)

    def start(self, columns, rows):
        self.game, self.grids = GoBackend(rows, komi=0), {0: [[None] * columns] * rows}

    def move(self, color, point):
        move = self.game.try_move(*self.place(point)) if point else self.game.pass_move()
        if move is None:
            return False
        self.grids[self.count()] = move.grid or self.grids[self.count() - 1]  # Before 0.3.3, a pass had no grid.

    count = lambda self: self.game.game_state[0]
    board = lambda self: [[{None: ".", 0: "X", 1: "O"}[cell] for cell in row] for row in self.grids[self.count()]]
    to_move = lambda self: "BW"[self.game.game_state[1]]
    undo = lambda self: self.game.undo()


superko_gtp.serve(Game, "lets-go", package="lets-go")
