// Makes any board in JavaScript speak GTP. One file; needs only Node.
//
// Write a class with these methods, and end the program with `serve(() => new MyBoard())`:
//
//   new(columns, rows, rules)   start a game; rules is the value that serve was given
//   play(color, point)          "B" or "W"; [column, row] from A1 = [0, 0], null is a pass; true, or false if it is illegal
//   legal()                     the points where the player to move may play (null, the pass, is ignored)
//   board()                     rows of ".XO", or of 0, 1, -1 (or 2); the top row first
//   score()                     [black, white] without komi; or Black's lead; or "B", "W", null for a tie
//
// The last three are optional, and so are undo(), to_move() as "B" or "W", and is_over(). Without undo, the game is replayed from
// its start. Without to_move, the players alternate. Without legal, a play is tried and taken back. After the end of the game no
// turn is reported as legal, unless `legalAfterEnd` of the board is true. Any exception ends the program.

import { createInterface } from "node:readline";

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** The text of a reply that begins with a question mark. */
export class Refused extends Error {}

/** A board and the game on it. */
class Session {
  constructor(make, name, version, rules) {
    Object.assign(this, { make, name, version, rules, komi: 0 });
    this.start(9, 9);
  }

  has(method) {
    return typeof this.game[method] === "function";
  }

  start(columns, rows) {
    const game = this.make();
    game.new(columns, rows, this.rules);
    Object.assign(this, { game, columns, rows, turns: [] });
  }

  replay(turns) {
    this.start(this.columns, this.rows);
    for (const [color, point] of turns) this.game.play(color, point);
    this.turns = turns;
  }

  toMove() {
    if (this.has("to_move")) return this.game.to_move();
    return this.turns.at(-1)?.[0] === "B" ? "W" : "B";
  }

  over() {
    return this.has("is_over") && Boolean(this.game.is_over());
  }

  undo() {
    if (this.turns.length === 0) throw new Refused("cannot undo");
    if (this.has("undo")) {
      this.game.undo();
      this.turns.pop();
    } else {
      this.replay(this.turns.slice(0, -1));
    }
  }

  play(color, point) {
    if (!this.game.play(color, point)) throw new Refused("illegal move");
    this.turns.push([color, point]);
  }

  /** Returns the names of the legal turns; the pass is one until the game is over. After that: none, or those of the board. */
  legal() {
    if (this.over() && !this.game.legalAfterEnd) return [];
    if (this.has("legal")) {
      const plays = [...this.game.legal()].filter((point) => point !== null).map(nameOf);
      return this.over() ? plays : [...plays, "pass"];
    }
    const points = [];
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) points.push([column, row]);
    }
    return [...points.filter((point) => this.tried(this.toMove(), point)).map(nameOf), "pass"];
  }

  /** Returns whether a play is accepted, and takes it back. */
  tried(color, point) {
    const before = [...this.turns];
    if (!this.game.play(color, point)) return false;
    this.turns.push([color, point]);
    if (this.has("undo")) this.undo();
    else this.replay(before);
    return true;
  }

  /** Returns the rows of the board in the letters `.XO`, the top row first. */
  stones() {
    const letters = { 0: ".", 1: "X", "-1": "O", 2: "O", B: "X", W: "O" };
    return [...this.game.board()].map((row) => [...row].map((cell) => letters[cell] ?? cell));
  }

  result() {
    const score = this.game.score();
    if (score === null) return "0";
    if (typeof score === "string") return `${score}+`;
    const lead = (typeof score === "number" ? score : score[0] - score[1]) - this.komi;
    return lead === 0 ? "0" : `${lead > 0 ? "B" : "W"}+${Math.abs(lead)}`;
  }
}

const nameOf = (point) => (point === null ? "pass" : `${LETTERS[point[0]]}${point[1] + 1}`);

function colorOf(word) {
  if (/^(b|black|w|white)$/i.test(word)) return word[0].toUpperCase();
  throw new Refused(`${word} is not a color`);
}

