// The interface between the boards of users and the harness, which is WebAssembly. The same file serves Node and browsers;
// `index.cjs` and `browser.mjs` have the differences.
"use strict";

/** Codes of `src/board.rs`. */
const ALLOWED = 1, FORBIDDEN = 0, CANNOT_SAY = -2, FAULT = -9;
const PASS = -1;
const REASONS = { over: 2, "no stones": 3, occupied: 4, suicide: 5, repetition: 6 };
/** The checks of a board, each with the methods that it needs (one is enough). */
const CHECKS = {
    "play": ["play"],
    "legality": ["legal", "isLegal"],
    "board": ["board"],
    "status": ["isOver"],
    "score": ["score"],
    "undo": ["undo"],
};
/** Rules that need not be observed, because few boards have `settle`. */
const AGREEMENTS = ["TT8/dead-points", "TT8/resume"];
/** Options that the WebAssembly does not know. */
const OWN_OPTIONS = ["score", "budget", "progress", "test", "timeout", "without"];
/** The name of this file in stacks. */
const OWN_FILE = new Error().stack?.match(/(?:file:|\/|[A-Z]:|http)[^\s()]*?(?=:\d+:\d+)/)?.[0];
/** The time limit of a test in milliseconds; the first test waits for the whole run. */
const TIMEOUT = 600_000;

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

/** An answer of a board that cannot be understood. */
class Misunderstood extends Error {}

/**
 * Makes the functions of the package.
 *
 * @param wasm the functions of the WebAssembly
 * @param platform `assertionError`, which makes an `AssertionError`, and `test`, which returns the function that makes a test
 */
function open(wasm, platform) {
    /** The result of a run. */
    class Result {
        #said;

        constructor(said, stacks) {
            this.#said = said;
            const { report, findings } = said;
            this.verdict = report.verdict;
            this.complete = report.complete;
            this.findings = report.findings.map((finding, place) => ({ ...finding, text: findings[place] }));
            this.faults = report.faults.map((fault) => ({ ...fault, stack: stacks.find(fault.what) }));
            this.diagnosis = report.diagnosis;
            this.rulesChecked = report.rules_checked;
            this.checks = report.checks;
            this.seconds = report.seconds;
        }

        /** Throws an `AssertionError` with the drawn findings unless the board conforms. */
        check() {
            if (this.verdict !== "conforms") {
                throw platform.assertionError(`\n${this}`, this.verdict, "conforms", Result.prototype.check);
            }
        }

        /** Returns the report as text. */
        toString() {
            return this.#said.text;
        }

        /** Returns the report as data, in the same schema as that of the command line. */
        toJSON() {
            return this.#said.report;
        }
    }

    function run(what, makeBoard, options) {
        const host = new Host(maker(makeBoard, options), options);
        const said = calling(() => what(host, asked(makeBoard, options)));
        return new Result(JSON.parse(said), host.stacks);
    }

    function certify(makeBoard, options = {}) {
        return run(wasm.certify, makeBoard, options);
    }

    function identify(makeBoard, options = {}) {
        return run(wasm.identify, makeBoard, options);
    }

    function replay(makeBoard, record, options = {}) {
        const host = new Host(maker(makeBoard, options), options);
        const differs = calling(() => wasm.replay(host, String(record), asked(makeBoard, options)));
        if (differs !== undefined) {
            throw platform.assertionError(`\n${differs}`, "deviates", "conforms", replay);
        }
    }

    /** Calls the WebAssembly. A panic is an internal error of Superko. */
    function calling(call) {
        try {
            return call();
        } catch (error) {
            if (typeof error === "string") {
                throw new TypeError(error);
            }
            if (error instanceof WebAssembly.RuntimeError) {
                const words = wasm.lastWords();
                throw new Error(`internal error of Superko, please report it: ${words}`, { cause: error });
            }
            throw error;
        }
    }

    function conformanceTests(makeBoard, options = {}) {
        const test = options.test ?? platform.test();
        const timeout = options.timeout ?? TIMEOUT;
        let result;
        const shared = () => (result ??= certify(makeBoard, options));
        const left = options.without ?? [];
        const name = asName(makeBoard, options);
        const makes = (title, body) => test(`${name}: ${title}`, body, timeout);
        const none = (findings, what) => {
            if (findings.length > 0) {
                const text = findings.map((finding) => finding.text).join("\n");
                throw platform.assertionError(`${name} ${what}\n\n${text}`, findings.length, 0, none);
            }
        };
        const given = (is, why) => {
            if (!is) {
                throw platform.assertionError(why, false, true, given);
            }
        };
        for (let number = 1; number <= 10; number++) {
            makes(`rule ${number}`, () => {
                const { rulesChecked, findings } = shared();
                for (const [rule, { observations }] of Object.entries(rulesChecked)) {
                    if (rule.match(/\d+/)[0] === String(number)) {
                        none(findings.filter((finding) => finding.rule === rule), `breaks ${rule}`);
                        const seen = observations > 0 || left.length > 0 || AGREEMENTS.includes(rule);
                        given(seen, `nothing was observed for ${rule}; which method is the board missing?`);
                    }
                }
            });
        }
        for (const [check, methods] of Object.entries(CHECKS)) {
            makes(`check ${check}`, () => {
                const { checks, findings } = shared();
                none(findings.filter((finding) => finding.check === check), `disagrees with the reference (${check})`);
                given(
                    checks[check]?.observations > 0 || left.includes(check),
                    `nothing was observed for check ${check}: does the board have the method ` +
                        `${methods.map((method) => `\`${method}\``).join(" or ")}? If not, pass ` +
                        `\`without: ["${check}"]\``,
                );
            });
        }
        makes("complete, and without faults", () => {
            const report = shared().toJSON();
            given(report.faults.length === 0, report.faults.map((fault) => fault.what).join("\n"));
            const refused = report.refused_sizes.map(({ size, what }) => `${size} is not supported: ${what}`);
            given(refused.length === 0 || options.sizes === undefined, refused.join("\n"));
            given(report.complete, "not everything was done");
            given(report.unmet.length === 0 || left.length > 0, `not observed: ${report.unmet.join(", ")}`);
        });
    }

    return { certify, identify, replay, conformanceTests, Result, Illegal, Unsupported, version: wasm.version() };
}

