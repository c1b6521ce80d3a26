// godash: positions as values. A play is legal by `isLegalMove`, and not at the point that `followupKo` told before.
import godash from "godash";
import { Unsupported } from "superko";

export const rules = "chinese";

const { Board, Coordinate, Move, BLACK, WHITE } = godash;

export class GodashBoard {
    constructor(columns, rows) {
        if (columns !== rows) {
            throw new Unsupported("square boards");
        }
        this.position = Board(rows);
        this.ko = null;
    }

    move(color, [column, row]) {
        return Move(Coordinate(column, this.position.dimensions - 1 - row), color === "B" ? BLACK : WHITE);
    }

    isLegal(color, point) {
        if (point === null) {
            return true;
        }
        const move = this.move(color, point);
        return !move.coordinate.equals(this.ko) && godash.isLegalMove(this.position, move);
    }

    play(color, point) {
        if (!this.isLegal(color, point)) {
            return false;
        }
        this.ko = point && godash.followupKo(this.position, this.move(color, point));
        this.position = point ? godash.addMove(this.position, this.move(color, point)) : this.position;
        return true;
    }

    board = () => this.position.toMap({ [BLACK]: "X", [WHITE]: "O" }).map((row) => row.map((cell) => cell ?? "."));
}
