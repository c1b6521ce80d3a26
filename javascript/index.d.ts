/** A player's color. */
export type Color = "B" | "W";

/** `[column, row]`, both counted from 0 at A1, the bottom left. */
export type Point = readonly [column: number, row: number];

/** A point to play at, or `null` for a pass. */
export type Turn = Point | null;

/** The rules that a board is asked to play by: a value for each switch. As a text it is what the option `rules` takes. */
export interface Rules {
    readonly repetition: "positional" | "situational" | "natural-situational" | "new-zealand" | "simple-ko" | "none";
    readonly suicide: "allowed" | "several-stones" | "forbidden";
    readonly [name: string]: string | (() => string);
    toString(): string;
}

/** A point of a board: `"."` or 0 if it is empty, `"X"` or 1 for a black stone, `"O"`, -1 or 2 for a white one. */
export type Cell = "." | "X" | "O" | 0 | 1 | -1 | 2;

/** Rows, the top row first: `["..X", ".O."]`, one text with a line for each row, or lists of cells. */
export type Position = string | Iterable<string | Iterable<Cell>>;

/**
 * A board under test. Only `play` is required; each further method that it has is compared too. A method that returns
 * `undefined` cannot say.
 */
export interface Board {
    /** Begins a new game, and forgets everything before it. Without it a new board is made for each game. */
    new?(columns: number, rows: number, rules: Rules): void;
    /** Plays a turn, and says whether it is legal, or throws `Illegal`. When it is not, nothing may change. */
    play(color: Color, turn: Turn): boolean;
    /** Whether a turn is legal now, for the color to move. The question changes nothing. */
    isLegal?(color: Color, turn: Turn): boolean | undefined;
    /**
     * The legal points, for the color to move, or rows of `true` and `false`, the top row first. Among points `null` says that
     * a pass is legal; without it nothing is said of a pass. Asked where there is no `isLegal`.
     */
    legal?(): Iterable<Turn> | readonly (readonly boolean[])[] | undefined;
    /** What stands on the board. */
    board?(): Position | undefined;
    /** Whose turn it is. Asked beside `isOver`. */
    toMove?(): Color;
    /** Whether the game is over. */
    isOver?(): boolean | undefined;
    /**
     * The score, asked when the game is over: both totals in whole points, Black's margin, or the winner, `null` for a tie.
     * Komi is 0.
     */
    score?(): readonly [black: number, white: number] | number | Color | null | undefined;
    /**
     * What the players settle when passes have ended the game or stopped it, where the rules ask them: the points of dead stones,
     * which ends the game; or `null`, if they disagree and the game goes on. `false` if it cannot.
     */
    settle?(dead: readonly (readonly [column: number, row: number])[] | null): void | boolean;
    /** Takes the last turn back; `false` if it cannot. */
    undo?(): void | boolean;
    /** The turn that it would play now. Nothing is played. */
    generate?(color: Color): Turn | undefined;
}

/** A class of boards, or a function that makes one. */
export type MakeBoard =
    | (new (columns: number, rows: number, rules: Rules) => Board)
    | ((columns: number, rows: number, rules: Rules) => Board);

export type Check = "play" | "legality" | "board" | "status" | "score" | "undo" | "generate";

/** Where a board does otherwise than most. It is judged by that. */
export interface Conventions {
    /** `false` of a board without a pass: it is given none. */
    pass?: boolean;
    /** How the game ends for who repeats a position, where the board accepts that. */
    repeat?: "loss" | "draw";
    /** After how many turns a game is over: a number, or `"2*n*n"` for twice the points of the board. */
    moveCap?: number | string;
    /** What `score` tells, where that cannot be seen: of `[black, white]`, or of a number, the margin or the winner only. */
    score?: "areas" | "margin" | "winner";
    /** Whom the board names as the winner of a tie, where it knows no tie. */
    tie?: Color;
    /** `true` of a board that plays anything that it is given, and knows elsewhere what is legal. */
    tolerates?: boolean;
}

export interface Options extends Conventions {
    /** What to call the board in reports. */
    name?: string;
    version?: string;
    /** What a reader of the report should know. */
    notes?: string[];
    /** A name such as `"chinese"`, or switches such as `"repetition=situational,suicide=forbidden"`. */
    rules?: string | Rules;
    /** Boards: `9`, `"5x4"` or `[5, 4]`, columns by rows. Without it, 15 boards from 1x1 to 9x9. */
    sizes?: (number | string | readonly [columns: number, rows: number])[];
    /** An amount of work, never a time. */
    level?: "smoke" | "standard" | "full";
    /** How many random games to play, in place of the number of the level. */
    games?: number;
    seed?: number;
    /** Parts of the fixed suite to play, or to leave out: beginnings of ids, rules, checks, boards as `"@9x9"`. */
    only?: string[];
    skip?: string[];
    /** Checks by which something must be observed. */
    require?: Check[];
    /** All checks are required, `generate` too, and what a board merely tolerates counts. */
    strict?: boolean;
    failFast?: boolean;
    /** Ids of findings that are expected. */
    known?: string[];
    /** Seconds after which the run stops. It is then incomplete. */
    budget?: number;
    /** Hears how much of the work is done, and how much there is if that is known. */
    progress?(done: number, all?: number): void;
}

