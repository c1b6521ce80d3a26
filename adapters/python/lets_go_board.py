"""lets-go: the back end of a game for the terminal. It refuses any position that occurred before. Its games have no end."""

from importlib import metadata
import superko_gtp

try:
    from lets_go.backend import GoBackend
except ModuleNotFoundError:  # Before 0.3.3, it was named otherwise, and a pass had no grid.
    try:
        from lets_go.go_arbitor import GoArbitor as GoBackend
    except ModuleNotFoundError:
        from go_arbitor import GoArbitor as GoBackend


class Game:
    def new(self, columns, rows, rules):
        if columns != rows or rows > 19:
            raise superko_gtp.Refused("only square boards up to 19x19")
        self.game, self.moves = GoBackend(rows, komi=0), []
        self.empty = [[None] * columns for _ in range(rows)]

    def play(self, color, point):
        # Its rows count from the top.
        move = self.game.pass_move() if point is None else self.game.try_move(len(self.empty) - 1 - point[1], point[0])
        if move is not None:
            self.moves.append(move)
        return move is not None

    def board(self):
        grid = next((move.grid for move in reversed(self.moves) if move.grid), self.empty)
        return [[{None: ".", 0: "X", 1: "O"}[cell] for cell in row] for row in grid]

    to_move = lambda self: "BW"[self.game.game_state[1]]

    def undo(self):
        self.game.undo()
        self.moves.pop()


superko_gtp.serve(Game, "lets-go", metadata.version("lets-go"))
