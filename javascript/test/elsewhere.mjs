// In a fresh project, with the package as it is published: node and the file for browsers say the same.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import * as forNode from "superko";
import * as forBrowsers from "superko/browser";
import { Board, boards } from "./board.mjs";

assert.equal(createRequire(import.meta.url)("superko").certify, forNode.certify);
assert.deepEqual(Object.keys(forBrowsers).sort(), Object.keys(forNode).filter((name) => !/default|module/.test(name)).sort());
for (const [board, verdict] of [[Board, "conforms"], [boards("history of 8"), "deviates"]]) {
    const [here, there] = [forNode, forBrowsers].map(({ certify }) => {
        const { seconds, seconds_to_first_finding, ...report } = certify(board, { sizes: [4], games: 30 }).toJSON();
        return report;
    });
    assert.equal(here.verdict, verdict);
    assert.deepEqual(here, there);
}
assert.throws(
    () => forBrowsers.certify(boards("score"), { sizes: [3] }).check(),
    (error) => error.name === "AssertionError" && error.message.includes("TT9.score"),
);
console.log("node and the file for browsers say the same");
