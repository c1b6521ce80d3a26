// go-game: a game for Node on square boards, without a ko rule and without passes. Its score counts captured stones.
import Go from "go-game";
import { Unsupported } from "./refusals.mjs";

export const rules = "repetition=none,suicide=forbidden";
export const options = { pass: false };

export class GoGame {
    constructor(columns, rows) {
        if (columns !== rows) {
            throw new Unsupported("only square boards");
        }
        this.top = rows - 1;
        this.game = new Go(rows);
    }

    play(color, point) {
        return this.game.playerTurn(color === "B" ? Go.BLACK : Go.WHITE, [this.top - point[1], point[0]]);
    }

    board() {
        return this.game.field.map((row) => row.map((cell) => ({ [Go.EMPTY]: ".", [Go.BLACK]: "X", [Go.WHITE]: "O" })[cell]));
    }

    toMove = () => (this.game.currentPlayer === Go.BLACK ? "B" : "W");
    isOver = () => false;
}
