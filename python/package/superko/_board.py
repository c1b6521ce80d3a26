"""The base class for boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Optional, TypeVar, Union

from superko._rules import Rules

Point = tuple[int, int]
"""Column and row, counted from A1 = (0, 0) at the bottom left."""

Method = TypeVar("Method", bound=Callable[..., Any])


def _describes(method: Method) -> Method:
    """Marks a method that only documents what a board may implement."""
    setattr(method, "_superko_describes", True)
    return method


class Board:
    """A board under test.

    `new` and `play` are required. Each optional method that a subclass implements is compared too. An exception counts as
    a crash of the board and is reported with the game that leads to it, except for `Unsupported` in `new` and `Illegal` in
    `play`.

    A board is made without arguments and plays many games, one after the other. To confirm a finding, its game is played
    again on a fresh board.
    """

    name: Optional[str] = None
    """The name in reports. The default is the name of the class."""

    version: Optional[str] = None
    """The version in reports."""

    first_row: str = "top"
    """The row that comes first in rows and arrays: `"top"`, as a board is printed, or `"bottom"`, the row of A1."""

    passes: bool = True
    """Whether there is a pass. If not, games that need one are not played."""

    repeat: Optional[str] = None
    """If the board accepts a play that repeats a position, how this ends the game: `"loss"` for the player, or `"draw"`."""

    move_cap: Union[int, str, None] = None
    """The number of turns after which a game is over, passes or not; `"2*n*n"` is twice the number of points of the board."""

    tie: Optional[str] = None
    """If the board reports no ties: the winner that it names for a tied game, `"B"` or `"W"`."""

    def new(self, columns: int, rows: int, rules: Rules) -> None:
        """Starts a game on the empty board, with Black to play and no komi, and forgets all earlier games.

        Raise `Unsupported` for a size or rules that the board does not support.
        """
        raise NotImplementedError

    def play(self, color: str, point: Optional[Point]) -> bool:
        """Plays `"B"` or `"W"` at a point, or passes if the point is None. Returns True if the turn was played.

        Return False or raise `Illegal` if the turn is against the rules; then nothing may change. The color is always that
        of the player to move.
        """
        raise NotImplementedError

    def legal(self) -> Any:
        """Returns the legal turns of the player to move.

        Return points, including None if the board knows that a pass is legal. Or return a mask: an array or lists of the
        shape (rows, columns), or a flat one, which may have one more value at the end for the pass.
        """

    def board(self) -> Any:
        """Returns the stones: rows of the letters `.XO`, or an array with 0 for no stone, 1 for black, -1 or 2 for white."""

    def to_move(self) -> str:
        """Returns whose turn it is, `"B"` or `"W"`. It is called only during a game, and only if the board has `is_over`."""
        raise NotImplementedError

    def is_over(self) -> bool:
        """Returns whether the game has ended."""
        raise NotImplementedError

    # `score` is a method or a word, so type checkers must accept both.
    if TYPE_CHECKING:
        score: Any
    else:

        def score(self) -> Any:
            """Returns the score of a game that is over: the points `(black, white)`, or Black's lead as a number, without komi.

            If only the winner is known, write `score = "winner"` instead of this method, and implement `winner`.
            """

    def winner(self) -> Optional[str]:
        """Returns the winner of a game that is over, `"B"` or `"W"`, or None for a tie. It is called if there is no method
        `score`.
        """

    def settle(self, dead: Any) -> None:
        """Receives what the players settle when passes have ended or stopped the game, under rules that ask the players.

        `dead` has the points of the dead stones, and the game ends. If it is None, the players disagree, and play resumes.
        A board without this method is not tested on what follows.
        """

    def undo(self) -> None:
        """Takes back the last turn."""


for _method in ("new", "play", "legal", "board", "to_move", "is_over", "score", "winner", "settle", "undo"):
    _describes(getattr(Board, _method))
