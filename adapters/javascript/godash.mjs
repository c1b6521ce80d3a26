// godash: a play is legal if `isLegalMove` says so and it is not at the point that `followupKo` returned before. This takes half
// a millisecond. Positions are values: answers are kept for games that start alike. Before 2.0, a move was a point and a color.
import module from "godash";
import { Unsupported } from "./refusals.mjs";

export const rules = "chinese";
const [godash, begun] = [module.Board ? module : module.default, {}];
const after = (position, ko) => ({ position, ko, legal: {}, next: {} });

export class GodashBoard {
    constructor(columns, rows) {
        if (columns !== rows) throw new Unsupported("only square boards");
        this.past = [(begun[rows] ??= after(new godash.Board(rows), null))];
        this.place = ([x, y]) => new godash.Coordinate(x, rows - 1 - y);
        const words = (color, point) => [this.place(point), color === "B" ? godash.BLACK : godash.WHITE];
        this.move = godash.Move ? (...turn) => [godash.Move(...words(...turn))] : words;
        const stone = (x, y) => ({ black: "X", white: "O" })[this.past.at(-1).position.moves.get(this.place([x, y]))] ?? ".";
        this.board = () => Array.from({ length: rows }, (_, y) => Array.from({ length: rows }, (_, x) => stone(x, rows - 1 - y)));
    }

    isLegal(color, point) {
        const { position, ko, legal } = this.past.at(-1);
        return (legal[color + point] ??= !point
            || (!this.place(point).equals(ko) && godash.isLegalMove(position, ...this.move(color, point))));
    }

    play(color, point) {
        const [{ position, next }, key, move] = [this.past.at(-1), color + point, point && this.move(color, point)];
        try {
            next[key] ??= this.isLegal(color, point)
                && after(move ? godash.addMove(position, ...move) : position, move && godash.followupKo(position, ...move));
        } catch (error) {
            if ((error.message ?? error) !== "There is already a stone there") throw error;
            next[key] = false;
        }
        return Boolean(next[key] && this.past.push(next[key]));
    }

    undo = () => void this.past.pop();
}