/** A test function, as those of `node:test`, vitest and jest are. */
export type TestFunction = (name: string, body: () => void, timeout: number) => unknown;

export interface TestOptions extends Options {
    /** Without it the global `test` (jest, vitest with globals), else that of `node:test`. */
    test?: TestFunction;
    /** Milliseconds for a test: the first one waits for the whole run. */
    timeout?: number;
    /** Checks that the board has no method for. */
    without?: Check[];
}

/** A disagreement of the reference and the board, in the shortest game found. */
export interface Finding {
    /** Such as `TT6.play.repeat-initial`. */
    readonly id: string;
    readonly check: Check;
    /** The rule that is broken; `null` where it is about what the board keeps or forgets. */
    readonly rule: string | null;
    readonly event: string;
    readonly size: string;
    /** The turns from the beginning; the last one is in dispute. */
    readonly turns: string[];
    readonly kind: "steady" | "history" | "flaky";
    readonly confirmed: [shown: number, tried: number];
    readonly reference: string;
    readonly engine: string;
    readonly count: number;
    /** How to see it again. */
    readonly again: string;
    /** What of the diagnosis it comes of. */
    readonly explanation: string | null;
    /** The finding with its board drawn. */
    readonly text: string;
}

/** What kept the board from answering: something that it threw, or an answer without a meaning. */
export interface Fault {
    readonly id: string;
    readonly kind: string;
    readonly what: string;
    readonly turns: string[];
    readonly count: number;
    readonly again: string | null;
    /** The stack of what was thrown, as far as it is the author's. */
    readonly stack?: string;
}

/** What the board really plays. */
export interface Diagnosis {
    /** Such as `plays simple ko with suicide`. */
    readonly sentence: string;
    readonly rules: string;
    /** Empty if it follows these rules exactly. */
    readonly mistakes: string[];
    readonly observations: number;
    readonly disagreements: number;
    readonly unexplained: number;
    /** How many findings of the run it does not explain. */
    readonly open: number;
    /** The boards on which it was asked. */
    readonly boards: string[];
    readonly predicted: { observations: number; telling: number; wrong: number };
}

export interface Report {
    readonly schema: string;
    readonly verdict: Verdict;
    readonly [field: string]: unknown;
}

export type Verdict = "conforms" | "deviates" | "faulty" | "untestable" | "incomplete";

export class Result {
    private constructor();
    readonly verdict: Verdict;
    /** Whether all was done that was to be done. */
    readonly complete: boolean;
    readonly findings: Finding[];
    readonly faults: Fault[];
    /** At level smoke only if anything was found. */
    readonly diagnosis: Diagnosis | null;
    readonly rulesChecked: Record<string, { knows: string; enforces: string; observations: number }>;
    readonly checks: Partial<Record<Check, { observations: number; missing: number }>>;
    readonly seconds: number | null;
    /** Throws an `AssertionError` with the drawn findings unless the board conforms. */
    check(): void;
    /** The report for people. */
    toString(): string;
    /** The report for programs, by the schema of `superko certify --format json`. */
    toJSON(): Report;
}

/** A turn is illegal. The reason helps to name the rule that a wrong refusal breaks. */
export class Illegal extends Error {
    constructor(reason?: "over" | "no stones" | "occupied" | "suicide" | "repetition");
    readonly reason: string;
}

/** A board, or rules, that are not supported: such games are not played, and counted as refused. */
export class Unsupported extends Error {}

/** Compares boards with the reference, turn by turn. It blocks until it is done; a board that never answers is not stopped. */
export function certify(makeBoard: MakeBoard, options?: Options): Result;

/** Tells what boards really play. The verdict is `conforms` if they follow some rules without a mistake, whichever they are. */
export function identify(makeBoard: MakeBoard, options?: Options): Result;

/** Plays one game again, as `again` of a finding has it. Throws an `AssertionError` if reference and board disagree. */
export function replay(makeBoard: MakeBoard, record: string, options?: Options): void;

/** Makes a test of each rule and each check, out of one run. */
export function conformanceTests(makeBoard: MakeBoard, options?: TestOptions): void;

/** The version of Superko. */
export const version: string;