/** Returns the options for the WebAssembly, as JSON. */
function asked(makeBoard, options) {
    const rest = { ...options, name: asName(makeBoard, options) };
    for (const own of OWN_OPTIONS) {
        delete rest[own];
    }
    for (const text of ["rules", "moveCap"]) {
        if (rest[text] !== undefined) {
            rest[text] = String(rest[text]);
        }
    }
    if (rest.sizes !== undefined) {
        if (!Array.isArray(rest.sizes)) {
            throw new TypeError(`sizes: ${shown(rest.sizes)} is not a list of boards: write [9, "5x4", [5, 4]]`);
        }
        rest.sizes = rest.sizes.map(sizeText);
    }
    return JSON.stringify(rest);
}

/** `9`, `"5x4"` or `[5, 4]`. */
function sizeText(size) {
    return Array.isArray(size) ? size.join("x") : String(size);
}

function asName(makeBoard, options) {
    return options.name || makeBoard?.name || "board";
}

/** Returns a function that starts a game, whether `makeBoard` is a class or a function. */
function maker(makeBoard, options) {
    checkOptions(options);
    if (typeof makeBoard !== "function") {
        throw new TypeError(
            `makeBoard is ${shown(makeBoard)}: pass a class, or a function that makes a board from \`(columns, rows, rules)\``,
        );
    }
    const isClass =
        /^class\b/.test(Function.prototype.toString.call(makeBoard)) || typeof makeBoard.prototype?.play === "function";
    const make = (...game) => (isClass ? new makeBoard(...game) : makeBoard(...game));
    return () => {
        let kept;
        return (columns, rows, rules) => {
            if (typeof kept?.new === "function") {
                kept.new(columns, rows, rules);
                return kept;
            }
            kept = make(columns, rows, rules);
            if (typeof kept?.new === "function") {
                kept.new(columns, rows, rules);
            }
            if (kept === null || typeof kept !== "object" && typeof kept !== "function") {
                throw new Misunderstood(`makeBoard made ${shown(kept)}, not a board`);
            }
            if (typeof kept.play !== "function") {
                throw new Misunderstood("the board has no method `play`, which is required");
            }
            return kept;
        };
    };
}

