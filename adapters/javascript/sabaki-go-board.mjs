// @sabaki/go-board: the board of the program Sabaki, with a simple ko rule. Positions are values. It has no end of the game and
// no score.
import Board from "@sabaki/go-board";
import { Illegal } from "./refusals.mjs";

export const rules = "chinese";

export class SabakiBoard {
    constructor(columns, rows, rules) {
        this.past = [Board.fromDimensions(columns, rows)];
        this.options = { preventOverwrite: true, preventSuicide: rules.suicide !== "allowed", preventKo: rules.repetition !== "none" };
    }

    get now() {
        return this.past.at(-1);
    }

    play(color, point) {
        const vertex = point === null ? [-1, -1] : [point[0], this.now.height - 1 - point[1]];
        try {
            this.past.push(this.now.makeMove(color === "B" ? 1 : -1, vertex, this.options));
        } catch (error) {
            if (/prevented$/.test(error.message)) {
                throw new Illegal();
            }
            throw error;
        }
        return true;
    }

    board() {
        return this.now.signMap;
    }

    undo() {
        this.past.pop();
    }
}
