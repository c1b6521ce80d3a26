/** A player's color. */
export type Color = "B" | "W";

/** `[column, row]`, both counted from 0 at A1, the bottom left. */
export type Point = readonly [column: number, row: number];

/** A point to play at, or `null` for a pass. */
export type Turn = Point | null;

/** The rules that a board must follow: a value for each switch. As a string, it is what the option `rules` takes. */
export interface Rules {
    readonly repetition: "positional" | "situational" | "natural-situational" | "new-zealand" | "simple-ko" | "none";
    readonly suicide: "allowed" | "several-stones" | "forbidden";
    readonly [name: string]: string | (() => string);
    toString(): string;
}

/** A point of a board: `"."` or 0 if it is empty, `"X"` or 1 for a black stone, `"O"`, -1 or 2 for a white one. */
export type Cell = "." | "X" | "O" | 0 | 1 | -1 | 2;

/** Rows, the top row first: `["..X", ".O."]`, a string with one line per row, or lists of cells. */
export type Position = string | Iterable<string | Iterable<Cell>>;

/**
 * A board under test. Only `play` is required. Each optional method that the board implements is compared too. A method may
 * return `undefined` if it cannot answer.
 */
export interface Board {
    /** Starts a new game, and forgets all earlier games. Without this method, a new board is made for each game. */
    new?(columns: number, rows: number, rules: Rules): void;
    /** Plays a turn and returns `true`. For an illegal turn, changes nothing and returns `false` or throws `Illegal`. */
    play(color: Color, turn: Turn): boolean;
    /** Returns whether a turn is legal now, for the color to move. Changes nothing. */
    isLegal?(color: Color, turn: Turn): boolean | undefined;
    /**
     * Returns the legal points for the color to move, or rows of `true` and `false`, the top row first. Among points, `null`
     * means that a pass is legal; without `null`, passes are not compared. Used if there is no `isLegal`.
     */
    legal?(): Iterable<Turn> | readonly (readonly boolean[])[] | undefined;
    /** Returns the position. */
    board?(): Position | undefined;
    /** Returns whose turn it is. Used together with `isOver`. */
    toMove?(): Color | undefined;
    /** Returns whether the game is over. */
    isOver?(): boolean | undefined;
    /**
     * Returns the score when the game is over: both totals in whole points, Black's margin, or the winner (`null` for a tie).
     * Komi is 0: a board that adds its own deviates. Totals with halves need the option `score`.
     */
    score?(): readonly [black: number, white: number] | number | Color | null | undefined;
    /**
     * Receives what the players settle when passes have ended or stopped the game, under rules that ask the players: the points
     * of the dead stones, which ends the game; or `null` if the players disagree, and play resumes. Returns `false` if the board
     * cannot do this.
     */
    settle?(dead: readonly (readonly [column: number, row: number])[] | null): void | boolean;
    /** Takes back the last turn. Returns `false` if the board cannot do this. */
    undo?(): void | boolean;
    /** Returns the turn that the board would play now, without playing it. */
    generate?(color: Color): Turn | undefined;
}

/** A class of boards, or a function that makes a board. */
export type MakeBoard =
    | (new (columns: number, rows: number, rules: Rules) => Board)
    | ((columns: number, rows: number, rules: Rules) => Board);

export type Check = "play" | "legality" | "board" | "status" | "score" | "undo" | "generate";

/** Non-standard conventions that a board declares. It is judged accordingly. */
export interface Conventions {
    /** `false` if there is no pass: games that need one are not played. */
    pass?: boolean;
    /** If the board accepts a play that repeats a position, how this ends the game: a loss for the player, or a draw. */
    repeat?: "loss" | "draw";
    /** The number of turns after which a game is over; `"2*n*n"` is twice the number of points of the board. */
    moveCap?: number | string;
    /** What the answer of `score` means: areas, or, for a number or a pair, only the margin or only the winner. */
    score?: "areas" | "margin" | "winner";
    /** If the board reports no ties: the winner that it names for a tied game. */
    tie?: Color;
    /** `true` if `play` accepts any turn, legal or not, and other methods know what is legal. */
    tolerates?: boolean;
}

export interface Options extends Conventions {
    /** The name of the board in reports. */
    name?: string;
    version?: string;
    /** Notes for readers of the report. */
    notes?: string[];
    /** A name such as `"chinese"`, or switches: `"repetition=situational,suicide=forbidden"`, or an object of them. */
    rules?: string | Partial<Rules>;
    /** Boards: `9`, `"5x4"` or `[5, 4]`, columns by rows. The default at level smoke is 17 boards from 1x1 to 9x9. */
    sizes?: (number | string | readonly [columns: number, rows: number])[];
    /** An amount of work, never a time. */
    level?: "smoke" | "standard" | "full";
    /** The number of random games, instead of the number for the level. */
    games?: number;
    seed?: number;
    /** Parts of the fixed suite to play or to leave out: the start of an id, a rule, a check, or a board such as `"@9x9"`. */
    only?: string[];
    skip?: string[];
    /** Checks that must be observed. */
    require?: Check[];
    /** Requires all checks, including `generate`, and reports accepted illegal plays even if `tolerates` is set. */
    strict?: boolean;
    failFast?: boolean;
    /** Ids of expected findings and faults. */
    known?: string[];
    /** Seconds after which the run stops. If work is left, the run is incomplete. */
    budget?: number;
    /** Called with the amount of work done, and the total amount if it is known. */
    progress?(done: number, all?: number): void;
}

