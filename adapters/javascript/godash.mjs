// godash: positions as values. A play is legal by `isLegalMove`, and not at the point that `followupKo` told before.
import godash from "godash";
import { Unsupported } from "./refusals.mjs";

export const rules = "chinese";

const { Board, Coordinate, Move, BLACK, WHITE } = godash;

export class GodashBoard {
    constructor(columns, rows) {
        if (columns !== rows) throw new Unsupported("square boards");
        this.position = Board(rows);
        this.ko = null;
    }

    move(color, [column, row]) {
        return Move(Coordinate(column, this.position.dimensions - 1 - row), color === "B" ? BLACK : WHITE);
    }

    isLegal(color, point) {
        const move = point && this.move(color, point);
        return !move || (!move.coordinate.equals(this.ko) && godash.isLegalMove(this.position, move));
    }

    play(color, point) {
        if (!this.isLegal(color, point)) return false;
        try {
            const position = point ? godash.addMove(this.position, this.move(color, point)) : this.position;
            this.ko = point && godash.followupKo(this.position, this.move(color, point));
            this.position = position;
            return true;
        } catch (error) {
            if (error.message !== "There is already a stone there") throw error;
            return false;
        }
    }

    board = () => this.position.toMap({ [BLACK]: "X", [WHITE]: "O" }).map((row) => row.map((cell) => cell ?? "."));
}
