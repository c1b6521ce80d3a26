// weiqi: games are values; positional superko, no suicide, square boards.
import module from "weiqi";
import { Unsupported } from "./refusals.mjs";

export const rules = "repetition=positional,suicide=forbidden";

const weiqi = module.default;
const REFUSALS = /^(Game is already over|Intersection occupied|Violation of Ko|New group has zero)/;

export class WeiqiBoard {
    constructor(columns, rows) {
        if (columns !== rows) {
            throw new Unsupported("only square boards");
        }
        this.size = rows;
        this.game = weiqi.createGame(rows);
    }

    play(color, point) {
        try {
            const place = point && [this.size - 1 - point[1], point[0]];
            return Boolean((this.game = weiqi.play(this.game, color === "B" ? "black" : "white", place)));
        } catch (error) {
            if (REFUSALS.test(error.message)) {
                return false;
            }
            throw error;
        }
    }

    board() {
        const rows = Array.from({ length: this.size }, () => new Array(this.size).fill("."));
        this.game.get("board").get("stones").forEach((color, at) => (rows[at.get("i")][at.get("j")] = color === "black" ? "X" : "O"));
        return rows;
    }

    isOver = () => weiqi.isOver(this.game);
    toMove = () => (this.game.get("currentPlayer") === "black" ? "B" : "W");
    score = () => weiqi.areaScore(this.game, 0);
}
