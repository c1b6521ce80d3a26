"""Boards for libraries of reinforcement learning, one line each.

    superko.certify(superko.adapters.pettingzoo("go_v5"), rules="chinese")
    superko.certify(superko.adapters.open_spiel("go"), rules="repetition=positional,suicide=forbidden")
    superko.certify(superko.adapters.pgx("go_9x9"), rules="repetition=positional,suicide=forbidden")

Each returns what makes boards. The library itself is imported when the first board is made. What these environments do
otherwise than most (a repetition or a number of turns that ends the game, a result that names the winner only) is known here,
and they are judged by that. Komi is 0. `gymnasium` is for any environment with two players in turn and one action a point.
"""

from superko.adapters._actions import ActionBoard
from superko.adapters._gymnasium import gymnasium
from superko.adapters._open_spiel import open_spiel
from superko.adapters._pettingzoo import pettingzoo
from superko.adapters._pgx import pgx

__all__ = ["ActionBoard", "gymnasium", "open_spiel", "pettingzoo", "pgx"]
