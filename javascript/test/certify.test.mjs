import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect, stripVTControlCharacters } from "node:util";
import { Illegal, Unsupported, certify, identify, replay, version } from "superko";
import { Board, boards } from "./board.mjs";

const MISTAKES = [
    ["simple ko", "tromp-taylor", "plays simple ko with suicide", "TT6.play.repeat-initial"],
    ["history of 8", "tromp-taylor", "forgets positions more than 8 turns back", "TT6.play.repeat-across-pass"],
    ["suicide", "katago:aga", "plays situational superko with suicide", "TT7-forbidden.play.several-suicide-refused"],
    ["score", "tromp-taylor", "counts neutral points for both players", "TT9.score.neutral-both"],
];

test("a right board conforms, by every method and under other rules", () => {
    for (const rules of ["tromp-taylor", "katago:aga", "chinese"]) {
        const require = ["play", "legality", "board", "status", "score", "undo"];
        const result = certify(Board, { rules, require });
        assert.equal(result.verdict, "conforms", String(result));
        assert.deepEqual(result.findings, []);
        result.check();
    }
});

test("the first pass earns half a point where the rules have a button", () => {
    class WithButton extends Board {
        /** The color that has the button, and the number of positions before it was taken. */
        taken = [null, 0];
        before = [];

        repeats(cells) {
            const all = [...this.past.map(({ text }) => text), this.cells.join("")];
            return all.slice(this.taken[1]).includes(cells.join(""));
        }

        take(cells, passes) {
            const takes = passes > 0 && this.taken[0] === null;
            this.before.push(this.taken);
            this.taken = takes ? [this.color, this.past.length + 1] : this.taken;
            super.take(cells, takes ? 0 : passes);
        }

        undo() {
            super.undo();
            this.taken = this.before.pop();
        }

        score() {
            const [black, white] = super.score();
            return black - white + { B: 0.5, W: -0.5, null: 0 }[this.taken[0]];
        }
    }
    const options = { rules: "button=half-point", sizes: [2, 3] };
    const right = certify(WithButton, options);
    assert.equal(right.verdict, "conforms", String(right));
    const wrong = certify(Board, options);
    assert.equal(wrong.verdict, "deviates");
    assert.match(String(wrong), /It plays positional superko with suicide, button=none\./);
});

test("what the players settle is told, and what becomes of the game is compared", () => {
    class Settling extends Board {
        settle(dead) {
            if (dead === null) {
                [this.passes, this.stopped] = [0, true];
                return;
            }
            for (const [column, row] of dead) {
                this.cells[row * this.columns + column] = ".";
            }
        }
    }
    class Obstinate extends Settling {
        settle(dead) {
            return dead === null ? undefined : super.settle(dead);
        }
    }
    const options = { rules: "simplified-ing", sizes: ["3x2", "4x4"], games: 200 };
    const right = certify(Settling, options);
    right.check();
    assert.ok(right.rulesChecked["TT8/resume"].observations > 20);
    const [finding] = certify(Obstinate, options).findings;
    assert.equal(finding.id, "TT8-resume.status.two-pass-end");
    assert.match(finding.again, / disagreed: /);
});

for (const [mistake, rules, diagnosis, id] of MISTAKES) {
    test(`a board with a mistake is found and named: ${mistake}`, () => {
        const result = certify(boards(mistake), { rules, name: mistake });
        assert.equal(result.verdict, "deviates");
        assert.ok(result.diagnosis.sentence.includes(diagnosis), result.diagnosis.sentence);
        assert.equal(result.diagnosis.unexplained + result.diagnosis.predicted.wrong, 0);
        const finding = result.findings.find((finding) => finding.id === id);
        assert.ok(finding, result.findings.map((finding) => finding.id).join(" "));
        assert.deepEqual(finding.confirmed, [3, 3]);
        assert.match(finding.text, /\n +1 .*\n +A/);
        assert.throws(() => result.check(), (error) => error.name === "AssertionError" && error.message.includes(id));
        // The line that plays it again does so, and the right board gets through.
        const record = finding.again.match(/^replay\(makeBoard, "(.*)"\)$/)[1];
        assert.throws(() => replay(boards(mistake), record), new RegExp(id.split(".").at(-1)));
        replay(Board, record);
    });
}

