"""`certify`, `identify` and `replay`."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any, Callable, Optional, Union

from superko import _superko
from superko._result import Diagnosis, Replay, Result

Size = Union[int, str, tuple[int, int]]
"""A side (9), columns by rows ("5x4"), or both as numbers ((5, 4))."""


def _checked(board: Any) -> tuple[Callable[[], Any], str]:
    """Returns the function that makes boards, and its name."""
    if not callable(board):
        kind = type(board).__name__
        raise TypeError(
            f"expected a class, or a function without arguments that makes boards; got an object of type {kind}"
            f" (give the class {kind} itself, or `lambda: ...`)"
        )
    name = getattr(board, "__name__", "")
    return board, getattr(board, "superko_call", name if name.isidentifier() else "make")


def _size(size: Size) -> str:
    if isinstance(size, (tuple, list)):
        if len(size) != 2:
            raise ValueError(f"{size!r} is not a size: write a side (9), columns by rows ('5x4'), or (5, 4)")
        return f"{size[0]}x{size[1]}"
    return str(size)


def _sizes(sizes: Iterable[Size]) -> list[str]:
    # (5, 9) may mean one board or two.
    is_pair = isinstance(sizes, tuple) and len(sizes) == 2 and all(isinstance(side, int) for side in sizes)
    if isinstance(sizes, (int, str)) or is_pair:
        raise TypeError(f"sizes must be a list, such as sizes=[5, 9] or sizes=[(5, 4)]; got {sizes!r}")
    return [_size(size) for size in sizes]


def _words(words: Any) -> Any:
    if isinstance(words, str):
        return words.split(",")
    return list(words) if isinstance(words, Iterable) else words


def _is_number(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool) and 0 <= int(value) < 2**64


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


_ACCEPTED: dict[str, tuple[Callable[[Any], bool], str]] = {
    "level": (lambda value: isinstance(value, str), '"smoke", "standard" or "full"'),
    "games": (lambda value: value is None or _is_number(value), "a number such as 100, or None"),
    "seed": (_is_number, "a number such as 1"),
    "budget": (lambda value: value is None or isinstance(value, Real), "seconds such as 2.5, or None"),
    "only": (_is_words, 'a list such as ["TT6"]'),
    "skip": (_is_words, 'a list such as ["TT6"]'),
    "require": (_is_words, 'a list such as ["undo"]'),
    "strict": (lambda value: isinstance(value, bool), "True or False"),
    "fail_fast": (lambda value: isinstance(value, bool), "True or False"),
    "diagnose": (lambda value: value is None or isinstance(value, bool), "True, False or None"),
}
"""For each option, a test whether a value is accepted, and a description of the accepted values."""


def _literal(value: Any) -> str:
    """Returns a value as it is written in Python, with double quotes."""
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _calls(function: str, name: str, options: dict[str, Any]) -> dict[str, str]:
    """Returns the calls that test a board by other rules, and at another level with the same options."""
    given = [f"{option}={_literal(value)}" for option, value in options.items() if value != _DEFAULTS.get(option)]
    return {
        "by_rules": f'{function}({name}, rules="{_superko.RULES}")',
        "by_level": f"{function}({', '.join([name, *given])}, level=\"{_superko.LEVEL}\")",
    }


_DEFAULTS: dict[str, Any] = dict(
    rules="tromp-taylor", sizes=[], games=None, seed=1, budget=None, only=[], skip=[], require=[], strict=False, fail_fast=False,
    diagnose=None,
)
"""The defaults of `certify`, besides the level."""


def _asked(function: str, name: str, **options: Any) -> dict[str, Any]:
    """Returns the options of a run as Rust reads them. `function` is the name of the function to call for another run."""
    asked: dict[str, Any] = {**_DEFAULTS, "name": name, **options}
    asked["rules"], asked["sizes"] = str(asked["rules"]), _sizes(asked["sizes"])
    asked.update({option: _words(asked[option]) for option in ("only", "skip", "require")})
    for option, (is_accepted, accepted) in _ACCEPTED.items():
        if not is_accepted(asked[option]):
            raise TypeError(f"{option}={asked[option]!r}: expected {accepted}")
    sizes = [int(size) if size.isdigit() else size for size in asked["sizes"]]
    given = {option: asked[option] for option in _DEFAULTS}
    return {**_calls(function, name, {**given, "sizes": sizes}), **asked}


def certify(
    board: Callable[[], Any],
    *,
    rules: str = "tromp-taylor",
    sizes: Iterable[Size] = (),
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
    """Plays the same games on a board and on the reference, and compares every answer.

    `board` is a subclass of `Board`, or a function without arguments that makes boards.

    - `rules`: a name such as `"chinese"`, switches such as `"repetition=situational,suicide=forbidden"`, or a name followed
      by switches that override it.
    - `sizes`: a list of sides (`[5, 9]`) or of columns by rows (`["5x4"]`, `[(5, 4)]`). The board must support all of them.
      Without `sizes`, boards from 1x1 up are tried, and those that the board does not support are counted.
    - `level`: `"smoke"`, `"standard"` or `"full"`, an amount of work. `games` changes the number of random games.
    - `seed`: the seed of all random choices. The same options give the same result.
    - `budget`: seconds after which the run stops. If work is left, the run is incomplete.
    - `only`, `skip`: parts of the fixed suite to play or to leave out, as `superko suite list` names them.
    - `require`: checks that must be observed, such as `["legality", "undo"]`. `strict` requires all checks.
    - `fail_fast`: stop at the first finding.
    - `diagnose`: whether to find out what the board really plays. The default is yes, unless a smoke run found nothing, or
      `only`, `skip` or `fail_fast` is given.

    Raises `ValueError` for an option that cannot be read, and `TypeError` if a method of the board returns a value that
    cannot be read. Ctrl-C interrupts the run.
    """
    return certify_by(
        "superko.certify", board, rules=rules, sizes=sizes, level=level, games=games,
        seed=seed, budget=budget, only=only, skip=skip, require=require, strict=strict, fail_fast=fail_fast,
        diagnose=diagnose,
    )


def certify_by(function: str, board: Callable[[], Any], by_rules: Optional[str] = None, **options: Any) -> Result:
    """Certifies like `certify`, for a caller with the name `function`. `by_rules` is its way to ask for other rules."""
    make, name = _checked(board)
    asked = _asked(function, name, **options)
    return Result(_superko.certify(make, {**asked, "by_rules": by_rules or asked["by_rules"]}))


def identify(
    board: Callable[[], Any],
    *,
    rules: str = "tromp-taylor",
    sizes: Iterable[Size] = (),
    level: str = "smoke",
    seed: int = 1,
    budget: Optional[float] = None,
) -> Diagnosis:
    """Finds out which rules a board really plays, and with which mistakes.

    The options are those of `certify`. `rules` are the rules that the board is asked to play, for boards that support
    several. For a board that ignores them, the result does not depend on them.

    Raises what `certify` raises.
    """
    make, name = _checked(board)
    options = _asked("superko.certify", name, rules=rules, sizes=sizes, level=level, seed=seed, budget=budget)
    return Diagnosis(_superko.identify(make, options))


def replay(board: Callable[[], Any], record: str, *, after: Iterable[str] = ()) -> Replay:
    """Plays one game on a board and compares every answer. The line `again` of a finding calls this.

    The games in `after` are played before, on the same board. They are not judged.

    Printing the result draws the game and shows where the answers differ. `replay(...).check()` is a test of that game.

    Raises `ValueError` if the record cannot be read.
    """
    make, _ = _checked(board)
    return Replay(_superko.replay(make, record, list(after)))
