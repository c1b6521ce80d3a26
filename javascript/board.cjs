// The bridge between the WebAssembly and one board of the user. It calls the board's methods, and
// reads what they return.
"use strict";

/** Codes that `src/board.rs` reads. */
const ALLOWED = 1, FORBIDDEN = 0, CANNOT_SAY = -2, FAULT = -9;
const PASS = -1;
/** The name of this file in stacks. */
const OWN_FILE = new Error().stack?.match(/(?:file:|\/|[A-Z]:|http)[^\s()]*?(?=:\d+:\d+)/)?.[0];
const REASONS = new Map(Object.entries({ over: 2, "no stones": 3, occupied: 4, suicide: 5, repetition: 6 }));

/** Thrown for an illegal turn. The reason helps to name the rule; a wrong reason is not a deviation. */
class Illegal extends Error {
    constructor(reason = "") {
        super(reason || "illegal");
        this.name = "Illegal";
        this.reason = reason;
    }
}

/** Thrown for a size or rules that are not supported. Such games are not played. */
class Unsupported extends Error {
    constructor(message) {
        super(message);
        this.name = "Unsupported";
    }
}

/** Thrown for a value that a method may not return. The message says what is wrong inside it, if that helps. */
class Unreadable extends Error {}

/** The reason why a board did not answer, for `src/board.rs`: the kind, the question, and the problem. */
class Failure extends Error {
    constructor(...parts) {
        super(parts.join(": "));
        this.parts = parts;
    }
}

const POINT = ({ columns, rows }) => `[column, row], counted from [0, 0], which is A1, on this ${columns}x${rows} board`;
const OR_NOTHING = ", or undefined if it cannot answer";

/**
 * The methods of a board. Each has the check that it serves, a description of what it may return, and a function that reads
 * this for `src/board.rs`. `illegal` marks the methods that may throw `Illegal`.
 */
const METHODS = {
    new: { expects: () => "nothing", read: () => true },
    play: {
        check: "play",
        illegal: true,
        expects: () => "true if the turn was played, or false if it is illegal (or throw superko.Illegal)",
        read: (answer) => code(answer),
    },
    isLegal: {
        check: "legality",
        illegal: true,
        expects: () => `true or false${OR_NOTHING}`,
        read: (answer) => (answer === undefined ? CANNOT_SAY : code(answer)),
    },
    legal: {
        check: "legality",
        expects: (game) =>
            `points such as [[0, 0], [2, 1]], each ${POINT(game)}, with null for a pass, or rows of true and false for that ` +
            `board, the top row first${OR_NOTHING}`,
        read: legal,
    },
    board: {
        check: "board",
        expects: ({ columns, rows }) =>
            `rows for a ${columns}x${rows} board, the top row first: each a string of ".", "X" and "O", or a list of these, or ` +
            `of 0 (empty), 1 (black), and -1 or 2 (white)${OR_NOTHING}`,
        read: position,
    },
    isOver: { check: "status", expects: () => `true or false${OR_NOTHING}`, read: (answer) => maybe(answer, truth) },
    toMove: { expects: () => `"B" or "W"${OR_NOTHING}`, read: (answer) => maybe(answer, player) },
    score: {
        check: "score",
        expects: ({ score }) => `${SCORES[score ?? "any"]}, or "B", "W" or null for a tie, always without komi${OR_NOTHING}`,
        read: (answer, game) => maybe(answer, scoreOf, game),
    },
    undo: { check: "undo", expects: () => "nothing, or false if it cannot do this", read: (answer) => answer !== false },
    settle: { expects: () => "nothing, or false if it cannot do this", read: (answer) => answer !== false },
    generate: {
        expects: (game) => `a point ${POINT(game)}, or null for a pass${OR_NOTHING}`,
        read: (answer, game) => (answer === undefined ? CANNOT_SAY : place(answer, game)),
    },
};

/** The values that `score` may return besides the winner, for each value of the option `score`. */
const SCORES = {
    any: '[black, white] in whole points (halves need the option score: "margin"), or Black\'s margin',
    areas: "[black, white] in whole points",
    margin: "Black's margin, in quarters of a point at the finest, or [black, white]",
    winner: "Black's margin, or [black, white]",
};

/** Calls the methods of one board. No method of this class throws: `fault` returns what went wrong. See `src/host.rs`. */
class Bridge {
    #make;
    #stacks;
    #board;
    /** The names of the methods that the board has. */
    #methods = new Set();
    /** The size of the board, the rules, and the option `score`. */
    #game;
    /** Whose turn it is according to the harness. */
    #color = "B";
    #fault;
    /** The methods that any board of the run has. */
    #seen;