function pointOf(session, word) {
  if (/^pass$/i.test(word)) return null;
  const column = LETTERS.indexOf(word[0].toUpperCase());
  const row = /^\d+$/.test(word.slice(1)) ? Number(word.slice(1)) : 0;
  if (column < 0 || column >= session.columns || row < 1 || row > session.rows) {
    throw new Refused(`${word} is not a point of the board`);
  }
  return [column, row - 1];
}

function boardsize(session, words) {
  const [columns, rows = columns] = words.map((word) => (/^\d+$/.test(word) ? Number(word) : 0));
  const fits = (side) => side >= 1 && side <= 25;
  if (!fits(columns) || !fits(rows)) throw new Refused("unacceptable size");
  session.start(columns, rows);
}

function isLegal(session, [color, vertex]) {
  const point = pointOf(session, vertex);
  if (colorOf(color) !== session.toMove()) throw new Refused("not the player to move");
  return session.legal().includes(nameOf(point)) ? "1" : "0";
}

function listStones(session, [color]) {
  const letter = colorOf(color) === "B" ? "X" : "O";
  const names = [];
  session.stones().reverse().forEach((cells, row) => {
    cells.forEach((cell, column) => cell === letter && names.push(nameOf([column, row])));
  });
  return names.join(" ");
}

function finalResult(session) {
  if (!session.over()) return "";
  return session.has("score") ? session.result() : "game over";
}

function komi(session, [word]) {
  if (Number.isNaN(Number(word))) throw new Refused(`${word} is not a number`);
  session.komi = Number(word);
}

const drawn = (session) => session.stones().map((row) => row.join(" ")).join("\n");

// Each command: its function, the number of its arguments, and the method that it needs.
const COMMANDS = {
  protocol_version: [() => "2", 0],
  name: [(session) => session.name, 0],
  version: [(session) => session.version, 0],
  list_commands: [(session) => known(session).join("\n"), 0],
  known_command: [(session, [name]) => String(known(session).includes(name)), 1],
  quit: [() => "", 0],
  boardsize: [boardsize, 1],
  rectangular_boardsize: [boardsize, 2],
  clear_board: [(session) => session.start(session.columns, session.rows), 0],
  komi: [komi, 1],
  get_komi: [(session) => String(session.komi), 0],
  play: [(session, [color, vertex]) => session.play(colorOf(color), pointOf(session, vertex)), 2],
  undo: [(session) => session.undo(), 0],
  is_legal: [isLegal, 2],
  list_stones: [listStones, 1, "board"],
  showboard: [(session) => `\n${drawn(session)}`, 0, "board"],
  final_score: [(session) => session.result(), 0, "score"],
  "gogui-rules_game_id": [() => "Go", 0],
  "gogui-rules_board_size": [(session) => String(session.columns), 0],
  "gogui-rules_board": [drawn, 0, "board"],
  "gogui-rules_legal_moves": [(session) => session.legal().join(" "), 0],
  "gogui-rules_side_to_move": [(session) => (session.toMove() === "B" ? "black" : "white"), 0, "is_over"],
  "gogui-rules_final_result": [finalResult, 0, "is_over"],
};

const known = (session) =>
  Object.keys(COMMANDS).filter((name) => !COMMANDS[name][2] || session.has(COMMANDS[name][2]));

/** Returns the reply to a command; throws `Refused`. */
function answer(session, [command, ...words]) {
  if (!known(session).includes(command)) throw new Refused("unknown command");
  const [act, count] = COMMANDS[command];
  if (words.length < count) throw new Refused(`${command} takes ${count} words`);
  return act(session, words) ?? "";
}

/** Serves boards over GTP until `quit`. */
export async function serve(make, { name, version = "", rules = "", input = process.stdin, output = process.stdout } = {}) {
  const session = new Session(make, name ?? "board", version, rules);
  for await (const line of createInterface({ input })) {
    const words = line.split("#")[0].split(/\s+/).filter(Boolean);
    const number = /^\d+$/.test(words[0] ?? "") ? words.shift() : "";
    if (words.length === 0) continue;
    let sign = "=";
    let text;
    try {
      text = answer(session, words);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      [sign, text] = ["?", error.message];
    }
    output.write(`${`${sign}${number} ${text}`.replace(/ +$/, "")}\n\n`);
    if (words[0] === "quit") return;
  }
}
