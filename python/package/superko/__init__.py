"""The referee of referees for the game of Go, for boards in Python.

    >>> import superko
    >>> class Nothing(superko.Board):
    ...     def new(self, columns, rows, rules):
    ...         pass
    ...     def play(self, color, point):
    ...         return True
    >>> result = superko.certify(Nothing, sizes=[2], games=5)
    >>> result.verdict
    'deviates'

`certify` plays a board in lock step with a literal reading of the rules and says, rule by rule, where the two differ, with
the shortest game that shows it. `Board` says what a board needs. `superko.adapters` has boards for known libraries.
"""

from superko import adapters
from superko._board import Board
from superko._result import Fault, Finding, Result
from superko._rules import Rules
from superko._run import certify, replay
from superko._superko import Illegal, Unsupported, __version__

__all__ = [
    "Board",
    "Fault",
    "Finding",
    "Illegal",
    "Result",
    "Rules",
    "Unsupported",
    "__version__",
    "adapters",
    "certify",
    "replay",
]