test("what a board throws is a fault with its stack", () => {
    const result = certify(boards("crash"), { sizes: [3], games: 5 });
    assert.equal(result.verdict, "faulty");
    assert.equal(result.faults.length, 1, String(result));
    const [{ what, stack, turns }] = result.faults;
    assert.match(what, /TypeError: .* at board\.mjs:\d+:\d+/);
    assert.match(stack, /Board\.crash .*\n.*Board\.play/);
    assert.doesNotMatch(stack, /door\.cjs|wasm/);
    assert.equal(turns.length, 6);
    assert.throws(() => result.check(), /such/);
});

test("identify says what a board plays, whatever was asked for", () => {
    const ko = identify(boards("simple ko"), { sizes: [3, 5] });
    assert.equal(ko.verdict, "conforms");
    assert.equal(ko.diagnosis.rules, "repetition=simple-ko");
    assert.match(String(ko), /plays simple ko with suicide/);
    const short = identify(boards("history of 8"), { sizes: [3, 5] });
    assert.equal(short.verdict, "deviates");
    assert.deepEqual(short.diagnosis.mistakes, ["history=8"]);
});

test("a result is data too", () => {
    const result = certify(boards("score"), { sizes: [3], games: 5, name: "mine", version: "7", seed: 3 });
    const report = JSON.parse(JSON.stringify(result));
    assert.equal(report.schema, "superko-report/1");
    assert.deepEqual([report.engine.name, report.engine.version, report.seed], ["mine", "7", 3]);
    assert.equal(report.tool, `superko ${version}`);
    assert.equal(certify(boards("score"), { sizes: [3], games: 5, known: result.findings.map(({ id }) => id) }).verdict, "conforms");
});

test("only play is required, and every form of an answer will do", () => {
    class Small {
        #board;
        constructor(...game) {
            this.#board = new Board(...game);
        }
        play(color, turn) {
            if (!this.#board.play(color, turn)) {
                throw new Illegal();
            }
            return true;
        }
    }
    const minimal = certify(Small, { sizes: [4], games: 20 });
    assert.equal(minimal.verdict, "conforms");
    assert.equal(minimal.checks.score.observations, 0);
    assert.equal(certify(Small, { sizes: [4], games: 20, require: ["score"] }).verdict, "incomplete");

    const forms = {
        margin: { score: (board) => board.score()[0] - board.score()[1] },
        winner: { score: (board) => [null, "B", "W"].at(Math.sign(board.score()[0] - board.score()[1])) },
        signs: { board: (board) => board.board().map((row) => [...row].map((cell) => ({ ".": 0, X: 1, O: -1 })[cell])) },
        text: { board: (board) => board.board().join("\n") },
        mask: {
            legal: (board) => board.board().map((row, number) => [...row].map((_, column) =>
                typeof board.after((board.rows - 1 - number) * board.columns + column) !== "string")),
        },
        asked: {
            isLegal: (board, _, turn) =>
                turn === null ? !board.isOver() : typeof board.after(turn[1] * board.columns + turn[0]) !== "string",
        },
    };
    for (const [name, methods] of Object.entries(forms)) {
        const make = (...game) => {
            const board = new Board(...game);
            const form = { play: (...turn) => board.play(...turn), isOver: () => board.isOver() };
            for (const [method, answer] of Object.entries(methods)) {
                form[method] = (...asked) => answer(board, ...asked);
            }
            return form;
        };
        const result = certify(make, { sizes: [[4, 3], "3x5"], games: 20, name });
        assert.equal(result.verdict, "conforms", String(result));
        const checks = Object.entries(result.checks).filter(([, { observations }]) => observations > 0);
        assert.equal(checks.length, 3, JSON.stringify(checks));
    }
});

test("a board that is used again for each game may forget nothing", () => {
    class Forgetful extends Board {
        new(columns, rows, rules) {
            const { past } = this;
            Object.assign(this, new Board(columns, rows, rules));
            this.past = past;
        }
    }
    const result = certify(Forgetful, { sizes: [3], games: 20 });
    assert.equal(result.verdict, "deviates");
    assert.ok(result.findings.every((finding) => finding.rule === null), String(result));
    assert.match(result.diagnosis.sentence, /keeps the positions of the previous game/);
});

