"""Checks whether a Go board written in Python follows the rules of Go.

    >>> import superko
    >>> class Nothing(superko.Board):
    ...     def new(self, columns, rows, rules):
    ...         pass
    ...     def play(self, color, point):
    ...         return True
    >>> result = superko.certify(Nothing, sizes=[2], games=5)
    >>> result.verdict
    'deviates'

`certify` plays the same games on a board and on the reference, a literal implementation of the rules, and compares every
answer. It reports, rule by rule, where the two differ, with the shortest game found that shows it. `identify` finds out what a
board really plays, and `replay` plays one game. `Board` documents the methods of a board. `superko.adapters` has boards for
well-known libraries.
"""

from superko import adapters
from superko._board import Board
from superko._result import Diagnosis, Fault, Finding, Replay, Result
from superko._rules import Rules
from superko._run import certify, identify, replay
from superko._superko import Illegal, Unsupported, __version__

__all__ = [
    "Board",
    "Diagnosis",
    "Fault",
    "Finding",
    "Illegal",
    "Replay",
    "Result",
    "Rules",
    "Unsupported",
    "__version__",
    "adapters",
    "certify",
    "identify",
    "replay",
]
