"""Makes any board in Python speak GTP. One file; needs only the standard library.

Write a class with these methods, and end the program with `superko_gtp.serve(MyBoard)`:

    new(columns, rows, rules)   start a game; rules is the value that serve was given
    play(color, point)          "B" or "W"; (column, row) from A1 = (0, 0), None is a pass; True, or False if it is illegal
    legal()                     the points where the player to move may play (None, the pass, is ignored)
    board()                     rows of ".XO", of 0, 1, -1 (or 2), or of None, "b", "w"; the top row first
    score()                     (black, white) without komi; or Black's lead; or "B", "W", None for a tie

The last three are optional, and so are undo(), to_move() as "B" or "W", and is_over(). Without undo, the game is replayed from
its start. Without to_move, the players alternate. Without legal, a play is tried and taken back. Any exception ends the program.

A class may also derive from `Board`, `Positions` or `Actions`, which have defaults for what many packages share.
"""

import sys
from importlib import metadata

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
CELLS = {0: ".", 1: "X", -1: "O", 2: "O", None: ".", "b": "X", "w": "O", "B": "X", "W": "O", "x": "X", "o": "O"}


class Refused(Exception):
    """The text of a reply that begins with a question mark."""


class Board:
    """Defaults of a board. start(columns, rows) sets `game`, and move(color, point) plays in it."""

    square, sides = False, range(1, 26)  # Whether all boards are square, and the sides that they can have.
    passes = True  # Whether the game has a pass.
    illegal = ()  # What move raises for an illegal turn; it may also return False.

    def new(self, columns, rows, rules):
        if (self.square and columns != rows) or not {columns, rows} <= set(self.sides):
            raise Refused("unacceptable size")
        self.columns, self.rows, self.past = columns, rows, []
        self.points = [(column, row) for row in range(rows) for column in range(columns)]
        self.start(columns, rows)

    def play(self, color, point):
        try:
            return (self.passes or point is not None) and self.move(color, point) is not False
        except self.illegal:
            return False

    def place(self, point):
        """Returns the row of a point from the top, and its column; None for a pass."""
        return point and (self.rows - 1 - point[1], point[0])

    def board(self):
        """Asks stone(column, row) for the stone on each point."""
        return [[self.stone(column, row) for column in range(self.columns)] for row in reversed(range(self.rows))]


class Positions(Board):
    """A board whose game is a value: after(color, point) returns the next one, or None if the turn is illegal."""

    def move(self, color, point):
        after = self.after(color, point)
        if after is None:
            return False
        self.past.append(self.game)
        self.game = after

    def undo(self):
        self.game = self.past.pop()


class Actions(Positions):
    """A square board whose turns are numbers: row by row from the top, then the pass. Its game is a value, mask() tells
    which turns are legal, and step(action) returns the next game. It has is_over()."""

    square = True

    def action(self, point):
        row, column = self.place(point) or (self.rows, 0)
        return row * self.rows + column

    def after(self, color, point):
        action = self.action(point)
        return self.step(action) if not self.is_over() and self.mask()[action] else None

    def legal(self):
        mask = self.mask()
        return [point for point in self.points if mask[self.action(point)]]


class Session:
    """A board and the game on it."""

    def __init__(self, make, name, version, rules):
        self.make, self.rules = make, rules
        self.name, self.version = name, version
        self.komi = 0.0
        self.start(9, 9)

    def has(self, method):
        return callable(getattr(self.game, method, None))

    def start(self, columns, rows):
        game = self.make()
        game.new(columns, rows, self.rules)
        self.game, self.columns, self.rows, self.turns = game, columns, rows, []

    def replay(self, turns):
        self.start(self.columns, self.rows)
        for color, point in turns:
            self.game.play(color, point)
        self.turns = turns

    def to_move(self):
        if self.has("to_move"):
            return self.game.to_move()
        return "W" if self.turns and self.turns[-1][0] == "B" else "B"

    def over(self):
        return self.has("is_over") and bool(self.game.is_over())

    def undo(self):
        if not self.turns:
            raise Refused("cannot undo")
        if self.has("undo"):
            self.game.undo()
            self.turns.pop()
        else:
            self.replay(self.turns[:-1])

    def play(self, color, point):
        if not self.game.play(color, point):
            raise Refused("illegal move")
        self.turns.append((color, point))

    def legal(self):
        """Returns the legal turns; the pass is always one until the game is over."""
        if self.over():
            return []
        if self.has("legal"):
            return [tuple(point) for point in self.game.legal() if point is not None] + [None]
        points = [(column, row) for row in range(self.rows) for column in range(self.columns)]
        return [point for point in points if self.tried(self.to_move(), point)] + [None]

    def tried(self, color, point):
        """Returns whether a play is accepted, and takes it back."""
        before = list(self.turns)
        if not self.game.play(color, point):
            return False
        self.turns.append((color, point))
        if self.has("undo"):
            self.undo()
        else:
            self.replay(before)
        return True

    def stones(self):
        """Returns the rows of the board in the letters `.XO`, the top row first."""
        rows = self.game.board()
        rows = rows.tolist() if hasattr(rows, "tolist") else rows
        return ["".join(CELLS.get(cell, cell) for cell in row) for row in rows]

    def result(self):
        score = self.game.score()
        if isinstance(score, str) or score is None:
            return "0" if score is None else score + "+"
        lead = score if isinstance(score, (int, float)) else score[0] - score[1]
        lead -= self.komi
        return "0" if lead == 0 else "{}+{:g}".format("B" if lead > 0 else "W", abs(lead))


