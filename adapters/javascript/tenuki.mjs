// tenuki: a board for web pages, with four repetition rules, on square boards up to 19x19.
import tenuki from "tenuki";
import { Unsupported } from "./refusals.mjs";

export const rules = "repetition=positional,suicide=forbidden";

const KO = { "simple-ko": "simple", positional: "positional-superko", situational: "situational-superko",
    "natural-situational": "natural-situational-superko" };

export function tenukiBoard(columns, rows, { repetition }) {
    if (columns !== rows || columns > 19 || !KO[repetition]) {
        throw new Unsupported("only square boards up to 19x19, and four repetition rules");
    }
    const game = new tenuki.Game({ boardSize: columns, koRule: KO[repetition], scoring: "area" });
    const top = rows - 1;
    return {
        play: (_, point) => (point === null ? game.pass() : game.playAt(top - point[1], point[0])),
        isLegal: (_, point) => (point === null ? undefined : !game.isIllegalAt(top - point[1], point[0])),
        board: () => Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (_, x) =>
            ({ empty: ".", black: "X", white: "O" })[game.intersectionAt(y, x).value])),
        toMove: () => (game.currentPlayer() === "black" ? "B" : "W"),
        // When the game is over, it still reports points as legal, and plays there.
        legalAfterEnd: true,
        isOver: () => Boolean(game.isOver()),
        score: () => [game.score().black, game.score().white],
        undo: () => game.undo(),
    };
}
