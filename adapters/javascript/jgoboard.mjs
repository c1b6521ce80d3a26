// jGoBoard: a board for web pages. Its playMove tells what a play captures and which point is a ko; the caller sets the stones, as
// its demos do.
import constants from "../jgoboard/JGO/constants.js";
import Board from "../jgoboard/JGO/board.js";
import Coordinate from "../jgoboard/JGO/coordinate.js";

export const rules = "chinese";

export class JGoBoard {
    constructor(columns, rows) {
        [this.inner, this.ko] = [new Board(columns, rows), false];
    }

    play(color, point) {
        const stone = color === "B" ? constants.BLACK : constants.WHITE;
        const place = point && new Coordinate(point[0], this.inner.height - 1 - point[1]);
        const played = this.inner.playMove(place, stone, this.ko);
        if (!played.success) return false;
        if (place) this.inner.setType(place, stone);
        this.inner.setType(played.captures, constants.CLEAR);
        this.ko = played.ko;
        return true;
    }

    board() {
        const { stones, width, height } = this.inner;
        return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => stones[x][y]));
    }
}