/** A function that makes a test, such as `test` of vitest, jest or `node:test`. */
export type TestFunction = (name: string, body: TestBody, timeout: number) => unknown;

/** A test. It calls `skip` of the runner's context, if there is one, where nothing was observed. */
export type TestBody = (context?: { skip?(reason?: string): void }) => void;

export interface TestOptions extends Options {
    /** The default is the global `test` (jest, vitest with globals), or else that of `node:test`. */
    test?: TestFunction;
    /** Milliseconds for a test; the first test waits for the whole run. */
    timeout?: number;
    /** Checks for which the board is known to have no method: their tests pass. */
    without?: Check[];
}

/** A disagreement between the reference and the board, in the shortest game found. */
export interface Finding {
    /** Such as `TT6.play.repeat-initial`. */
    readonly id: string;
    readonly check: Check;
    /** The rule that is broken; `null` if the finding is about what the board keeps or forgets. */
    readonly rule: string | null;
    readonly event: string;
    readonly size: string;
    /** The turns from the start of the game. The disagreement is about the last turn, or about its result. */
    readonly turns: string[];
    readonly kind: "steady" | "history" | "flaky";
    readonly confirmed: [shown: number, tried: number];
    readonly reference: string;
    readonly engine: string;
    readonly count: number;
    /** The call that replays its game, such as `replay(MyBoard, "2x1 tromp-taylor: B A1, W B1, B A1")`. */
    readonly again: string;
    /** The part of the diagnosis that explains the finding, in words to follow "it". */
    readonly explanation: string | null;
    /** The mistakes that explain the finding, as in the diagnosis; empty if it is the rules that the board plays. */
    readonly cause?: string[];
    /** The finding as text, with its board drawn. */
    readonly text: string;
}

/** A failure to answer: something that the board threw, or an answer that cannot be understood. */
export interface Fault {
    readonly id: string;
    readonly kind: string;
    readonly what: string;
    readonly turns: string[];
    readonly count: number;
    readonly again: string | null;
    /** How to refuse a turn, if the board threw something because the last turn is illegal. */
    readonly advice?: string;
    /** The stack of what was thrown, without the frames of Superko. */
    readonly stack?: string;
}

/** What the board really plays. */
export interface Diagnosis {
    /** Such as `plays simple ko with suicide`. */
    readonly sentence: string;
    readonly rules: string;
    /** Empty if the board follows these rules exactly. */
    readonly mistakes: string[];
    readonly observations: number;
    readonly disagreements: number;
    readonly unexplained: number;
    /** The number of findings of the run, attributed to a rule, that the diagnosis does not explain. */
    readonly open: number;
    /** The boards of the examination. */
    readonly boards: string[];
    readonly predicted: { observations: number; telling: number; wrong: number };
}

/** The grades of a rule. */
export interface RuleResult {
    readonly knows: string;
    readonly enforces: string;
    readonly observations: number;
    /** The events of the rule that were not observed, by grade: the board conforms in part. */
    readonly unobserved?: { knows?: string[]; enforces?: string[] };
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
    /** Whether all work was done. */
    readonly complete: boolean;
    readonly findings: Finding[];
    readonly faults: Fault[];
    /** At level smoke, only present if there are findings. */
    readonly diagnosis: Diagnosis | null;
    readonly rulesChecked: Record<string, RuleResult>;
    readonly checks: Partial<Record<Check, { observations: number; missing: number; winners?: number }>>;
    readonly seconds: number | null;
    /** Throws an `AssertionError` with the drawn findings unless the board conforms. */
    check(): void;
    /** Returns the report as text; with `{ verbose: true }`, with all details. `console.log` of Node prints one screen. */
    text(options?: { verbose?: boolean }): string;
    /** Returns the report as text. */
    toString(): string;
    /** Returns the report as data, in the schema of `superko certify --format json`. */
    toJSON(): Report;
}

/** Thrown for an illegal turn. The reason helps to name the rule that a wrong refusal breaks. */
export class Illegal extends Error {
    constructor(reason?: "over" | "no stones" | "occupied" | "suicide" | "repetition");
    readonly reason: string;
}

/** Thrown for a size or rules that are not supported. Such games are not played, and the board counts as refused. */
export class Unsupported extends Error {}

/** Compares a board with the reference, turn by turn. Blocks until it is done; a board that never answers is not stopped. */
export function certify(makeBoard: MakeBoard, options?: Options): Result;

/** Determines what a board really plays. The verdict is `conforms` if the board follows any rules without a mistake. */
export function identify(makeBoard: MakeBoard, options?: Options): Result;

export interface ReplayOptions extends Options {
    /** Games to be played before, on the same board; they are not judged. */
    after?: string[];
}

/** Replays one game, such as that in `again` of a finding. Throws an `AssertionError` if reference and board disagree. */
export function replay(makeBoard: MakeBoard, record: string, options?: ReplayOptions): void;

/**
 * Makes a test for each of the ten rules, and for each check but `generate`, from one run. A mistake fails one test, that of the
 * rule that it breaks. Tests for which nothing was observed are skipped.
 */
export function conformanceTests(makeBoard: MakeBoard, options?: TestOptions): void;

/** The version of Superko. */
export const version: string;
