// react-baduk: the game behind a board for React. It throws for an illegal move. Its pass leaves the turn to the same player, and is
// left out.
import baduk from "react-baduk";
import { Unsupported } from "./refusals.mjs";

export const rules = "repetition=positional,suicide=forbidden";

export class ReactBaduk {
    constructor(columns, rows) {
        if (columns !== rows) throw new Unsupported("only square boards");
        this.game = new baduk.BadukGame(rows);
    }

    play(_, point) {
        if (point === null) return false;
        try {
            this.game.move(point[0], point[1]);
        } catch (error) {
            if (!/^Illegal move/.test(error.message)) throw error;
            return false;
        }
        return true;
    }

    board() {
        const { board, size } = this.game;
        const letter = (x, y) => ({ black: "X", white: "O" })[board[x][y]] ?? ".";
        return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => letter(x, size - 1 - y)));
    }

    toMove = () => (this.game.toPlay === "black" ? "B" : "W");
}
