// Whatever a method of a board returns: it is understood, or the error names the method, the value, and what is expected.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Illegal, Unsupported, certify } from "superko";
import { Bridge, METHODS, Stacks } from "../board.cjs";
import { Board } from "./board.mjs";

const cyclic = {};
cyclic.itself = cyclic;
const secret = new Proxy({}, { get: () => { throw new Error("nobody may look"); } });

/** Values by the words in which an error shows them. */
const VALUES = [
    ["undefined", undefined], ["null", null], ["true", true], ["false", false],
    ["7", 7], ["0", 0], ["1.5", 1.5], ["0.1", 0.1], ["NaN", NaN], ["Infinity", Infinity], ["5n", 5n],
    ['""', ""], ['"yes"', "yes"], ['"B"', "B"], ['"W"', "W"], ['"B+"', "B+"], ['"black"', "black"],
    ["Symbol(no)", Symbol("no")],
    ["a function", () => true], ["the class Board", Board], ["a promise", Promise.resolve(true)],
    ["{}", {}], ["{black: 3, white: 4}", { black: 3, white: 4 }], ["an object of the class Date", new Date()],
    ["a Map of 1", new Map([[1, 2]])], ["a Set of 1", new Set([7])],
    ["{itself: {itself: {itself: {...}}}}", cyclic], ["a value that cannot be shown", secret],
    ["[]", []], ["[[]]", [[]]], ["[7]", [7]], ["[1, 2]", [1, 2]], ["[1.5, 2]", [1.5, 2]], ["[1, 2, 3]", [1, 2, 3]],
    ['["3", "4"]', ["3", "4"]], ["[NaN, undefined]", [NaN, undefined]], ["[null]", [null]],
    ["[[0, 0]]", [[0, 0]]], ["[[0, 0, 0]]", [[0, 0, 0]]], ["[[2, 0]]", [[2, 0]]], ["[[-1, 0]]", [[-1, 0]]], ["[2, 0]", [2, 0]],
    ["[0, 1]", [0, 1]], ['["A1"]', ["A1"]], ["[[true, false], [false, true]]", [[true, false], [false, true]]],
    ["[[true, false]]", [[true, false]]], ["[[true, 1], [false, true]]", [[true, 1], [false, true]]],
    ["[true, false, true, false]", [true, false, true, false]],
    ['["X.", ".O"]', ["X.", ".O"]], ['["X.", "."]', ["X.", "."]], ['["X."]', ["X."]], ['["X.", ".?"]', ["X.", ".?"]],
    ['"X.\\n.O"', "X.\n.O"], ['"X..O"', "X..O"], ["[[0, 1], [-1, 0]]", [[0, 1], [-1, 0]]], ["[[0, 1], [2, 3]]", [[0, 1], [2, 3]]],
    ["[0, 1, 2, 0]", [0, 1, 2, 0]], ["[0, 1]", new Uint8Array([0, 1])], ["[[0, 1], 7]", [[0, 1], 7]],
];

const NOTHING = ["undefined"];
const TRUTH = ["true", "false"];
const PAIRS = ["[1, 2]", "[2, 0]", "[0, 1]"];
const WINNERS = ["null", '"B"', '"W"'];
/** Any value, but for those of which nobody can tell whether they are promises. */
const ANY = VALUES.map(([words]) => words).filter((words) => !["a promise", "a value that cannot be shown"].includes(words));
/** What each method may return on 2x2, of these values. */
const RIGHT = {
    new: ANY,
    play: TRUTH,
    isLegal: [...NOTHING, ...TRUTH],
    legal: [...NOTHING, "null", "[]", "[null]", "[[0, 0]]", "[[true, false], [false, true]]"],
    board: [...NOTHING, "null", '["X.", ".O"]', '"X.\\n.O"', "[[0, 1], [-1, 0]]"],
    isOver: [...NOTHING, ...TRUTH],
    toMove: [...NOTHING, '"B"', '"W"'],
    score: [...NOTHING, ...WINNERS, ...PAIRS, "7", "0", "1.5"],
    undo: ANY,
    settle: ANY,
    generate: [...NOTHING, "null", "[0, 1]"],
};

/** How the WebAssembly calls each method. */
const ASK = {
    new: (bridge) => bridge.start(2, 2, "suicide=allowed"),
    play: (bridge) => bridge.play(0),
    isLegal: (bridge) => bridge.areLegal([0, -1]),
    legal: (bridge) => bridge.areLegal([0, -1]),
    board: (bridge) => bridge.board(),
    isOver: (bridge) => bridge.status(),
    toMove: (bridge) => bridge.status(),
    score: (bridge) => bridge.score(),
    undo: (bridge) => bridge.undo(),
    settle: (bridge) => bridge.settle([0]),
    generate: (bridge) => bridge.generate(),
};

/** Returns why a board with such a method does not answer, in the words of a report, or nothing. */
function fault(method, answer, score) {
    const board = { play: () => true, isOver: () => false, [method]: answer };
    const bridge = new Bridge(() => board, score, new Stacks());
    bridge.start(2, 2, "suicide=allowed");
    if (bridge.fault() === undefined) {
        ASK[method](bridge);
    }
    return bridge.fault();
}

test("there are right and wrong values for every method", () => {
    assert.deepEqual(Object.keys(RIGHT), Object.keys(METHODS));
    assert.deepEqual(Object.keys(ASK), Object.keys(METHODS));
    assert.ok(Object.values(RIGHT).flat().every((words) => VALUES.some(([other]) => other === words)));
});