function checkOptions(options) {
    if (options === null || typeof options !== "object") {
        throw new TypeError(`the options are ${shown(options)}, not an object`);
    }
    const { score, budget } = options;
    if (score !== undefined && !["areas", "margin", "winner"].includes(score)) {
        throw new TypeError(`score: ${shown(score)} is not a kind of score: write "areas", "margin" or "winner"`);
    }
    if (budget !== undefined && !(budget > 0)) {
        throw new TypeError(`budget: ${shown(budget)} is not a number of seconds`);
    }
}

/** The caller's side of a run; see `src/host.rs`. */
class Host {
    #makes;
    #options;
    #began = performance.now();
    /** What boards threw. */
    stacks = new Stacks();

    constructor(makes, options) {
        this.#makes = makes;
        this.#options = options;
    }

    bridge() {
        return new Bridge(this.#makes(), this.#options.score, this.stacks);
    }

    elapsed() {
        return performance.now() - this.#began;
    }

    stop() {
        const { budget } = this.#options;
        return budget !== undefined && this.elapsed() >= 1000 * budget;
    }

    progress(done, all) {
        this.#options.progress?.(done, all < 0 ? undefined : all);
    }
}

/** One board, as the WebAssembly uses it; see `src/host.rs`. No method throws: `fault` returns what went wrong. */
class Bridge {
    #begin;
    #score;
    #stacks;
    #board;
    #columns = 0;
    #rows = 0;
    /** Whose turn it is according to the harness. */
    #color = "B";
    #fault;

    constructor(begin, score, stacks) {
        [this.#begin, this.#score, this.#stacks] = [begin, score, stacks];
    }

    start(columns, rows, rules) {
        return this.#asking("new", false, () => {
            [this.#columns, this.#rows, this.#color] = [columns, rows, "B"];
            this.#board = this.#begin(columns, rows, rulesOf(rules));
            return true;
        });
    }

