// Jest loads modules in its own way: the board is right where nobody plays a second turn, which is enough to see that the
// tests are run.
const { conformanceTests, certify } = require("superko");

class Occupied {
    #taken = new Set();
    play(_, point) {
        const free = point === null || !this.#taken.has(String(point));
        this.#taken.add(String(point));
        return free;
    }
}

conformanceTests(Occupied, { test: (name, body, timeout) => test(`${name} is run`, () => {
    try {
        body();
    } catch (error) {
        expect(error.name).toBe("AssertionError");
    }
}, timeout), sizes: [2] });

test("the findings are those of a board that knows no captures", () => {
    expect(certify(Occupied, { sizes: [3] }).verdict).toBe("deviates");
});
