"""vim-goban: the board of a game for the terminal. The game does not tell the board of a pass. The size of the board is
the constant 19, which the shim sets.
"""

import superko_gtp
from goban import board as goban

STONES = {goban.Board.EMPTY: ".", goban.Board.BLACK: "X", goban.Board.WHITE: "O"}


class Board(superko_gtp.Board):
    square, sides = True, range(1, 20)

    def start(self, columns, rows):
        goban.SIZE = rows
        self.game = goban.Board()

    def move(self, color, point):
        before = self.game.save_state()
        stone = {"B": goban.Board.BLACK, "W": goban.Board.WHITE}[color]
        if point is not None and not self.game.place(*reversed(self.place(point)), stone):
            return False
        self.past.append(before)

    board = lambda self: [[STONES[cell] for cell in row] for row in self.game.grid]
    undo = lambda self: self.game.restore_state(self.past.pop())


superko_gtp.serve(Board, "vim-goban", package="vim-goban")
