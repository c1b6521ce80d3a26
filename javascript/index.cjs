// The entry point for Node.
"use strict";

const { AssertionError } = require("node:assert");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { runInThisContext } = require("node:vm");
const { open } = require("./door.cjs");

const built = join(__dirname, "dist");

function load() {
    let wasm, code;
    try {
        wasm = require("./dist/superko.cjs");
        code = readFileSync(join(built, "superko.wasm"));
    } catch (error) {
        if (error.code !== "MODULE_NOT_FOUND" && error.code !== "ENOENT") {
            throw error;
        }
        throw new Error(`superko is not built: run \`npm run prepare\` in ${__dirname}; this needs Rust (https://rustup.rs)`);
    }
    wasm.initSync({ module: code });
    return wasm;
}

/** Returns the function that makes a test: the global one of jest or vitest, or else that of Node. */
function test() {
    return typeof globalThis.test === "function" ? globalThis.test : require("node:test").test;
}

/** Returns a function that calls `callee` from where `entry` was called, because runners report that place of each test. */
function fromCaller(entry, callee) {
    const { prepareStackTrace } = Error;
    const at = {};
    try {
        Error.prepareStackTrace = (_, [site]) => site;
        Error.captureStackTrace(at, entry);
        // The call stands in the second line of the text.
        const place = { filename: at.stack.getFileName(), lineOffset: at.stack.getLineNumber() - 2 };
        const call = runInThisContext("(callee, words) =>\ncallee(...words)", place);
        return (...words) => call(callee, words);
    } catch {
        return callee;
    } finally {
        Error.prepareStackTrace = prepareStackTrace;
    }
}

function assertionError(message, actual, expected, stackStartFn) {
    return new AssertionError({ message, actual, expected, operator: "conforms", stackStartFn });
}

const { certify, conformanceTests, identify, replay, Illegal, Result, Unsupported, version } = open(load(), {
    assertionError,
    fromCaller,
    test,
    columns: () => process.stdout.columns ?? 100,
});

// The exports are named one by one, so that `import { certify }` finds them.
module.exports = { certify, conformanceTests, identify, replay, Illegal, Result, Unsupported, version };
