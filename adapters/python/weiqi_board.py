"""weiqi from PyPI: a game on square boards of some sizes. It raises for a play that it considers illegal."""

from importlib import metadata
from inspect import signature

import superko_gtp
from weiqi import Board, Player, Position, Stone, WeiqiGame
from weiqi.exceptions import GameOverException


class Game:
    def new(self, columns, rows, rules):
        try:
            board = Board.generate_empty_board(rows if columns == rows else 0)
        except ValueError:
            raise superko_gtp.Refused("only square boards of 5 to 9, 11, 13, 15, 17 and 19")
        player = lambda stone: Player(stone) if len(signature(Player).parameters) == 1 else Player("", stone)  # 0.2.0 names users.
        self.players = {"B": player(Stone.BLACK), "W": player(Stone.WHITE)}
        self.top, self.game = rows - 1, WeiqiGame(board, self.players["B"], self.players["W"], komi=0)

    def play(self, color, point):
        try:
            self.players[color].make_move(self.game, point and Position(point[0], self.top - point[1]))
        except (ValueError, GameOverException):
            return False
        return True

    def board(self):
        return self.game.board.state_as_matrix

    def to_move(self):
        return "B" if self.game.turn == Stone.BLACK else "W"

    def is_over(self):
        return self.game.game_status.is_over


superko_gtp.serve(Game, "weiqi (PyPI)", metadata.version("weiqi"))
