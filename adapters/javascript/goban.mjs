// goban: the board of the OGS server, with several superko algorithms. An illegal play throws.
import { Unsupported } from "./refusals.mjs";

// It is made for browsers and uses their globals when it is loaded. Here, each of these is an object without content.
const nothing = new Proxy(function () {}, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => "" : nothing), apply: () => nothing, construct: () => nothing,
});
for (const name of ["addEventListener", "document", "localStorage", "location", "navigator", "CSSStyleSheet"]) {
    globalThis[name] ??= nothing;
}
globalThis.self = globalThis.window = globalThis;
const module = await import("goban");
// In 0.7 and before, an engine was a GoEngine, in the module or in its default.
const goban = module.GoEngine ? module : module.default;

export const rules = "repetition=positional,suicide=forbidden";

const ALGORITHM = { positional: "psk", situational: "ssk", "natural-situational": "ssk" };

export function gobanBoard(columns, rows, { repetition, suicide }) {
    if (!["simple-ko", ...Object.keys(ALGORITHM)].includes(repetition) || suicide === "several-stones") {
        throw new Unsupported("only simple ko, positional or situational superko; suicide allowed or forbidden");
    }
    const engine = new (goban.GobanEngine ?? goban.GoEngine)({
        width: columns, height: rows, komi: 0, allow_self_capture: suicide === "allowed",
        allow_superko: repetition === "simple-ko", superko_algorithm: ALGORITHM[repetition] ?? "noresult",
    });
    return {
        play(_, point) {
            try {
                engine.place(point?.[0] ?? -1, point === null ? -1 : rows - 1 - point[1], true, true);
                return true;
            } catch (error) {
                if (!(error instanceof goban.GobanMoveError)) throw error;
                return false;
            }
        },
        board: () => engine.board,
    };
}
