"""Pgx's Go: a state is a value. It reports only the winner. The player who repeats a position loses; 2*n*n turns end the game."""

import functools
from importlib import metadata

import jax
import superko_gtp
from pgx.go import Go

# Each board size takes seconds to compile. Later processes read the result from a cache.
jax.config.update("jax_compilation_cache_dir", __file__ + ".compiled")
start = functools.lru_cache(lambda side: jax.jit(Go(size=side, komi=0.0).init))
step = functools.lru_cache(lambda side: jax.jit(Go(size=side, komi=0.0).step))


class Game:
    def new(self, columns, rows, rules):
        if columns != rows or rows > 19:
            raise superko_gtp.Refused("only square boards up to 19x19")
        self.side, self.states = rows, [start(rows)(jax.random.PRNGKey(0))]
        self.black = int(self.states[0].current_player)

    def play(self, color, point):
        action = self.side**2 if point is None else (self.side - 1 - point[1]) * self.side + point[0]
        legal = not self.is_over() and self.mask()[action]
        if legal:
            self.states.append(step(self.side)(self.states[-1], action))
        return legal

    # As lists, because jax compiles the search in an array again for each number of points.
    mask = lambda self: self.states[-1].legal_action_mask.tolist()
    legal = lambda self: [(at % self.side, self.side - 1 - at // self.side) for at, legal in enumerate(self.mask()[:-1]) if legal]
    board = lambda self: [[(cell[0] - cell[1]) * (1 - 2 * cell[-1]) for cell in row] for row in self.states[-1].observation.tolist()]
    to_move = lambda self: "B" if int(self.states[-1].current_player) == self.black else "W"
    is_over = lambda self: bool(self.states[-1].terminated or self.states[-1].truncated)
    score = lambda self: "B" if self.states[-1].rewards[self.black] > 0 else "W"
    undo = lambda self: self.states.pop()


superko_gtp.serve(Game, "Pgx", metadata.version("pgx"))
