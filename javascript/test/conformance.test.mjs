import assert from "node:assert/strict";
import { test } from "node:test";
import { certify, conformanceTests } from "superko";
import { Board, boards } from "./board.mjs";

conformanceTests(Board, { sizes: [3, 5] });

/** The tests that are made, each with the message that it fails with, if it does. */
function outcomes(board, options) {
    const made = new Map();
    conformanceTests(board, { ...options, test: (name, body) => made.set(name.replace(/^.*: /, ""), body) });
    return new Map([...made].map(([name, body]) => {
        try {
            body();
            return [name, undefined];
        } catch (error) {
            return [name, error.message];
        }
    }));
}

test("there is a test for each of ten rules and six checks, and one for the rest", () => {
    assert.equal(outcomes(Board, { sizes: [3] }).size, 17);
});

test("a mistake fails the tests of its rule and its checks, and no other", () => {
    const failed = [...outcomes(boards("score"), { sizes: [3, 4], name: "mine" })].filter(([, message]) => message !== undefined);
    assert.deepEqual(failed.map(([name]) => name), ["rule 9", "check score"]);
    assert.match(failed[0][1], /^mine breaks TT9\n[^]*\n +A B/);
});

test("the tests tell what the report tells", () => {
    const options = { sizes: [3, 4], name: "mine" };
    const { findings } = certify(boards("score"), options);
    const told = [...outcomes(boards("score"), options).values()].filter((message) => message !== undefined).join("\n");
    assert.ok(findings.length > 0);
    for (const { id, reference, engine } of findings) {
        for (const said of [id, reference, engine]) {
            assert.ok(told.includes(said), `${said}: ${told}`);
        }
    }
});

test("a missing method fails its check, unless that is said", () => {
    const play = (...game) => {
        const { play, ...board } = { play: (...turn) => whole.play(...turn), board: () => whole.board() };
        const whole = new Board(...game);
        return { play, ...board };
    };
    const failed = ([, message]) => message !== undefined;
    const silent = [...outcomes(play, { sizes: [3] })].filter(failed).map(([name]) => name);
    assert.ok(["check legality", "check status", "check score", "check undo"].every((name) => silent.includes(name)));
    const without = ["legality", "status", "score", "undo"];
    assert.deepEqual([...outcomes(play, { sizes: [3], without })].filter(failed), []);
});
