"""weiqi from PyPI: a game on square boards of some sizes. It raises for a play that it considers illegal."""

from inspect import signature

import superko_gtp
from weiqi import Board, Player, Position, Stone, WeiqiGame
from weiqi.exceptions import GameOverException

# 0.2.0 names users.
player = lambda stone: Player(stone) if len(signature(Player).parameters) == 1 else Player("", stone)


class Game(superko_gtp.Board):
    square, sides = True, [5, 6, 7, 8, 9, 11, 13, 15, 17, 19]
    illegal = (ValueError, GameOverException)

    def start(self, columns, rows):
        self.players = {"B": player(Stone.BLACK), "W": player(Stone.WHITE)}
        self.game = WeiqiGame(Board.generate_empty_board(rows), self.players["B"], self.players["W"], komi=0)

    def move(self, color, point):
        self.players[color].make_move(self.game, point and Position(point[0], self.rows - 1 - point[1]))

    board = lambda self: self.game.board.state_as_matrix
    to_move = lambda self: "B" if self.game.turn == Stone.BLACK else "W"
    is_over = lambda self: self.game.game_status.is_over


superko_gtp.serve(Game, "weiqi (PyPI)", package="weiqi")