    play(place) {
        const point = this.#point(place);
        return this.#asking("play", FAULT, () => {
            const code = this.#ruling("play", () => this.#board.play(this.#color, point), true);
            if (code === ALLOWED) {
                this.#color = other(this.#color);
            }
            return code;
        }, point);
    }

    areLegal(places) {
        const board = this.#board;
        const none = new Int32Array(0);
        if (typeof board.isLegal === "function") {
            return this.#asking("isLegal", none, () =>
                places.map((place) =>
                    this.#ruling("isLegal", () => board.isLegal(this.#color, this.#point(place)), false)),
            );
        }
        if (typeof board.legal !== "function") {
            return places.map(() => CANNOT_SAY);
        }
        return this.#asking("legal", none, () => {
            const legal = this.#legal(board.legal());
            return places.map((place) => {
                if (legal === null || place === PASS && !legal.has(PASS)) {
                    return CANNOT_SAY;
                }
                return legal.has(place) ? ALLOWED : FORBIDDEN;
            });
        });
    }

    board() {
        const board = this.#board;
        if (typeof board.board !== "function") {
            return undefined;
        }
        return this.#asking("board", undefined, () => {
            const told = board.board();
            if (told === undefined || told === null) {
                return undefined;
            }
            const rows = typeof told === "string" ? told.trim().split(/\s*\n\s*/) : [...told];
            const columns = rows.length > 0 ? cellsOf(rows[0]).length : 0;
            const cells = new Uint8Array(2 + rows.length * columns);
            [cells[0], cells[1]] = [columns, rows.length];
            rows.forEach((row, number) => {
                const all = cellsOf(row);
                if (all.length !== columns) {
                    throw new Misunderstood(`row ${number + 1} from the top has ${all.length} points, not ${columns}`);
                }
                for (let column = 0; column < columns; column++) {
                    cells[2 + number * columns + column] = color(all[column], number, column);
                }
            });
            return cells;
        });
    }

    status() {
        const board = this.#board;
        if (typeof board.isOver !== "function") {
            return 0;
        }
        return this.#asking("isOver", FAULT, () => {
            const over = board.isOver();
            if (over === undefined) {
                return 0;
            }
            if (typeof over !== "boolean") {
                throw new Misunderstood(`it returned ${shown(over)}, not true or false`);
            }
            const toMove = over || typeof board.toMove !== "function" ? this.#color : board.toMove();
            if (toMove !== "B" && toMove !== "W") {
                throw new Misunderstood(`toMove() returned ${shown(toMove)}, not "B" or "W"`);
            }
            return over ? 3 : toMove === "B" ? 1 : 2;
        });
    }

    score() {
        const board = this.#board;
        if (typeof board.score !== "function") {
            return undefined;
        }
        return this.#asking("score", undefined, () => scoreOf(board.score(), this.#score));
    }

    settle(dead) {
        const board = this.#board;
        if (typeof board.settle !== "function") {
            return 0;
        }
        const points = dead === undefined ? null : [...dead].map((place) => this.#point(place));
        return this.#asking("settle", FAULT, () => (board.settle(points) === false ? 0 : 1));
    }

    undo() {
        const board = this.#board;
        if (typeof board.undo !== "function") {
            return 0;
        }
        return this.#asking("undo", FAULT, () => {
            if (board.undo() === false) {
                return 0;
            }
            this.#color = other(this.#color);
            return 1;
        });
    }

    generate() {
        const board = this.#board;
        if (typeof board.generate !== "function") {
            return CANNOT_SAY;
        }
        return this.#asking("generate", FAULT, () => {
            const point = board.generate(this.#color);
            return point === undefined ? CANNOT_SAY : this.#place(point);
        });
    }

    fault() {
        return this.#fault;
    }

    /** Asks the board. If it throws, keeps the error and returns `otherwise`. */
    #asking(method, otherwise, ask, point) {
        this.#fault = undefined;
        try {
            return ask();
        } catch (error) {
            const asked = point === undefined ? `${method}()` : `${method}("${this.#color}", ${JSON.stringify(point)})`;
            if (error instanceof Unsupported || error?.name === "Unsupported") {
                this.#fault = ["unsupported", asked, error.message];
            } else if (error instanceof Misunderstood) {
                this.#fault = ["answer", asked, error.message];
            } else {
                this.#fault = ["threw", asked, this.#stacks.keep(error)];
            }
            return otherwise;
        }
    }

    /** Returns the code for what a board says about a turn: true, false, or it throws `Illegal`. */
    #ruling(method, ask, required) {
        let answer;
        try {
            answer = ask();
        } catch (error) {
            if (isIllegal(error)) {
                return REASONS[error.reason] ?? FORBIDDEN;
            }
            throw error;
        }
        if (answer === true) {
            return ALLOWED;
        }
        if (answer === false) {
            return FORBIDDEN;
        }
        if (answer === undefined && !required) {
            return CANNOT_SAY;
        }
        throw new Misunderstood(`it returned ${shown(answer)}: ${method} must return true or false, or throw superko.Illegal`);
    }

    /** Returns the places of legal turns, from a mask with the top row first or from points; null if the board cannot answer. */
    #legal(told) {
        if (told === undefined || told === null) {
            return null;
        }
        if (typeof told[Symbol.iterator] !== "function") {
            throw new Misunderstood(`it returned ${shown(told)}, not points or rows of true and false`);
        }
        const all = [...told];
        if (all.length > 0 && Array.isArray(all[0]) && typeof all[0][0] === "boolean") {
            if (all.length !== this.#rows || all.some((row) => row?.length !== this.#columns)) {
                throw new Misunderstood(`the mask does not have ${this.#rows} rows of ${this.#columns}`);
            }
            const places = new Set();
            all.forEach((row, number) => row.forEach((is, column) => {
                if (is) {
                    places.add((this.#rows - 1 - number) * this.#columns + column);
                }
            }));
            return places;
        }
        return new Set(all.map((point) => this.#place(point)));
    }

    #point(place) {
        return place === PASS ? null : [place % this.#columns, Math.floor(place / this.#columns)];
    }

    #place(point) {
        if (point === null) {
            return PASS;
        }
        const [column, row] = typeof point?.[Symbol.iterator] === "function" ? point : [];
        const inside = (number, end) => Number.isInteger(number) && number >= 0 && number < end;
        if (!inside(column, this.#columns) || !inside(row, this.#rows)) {
            throw new Misunderstood(
                `${shown(point)} is not a point of a ${this.#columns}x${this.#rows} board: a point is [column, row], counted ` +
                    "from 0 at A1, and null is a pass",
            );
        }
        return row * this.#columns + column;
    }
}

function other(color) {
    return color === "B" ? "W" : "B";
}

/** Returns the rules as an object with a value for each switch; as a string, it has all of them. */
function rulesOf(text) {
    const switches = Object.fromEntries(text.split(",").map((part) => part.split("=")));
    Object.defineProperty(switches, "toString", { value: () => text });
    return Object.freeze(switches);
}

/** Whether an error means that a turn is illegal. Another copy of this package may have made it. */
function isIllegal(error) {
    return error instanceof Illegal || error?.name === "Illegal" && "reason" in error;
}

function cellsOf(row) {
    return typeof row === "string" ? row.replace(/\s/g, "") : [...row];
}

/** 0, 1 or 2: empty, black or white. */
function color(cell, row, column) {
    switch (cell) {
        case ".": case 0: return 0;
        case "X": case 1: return 1;
        case "O": case -1: case 2: return 2;
    }
    throw new Misunderstood(
        `point ${column + 1} of row ${row + 1} from the top is ${shown(cell)}: an empty point is "." or 0, a black stone "X" or ` +
            '1, a white one "O", -1 or 2',
    );
}

/** Returns a score as numbers for `src/board.rs`. */
function scoreOf(told, kind) {
    if (told === undefined) {
        return undefined;
    }
    if (Array.isArray(told) && told.length === 2 && kind !== "winner" && kind !== "margin") {
        if (told.every((points) => Number.isInteger(points) && points >= 0 && points < 1e9)) {
            return Float64Array.of(0, ...told);
        }
    } else if (Array.isArray(told) && told.length === 2) {
        return scoreOf(told[0] - told[1], kind);
    } else if (told === null || told === "B" || told === "W") {
        return Float64Array.of(2, told === "B" ? 1 : told === "W" ? -1 : 0);
    } else if (typeof told === "number" && kind === "winner") {
        return Float64Array.of(2, Math.sign(told));
    } else if (typeof told === "number" && kind !== "areas" && Number.isInteger(4 * told) && Math.abs(told) < 1e8) {
        return Float64Array.of(1, told);
    }
    throw new Misunderstood(
        `it returned ${shown(told)}: a score is [black, white] in whole points, Black's margin as a number, or the winner, ` +
            '"B" or "W", with null for a tie',
    );
}

/** Returns a value as a short text. */
function shown(value) {
    if (typeof value === "function") {
        return "a function";
    }
    let text;
    try {
        text = JSON.stringify(value) ?? String(value);
    } catch {
        text = String(value);
    }
    return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}

/** What boards threw. A report has one line of it. */
class Stacks {
    /** The stack for each line in a report. */
    #all = new Map();

    /** Keeps what was thrown, and returns a line for the report. */
    keep(error) {
        if (!(error instanceof Error)) {
            return `it threw ${shown(error)}`;
        }
        const lines = String(error.stack ?? error).split("\n");
        // The frames below belong to this file and to the WebAssembly.
        const ours = lines.findIndex((line) => OWN_FILE !== undefined && line.includes(OWN_FILE));
        const own = lines.slice(0, ours < 0 ? lines.length : ours);
        const place = own.map((line) => line.match(/[^/\\(@ ]+:\d+:\d+(?=\)?$)/)?.[0]).find(Boolean);
        // A report counts errors thrown at one place as one fault; the place is what follows the last "at".
        const line = `${`${error.name}: ${error.message}`.slice(0, 120)} at ${place ?? "an unknown place"}`;
        this.#all.set(line, own.join("\n"));
        return line;
    }

    /** Returns the stack for a sentence that contains such a line. */
    find(sentence) {
        return [...this.#all].find(([line]) => sentence.includes(line))?.[1];
    }
}

module.exports = { open };
