// A plain board with the Tromp-Taylor rules, over GTP. With `--simple-ko` it is wrong: it only looks one position back.

import { serve } from "../superko_gtp.mjs";

const simpleKo = process.argv.includes("--simple-ko");

class Board {
  new(columns, rows) {
    Object.assign(this, { columns, rows, color: "B", passes: 0 });
    this.stones = ".".repeat(columns * rows);
    this.history = [this.stones];
  }

  index([column, row]) {
    return row * this.columns + column;
  }

  point(place) {
    return [place % this.columns, Math.floor(place / this.columns)];
  }

  near(place) {
    const [column, row] = this.point(place);
    const around = [[column - 1, row], [column + 1, row], [column, row - 1], [column, row + 1]];
    return around.filter(([x, y]) => x >= 0 && x < this.columns && y >= 0 && y < this.rows).map((point) => this.index(point));
  }

  /** Returns the points connected to a point by points of its color, and the colors next to them. */
  reach(stones, start) {
    const [region, waiting, border] = [new Set([start]), [start], new Set()];
    while (waiting.length > 0) {
      for (const near of this.near(waiting.pop())) {
        if (stones[near] !== stones[start]) border.add(stones[near]);
        else if (!region.has(near)) {
          region.add(near);
          waiting.push(near);
        }
      }
    }
    return { region, border };
  }

  /** Returns the stones without the chains of a color that have no liberties. */
  without(stones, color) {
    return [...stones]
      .map((stone, place) => (stone === color && !this.reach(stones, place).border.has(".") ? "." : stone))
      .join("");
  }

  /** Returns the stones after a play, or null if it is illegal. */
  after(color, point) {
    const place = this.index(point);
    if (this.passes === 2 || this.stones[place] !== ".") return null;
    const [own, other] = color === "B" ? ["X", "O"] : ["O", "X"];
    const placed = this.stones.slice(0, place) + own + this.stones.slice(place + 1);
    const stones = this.without(this.without(placed, other), own);
    const earlier = simpleKo ? this.history.slice(-2, -1) : this.history;
    return earlier.includes(stones) ? null : stones;
  }

  play(color, point) {
    if (point === null) {
      if (this.passes === 2) return false;
      this.passes += 1;
    } else {
      const stones = this.after(color, point);
      if (stones === null) return false;
      Object.assign(this, { stones, passes: 0 });
    }
    this.history.push(this.stones);
    this.color = color === "B" ? "W" : "B";
    return true;
  }

  legal() {
    const points = [...this.stones].map((_, place) => this.point(place));
    return points.filter((point) => this.after(this.color, point) !== null);
  }

  board() {
    const rows = Array.from({ length: this.rows }, (_, row) => this.stones.slice(row * this.columns, (row + 1) * this.columns));
    return rows.reverse();
  }

  is_over() {
    return this.passes === 2;
  }

  score() {
    const totals = { X: 0, O: 0 };
    [...this.stones].forEach((stone, place) => {
      const owners = stone === "." ? [...this.reach(this.stones, place).border] : [stone];
      if (owners.length === 1) totals[owners[0]] += 1;
    });
    return [totals.X, totals.O];
  }
}

serve(() => new Board(), { name: "plain board" });