test("conventions are judged by, where a board says them", () => {
    const passless = (...game) => {
        const board = new Board(...game);
        return {
            play(color, turn) {
                if (turn === null) {
                    throw new Error("there is no pass");
                }
                return board.play(color, turn);
            },
        };
    };
    const told = certify(passless, { sizes: [4], games: 20, pass: false });
    assert.deepEqual([told.findings.length, told.faults.length], [0, 0], String(told));
    assert.equal(certify(passless, { sizes: [4], games: 20 }).verdict, "faulty");

    class Capped extends Board {
        isOver() {
            return super.isOver() || this.past.length >= 2 * this.columns * this.rows;
        }
    }
    assert.equal(certify(Capped, { sizes: [3], games: 20, skip: ["score"] }).verdict, "deviates");
    const capped = certify(Capped, { sizes: [3], games: 20, moveCap: "2*n*n" });
    assert.deepEqual(capped.findings, [], String(capped));

    class Half extends Board {
        score() {
            const [black, white] = super.score();
            return black - white > 0 ? "B" : "W";
        }
    }
    assert.equal(certify(Half, { sizes: [3], games: 20 }).verdict, "deviates");
    assert.equal(certify(Half, { sizes: [3], games: 20, tie: "W" }).verdict, "conforms");
});

test("boards that are not supported are refused, not failed", () => {
    class Square extends Board {
        constructor(columns, rows, rules) {
            if (columns !== rows) {
                throw new Unsupported("only square boards");
            }
            super(columns, rows, rules);
        }
    }
    const result = certify(Square, { games: 5 });
    assert.equal(result.verdict, "conforms", String(result));
    assert.ok(result.toJSON().refused_sizes.some(({ size, what }) => size === "5x4" && what === "only square boards"));
});

