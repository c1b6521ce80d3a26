// The functions of the package. The same file serves Node and browsers; `index.cjs` and `browser.mjs` have the differences.
"use strict";

const { Bridge, Illegal, Stacks, Unsupported, isClass, shown } = require("./board.cjs");
const { CHECKS, CONVENTIONS, FLAG, OPTIONS, REPLAY_OPTIONS, TEST_OPTIONS, asJson, asWritten, checkedOptions } =
    require("./options.cjs");

/** The time limit of a test in milliseconds. It is long, because the first test waits for the whole run. */
const TIMEOUT = 600_000;
/** The title of the test for problems that belong to no rule and no check. */
const REST = "complete, and without faults";
/** The method that `console.log` of Node calls. */
const INSPECT = Symbol.for("nodejs.util.inspect.custom");
/** A name that a user can have given to a class or a function. */
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/**
 * Makes the functions of the package.
 *
 * @param wasm the functions of the WebAssembly
 * @param platform `assertionError`, which makes an `AssertionError`, `test`, which returns the function that makes a test,
 *     `fromCaller`, which returns a function that seems to be called where another one was, and `columns`, which returns the
 *     width of the terminal
 */
function open(wasm, platform) {
    /** The result of a run. */
    class Result {
        /** The data of the run, as `src/run.rs` returns them. */
        #data;
        /** Whether this is the result of `identify`. */
        #identified;

        constructor({ stacks, ...data }, identified) {
            [this.#data, this.#identified] = [data, identified];
            const { report, findings } = data;
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
                throw platform.assertionError(`\n${this.#withStacks(this)}`, this.verdict, "conforms", Result.prototype.check);
            }
        }

        /** Returns the report as text. With `{ verbose: true }`, the text has all details. */
        text(options = {}) {
            const { verbose = false } = checkedOptions(options, { verbose: FLAG });
            return verbose ? this.#withStacks(this.#written(true, false, 100)) : this.#data.text;
        }

        /** Adds the stacks of faults to a text. */
        #withStacks(text) {
            const stacks = this.faults.map(({ stack }) => stack).filter((stack) => stack !== undefined);
            return [text, ...stacks].join("\n");
        }

        toString() {
            return this.#data.text;
        }

        /** Returns the report as data, in the same schema as that of the command line. */
        toJSON() {
            return this.#data.report;
        }

        /** Returns the report on one screen, as the command line prints it. Inside another object, returns only the verdict. */
        [INSPECT](depth, options) {
            if (depth !== options?.depth) {
                return `Result { ${this.verdict} }`;
            }
            return this.#written(false, Boolean(options.colors), platform.columns()).trimEnd();
        }

        #written(verbose, color, width) {
            return calling(() => wasm.written(JSON.stringify(this), this.#identified, verbose, color, width));
        }
    }

    /** Runs a function of the WebAssembly that makes a report. `again` is the name of the function to call for another run. */
    function run(what, makeBoard, options, again) {
        const [host, json] = prepared(makeBoard, checkedOptions(options), again);
        return { ...JSON.parse(calling(() => what(host, json))), stacks: host.stacks };
    }

    function certify(makeBoard, options = {}) {
        return new Result(run(wasm.certify, makeBoard, options, "certify"), false);
    }

    function identify(makeBoard, options = {}) {
        return new Result(run(wasm.identify, makeBoard, options, "certify"), true);
    }

    function replay(makeBoard, record, options = {}) {
        const [host, json] = prepared(makeBoard, checkedOptions(options, { ...OPTIONS, ...REPLAY_OPTIONS }), "certify");
        const differs = calling(() => wasm.replay(host, String(record), json));
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
        const { test = platform.test(), timeout = TIMEOUT, without = [], ...others } =
            checkedOptions(options, { ...OPTIONS, ...TEST_OPTIONS });
        // A wrong option is one error, not one in each test.
        const [, json] = prepared(makeBoard, others, "conformanceTests");
        calling(() => wasm.checkOptions(json));
        let ran;
        /** Returns the data of the run, which the first test starts. */
        const data = () => (ran ??= run(wasm.certify, makeBoard, others, "conformanceTests"));
        const name = nameOf(makeBoard, others);
        const rules = wasm.topics().map((topic, place) => `rule ${place + 1}: ${topic}`);
        /** The title of the test that fails because of a finding. */
        const home = ({ rule, check }) => {
            const title = rule === null ? Object.hasOwn(CHECKS, check) && `check ${check}` : rules[numberOf(rule) - 1];
            return title || REST;
        };
        const fail = (message, actual, expected) => {
            const error = platform.assertionError(message, actual, expected, fail);
            // The stack has only frames of this file and of the runner.
            error.stack = `${error.name}: ${message}`;
            throw error;
        };
        const testFromCaller = platform.fromCaller(conformanceTests, test);
        /**
         * Adds a test. A mistake of the board fails one test, that of its first finding. Other tests that its findings concern,
         * as `isAbout` says, are skipped. If no mistake concerns the test, calls `otherwise`.
         */
        const addTest = (title, isAbout, otherwise) => {
            // The function has no named argument, because jest would wait until the test calls it.
            testFromCaller(`${name}: ${title}`, (...context) => {
                const skip = (why) => (context[0]?.skip ? context[0].skip(why) : console.warn(`${name}: ${title}: ${why}`));
                const { report, opening, ...rest } = data();
                const mistakes =
                    rest.mistakes.map(({ findings, text }) => ({ text, all: findings.map((place) => report.findings[place]) }));
                const own = mistakes.filter(({ all: [first] }) => home(first) === title);
                if (own.length > 0) {
                    fail(`\n${opening}${own.map(({ text }) => text).join("\n")}`, own.length, 0);
                }
                const other = mistakes.find(({ all }) => all.some(isAbout));
                if (other !== undefined) {
                    skip(`the mistake shown by "${home(other.all[0])}" breaks this too`);
                } else {
                    otherwise(skip);
                }
            }, timeout);
        };
        const unseen = (why) => (data().report.faults.length > 0 ? "nothing was observed before the fault" : why);
        for (const [place, title] of rules.entries()) {
            const number = place + 1;
            addTest(title, ({ rule }) => rule !== null && numberOf(rule) === number, (skip) => {
                const rules = Object.entries(data().report.rules_checked).filter(([rule]) => numberOf(rule) === number);
                const inPart = Object.entries(data().report.in_part ?? {}).filter(([rule]) => numberOf(rule) === number);
                if (rules.length > 0 && rules.every(([, { observations }]) => observations === 0)) {
                    skip(unseen(`nothing was observed for ${rules.map(([rule]) => rule).join(" and ")}`));
                } else if (inPart.length > 0) {
                    skip(`conforms in part: ${inPart.map(([rule, why]) => `${rule} (${why})`).join(", ")}`);
                }
            });
        }
        for (const [check, methods] of Object.entries(CHECKS)) {
            addTest(`check ${check}`, (finding) => finding.check === check, (skip) => {
                if (!(data().report.checks[check]?.observations > 0) && !without.includes(check)) {
                    skip(unseen(`nothing was observed; it needs the method ${methods.map((method) => `\`${method}\``).join(" or ")}`));
                }
            });
        }
        addTest(REST, () => false, () => {
            const { problems, report } = data();
            if (problems !== null) {
                fail(`\n${problems}`, report.verdict, "conforms");
            }
        });
    }

    return { certify, identify, replay, conformanceTests, Result, Illegal, Unsupported, version: wasm.version() };
}

/** Returns the two arguments that start a run: the host, and the checked options as JSON. */
function prepared(makeBoard, given, again) {
    if (typeof makeBoard !== "function") {
        throw new TypeError(
            `makeBoard is ${shown(makeBoard)}: pass a class, or a function that makes a board from \`(columns, rows, rules)\``,
        );
    }
    const board = IDENTIFIER.test(makeBoard.name) ? makeBoard.name : "makeBoard";
    const conventions = Object.fromEntries(CONVENTIONS.filter((name) => name in given).map((name) => [name, given[name]]));
    const { level, ...others } = given;
    const calls = {
        replay: `replay(${board}, {record}${asWritten(conventions)})`,
        replayAfter: `replay(${board}, {record}${asWritten(conventions, "after: [{games}]")})`,
        byRules: `${again}(${board}${asWritten(conventions, 'rules: "{rules}"')})`,
        byLevel: `${again}(${board}${asWritten(others, 'level: "{level}"')})`,
    };
    return [new Host(makeBoard, given), asJson(given, nameOf(makeBoard, given), calls)];
}

/** Returns the name of a board in reports. */
function nameOf(makeBoard, options) {
    return options.name || makeBoard?.name || "board";
}

/** Returns the number of a rule from its id, such as `TT6/situational`. */
function numberOf(rule) {
    return Number(rule.match(/\d+/)[0]);
}

/** The caller's side of a run; see `src/host.rs`. */
class Host {
    #make;
    #options;
    #began = performance.now();
    /** The methods that the boards have. */
    #methods = new Set();
    /** The stacks of errors that boards threw. */
    stacks = new Stacks();

    constructor(makeBoard, options) {
        this.#make = (...game) => (isClass(makeBoard) ? new makeBoard(...game) : makeBoard(...game));
        this.#options = options;
    }

    bridge() {
        return new Bridge(this.#make, this.#options.score, this.stacks, this.#methods);
    }

    lacks(agreed) {
        const has = (name) => this.#methods.has(name);
        const all = ["legal", "board", "isOver", "toMove", "score", "undo", ...(agreed ? ["settle"] : [])];
        return has("play") ? all.filter((name) => !has(name) && !(name === "legal" && has("isLegal"))) : [];
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

module.exports = { open };
