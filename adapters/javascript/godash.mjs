// godash: a play is legal if `isLegalMove` says so and it is not at the point that `followupKo` returned before. This takes half
// a millisecond. Positions are values, so answers are cached and reused for games that start in the same way.
import godash from "godash";
import { Unsupported } from "./refusals.mjs";

export const rules = "chinese";

const { Board, Coordinate, Move, BLACK, WHITE } = godash;
const after = (position, ko) => ({ position, ko, legal: {}, next: {} });
const begun = {};

export class GodashBoard {
    constructor(columns, rows) {
        if (columns !== rows) throw new Unsupported("only square boards");
        this.past = [(begun[rows] ??= after(Board(rows), null))];
        this.move = (color, [x, y]) => Move(Coordinate(x, rows - 1 - y), color === "B" ? BLACK : WHITE);
    }

    isLegal(color, point) {
        const { position, ko, legal } = this.past.at(-1);
        const move = point && this.move(color, point);
        return (legal[color + point] ??= !move || (!move.coordinate.equals(ko) && godash.isLegalMove(position, move)));
    }

    play(color, point) {
        const { position, next } = this.past.at(-1);
        const [key, move] = [color + point, point && this.move(color, point)];
        try {
            next[key] ??= this.isLegal(color, point)
                && after(move ? godash.addMove(position, move) : position, move && godash.followupKo(position, move));
        } catch (error) {
            if (error.message !== "There is already a stone there") throw error;
            next[key] = false;
        }
        return Boolean(next[key] && this.past.push(next[key]));
    }

    board = () => this.past.at(-1).position.toMap({ [BLACK]: "X", [WHITE]: "O" }).map((row) => row.map((cell) => cell ?? "."));
    undo = () => void this.past.pop();
}
