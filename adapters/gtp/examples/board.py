"""A plain board with the Tromp-Taylor rules, over GTP. With `--simple-ko` it is wrong: it only looks one position back."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import superko_gtp  # noqa: E402


class Board:
    simple_ko = False

    def new(self, columns, rows, rules):
        points = {(column, row) for row in range(rows) for column in range(columns)}
        self.near = {(x, y): points & {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} for x, y in points}
        self.rows, self.columns = rows, columns
        self.stones = {}
        self.history = [{}]
        self.color, self.passes = "B", 0

    def reach(self, stones, start):
        """Returns the points connected to a point by points of its color, and the colors next to them."""
        region, waiting, border = {start}, [start], set()
        while waiting:
            for near in self.near[waiting.pop()]:
                if stones.get(near) != stones.get(start):
                    border.add(stones.get(near))
                elif near not in region:
                    region.add(near)
                    waiting.append(near)
        return region, border

    def without(self, stones, color):
        """Returns the stones without the chains of a color that have no liberties."""
        dead = {point for point, stone in stones.items() if stone == color and None not in self.reach(stones, point)[1]}
        return {point: stone for point, stone in stones.items() if point not in dead}

    def after(self, color, point):
        """Returns the stones after a play, or None if it is illegal."""
        if self.passes == 2 or point in self.stones:
            return None
        other = "W" if color == "B" else "B"
        stones = self.without(self.without({**self.stones, point: color}, other), color)
        earlier = self.history[-2:-1] if self.simple_ko else self.history
        return None if stones in earlier else stones

    def play(self, color, point):
        if point is None:
            if self.passes == 2:
                return False
            self.passes += 1
        else:
            stones = self.after(color, point)
            if stones is None:
                return False
            self.stones, self.passes = stones, 0
        self.history.append(self.stones)
        self.color = "W" if color == "B" else "B"
        return True

    def legal(self):
        return [point for point in self.near if self.after(self.color, point) is not None]

    def board(self):
        letters = {"B": "X", "W": "O", None: "."}
        rows = reversed(range(self.rows))
        return ["".join(letters[self.stones.get((column, row))] for column in range(self.columns)) for row in rows]

    def is_over(self):
        return self.passes == 2

    def score(self):
        totals = {"B": 0, "W": 0}
        for point in self.near:
            color = self.stones.get(point)
            owners = [color] if color else list(self.reach(self.stones, point)[1])
            if len(owners) == 1:
                totals[owners[0]] += 1
        return totals["B"], totals["W"]


if __name__ == "__main__":
    Board.simple_ko = "--simple-ko" in sys.argv
    superko_gtp.serve(Board, name="plain board")
