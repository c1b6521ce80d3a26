// Every option: the values that it takes, and what a wrong one is told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { certify, conformanceTests, identify, replay } from "superko";
import { CONVENTIONS, OPTIONS, REPLAY_OPTIONS, TEST_OPTIONS } from "../options.cjs";
import { Board } from "./board.mjs";

/** Values that each option takes, and values that it does not take. */
const VALUES = {
    name: [["mine", ""], [7, null, ["mine"]]],
    version: [["1.0"], [1]],
    notes: [[[], ["slow"]], ["slow", [1]]],
    rules: [["aga", "repetition=simple-ko", { repetition: "situational", suicide: "forbidden" }], [null, 7, ["aga"], "agha", { repetition: "no" }]],
    sizes: [[[3], ["2x3"], [[3, 2]], []], [9, "9", [9.5], [[1, 2, 3]], [null], [26], ["3y3"]]],
    level: [["smoke"], ["all", 1, null]],
    games: [[0, 3], [-1, 1.5, "3", NaN]],
    seed: [[0, 7], [-1, 0.5, "7", 2 ** 60]],
    only: [[["TT6"]], ["TT6", [6], ["no-such-part"]]],
    skip: [[["score"]], ["score", [null], ["no-such-part"]]],
    require: [[["undo", "play"]], ["undo", ["undos"]]],
    known: [[["TT6.play.repeat-initial"]], ["TT6.play.repeat-initial", ["TT6"]]],
    strict: [[true, false], [1, "yes", null]],
    failFast: [[true], ["true"]],
    budget: [[600, 0.5], [0, -1, "1", NaN]],
    progress: [[() => {}], [true]],
    pass: [[true, false], ["no", 0]],
    repeat: [["loss", "draw"], ["win", true]],
    moveCap: [[500, "2*n*n"], [-1, 0.5, "many", []]],
    score: [["areas", "margin", "winner"], ["half", null]],
    tie: [["B", "W"], ["X", "black"]],
    tolerates: [[true], [1]],
    test: [[() => {}], ["test"]],
    timeout: [[1000], [0, "1000"]],
    without: [[["undo"]], ["undo", ["undos"]]],
    after: [[[], ["2x2 tromp-taylor: B A1"]], ["2x2 tromp-taylor: B A1", [7], ["2x2 tromp-taylor: B Z9"], ["2x2 tromp-taylor: B A1, B B1"]]],
};

/** The functions that take options, each with those that it takes. */
const TAKES = [
    [(options) => certify(Board, options), OPTIONS],
    [(options) => identify(Board, options), OPTIONS],
    [(options) => replay(Board, "2x2 tromp-taylor: B A1", options), { ...OPTIONS, ...REPLAY_OPTIONS }],
    [(options) => conformanceTests(Board, { test: () => {}, ...options }), { ...OPTIONS, ...TEST_OPTIONS }],
];
const [, , [replays], [makesTests]] = TAKES;

test("there are values for every option", () => {
    assert.deepEqual(Object.keys(VALUES), Object.keys({ ...OPTIONS, ...TEST_OPTIONS, ...REPLAY_OPTIONS }));
    assert.ok(CONVENTIONS.every((name) => name in OPTIONS));
});

for (const [name, [right, wrong]] of Object.entries(VALUES)) {
    test(`the option ${name} takes what it should, and names what it does not take`, () => {
        const take = name in REPLAY_OPTIONS ? replays : makesTests;
        for (const value of right) {
            take({ [name]: value });
            if (name in OPTIONS) {
                replays({ [name]: value });
            }
        }
        for (const value of wrong) {
            assert.throws(() => take({ [name]: value }), (error) => {
                assert.ok(error instanceof TypeError, error.stack);
                assert.ok(error.message.includes(name) || /matches no part/.test(error.message), error.message);
                return true;
            });
        }
    });
}

test("an unknown option is named, with the similar one and all others", () => {
    for (const [take, options] of TAKES) {
        for (const [unknown, hint] of [
            ["lvel", "; did you mean `level`?"], ["LEVEL", "; did you mean `level`?"], ["rule", "; did you mean `rules`?"],
            ["fail_fast", "; did you mean `failFast`?"], ["movecap", "; did you mean `moveCap`?"], ["anything", "."],
        ]) {
            for (const value of ["x", () => {}, null]) {
                assert.throws(() => take({ [unknown]: value }), {
                    name: "TypeError",
                    message: `unknown option \`${unknown}\`${hint} Options: ${Object.keys(options).join(", ")}`,
                });
            }
        }
    }
    replays({ lvel: undefined });
    assert.throws(() => certify(Board, { without: ["undo"] }), /unknown option `without`; only conformanceTests has it\. Options: /);
});

test("options are an object, and a board is a class or a function", () => {
    for (const [take] of TAKES.slice(0, 3)) {
        for (const wrong of [null, 7, "aga", [9]]) {
            assert.throws(() => take(wrong), /^TypeError: the options are .*, not an object such as \{ rules: "chinese"/);
        }
    }
    assert.throws(() => certify({}), /makeBoard is \{\}: pass a class/);
    assert.throws(() => conformanceTests({}, { test: () => {} }), /makeBoard is \{\}: pass a class/);
    for (const [record, told] of [
        ["3x3: B Z9", /`3x3` is not a size and rules/], ["3x3 tromp-taylor: B Z9", /Z9/], ["3x3 tromp-taylor: B A1, B B1", /turn 2\): it is the other player/],
        ["3x3 chinese dead=A1: B A1, W B1", /dead/],
    ]) {
        assert.throws(() => replay(Board, record), (error) => error instanceof TypeError && told.test(error.message), record);
    }
});
