// A board for the tests: right by all rules that it is asked for, unless it is told a mistake.

/** Makes boards with one mistake, or with none. */
export function boards(mistake) {
    return (columns, rows, rules) => new Board(columns, rows, rules, mistake);
}

export class Board {
    constructor(columns, rows, rules, mistake) {
        Object.assign(this, { columns, rows, rules, mistake });
        this.cells = new Array(columns * rows).fill(".");
        /** The positions before each turn, with the color to move and the passes until then. */
        this.past = [];
        this.color = "B";
        this.passes = 0;
    }

    neighbors(place) {
        const [column, row] = [place % this.columns, Math.floor(place / this.columns)];
        const all = [[column - 1, row], [column + 1, row], [column, row - 1], [column, row + 1]];
        const inside = all.filter(([x, y]) => x >= 0 && x < this.columns && y >= 0 && y < this.rows);
        return inside.map(([x, y]) => y * this.columns + x);
    }

    /** The points of one color that hang together, and what they touch. */
    region(cells, place) {
        const points = new Set([place]), touched = new Set();
        for (const point of points) {
            for (const next of this.neighbors(point)) {
                cells[next] === cells[place] ? points.add(next) : touched.add(cells[next]);
            }
        }
        return { points, touched };
    }

    /** Removes the chains of a color that have no liberty, and counts the stones. */
    clear(cells, glyph) {
        const dead = cells.flatMap((cell, place) =>
            cell === glyph && !this.region(cells, place).touched.has(".") ? [place] : []);
        dead.forEach((place) => (cells[place] = "."));
        return dead.length;
    }

    /** The position after a play, or the reason why there is none. */
    after(place) {
        if (this.isOver()) {
            return "over";
        }
        if (this.cells[place] !== ".") {
            return "occupied";
        }
        const cells = [...this.cells];
        const [own, others] = this.color === "B" ? "XO" : "OX";
        cells[place] = own;
        this.clear(cells, others);
        const lost = this.clear(cells, own);
        const suicide = this.mistake === "suicide" ? "allowed" : this.rules.suicide;
        if (lost > 0 && (suicide === "forbidden" || suicide === "several-stones" && lost === 1)) {
            return "suicide";
        }
        return this.repeats(cells) ? "repetition" : cells;
    }

    repeats(cells) {
        const text = cells.join("");
        const { repetition } = this.rules;
        if (repetition === "simple-ko" || this.mistake === "simple ko") {
            return this.past.at(-1)?.text === text;
        }
        const all = [...this.past, { text: this.cells.join(""), color: this.color }];
        const reach = this.mistake === "history of 8" ? all.slice(-8) : all;
        return reach.some((earlier) =>
            earlier.text === text && (repetition === "positional" || earlier.color !== this.color));
    }

    play(color, point) {
        if (this.mistake === "crash" && this.past.length === 5) {
            return this.crash();
        }
        if (point === null) {
            if (this.isOver()) {
                return false;
            }
            this.take(this.cells, this.passes + 1);
            return true;
        }
        const after = this.after(point[1] * this.columns + point[0]);
        if (typeof after === "string") {
            return false;
        }
        this.take(after, 0);
        return true;
    }

    crash() {
        return this.no.such.thing;
    }

    take(cells, passes) {
        this.past.push({ cells: this.cells, text: this.cells.join(""), color: this.color, passes: this.passes });
        [this.cells, this.passes, this.color] = [cells, passes, this.color === "B" ? "W" : "B"];
    }

    legal() {
        const points = this.cells.flatMap((_, place) =>
            typeof this.after(place) === "string" ? [] : [[place % this.columns, Math.floor(place / this.columns)]]);
        return this.isOver() ? points : [...points, null];
    }

    board() {
        const rows = Array.from({ length: this.rows }, (_, row) =>
            this.cells.slice(row * this.columns, (row + 1) * this.columns).join(""));
        return rows.reverse();
    }

    toMove() {
        return this.color;
    }

    isOver() {
        return this.passes >= 2;
    }

    score() {
        const count = (glyph) => this.cells.filter((cell, place) => {
            const { touched } = this.region(this.cells, place);
            const other = glyph === "X" ? "O" : "X";
            return cell === glyph || cell === "." && touched.has(glyph) && (this.mistake === "score" || !touched.has(other));
        }).length;
        return [count("X"), count("O")];
    }

    undo() {
        ({ cells: this.cells, color: this.color, passes: this.passes } = this.past.pop());
    }
}