    constructor(make, score, stacks, seen = new Set()) {
        [this.#make, this.#stacks, this.#seen] = [make, stacks, seen];
        this.#game = { columns: 0, rows: 0, rules: undefined, score };
    }

    start(columns, rows, rules) {
        return this.#guarded(false, () => {
            this.#game = { ...this.#game, columns, rows, rules: rulesOf(rules) };
            this.#color = "B";
            const game = [columns, rows, this.#game.rules];
            if (!this.#methods.has("new")) {
                [this.#board, this.#methods] = this.#ask("makeBoard", game, MAKING, () => this.#make(...game));
                this.#methods.forEach((name) => this.#seen.add(name));
            }
            return !this.#methods.has("new") || this.#call("new", ...game);
        });
    }

    play(place) {
        return this.#guarded(FAULT, () => {
            const code = this.#call("play", this.#color, this.#point(place));
            if (code === ALLOWED) {
                this.#color = other(this.#color);
            }
            return code;
        });
    }

    areLegal(places) {
        return this.#guarded(new Int32Array(0), () => {
            if (this.#methods.has("isLegal")) {
                return places.map((place) => this.#call("isLegal", this.#color, this.#point(place)));
            }
            const legal = this.#methods.has("legal") ? this.#call("legal") : undefined;
            return places.map((place) => {
                if (legal === undefined || place === PASS && !legal.has(PASS)) {
                    return CANNOT_SAY;
                }
                return legal.has(place) ? ALLOWED : FORBIDDEN;
            });
        });
    }

    board() {
        return this.#guarded(undefined, () => (this.#methods.has("board") ? this.#call("board") : undefined));
    }

    status() {
        return this.#guarded(FAULT, () => {
            const over = this.#methods.has("isOver") ? this.#call("isOver") : undefined;
            if (over === undefined) {
                return 0;
            }
            const toMove = over || !this.#methods.has("toMove") ? undefined : this.#call("toMove");
            return over ? 3 : (toMove ?? this.#color) === "B" ? 1 : 2;
        });
    }

    score() {
        return this.#guarded(undefined, () => (this.#methods.has("score") ? this.#call("score") : undefined));
    }

    settle(dead) {
        return this.#guarded(FAULT, () => {
            const points = dead === undefined ? null : [...dead].map((place) => this.#point(place));
            return this.#methods.has("settle") && this.#call("settle", points) ? 1 : 0;
        });
    }

    undo() {
        return this.#guarded(FAULT, () => {
            const done = this.#methods.has("undo") && this.#call("undo");
            if (done) {
                this.#color = other(this.#color);
            }
            return done ? 1 : 0;
        });
    }

    generate() {
        return this.#guarded(FAULT, () =>
            this.#methods.has("generate") ? this.#call("generate", this.#color) : CANNOT_SAY);
    }

    fault() {
        return this.#fault;
    }

    /** Calls `work`. If the board fails to answer, keeps the reason and returns `otherwise`. */
    #guarded(otherwise, work) {
        this.#fault = undefined;
        try {
            return work();
        } catch (error) {
            if (!(error instanceof Failure)) {
                throw error;
            }
            this.#fault = error.parts;
            return otherwise;
        }
    }

    /** Calls a method of the board and reads what it returns. */
    #call(method, ...asked) {
        return this.#ask(method, asked, METHODS[method], () => this.#board[method](...asked));
    }

    /** Calls a function of the user and reads what it returns. */
    #ask(name, asked, { expects, read, illegal }, call) {
        const question = () => {
            const words = asked.map((value) => (value === this.#game.rules ? "rules" : shown(value)));
            return `${name}(${words.join(", ")})`;
        };
        let answer, returned = false;
        try {
            answer = call();
            returned = true;
            if (typeof answer?.then === "function") {
                throw new Unreadable("nothing waits for promises");
            }
            return read(answer, this.#game);
        } catch (error) {
            if (illegal && isNamed(error, Illegal)) {
                return REASONS.get(error.reason) ?? FORBIDDEN;
            }
            if (isNamed(error, Unsupported)) {
                throw new Failure("unsupported", question(), String(error.message ?? "not supported"));
            }
            if (returned && error instanceof Unreadable) {
                const detail = error.message === "" ? "" : `: ${error.message}`;
                const what = `it returned ${shown(answer)}${detail}; expected ${expects(this.#game)}`;
                throw new Failure("answer", question(), what);
            }
            throw new Failure("threw", question(), this.#stacks.keep(error));
        }
    }

    #point(place) {
        const { columns } = this.#game;
        return place === PASS ? null : [place % columns, Math.floor(place / columns)];
    }
}

/** The values that `makeBoard` may return, as in `METHODS`. `read` returns the board and the names of its methods. */
const MAKING = {
    expects: () => "a board: an object with the method `play`, and perhaps others",
    read(board) {
        if (board === null || typeof board !== "object" && typeof board !== "function") {
            throw new Unreadable();
        }
        const given = Object.keys(METHODS).filter((name) => board[name] !== undefined && board[name] !== null);
        for (const name of given) {
            if (typeof board[name] !== "function") {
                throw new Unreadable(
                    `its \`${name}\` is ${shown(board[name])}, not a method (give a field of your own another name)`,
                );
            }
        }
        if (typeof board.play !== "function") {
            throw new Unreadable("it has no method `play`");
        }
        return [board, new Set(given)];
    },
};

function other(color) {
    return color === "B" ? "W" : "B";
}

/** Returns the rules as an object with a value for each switch. As a string, the object has all of them. */
function rulesOf(text) {
    const switches = Object.fromEntries(text.split(",").map((part) => part.split("=")));
    Object.defineProperty(switches, "toString", { value: () => text });
    return Object.freeze(switches);
}

/** Returns whether an error is of a class of this package. Another copy of the package may have made it. */
function isNamed(error, kind) {
    try {
        return error instanceof kind || error?.name === kind.name;
    } catch {
        return false;
    }
}

/** Reads an answer that may be missing. */
function maybe(answer, read, game) {
    return answer === undefined ? undefined : read(answer, game);
}

function truth(answer) {
    if (typeof answer !== "boolean") {
        throw new Unreadable();
    }
    return answer;
}

function code(answer) {
    return truth(answer) ? ALLOWED : FORBIDDEN;
}

function player(answer) {
    if (answer !== "B" && answer !== "W") {
        throw new Unreadable();
    }
    return answer;
}

/** Returns the elements of a list or another iterable, but not of a string. Returns `undefined` for anything else. */
function elements(value) {
    return typeof value !== "string" && typeof value?.[Symbol.iterator] === "function" ? [...value] : undefined;
}

/** Returns the place of a turn. */
function place(point, { columns, rows }) {
    if (point === null) {
        return PASS;
    }
    const pair = elements(point);
    const inside = (number, end) => Number.isInteger(number) && number >= 0 && number < end;
    if (pair?.length !== 2 || !inside(pair[0], columns) || !inside(pair[1], rows)) {
        throw new Unreadable();
    }
    return pair[1] * columns + pair[0];
}

/** Returns the places of legal turns, from a mask with the top row first or from points. */
function legal(answer, game) {
    if (answer === undefined || answer === null) {
        return undefined;
    }
    const all = elements(answer);
    if (all === undefined) {
        throw new Unreadable();
    }
    if (!Array.isArray(all[0]) || typeof all[0][0] !== "boolean") {
        return new Set(all.map((point) => {
            try {
                return place(point, game);
            } catch {
                throw new Unreadable(`${shown(point)} is not such a point`);
            }
        }));
    }
    const { columns, rows } = game;
    const isRow = (row) => Array.isArray(row) && row.length === columns && row.every((is) => typeof is === "boolean");
    if (all.length !== rows || !all.every(isRow)) {
        throw new Unreadable();
    }
    return new Set(all.reverse().flat().flatMap((is, place) => (is ? [place] : [])));
}

/** Returns the columns, the rows, and a color for each point, the top row first. */
function position(answer, { columns, rows }) {
    if (answer === undefined || answer === null) {
        return undefined;
    }
    const all = typeof answer === "string" ? answer.trim().split(/\s*\n\s*/) : elements(answer);
    if (all === undefined) {
        throw new Unreadable();
    }
    if (all.length !== rows) {
        throw new Unreadable(`it has ${all.length} row${all.length === 1 ? "" : "s"}`);
    }
    const cells = all.flatMap((row, number) => {
        const name = `row ${number + 1} from the top`;
        const points = typeof row === "string" ? [...row.replace(/\s/g, "")] : elements(row);
        if (points === undefined) {
            throw new Unreadable(`${name} is ${shown(row)}`);
        }
        if (points.length !== columns) {
            throw new Unreadable(`${name} has ${points.length} point${points.length === 1 ? "" : "s"}`);
        }
        return points.map((cell, column) => {
            const color = COLORS.get(cell);
            if (color === undefined) {
                throw new Unreadable(`point ${column + 1} of ${name} is ${shown(cell)}`);
            }
            return color;
        });
    });
    return Uint8Array.of(columns, rows, ...cells);
}

/** The number for each cell: 0 for empty, 1 for black, 2 for white. */
const COLORS = new Map([[".", 0], [0, 0], ["X", 1], [1, 1], ["O", 2], [-1, 2], [2, 2]]);

/** Returns a score as numbers for `src/board.rs`. The first number is 0 for areas, 1 for a margin, and 2 for a winner. */
function scoreOf(answer, { score: kind }) {
    const isNumber = (number) => typeof number === "number" && Math.abs(number) < 1e8;
    const all = elements(answer);
    const pair = all?.length === 2 && all.every(isNumber) ? all : undefined;
    const margin = pair ? pair[0] - pair[1] : answer;
    if (answer === null || answer === "B" || answer === "W") {
        return Float64Array.of(2, answer === "B" ? 1 : answer === "W" ? -1 : 0);
    }
    if (kind === "winner" && isNumber(margin)) {
        return Float64Array.of(2, Math.sign(margin));
    }
    if (pair && kind !== "margin" && pair.every((points) => Number.isInteger(points) && points >= 0)) {
        return Float64Array.of(0, ...pair);
    }
    if (isNumber(margin) && Number.isInteger(4 * margin) && (kind === "margin" || kind === undefined && !pair)) {
        return Float64Array.of(1, margin);
    }
    throw new Unreadable();
}

/** Returns a value as a short text. */
function shown(value) {
    let text;
    try {
        text = written(value, 3);
    } catch {
        text = "a value that cannot be shown";
    }
    return text.length > 80 ? `${text.slice(0, 80)} ...` : text;
}

/** Writes a value as in a program, as far as that is possible in few characters. */
function written(value, depth) {
    switch (typeof value) {
        case "string": return JSON.stringify(value.slice(0, 100));
        case "bigint": return `${value}n`;
        case "function": return isClass(value) ? `the class ${value.name}` : "a function";
        case "object": break;
        default: return String(value);
    }
    if (value === null) {
        return "null";
    }
    if (typeof value.then === "function") {
        return "a promise";
    }
    const isList = Array.isArray(value) || ArrayBuffer.isView(value) && typeof value.length === "number";
    if (depth === 0) {
        return isList ? "[...]" : "{...}";
    }
    const inner = (part) => written(part, depth - 1);
    if (isList) {
        return `[${Array.from(value).slice(0, 80).map(inner).join(", ")}]`;
    }
    const kind = value.constructor?.name;
    if (kind !== undefined && kind !== "Object") {
        return typeof value.size === "number" ? `a ${kind} of ${value.size}` : `an object of the class ${kind}`;
    }
    const fields = Object.entries(value).slice(0, 20).map(([name, part]) => `${name}: ${inner(part)}`);
    return `{${fields.join(", ")}}`;
}

/** Returns whether a function must be called with `new`. */
function isClass(value) {
    return /^class\b/.test(Function.prototype.toString.call(value)) || typeof value.prototype?.play === "function";
}

/** The stacks of errors that boards threw. A report has one line for each. */
class Stacks {
    /** The stack for each line in a report. */
    #all = new Map();

    /** Keeps the stack of an error, and returns a line for the report. */
    keep(error) {
        if (!(error instanceof Error)) {
            return `it threw ${shown(error)}`;
        }
        const lines = String(error.stack ?? error).split("\n");
        // The frames from here on belong to this file and to the WebAssembly.
        const end = lines.findIndex((line) => OWN_FILE !== undefined && line.includes(OWN_FILE));
        const theirs = lines.slice(0, end < 0 ? lines.length : end);
        const place = theirs.map((line) => line.match(/[^/\\(@ ]+:\d+:\d+(?=\)?$)/)?.[0]).find(Boolean);
        // A report counts errors thrown at one place as one fault. The place is the text after the last "at".
        const line = `${`${error.name}: ${error.message}`.slice(0, 120)} at ${place ?? "an unknown place"}`;
        this.#all.set(line, theirs.join("\n"));
        return line;
    }

    /** Returns the stack for a sentence that contains such a line. */
    find(sentence) {
        return [...this.#all].find(([line]) => sentence.includes(line))?.[1];
    }
}

module.exports = { Bridge, Illegal, METHODS, Stacks, Unsupported, isClass, shown };