for (const method of Object.keys(METHODS)) {
    test(`what ${method} returns is understood, or named with what is expected`, () => {
        for (const [words, value] of VALUES) {
            const found = fault(method, () => value);
            if (RIGHT[method].includes(words)) {
                assert.equal(found, undefined, `${method}, ${words}: ${found}`);
                continue;
            }
            assert.ok(found, `${method}, ${words}`);
            const [kind, question, what] = found;
            if (words === "a value that cannot be shown") {
                assert.ok(kind === "threw" && what.includes("nobody may look"), what);
                continue;
            }
            assert.equal(kind, "answer", what);
            assert.ok(question.startsWith(`${method}(`), question);
            assert.ok(what.startsWith(`it returned ${words}`) && what.includes("; expected "), `${words}: ${what}`);
        }
    });

    test(`what ${method} throws is told`, () => {
        for (const [thrown, kind, told] of [
            [new RangeError("too far"), "threw", "RangeError: too far at shapes.test.mjs"],
            ["a string", "threw", 'it threw "a string"'],
            [undefined, "threw", "it threw undefined"],
            [secret, "threw", "a value that cannot be shown"],
            [new Unsupported("only 9x9"), "unsupported", "only 9x9"],
            [Object.assign(new Error(), { name: "Unsupported", message: undefined }), "unsupported", "not supported"],
        ]) {
            const found = fault(method, () => { throw thrown; });
            assert.equal(found[0], kind);
            assert.ok(found[1].startsWith(`${method}(`) && found[2].includes(told), found.join(" "));
        }
        const illegal = fault(method, () => { throw new Illegal("ko"); });
        assert.equal(illegal?.[0], METHODS[method].illegal ? undefined : "threw");
    });

    test(`a field in place of the method ${method} is an error`, () => {
        for (const [words, value] of VALUES) {
            if (typeof value !== "function" && value !== undefined && value !== null) {
                const [kind, question, what] = fault(method, value);
                assert.deepEqual([kind, question], ["answer", "makeBoard(2, 2, rules)"]);
                assert.ok(what.includes(`its \`${method}\` is ${words}`) && what.includes("not a method"), `${words}: ${what}`);
            }
        }
        const board = { play: () => true };
        Object.defineProperty(board, method, { get: () => { throw new Error("in the getter"); } });
        const bridge = new Bridge(() => board, undefined, new Stacks());
        bridge.start(2, 2, "suicide=allowed");
        assert.match(bridge.fault().join(" "), /^threw makeBoard\(2, 2, rules\) Error: in the getter/);
    });
}

test("whatever makeBoard returns, it is a board or an error", () => {
    for (const [words, value] of VALUES) {
        const bridge = new Bridge(() => value, undefined, new Stacks());
        assert.equal(bridge.start(2, 2, "suicide=allowed"), false, words);
        const [, question, what] = bridge.fault();
        assert.equal(question, "makeBoard(2, 2, rules)");
        assert.ok(/nobody may look|; expected a board: an object with the method `play`/.test(what), what);
    }
    assert.throws(() => certify(new Board(2, 2, {})), /^TypeError: makeBoard is an object of the class Board: pass a class/);
    for (const [make, told] of [[() => Board, "the class Board: it has no method `play`"], [() => {}, "undefined"]]) {
        const { verdict, faults } = certify(make, { sizes: [2] });
        assert.equal(verdict, "untestable");
        assert.ok(faults[0].what.startsWith(`\`makeBoard(2, 2, rules)\`: it returned ${told}; expected a board`), faults[0].what);
    }
});

test("details say where a value is wrong", () => {
    for (const [method, value, told] of [
        ["board", ["X.", "."], "row 2 from the top has 1 point;"],
        ["board", ["X."], "it has 1 row;"],
        ["board", ["X.", ".?"], 'point 2 of row 2 from the top is "?";'],
        ["board", [[0, 1], 7], "row 2 from the top is 7;"],
        ["legal", [[0, 0], [2, 0]], "[2, 0] is not such a point;"],
        ["play", Promise.resolve(true), "nothing waits for promises;"],
    ]) {
        const [, , what] = fault(method, () => value);
        assert.ok(what.includes(`: ${told}`), what);
    }
});

test("the option score says what a number or a pair means", () => {
    for (const [kind, right, wrong] of [
        ["margin", [7, 0.25, [1.5, 2], [3, 4], "B", null], [0.1, [0.1, 0], NaN, ["3", "4"], "black"]],
        ["winner", [7, 0.1, [1.5, 2], [3, 4], "W", null], [NaN, Infinity, [NaN, 1], "white"]],
        ["areas", [[3, 4], "B", null], [7, [1.5, 2], [-1, 2]]],
    ]) {
        for (const value of right) {
            assert.equal(fault("score", () => value, kind), undefined, `${kind}: ${value}`);
        }
        for (const value of wrong) {
            assert.equal(fault("score", () => value, kind)?.[0], "answer", `${kind}: ${value}`);
        }
    }
});

test("a report names the fault by the method, once for all its calls", () => {
    for (const [method, value] of [["board", 7], ["play", "yes"], ["score", "B+"], ["legal", [3]]]) {
        const make = (...game) => Object.assign(new Board(...game), { [method]: () => value });
        const { verdict, faults } = certify(make, { sizes: [3], games: 3 });
        assert.deepEqual([verdict, faults.map(({ id }) => id)], ["faulty", [`fault.protocol.${method}`]]);
    }
});
