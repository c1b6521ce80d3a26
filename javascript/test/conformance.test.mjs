import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { certify, conformanceTests } from "superko";
import { Board, boards } from "./board.mjs";

conformanceTests(Board, { sizes: [3, 5] });

/** The tests that are made, each with the message that it fails with, or the reason why it is skipped, if that happens. */
function outcomes(board, options) {
    const made = new Map();
    conformanceTests(board, { ...options, test: (name, body) => made.set(name.replace(/^.*?: /, ""), body) });
    return new Map([...made].map(([name, body]) => {
        const outcome = {};
        try {
            body({ skip: (reason) => (outcome.skipped = reason) });
        } catch (error) {
            outcome.failed = error.message;
        }
        return [name, outcome];
    }));
}

/** The outcomes of one kind, `failed` or `skipped`. */
function ofKind(kind, all) {
    return Object.fromEntries([...all].flatMap(([name, outcome]) => (kind in outcome ? [[name, outcome[kind]]] : [])));
}

test("there is a test for each of ten rules and six checks, and one for the rest", () => {
    const all = outcomes(Board, { sizes: [3] });
    assert.equal(all.size, 17);
    assert.deepEqual([ofKind("failed", all), ofKind("skipped", all)], [{}, {}]);
});

test("tests are where they are made, and failures have no stack of ours", () => {
    const at = [];
    const test = (_name, body) => {
        at.push(new Error().stack);
        try {
            body({ skip() {} });
        } catch ({ stack }) {
            assert.doesNotMatch(stack, /\n +at /);
        }
    };
    conformanceTests(boards("score"), { sizes: [2], games: 5, test });
    assert.ok(at.length === 17 && at.every((stack) => /conformance\.test\.mjs:\d+:1\)?\n/.test(stack)), at[0]);
});

for (const [mistake, home, touched] of [
    ["score", "rule 9: score", ["check score"]],
    ["simple ko", "rule 6: repetition", ["check play", "check legality"]],
    ["suicide", "rule 7: play, suicide", ["check play", "check legality"]],
]) {
    test(`a mistake fails one test, with one game, and skips the others that it breaks: ${mistake}`, () => {
        const options = { sizes: [3], name: "mine", rules: mistake === "suicide" ? "katago:aga" : "tromp-taylor" };
        const all = outcomes(boards(mistake), options);
        const failed = ofKind("failed", all);
        assert.deepEqual(Object.keys(failed), [home]);
        assert.match(failed[home], /^\nmine deviates from [^]*\n\nIt /);
        assert.equal(failed[home].match(/\n +game +/g).length, 1, failed[home]);
        const skipped = ofKind("skipped", all);
        const why = `the mistake shown by "${home}" breaks this too`;
        assert.deepEqual(Object.keys(skipped).filter((name) => skipped[name] === why), touched);
    });
}

test("the tests tell what the report tells", () => {
    for (const mistake of ["score", "simple ko"]) {
        const options = { sizes: [3], name: "mine" };
        const result = certify(boards(mistake), options);
        const told = Object.values(ofKind("failed", outcomes(boards(mistake), options))).join("\n");
        assert.ok(result.findings.length > 0);
        for (const { id, reference, engine } of result.findings) {
            for (const said of [id, reference, engine]) {
                assert.ok(told.replace(/\s+/g, " ").includes(said), `${said}: ${told}`);
            }
        }
        // The screen of the terminal draws the same game, and only that.
        const [game] = inspect(result).match(/\n +game +[^]*?\n +engine .*/);
        assert.ok(told.includes(game), told);
    }
});

test("two mistakes fail two tests", () => {
    class Two extends Board {
        constructor(columns, rows, rules) {
            super(columns, rows, rules, "score");
        }
        repeats(cells) {
            return this.past.at(-1)?.text === cells.join("");
        }
    }
    const all = outcomes(Two, { sizes: [3] });
    assert.deepEqual(Object.keys(ofKind("failed", all)), ["rule 6: repetition", "rule 9: score"]);
});

