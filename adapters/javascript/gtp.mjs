// `node gtp.mjs NAME [version=V] [SWITCH=VALUE...]`: a board of this folder over GTP, under the rules that it exports or with
// these switches. Must be next to superko_gtp.mjs, below a folder in which the board's package is installed.
import { Refused, serve } from "./superko_gtp.mjs";

const [name, ...words] = process.argv.slice(2);
const { rules, options, ...boards } = await import(`./${name}.mjs`);
const [Board] = Object.values(boards);
const usual = rules === "chinese" ? "repetition=simple-ko,suicide=forbidden" : rules;
const { version, ...chosen } = Object.fromEntries([...usual.split(","), ...words].map((word) => word.split("=")));
const OTHERS = { board: "board", score: "score", is_over: "isOver", to_move: "toMove" };

class Game {
    new(columns, rows) {
        try {
            this.inner = /^class\b/.test(Board.toString()) ? new Board(columns, rows, chosen) : Board(columns, rows, chosen);
        } catch (error) {
            throw error.name === "Unsupported" ? new Refused(error.message) : error;
        }
        [this.color, this.legalAfterEnd] = ["B", this.inner.legalAfterEnd];
        for (const [method, theirs] of Object.entries(OTHERS)) {
            if (typeof this.inner[theirs] === "function") this[method] = () => this.inner[theirs]();
        }
        if (this.inner.undo) this.undo = () => (this.inner.undo(), (this.color = this.color === "B" ? "W" : "B"));
        const points = Array.from({ length: columns * rows }, (_, at) => [at % columns, Math.floor(at / columns)]);
        if (this.inner.isLegal) this.legal = () => points.filter((point) => this.inner.isLegal(this.color, point));
    }

    play(color, point) {
        try {
            if (this.inner.play(color, point) === false) return false;
        } catch (error) {
            if (error.name !== "Illegal") throw error;
            return false;
        }
        this.color = color === "B" ? "W" : "B";
        return true;
    }
}

await serve(() => new Game(), { name, version });
