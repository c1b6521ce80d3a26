// The functions of the package. The same file serves Node and browsers; `index.cjs` and `browser.mjs` have the differences.
"use strict";

const { Bridge, Illegal, Stacks, Unsupported, isClass, shown } = require("./board.cjs");
const { CHECKS, CONVENTIONS, FLAG, OPTIONS, TEST_OPTIONS, asJson, checkedOptions } = require("./options.cjs");

/** The time limit of a test in milliseconds; the first test waits for the whole run. */
const TIMEOUT = 600_000;
/** The title of the test for what belongs to no rule and no check. */
const REST = "complete, and without faults";
/** The numbers of the rules. */
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** The method that `console.log` of Node calls. */
const INSPECT = Symbol.for("nodejs.util.inspect.custom");
/** A name that a user can have given to a class or a function. */
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/**
 * Makes the functions of the package.
 *
 * @param wasm the functions of the WebAssembly
 * @param platform `assertionError`, which makes an `AssertionError`, `test`, which returns the function that makes a test, and
 *     `columns`, which returns the width of the terminal
 */
function open(wasm, platform) {
    /** The result of a run. */
    class Result {
        #said;
        /** Whether it is the result of `identify`. */
        #identified;

        constructor({ stacks, ...said }, identified) {
            [this.#said, this.#identified] = [said, identified];
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

        /** Returns the report as text; with `{ verbose: true }`, with all details. */
        text(options = {}) {
            const { verbose = false } = checkedOptions(options, { verbose: FLAG });
            return verbose ? this.#written(true, false, 100) : this.#said.text;
        }

        toString() {
            return this.#said.text;
        }

        /** Returns the report as data, in the same schema as that of the command line. */
        toJSON() {
            return this.#said.report;
        }

        /** Returns the report on one screen, as the command line prints it; inside of another object, only the verdict. */
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

    /** Runs a function of the WebAssembly that makes a report. */
    function run(what, makeBoard, options) {
        const [host, json] = prepared(makeBoard, options);
        return { ...JSON.parse(calling(() => what(host, json))), stacks: host.stacks };
    }

    function certify(makeBoard, options = {}) {
        return new Result(run(wasm.certify, makeBoard, options), false);
    }

    function identify(makeBoard, options = {}) {
        return new Result(run(wasm.identify, makeBoard, options), true);
    }

    function replay(makeBoard, record, options = {}) {
        const [host, json] = prepared(makeBoard, options);
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
        const [, json] = prepared(makeBoard, others);
        calling(() => wasm.checkOptions(json));
        let ran;
        const said = () => (ran ??= run(wasm.certify, makeBoard, others));
        const name = nameOf(makeBoard, others);
        const titles = [...NUMBERS.map((number) => `rule ${number}`), ...Object.keys(CHECKS).map((check) => `check ${check}`)];
        /** The title of the test that fails because of a finding. */
        const home = ({ rule, check }) => {
            const title = rule === null ? `check ${check}` : `rule ${numberOf(rule)}`;
            return titles.includes(title) ? title : REST;
        };
        const fail = (message, actual, expected) => {
            throw platform.assertionError(message, actual, expected, fail);
        };
        /** Makes a test. A mistake of the board fails one test, that of its first finding, and its other tests are skipped. */
        const makes = (title, isAbout, otherwise) => {
            // No named argument: jest would wait until a test calls it.
            test(`${name}: ${title}`, (...context) => {
                const skip = (why) => (context[0]?.skip ? context[0].skip(why) : console.warn(`${name}: ${title}: ${why}`));
                const { report, opening, ...rest } = said();
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
        const unseen = (why) => (said().report.faults.length > 0 ? "nothing was observed before the fault" : why);
        for (const number of NUMBERS) {
            makes(`rule ${number}`, ({ rule }) => rule !== null && numberOf(rule) === number, (skip) => {
                const rules = Object.entries(said().report.rules_checked).filter(([rule]) => numberOf(rule) === number);
                const inPart = Object.entries(said().report.in_part ?? {}).filter(([rule]) => numberOf(rule) === number);
                if (rules.length > 0 && rules.every(([, { observations }]) => observations === 0)) {
                    skip(unseen(`nothing was observed for ${rules.map(([rule]) => rule).join(" and ")}`));
                } else if (inPart.length > 0) {
                    skip(`conforms in part: ${inPart.map(([rule, why]) => `${rule} (${why})`).join(", ")}`);
                }
            });
        }
        for (const [check, methods] of Object.entries(CHECKS)) {
            makes(`check ${check}`, (finding) => finding.check === check, (skip) => {
                if (!(said().report.checks[check]?.observations > 0) && !without.includes(check)) {
                    skip(unseen(`nothing was observed; it needs the method ${methods.map((method) => `\`${method}\``).join(" or ")}`));
                }
            });
        }
        makes(REST, () => false, () => {
            const { problems, report } = said();
            if (problems !== null) {
                fail(`\n${problems}`, report.verdict, "conforms");
            }
        });
    }

    return { certify, identify, replay, conformanceTests, Result, Illegal, Unsupported, version: wasm.version() };
}

/** Returns what starts a run: the caller's side of it, and the options as JSON. */
function prepared(makeBoard, options) {
    const given = checkedOptions(options);
    if (typeof makeBoard !== "function") {
        throw new TypeError(
            `makeBoard is ${shown(makeBoard)}: pass a class, or a function that makes a board from \`(columns, rows, rules)\``,
        );
    }
    const conventions = CONVENTIONS.filter((name) => given[name] !== undefined);
    const told = conventions.map((name) => `${name}: ${JSON.stringify(given[name])}`).join(", ");
    const call = {
        start: `replay(${IDENTIFIER.test(makeBoard.name) ? makeBoard.name : "makeBoard"}`,
        end: told === "" ? "" : `, { ${told} }`,
    };
    return [new Host(makeBoard, given), asJson(given, nameOf(makeBoard, given), call)];
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
    /** What boards threw. */
    stacks = new Stacks();

    constructor(makeBoard, options) {
        this.#make = (...game) => (isClass(makeBoard) ? new makeBoard(...game) : makeBoard(...game));
        this.#options = options;
    }

    bridge() {
        return new Bridge(this.#make, this.#options.score, this.stacks);
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
