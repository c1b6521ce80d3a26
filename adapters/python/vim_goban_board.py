"""vim-goban: the board of a game for the terminal. The game does not tell the board of a pass. The size of the board is the constant
19, which the shim sets.
"""

from importlib import metadata
import superko_gtp
from goban import board


class Board:
    def new(self, columns, rows, rules):
        if columns != rows or rows > 19:
            raise superko_gtp.Refused("only square boards up to 19x19")
        board.SIZE = rows
        self.inner, self.past = board.Board(), []

    def play(self, color, point):
        before = self.inner.save_state()
        stone = {"B": board.Board.BLACK, "W": board.Board.WHITE}[color]
        # Its rows count from the top.
        if point is not None and not self.inner.place(point[0], board.SIZE - 1 - point[1], stone):
            return False
        self.past.append(before)
        return True

    def board(self):
        letters = {board.Board.EMPTY: ".", board.Board.BLACK: "X", board.Board.WHITE: "O"}
        return [[letters[cell] for cell in row] for row in self.inner.grid]

    undo = lambda self: self.inner.restore_state(self.past.pop())


superko_gtp.serve(Board, "vim-goban", metadata.version("vim-goban"))