def name_of(point):
    return "pass" if point is None else "{}{}".format(LETTERS[point[0]], point[1] + 1)


def color_of(word):
    if word.lower() in ("b", "black", "w", "white"):
        return word[0].upper()
    raise Refused("{} is not a color".format(word))


def point_of(session, word):
    if word.lower() == "pass":
        return None
    column, row = LETTERS.find(word[:1].upper()), word[1:]
    if not 0 <= column < session.columns or not row.isdigit() or not 1 <= int(row) <= session.rows:
        raise Refused("{} is not a point of the board".format(word))
    return column, int(row) - 1


def boardsize(session, words):
    sides = [int(word) if word.isdigit() else 0 for word in words]
    columns, rows = sides if len(sides) == 2 else (sides[0], sides[0])
    if not (1 <= columns <= 25 and 1 <= rows <= 25):
        raise Refused("unacceptable size")
    session.start(columns, rows)


def is_legal(session, words):
    color, point = color_of(words[0]), point_of(session, words[1])
    if color != session.to_move():
        raise Refused("not the player to move")
    return str(int(point in session.legal()))


def list_stones(session, words):
    letter = "X" if color_of(words[0]) == "B" else "O"
    rows = list(enumerate(reversed(session.stones())))
    points = [(column, row) for row, cells in rows for column, cell in enumerate(cells) if cell == letter]
    return " ".join(map(name_of, points))


def final_result(session, _):
    if not session.over():
        return ""
    return session.result() if session.has("score") else "game over"


def komi(session, words):
    try:
        session.komi = float(words[0])
    except ValueError:
        raise Refused("{} is not a number".format(words[0]))


# Each command: its function, the number of its arguments, and the method that it needs.
COMMANDS = {
    "protocol_version": (lambda session, _: "2", 0, None),
    "name": (lambda session, _: session.name, 0, None),
    "version": (lambda session, _: session.version, 0, None),
    "list_commands": (lambda session, _: "\n".join(known(session)), 0, None),
    "known_command": (lambda session, words: str(words[0] in known(session)).lower(), 1, None),
    "quit": (lambda session, _: "", 0, None),
    "boardsize": (boardsize, 1, None),
    "rectangular_boardsize": (boardsize, 2, None),
    "clear_board": (lambda session, _: session.start(session.columns, session.rows), 0, None),
    "komi": (komi, 1, None),
    "get_komi": (lambda session, _: "{:g}".format(session.komi), 0, None),
    "play": (lambda session, words: session.play(color_of(words[0]), point_of(session, words[1])), 2, None),
    "undo": (lambda session, _: session.undo(), 0, None),
    "is_legal": (is_legal, 2, None),
    "list_stones": (list_stones, 1, "board"),
    "showboard": (lambda session, _: "\n" + "\n".join(map(" ".join, session.stones())), 0, "board"),
    "final_score": (lambda session, _: session.result(), 0, "score"),
    "gogui-rules_game_id": (lambda session, _: "Go", 0, None),
    "gogui-rules_board_size": (lambda session, _: str(session.columns), 0, None),
    "gogui-rules_board": (lambda session, _: "\n".join(map(" ".join, session.stones())), 0, "board"),
    "gogui-rules_legal_moves": (lambda session, _: " ".join(map(name_of, session.legal())), 0, None),
    "gogui-rules_side_to_move": (
        lambda session, _: {"B": "black", "W": "white"}[session.to_move()],
        0,
        "is_over",
    ),
    "gogui-rules_final_result": (final_result, 0, "is_over"),
}


def known(session):
    return [name for name, (_, _, needs) in COMMANDS.items() if needs is None or session.has(needs)]


def answer(session, words):
    """Returns the reply to a command; raises `Refused`."""
    command, *words = words
    if command not in known(session):
        raise Refused("unknown command")
    act, count, _ = COMMANDS[command]
    if len(words) < count:
        raise Refused("{} takes {} words".format(command, count))
    return act(session, words) or ""


def serve(make, name=None, version="", rules="", lines=sys.stdin, out=sys.stdout, package=None):
    """Serves boards over GTP until `quit`. `make` is a class, or a function without arguments.

    The version can be that of an installed package.
    """
    version = metadata.version(package) if package else version
    session = Session(make, name or getattr(make, "__name__", "board"), version, rules)
    for line in lines:
        words = line.split("#")[0].split()
        number = words.pop(0) if words and words[0].isdigit() else ""
        if not words:
            continue
        try:
            sign, text = "=", answer(session, words)
        except Refused as refused:
            sign, text = "?", str(refused)
        print(("{}{} {}".format(sign, number, text)).rstrip(" "), end="\n\n", file=out, flush=True)
        if words == ["quit"]:
            return
