// What the types are to allow, and to refuse: `tsc --noEmit` reads it, nobody runs it.
import { test } from "node:test";
import {
    certify, conformanceTests, identify, replay, Illegal, Unsupported,
    type Board, type Color, type Finding, type Result, type Rules, type Turn,
} from "superko";

class Whole implements Board {
    constructor(readonly columns: number, readonly rows: number, rules: Rules) {
        if (rules.repetition === "new-zealand") {
            throw new Unsupported(`not ${rules}`);
        }
    }
    play(color: Color, turn: Turn): boolean {
        if (turn !== null && turn[0] > turn[1]) {
            throw new Illegal("suicide");
        }
        return color === "B";
    }
    isLegal = (_: Color, turn: Turn) => turn === null;
    legal = () => [[0, 0], null] as Turn[];
    board = () => ["X.", ".O"];
    toMove = (): Color => "B";
    isOver = () => false;
    score = (): [number, number] => [1, 2];
    undo() {}
}

const result: Result = certify(Whole, {
    rules: "chinese", sizes: [9, "5x4", [5, 4]], level: "smoke", repeat: "loss", moveCap: "2*n*n", score: "winner",
    progress: (done, all) => console.log(done / (all ?? Infinity)),
});
const ids: string[] = result.findings.map((finding: Finding) => finding.id);
const verdict: "conforms" | "deviates" | "faulty" | "untestable" | "incomplete" = identify((columns, rows, rules) => new Whole(columns, rows, rules)).verdict;
replay(() => ({ play: () => true, board: () => [[0, 1, -1]], score: () => null }), "3x3: B A1");
conformanceTests(Whole, { test: (name, body, timeout) => test(name, { timeout }, body), without: ["undo"] });
conformanceTests(Whole, { test, rules: { repetition: "situational" } });
const screen: string = result.text({ verbose: true });
console.log(ids, verdict, screen, result.diagnosis?.sentence, result.toJSON().schema);

// @ts-expect-error: `play` is required
certify(() => ({}));
// @ts-expect-error: no such verdict
result.verdict === "fine";
// @ts-expect-error: no such option
certify(Whole, { rule: "aga" });
// @ts-expect-error: no such value of a switch
certify(Whole, { rules: { repetition: "always" } });
// @ts-expect-error: a color is "B" or "W"
certify(() => ({ play: (color: "black") => true }));
