"""Pgx's Go. It reports only the winner. The player who repeats a position loses; 2*n*n turns end the game."""

import functools
import jax
import superko_gtp
from pgx.go import Go

# Each board size takes seconds to compile. Later processes read the result from a cache.
jax.config.update("jax_compilation_cache_dir", __file__ + ".compiled")
compiled = functools.lru_cache(lambda side, method: jax.jit(getattr(Go(size=side, komi=0.0), method)))


class Game(superko_gtp.Actions):
    sides = range(1, 20)

    def start(self, columns, rows):
        self.game = compiled(rows, "init")(jax.random.PRNGKey(0))
        self.black = int(self.game.current_player)

    # As lists, because jax compiles the search in an array again for each number of points.
    mask = lambda self: self.game.legal_action_mask.tolist()
    step = lambda self, action: compiled(self.rows, "step")(self.game, action)
    board = lambda self: [[(own - other) * (1 - 2 * white) for own, other, *_, white in row] for row in self.planes()]
    planes = lambda self: self.game.observation.tolist()
    to_move = lambda self: "B" if int(self.game.current_player) == self.black else "W"
    is_over = lambda self: bool(self.game.terminated or self.game.truncated)
    score = lambda self: "B" if self.game.rewards[self.black] > 0 else "W"


superko_gtp.serve(Game, "Pgx", package="pgx")
