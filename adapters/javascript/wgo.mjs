// wgo: the game of the WGo player, on square boards, with a simple ko rule, positional superko, or no check for repetition.
import wgo from "wgo";
import { Unsupported } from "./refusals.mjs";

export const rules = "repetition=positional,suicide=forbidden";

const REPEATING = { "simple-ko": "KO", positional: "ALL", none: "NONE" };

export function wgoBoard(columns, rows, { repetition, suicide }) {
    if (columns !== rows || !REPEATING[repetition] || suicide === "several-stones") {
        throw new Unsupported("only square boards; simple ko, positional superko or none; suicide allowed or forbidden");
    }
    const repeating = REPEATING[repetition];
    const game = new wgo.Game(rows, { repeating, allowRewrite: false, allowSuicide: suicide === "allowed", komi: 0 });
    const top = rows - 1;
    return {
        play(_, point) {
            if (point === null) {
                game.pass();
                return true;
            }
            return game.play(point[0], top - point[1]) !== false;
        },
        isLegal: (_, point) => (point === null ? undefined : game.isValid(point[0], top - point[1])),
        board: () => Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (_, x) => game.getStone(x, y))),
        undo: () => void game.popPosition(),
    };
}