test("what a board cannot answer is skipped and named, and a known failure fails nothing", () => {
    const play = (...game) => {
        const { play, ...board } = { play: (...turn) => whole.play(...turn), board: () => whole.board() };
        const whole = new Board(...game);
        return { play, ...board };
    };
    const all = outcomes(play, { sizes: [3] });
    assert.deepEqual(ofKind("failed", all), {});
    const skipped = ofKind("skipped", all);
    assert.equal(skipped["check legality"], "nothing was observed; it needs the method `isLegal` or `legal`");
    assert.equal(skipped["check undo"], "nothing was observed; it needs the method `undo`");
    assert.equal(skipped["rule 9: score"], "nothing was observed for TT9");
    const without = ["legality", "status", "score", "undo"];
    const left = ofKind("skipped", outcomes(play, { sizes: [3], without }));
    assert.deepEqual(Object.keys(left).filter((name) => name.startsWith("check")), []);
    // What is required fails, once.
    const required = ofKind("failed", outcomes(play, { sizes: [3], require: ["undo"] }));
    assert.deepEqual(Object.keys(required), ["complete, and without faults"]);
    assert.match(required["complete, and without faults"], /^\n +required +but not observed: check undo\n$/);

    const known = certify(boards("score"), { sizes: [3] }).findings.map(({ id }) => id);
    assert.deepEqual(ofKind("failed", outcomes(boards("score"), { sizes: [3], known })), {});
    const gone = ofKind("failed", outcomes(Board, { sizes: [3], known }));
    assert.match(gone["complete, and without faults"], /appear: TT9\.score/);
});

test("a fault fails one test, with its game and nothing else", () => {
    for (const [board, told] of [
        [class extends Board { board() { return 7; } }, /`board\(\)`: it returned 7; expected rows/],
        [boards("crash"), /TypeError: .* at board\.mjs:\d+:\d+/],
        [() => 7, /`makeBoard\(3, 3, rules\)`: it returned 7; expected a board/],
    ]) {
        const all = outcomes(board, { sizes: [3], games: 5 });
        const failed = ofKind("failed", all);
        assert.deepEqual(Object.keys(failed), ["complete, and without faults"]);
        const [text] = Object.values(failed);
        assert.match(text.replace(/\s+/g, " "), told);
        assert.doesNotMatch(text, /but not observed/);
        const skipped = Object.values(ofKind("skipped", all));
        const isTold = (reason) => reason === "nothing was observed before the fault" || reason.startsWith("conforms in part: ");
        assert.ok(skipped.every(isTold), skipped.join("\n"));
    }
});

test("a rule of which a part was not observed is skipped, and what was not is named", () => {
    class Strict extends Board {
        play(...turn) {
            if (!super.play(...turn)) {
                throw new RangeError("no such turn");
            }
            return true;
        }
    }
    const skipped = ofKind("skipped", outcomes(Strict, { sizes: [2, 3], games: 5 }));
    assert.equal(skipped["rule 7: play, suicide"], "conforms in part: TT7 (occupied not observed when told to play)");
    assert.match(skipped["rule 6: repetition"], /^conforms in part: TT6 \(.*repeat-initial.* not observed.*\)$/);
    assert.equal(skipped["rule 5: start, turns"], undefined);
});

test("where tests cannot be skipped, what was not observed is a warning", (context) => {
    const { mock } = context.mock.method(console, "warn", () => {});
    const make = (...game) => {
        const whole = new Board(...game);
        return { play: (...turn) => whole.play(...turn) };
    };
    conformanceTests(make, { sizes: [2], name: "mine", test: (_, body) => body() });
    const warnings = mock.calls.map(({ arguments: [text] }) => text);
    assert.ok(warnings.includes("mine: check undo: nothing was observed; it needs the method `undo`"), warnings.join("\n"));
});