test("a result on the console is a screen, as on the command line; in another object, only its verdict", () => {
    const result = certify(boards("simple ko"), { sizes: [3], name: "mine" });
    const printed = inspect(result);
    assert.ok(printed.split("\n").length <= 45, printed);
    assert.match(printed, /^mine deviates from tromp-taylor in TT6\.\n\nIt plays simple ko with suicide\.\n/);
    assert.match(printed, /`certify\(makeBoard, \{\srules:\s"repetition=simple-ko,suicide=allowed" \}\)` tests it by these rules\./);
    assert.match(printed, /\nNext: .*, see above, or run the `again` call of a finding\.\n/);
    assert.match(printed, /\n {3}again {6}replay\(makeBoard, "/);
    assert.match(printed, /\nWith result\.text\(\{ verbose: true \}\): every finding with its game/);
    assert.equal(stripVTControlCharacters(inspect(result, { colors: true })), printed);
    assert.notEqual(inspect(result, { colors: true }), printed);
    assert.equal(inspect([result]), "[ Result { deviates } ]");
    assert.equal(result.text(), String(result));
    assert.match(result.text({ verbose: true }), /\nEvent +observed +deviated\n/);
    assert.throws(() => result.text({ verbos: true }), /unknown option `verbos`; did you mean `verbose`\? Options: verbose$/);
    const identified = inspect(identify(boards("simple ko"), { sizes: [3], tie: "B" }));
    assert.match(identified, /\nNext: `certify\(makeBoard, \{ tie: "B", rules: "repetition=simple-ko" \}\)` tests it /);
    // Nobody has the command `superko explain`.
    assert.doesNotMatch(result.text({ verbose: true }), /superko explain/);
});

test("a quick run that finds nothing names the call that asks more, and a board the methods that it does not have", () => {
    const screen = inspect(certify(Board, { sizes: [3, "2x3"], games: 5, level: "smoke", pass: true }));
    const call = '`certify(Board, { sizes: [3, "2x3"], games: 5, pass: true, level: "standard" })` asks more.';
    assert.ok(screen.includes(`\nNext: ${call}\nWith result.text({ verbose: true }): each rule, events, notes.`), screen);
    assert.doesNotMatch(screen, /it has no/);
    const make = (...game) => {
        const whole = new Board(...game);
        return { play: (...turn) => whole.play(...turn), board: () => whole.board(), legalMoves: () => whole.legal() };
    };
    for (const [rules, more] of [["tromp-taylor", ""], ["simplified-ing", ", `settle`"]]) {
        const text = inspect(certify(make, { sizes: [3], games: 5, rules }));
        const line = `\n   methods    it has no \`legal\`, \`isOver\`, \`toMove\`, \`score\`, \`undo\`${more}\n`;
        assert.ok(text.includes(line), text);
    }
});

test("a board that throws at illegal turns is told how to refuse them", () => {
    class Raises extends Board {
        play(...turn) {
            if (!super.play(...turn)) {
                throw new RangeError("illegal move");
            }
            return true;
        }
    }
    const result = certify(Raises, { sizes: [3], games: 5 });
    const [{ id, advice, stack }] = result.faults;
    assert.equal(id, "fault.panic");
    assert.equal(advice, "The last turn is illegal. If this is how it refuses a turn: return `false`, or throw `superko.Illegal`.");
    assert.ok(result.text({ verbose: true }).endsWith(stack), result.text({ verbose: true }));
    assert.throws(() => result.check(), (error) => error.message.includes(stack));
    // What is thrown at a legal turn refuses nothing.
    const [fault] = certify(class { play() { throw new RangeError("no"); } }, { sizes: [3], games: 5 }).faults;
    assert.deepEqual([fault.advice, fault.turns.length], [undefined, 1]);
    // Where a board cannot be made, no turn is played.
    const [made] = certify(class { constructor() { throw new Error("no"); } }, { sizes: [3], games: 5 }).faults;
    assert.deepEqual(made.turns, []);
});

test("a finding that needs other games is shown again after these", () => {
    class Keeps {
        #board;
        new(...game) {
            const before = this.#board;
            this.#board = new Board(...game);
            if (before?.cells.length === this.#board.cells.length) {
                this.#board.cells = before.cells;
            }
        }
        play(...turn) {
            return this.#board.play(...turn);
        }
        board() {
            return this.#board.board();
        }
    }
    const [{ kind, again }] = certify(Keeps, { sizes: [3], games: 5, rules: "suicide=forbidden" }).findings;
    assert.equal(kind, "history");
    assert.match(again, /^replay\(Keeps, "3x3 .*", \{ after: \["3x3 .*"\] \}\)$/);
    assert.throws(() => new Function("replay", "Keeps", again)(replay, Keeps), /TT5\.board\.beginning/);
    replay(Keeps, again.match(/"(.*?)"/)[1]);
    assert.throws(() => certify(Board, { after: [] }), /unknown option `after`; only replay has it\./);
});

test("the line again is a call with the name of the board and its conventions", () => {
    class Half extends Board {
        score() {
            const [black, white] = super.score();
            return black - white > 0 ? "B" : "W";
        }
    }
    const [{ again }] = certify(Half, { sizes: [3], games: 5, tie: "B", moveCap: 500 }).findings;
    assert.match(again, /^replay\(Half, "1x1 tromp-taylor: B pass, W pass", \{ moveCap: 500, tie: "B" \}\)$/);
    const disagreement = (call) => {
        try {
            new Function("replay", "Half", call)(replay, Half);
        } catch (error) {
            return error.message;
        }
    };
    assert.match(disagreement(again), /^\nTT9\.score\.[^]* +engine +White wins/);
    assert.equal(disagreement(again.replace('"B"', '"W"').replace(/"B pass/, '"B pass')), undefined);
    const [fault] = certify(class extends Board { score() { return "B+"; } }, { sizes: [2], games: 3, score: "winner" }).faults;
    assert.match(fault.again, /^replay\(makeBoard, ".*", \{ score: "winner" \}\)$/);
});

test("a run stops when its time is up, and tells how far it is", () => {
    const heard = [];
    const whole = certify(Board, { sizes: [3], games: 20, progress: (done, all) => heard.push([done, all]) });
    assert.ok(whole.complete && heard.length > 20);
    assert.ok(heard.every(([done, all], place) => done <= all && (place === 0 || done >= heard[place - 1][0])));
    const stopped = certify(Board, { games: 1_000_000, budget: 0.2 });
    assert.deepEqual([stopped.complete, stopped.verdict], [false, "incomplete"]);
});

test("every finding of one seed is found again", () => {
    const [first, second] = [1, 2].map(() => certify(boards("history of 8"), { sizes: [4] }));
    const timeless = (result) => JSON.stringify({ ...result.toJSON(), seconds: 0, seconds_to_first_finding: 0 });
    assert.equal(timeless(first), timeless(second));
});
