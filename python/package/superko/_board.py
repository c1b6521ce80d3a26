"""What the author of a board writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Optional, TypeVar, Union

from superko._rules import Rules

Point = tuple[int, int]
"""Column and row, from A1 = (0, 0) at the bottom left."""

Method = TypeVar("Method", bound=Callable[..., Any])


def _describes(method: Method) -> Method:
    """Marks a method that only says what a board may have."""
    setattr(method, "_superko_describes", True)
    return method


class Board:
    """A board under test.

    `new` and `play` are required. Each further method that a subclass has is compared too; one that it does not have is
    not. An exception other than `Illegal` is a crash of the board, and is reported with the game that leads to it.

    A board is made without arguments, and plays many games, one after the other. A fresh one is made to see whether a
    finding shows again.
    """

    name: Optional[str] = None
    """What reports call it; the name of the class if it is not said."""

    version: Optional[str] = None
    """Its version, for reports."""

    first_row: str = "top"
    """Which row comes first in rows and arrays: `"top"`, as a board is printed, or `"bottom"`, the row of A1."""

    passes: bool = True
    """Whether there is a pass. Without one, games that need it are not played."""

    repeat: Optional[str] = None
    """Where a play that repeats a position is accepted and ends the game: `"loss"` for who played it, or `"draw"`."""

    move_cap: Union[int, str, None] = None
    """After how many turns a game is over, whoever passed: a number, or `"2*n*n"` for twice the points of the board."""

    tie: Optional[str] = None
    """Who is named as the winner of a tied game, `"B"` or `"W"`, where no tie is named."""

    def new(self, columns: int, rows: int, rules: Rules) -> None:
        """Starts a game on the empty board, with Black to play and no komi. All games before are forgotten.

        Raise `Unsupported` for a size or rules that the board does not play.
        """
        raise NotImplementedError

    def play(self, color: str, point: Optional[Point]) -> bool:
        """Plays `"B"` or `"W"` at a point, or a pass if the point is None. True if it was played.

        Return False or raise `Illegal` if it is against the rules; then nothing may change. The color is always that of the
        player to move.
        """
        raise NotImplementedError

    def legal(self) -> Any:
        """The legal turns of the player to move.

        Either points, with None among them if the pass is legal and the board knows; or a mask: an array or lists of the
        shape (rows, columns), or flat, in which one more value at the end stands for the pass.
        """

    def board(self) -> Any:
        """The stones: rows of the letters `.XO`, or an array of 0 for no stone, 1 for black, -1 or 2 for white."""

    def to_move(self) -> str:
        """Whose turn it is, `"B"` or `"W"`. It is asked while the game goes on, so it needs `is_over`."""
        raise NotImplementedError

    def is_over(self) -> bool:
        """Whether the game has ended."""
        raise NotImplementedError

    # A method, or a word.
    if TYPE_CHECKING:
        score: Any
    else:

        def score(self) -> Any:
            """The score of a game that is over: the points of both players, `(black, white)`, or Black's lead as a number.

            Where only the winner is known, say `score = "winner"` in place of this method, and give `winner`.
            """

    def winner(self) -> Optional[str]:
        """The winner of a game that is over, `"B"` or `"W"`; None for a tie. It is asked if there is no `score`."""

    def settle(self, dead: Any) -> None:
        """What the players settle when passes have ended the game or stopped it, where the rules ask them.

        Either the points of the stones that are dead, which ends the game; or None: they disagree, and the game goes on. A board
        without it is not tested on what follows.
        """

    def undo(self) -> None:
        """Takes back the last turn."""


for _method in ("new", "play", "legal", "board", "to_move", "is_over", "score", "winner", "settle", "undo"):
    _describes(getattr(Board, _method))
