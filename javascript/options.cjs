// The options of all functions, and how they are passed to the WebAssembly.
"use strict";

const { METHODS, shown } = require("./board.cjs");

/** The checks of a board, each with the methods that serve it. One of these methods is enough. */
const CHECKS = {};
for (const [method, { check }] of Object.entries(METHODS)) {
    if (check !== undefined) {
        (CHECKS[check] ??= []).push(method);
    }
}

/** The kinds of options. Each has a test of its values, a description of them, and a way to write them for the WebAssembly. */
const TEXT = { is: (value) => typeof value === "string", words: "a string" };
const FLAG = { is: (value) => typeof value === "boolean", words: "true or false" };
const COUNT = { is: (value) => Number.isSafeInteger(value) && value >= 0, words: "a whole number, at least 0" };
const FUNCTION = { is: (value) => typeof value === "function", words: "a function", write: () => undefined };
const RULES = {
    is: (value) => typeof value === "string" || value !== null && typeof value === "object" && !Array.isArray(value),
    words: 'a string such as "chinese" or "repetition=situational,suicide=forbidden", or an object of switches',
    write: (value) => (typeof value === "string" ? value : Object.entries(value).map((pair) => pair.join("=")).join(",")),
};
const CAP = {
    is: (value) => COUNT.is(value) || TEXT.is(value),
    words: 'a number of turns, or a string such as "2*n*n"',
    write: String,
};
const isPair = (size) => Array.isArray(size) && size.length === 2 && size.every(Number.isInteger);
const SIZES = {
    is: (value) => Array.isArray(value) && value.every((size) => Number.isInteger(size) || TEXT.is(size) || isPair(size)),
    words: 'a list of boards such as [9, "5x4", [5, 4]]',
    write: (value) => value.map((size) => (isPair(size) ? size.join("x") : String(size))),
};

/** Returns the kind of option that is an amount of time. */
function time(unit) {
    return { is: (value) => typeof value === "number" && value > 0, words: `a number of ${unit}`, write: () => undefined };
}

/** Returns the kind of option that is one of a few words. */
function oneOf(...all) {
    const quoted = all.map((word) => `"${word}"`);
    return { is: (value) => all.includes(value), words: `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}` };
}

/** Returns the kind of option that is a list of values of another kind. */
function listOf({ is, words }, name) {
    return { is: (value) => Array.isArray(value) && value.every(is), words: `a list of ${name}: ${words}` };
}

const TEXTS = { is: (value) => Array.isArray(value) && value.every(TEXT.is), words: "a list of strings" };
const LISTED_CHECKS = listOf(oneOf(...Object.keys(CHECKS), "generate"), "checks");

/** The options of `certify`, `identify` and `replay`, and of `conformanceTests` too. */
const OPTIONS = {
    name: TEXT,
    version: TEXT,
    notes: TEXTS,
    rules: RULES,
    sizes: SIZES,
    level: oneOf("smoke", "standard", "full"),
    games: COUNT,
    seed: COUNT,
    only: TEXTS,
    skip: TEXTS,
    require: LISTED_CHECKS,
    known: TEXTS,
    strict: FLAG,
    failFast: FLAG,
    budget: time("seconds"),
    progress: FUNCTION,
    pass: FLAG,
    repeat: oneOf("loss", "draw"),
    moveCap: CAP,
    score: { ...oneOf("areas", "margin", "winner"), write: () => undefined },
    tie: oneOf("B", "W"),
    tolerates: FLAG,
};

/** The options of `conformanceTests` alone. */
const TEST_OPTIONS = { test: FUNCTION, timeout: time("milliseconds"), without: { ...LISTED_CHECKS, write: () => undefined } };

/** The options of `replay` alone. */
const REPLAY_OPTIONS = { after: { ...TEXTS, words: "a list of games, each as in `again`" } };

/** The options with which a board declares its conventions. A replay of a game needs them too. */
const CONVENTIONS = ["pass", "repeat", "moveCap", "score", "tie", "tolerates"];

/** Throws a `TypeError` unless all options are known and have values that they may have. Returns those that are given. */
function checkedOptions(options, known = OPTIONS) {
    if (options === null || typeof options !== "object" || Array.isArray(options)) {
        throw new TypeError(`the options are ${shown(options)}, not an object such as { rules: "chinese", sizes: [5, 9] }`);
    }
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    for (const [name, value] of given) {
        if (!Object.hasOwn(known, name)) {
            const names = Object.keys(known);
            const meant = nearest(name, names);
            const hint = Object.hasOwn(TEST_OPTIONS, name) ? "; only conformanceTests has it."
                : Object.hasOwn(REPLAY_OPTIONS, name) ? "; only replay has it."
                : meant === undefined ? "." : `; did you mean \`${meant}\`?`;
            throw new TypeError(`unknown option \`${name}\`${hint} Options: ${names.join(", ")}`);
        }
        if (!known[name].is(value)) {
            throw new TypeError(`${name}: ${shown(value)} is not ${known[name].words}`);
        }
    }
    return Object.fromEntries(given);
}

/** Returns checked options for the WebAssembly, as JSON. `name` is that of the board, `calls` are those of `src/options.rs`. */
function asJson(options, name, calls) {
    const kinds = { ...OPTIONS, ...REPLAY_OPTIONS };
    const written = Object.entries(options).map(([option, value]) => [option, (kinds[option].write ?? ((it) => it))(value)]);
    return JSON.stringify({ ...Object.fromEntries(written), name, calls });
}

/** Writes a value as in a program. */
function literal(value) {
    return Array.isArray(value) ? `[${value.map(literal).join(", ")}]` : JSON.stringify(value);
}

/** Writes options as in a program, except for functions. `more` are further parts of the text. */
function asWritten(options, ...more) {
    const values = Object.entries(options).filter(([, value]) => typeof value !== "function");
    const parts = [...values.map(([name, value]) => `${name}: ${literal(value)}`), ...more];
    return parts.length === 0 ? "" : `, { ${parts.join(", ")} }`;
}

/** Returns the word that is most similar to another one, if it differs in two letters at most. */
function nearest(word, words) {
    const distances = words.map((other) => [distance(word.toLowerCase(), other.toLowerCase()), other]);
    const [[least, other]] = distances.sort(([one], [two]) => one - two);
    return least <= 2 ? other : undefined;
}

/** Returns the number of letters to insert, delete or replace to get from one word to another. */
function distance(one, other) {
    let row = [...other, ""].map((_, column) => column);
    for (const [number, letter] of [...one].entries()) {
        const next = [number + 1];
        for (const [column, another] of [...other].entries()) {
            next.push(Math.min(next[column] + 1, row[column + 1] + 1, row[column] + (letter === another ? 0 : 1)));
        }
        row = next;
    }
    return row.at(-1);
}

module.exports = { CHECKS, CONVENTIONS, FLAG, OPTIONS, REPLAY_OPTIONS, TEST_OPTIONS, asJson, asWritten, checkedOptions };
