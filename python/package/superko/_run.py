"""`certify` and `replay`."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Optional, Union

from superko import _superko
from superko._result import Result

Size = Union[int, str, tuple[int, int]]
"""A side (9), columns by rows ("5x4"), or both as numbers ((5, 4))."""


def _checked(board: Any) -> tuple[Callable[[], Any], str]:
    """What makes boards, and its name."""
    if not callable(board):
        kind = type(board).__name__
        raise TypeError(
            f"certify and replay need what makes boards, which is a class or a function without arguments; got a {kind}"
            f" (give the class {kind} itself, or `lambda: ...`)"
        )
    name = getattr(board, "__name__", "")
    return board, getattr(board, "superko_call", name if name.isidentifier() else "make")


def _size(size: Size) -> str:
    if isinstance(size, (tuple, list)):
        if len(size) != 2:
            raise ValueError(f"{size!r} is no size: write a side (9), columns by rows ('5x4'), or (5, 4)")
        return f"{size[0]}x{size[1]}"
    return str(size)


def _words(words: Union[str, Iterable[str]]) -> list[str]:
    return words.split(",") if isinstance(words, str) else [str(word) for word in words]


def certify(
    board: Callable[[], Any],
    *,
    rules: str = "tromp-taylor",
    sizes: Union[Size, Iterable[Size]] = (),
    level: str = "smoke",
    games: Optional[int] = None,
    seed: int = 1,
    budget: Optional[float] = None,
    only: Union[str, Iterable[str]] = (),
    skip: Union[str, Iterable[str]] = (),
    require: Union[str, Iterable[str]] = (),
    strict: bool = False,
    fail_fast: bool = False,
    diagnose: Optional[bool] = None,
) -> Result:
    """Plays a board in lock step with the reference, and says where the two differ.

    `board` is a subclass of `Board`, or a function without arguments that makes boards.

    - `rules`: a name such as `"chinese"`, switches such as `"repetition=situational,suicide=forbidden"`, or a name and what
      differs from it.
    - `sizes`: sides (`[5, 9]`), columns by rows (`["5x4"]`, `[(5, 4)]`). All must be played. Without any, boards from 1x1 on
      are tried, and those that the board does not play are counted.
    - `level`: `"smoke"`, `"standard"` or `"full"`, an amount of work. `games` is another number of random games.
    - `seed`: from what all random choices come. The same options give the same result.
    - `budget`: seconds after which the run ends; what is left undone makes it incomplete.
    - `only`, `skip`: parts of the fixed suite, as `superko suite list` names them.
    - `require`: checks of which something must be observed, such as `["legality", "undo"]`; `strict` requires all.
    - `fail_fast`: stop at the first finding.
    - `diagnose`: whether to find out what the board really plays. By default that is done, unless a quick run found
      nothing, or only a part was asked for.

    Raises `ValueError` for an option that cannot be read, and `TypeError` where a method of the board returns what cannot be
    read. Ctrl-C interrupts.
    """
    make, name = _checked(board)
    # (5, 9) may be meant as one board or as two.
    is_pair = isinstance(sizes, tuple) and len(sizes) == 2 and all(isinstance(side, int) for side in sizes)
    if isinstance(sizes, (int, str)) or is_pair:
        raise TypeError(f"sizes is a list, such as sizes=[5, 9] or sizes=[(5, 4)]; got {sizes!r}")
    told = _superko.certify(
        make,
        rules=str(rules),
        sizes=[_size(size) for size in sizes],
        level=level,
        games=games,
        seed=seed,
        budget=budget,
        only=_words(only),
        skip=_words(skip),
        require=_words(require),
        strict=strict,
        fail_fast=fail_fast,
        diagnose=diagnose,
        name=name,
    )
    return Result(told)


def replay(board: Callable[[], Any], record: str) -> None:
    """Plays one game on a board and compares every answer: the line `again` of a finding.

    Raises `AssertionError` with the drawn disagreement, or what the board raised. If nothing differs, nothing happens.
    """
    make, _ = _checked(board)
    _superko.replay(make, record)
