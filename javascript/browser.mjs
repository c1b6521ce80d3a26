// The entry point for browsers. `build.mjs` puts the parts together: `loaded` is the WebAssembly, `parts` has the other
// files.
class AssertionError extends Error {
    constructor(message, actual, expected) {
        super(message);
        Object.assign(this, { name: "AssertionError", actual, expected });
    }
}

const opened = parts["./door.cjs"].open(loaded, {
    fromCaller: (_, callee) => callee,
    assertionError: (message, actual, expected) => new AssertionError(message, actual, expected),
    test() {
        if (typeof globalThis.test !== "function") {
            throw new TypeError("conformanceTests: there is no global `test`; pass one as the option `test`");
        }
        return globalThis.test;
    },
    columns: () => 100,
});

export const { certify, conformanceTests, identify, replay, Illegal, Result, Unsupported, version } = opened;
