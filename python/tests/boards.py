"""A plain exact board, and boards that are wrong on purpose, each in one way."""

import superko


def neighbors(point, columns, rows):
    column, row = point
    for near in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
        if 0 <= near[0] < columns and 0 <= near[1] < rows:
            yield near


class Exact(superko.Board):
    """Superko, simple ko or none, with or without suicide; area scoring; two passes end."""

    def new(self, columns, rows, rules):
        if rules.repetition not in ("positional", "situational", "simple-ko", "none"):
            raise superko.Unsupported(f"repetition={rules.repetition}")
        self.columns, self.rows, self.rules = columns, rows, rules
        self.stones, self.color, self.passed = {}, "B", 0
        self.seen = {self.key(self.stones, "B")}
        self.past = []

    def key(self, stones, color):
        """What a later turn must not repeat."""
        position = frozenset(stones.items())
        return (position, color) if self.rules.repetition == "situational" else position

    def repeats(self, stones, color):
        if self.rules.repetition == "simple-ko":
            return self.is_ko(stones)
        return self.rules.repetition != "none" and self.key(stones, color) in self.seen

    def is_ko(self, stones):
        """Whether a play that leaves these stones brings back the position before the opponent's last turn."""
        return len(self.past) > 0 and stones == self.past[-1][0]

    def chain(self, stones, point):
        """The chain of a stone and whether it has a liberty."""
        chain, waiting, free = {point}, [point], False
        while waiting:
            for near in neighbors(waiting.pop(), self.columns, self.rows):
                if near not in stones:
                    free = True
                elif stones[near] == stones[point] and near not in chain:
                    chain.add(near)
                    waiting.append(near)
        return chain, free

    def after(self, color, point):
        """The stones after a play, or the word for what forbids it."""
        if point in self.stones:
            return "occupied"
        stones = {**self.stones, point: color}
        for near in neighbors(point, self.columns, self.rows):
            if near in stones and stones[near] != color:
                chain, free = self.chain(stones, near)
                if not free:
                    stones = {at: stone for at, stone in stones.items() if at not in chain}
        chain, free = self.chain(stones, point)
        if not free:
            if not self.allows_suicide(chain):
                return "suicide"
            stones = {at: stone for at, stone in stones.items() if at not in chain}
        if self.repeats(stones, "W" if color == "B" else "B"):
            return "repetition"
        return stones

    def allows_suicide(self, chain):
        return self.rules.suicide == "allowed"

    def play(self, color, point):
        if self.passed == 2:
            raise superko.Illegal("over")
        if point is None:
            stones, passed = self.stones, self.passed + 1
        else:
            stones, passed = self.after(color, point), 0
            if isinstance(stones, str):
                raise superko.Illegal(stones)
        self.past.append((self.stones, self.color, self.passed, set(self.seen)))
        self.stones, self.color, self.passed = stones, "W" if color == "B" else "B", passed
        self.remember()
        return True

    def remember(self):
        self.seen.add(self.key(self.stones, self.color))

    def legal(self):
        if self.passed == 2:
            return []
        points = ((column, row) for column in range(self.columns) for row in range(self.rows))
        return [None, *(point for point in points if not isinstance(self.after(self.color, point), str))]

    def board(self):
        letter = {"B": "X", "W": "O", None: "."}
        return [
            "".join(letter[self.stones.get((column, row))] for column in range(self.columns))
            for row in reversed(range(self.rows))
        ]

    def to_move(self):
        return self.color

    def is_over(self):
        return self.passed == 2

    def score(self):
        points = {"B": 0, "W": 0}
        for color in self.stones.values():
            points[color] += 1
        left = {(c, r) for c in range(self.columns) for r in range(self.rows)} - set(self.stones)
        while left:
            region, waiting, touched = set(), [left.pop()], set()
            while waiting:
                point = waiting.pop()
                region.add(point)
                for near in neighbors(point, self.columns, self.rows):
                    if near in self.stones:
                        touched.add(self.stones[near])
                    elif near in left:
                        left.discard(near)
                        waiting.append(near)
            if len(touched) == 1:
                points[touched.pop()] += len(region)
        return points["B"], points["W"]

    def undo(self):
        self.stones, self.color, self.passed, self.seen = self.past.pop()


class WithButton(Exact):
    """The first pass earns half a point, ends nothing, and lets all earlier positions come again."""

    def new(self, columns, rows, rules):
        super().new(columns, rows, rules)
        self.taker, self.before = None, []

    def play(self, color, point):
        before = self.taker
        super().play(color, point)
        self.before.append(before)
        if point is None and self.taker is None:
            self.taker, self.passed = color, 0
            self.seen = {self.key(self.stones, self.color)}
        return True

    def undo(self):
        super().undo()
        self.taker = self.before.pop()

    def score(self):
        black, white = super().score()
        return black + 0.5 * (self.taker == "B"), white + 0.5 * (self.taker == "W")


class SimpleKo(Exact):
    """Looks back to the position before the opponent's last turn only, whatever the rules."""

    def repeats(self, stones, color):
        return self.is_ko(stones)


class HistoryOf8(Exact):
    """Forgets all but the last eight positions."""

    def repeats(self, stones, color):
        recent = [frozenset(past[0].items()) for past in self.past[-7:]] + [frozenset(self.stones.items())]
        return frozenset(stones.items()) in recent


class SuicideAllowed(Exact):
    def allows_suicide(self, chain):
        return True


class CountsStonesOnly(Exact):
    def score(self):
        colors = list(self.stones.values())
        return colors.count("B"), colors.count("W")


class CornerBlind(Exact):
    """Does not see the liberty above A1, which breaks several rules."""

    def chain(self, stones, point):
        chain, _ = super().chain(stones, point)
        adjacent = {(at, near) for at in chain for near in neighbors(at, self.columns, self.rows)}
        return chain, any(near not in stones for _, near in adjacent - {((0, 0), (0, 1))})


class Crashes(Exact):
    """Raises an error at one point, as a board does that lacks a check of its indices."""

    def play(self, color, point):
        if point == (1, 1):
            return [][point[0]]
        return super().play(color, point)


class Settling(Exact):
    """Takes note of what the players settle."""

    def settle(self, dead):
        if dead is None:
            self.passed = 0
        else:
            self.stones = {point: color for point, color in self.stones.items() if point not in dead}


class CountsTheDead(Settling):
    """Takes note of what the players settle, but counts dead stones as if they were alive."""

    def settle(self, dead):
        super().settle(None if dead is None else [])
