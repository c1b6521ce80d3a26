"""Boards for reinforcement learning libraries, one line each.

    superko.certify(superko.adapters.pettingzoo("go_v5"), rules="chinese")
    superko.certify(superko.adapters.open_spiel("go"), rules="repetition=positional,suicide=forbidden")
    superko.certify(superko.adapters.pgx("go_9x9"), rules="repetition=positional,suicide=forbidden")

Each function returns a function that makes boards. The library is imported when the first board is made. The adapters declare
the non-standard conventions of these environments (a repetition or a number of turns ends the game, or the result names only the
winner), so the environments are judged accordingly. Komi is 0. `gymnasium` is for any environment in which two players take turns
and each point is one action.
"""

from superko.adapters._actions import ActionBoard
from superko.adapters._gymnasium import gymnasium
from superko.adapters._open_spiel import open_spiel
from superko.adapters._pettingzoo import pettingzoo
from superko.adapters._pgx import pgx

__all__ = ["ActionBoard", "gymnasium", "open_spiel", "pettingzoo", "pgx"]
