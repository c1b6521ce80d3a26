// besogo: the game tree of an SGF player for web pages. A play becomes a child of the present node.
import { createRequire } from "node:module";

globalThis.window = globalThis;
createRequire(import.meta.url)("besogo");

export const rules = "chinese";

export class BesogoBoard {
    constructor(columns, rows) {
        [this.columns, this.rows, this.node] = [columns, rows, besogo.makeGameRoot(columns, rows)];
    }

    play(color, point) {
        // Its rows count from the top, both from 1; a play outside of the board is a pass.
        const child = this.node.makeChild();
        const [x, y] = point === null ? [0, 0] : [point[0] + 1, this.rows - point[1]];
        if (!child.playMove(x, y, color === "B" ? -1 : 1)) return false;
        this.node = child;
        return true;
    }

    board() {
        const row = (y) => Array.from({ length: this.columns }, (_, x) => -this.node.getStone(x + 1, y + 1));
        return Array.from({ length: this.rows }, (_, y) => row(y));
    }

    undo() {
        this.node = this.node.parent;
    }
}
