"""Boards over GTP by the one-file shims of `adapters/gtp`, certified by the command line."""

import importlib.metadata
import io
import pathlib
import shutil
import subprocess
import sys

import pytest

SHIMS = pathlib.Path(__file__).parents[2] / "adapters" / "gtp"
sys.path.insert(0, str(SHIMS))
import superko_gtp  # noqa: E402

PROGRAMS = {"python": [sys.executable, str(SHIMS / "examples" / "board.py")]}
if node := shutil.which("node"):
    PROGRAMS["node"] = [node, str(SHIMS / "examples" / "board.mjs")]


def certify(program, *options):
    command = [sys.executable, "-m", "superko", "certify", "--quiet", "--level", "smoke", "--size", "3", "--games", "5"]
    return subprocess.run([*command, *options, "--", *program], capture_output=True, text=True)


@pytest.mark.parametrize("language", ["python", "node"])
def test_an_exact_board_conforms_and_a_wrong_one_is_named(language):
    if language not in PROGRAMS:
        pytest.skip("node is not installed")
    program = PROGRAMS[language]
    exact = certify(program, "--require", "legality,board,status,score,undo")
    assert exact.returncode == 0, exact.stdout + exact.stderr
    assert "plain board conforms to tromp-taylor" in exact.stdout
    wrong = certify([*program, "--simple-ko"])
    assert wrong.returncode == 1, wrong.stdout + wrong.stderr
    assert "plays simple ko with suicide" in wrong.stdout and "deviates from tromp-taylor in TT6." in wrong.stdout


CONVERSATION = """# a comment, and a blank line

1 boardsize 3
2 play b j9
3 play x a1
4 play b a1 # taken
play w a1
5 is_legal b b1
6 is_legal w b1
komi 0.5
get_komi
komi half
boardsize 26
rectangular_boardsize 4 2
undo
gogui-rules_board
gogui-rules_final_result
play b pass
play w pass
gogui-rules_final_result
gogui-rules_legal_moves
final_score
genmove b
play b
quit
name
"""


@pytest.mark.parametrize("language", ["python", "node"])
def test_every_line_has_its_answer(language):
    if language not in PROGRAMS:
        pytest.skip("node is not installed")
    ended = subprocess.run(PROGRAMS[language], input=CONVERSATION, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.split("\n\n") == [
        "=1",
        "?2 j9 is not a point of the board",
        "?3 x is not a color",
        "=4",
        "? illegal move",
        "?5 not the player to move",
        "=6 1",
        "=",
        "= 0.5",
        "? half is not a number",
        "? unacceptable size",
        "=",
        "? cannot undo",
        "= . . . .\n. . . .",
        "=",
        "=",
        "=",
        "= W+0.5",
        "=",
        "= W+0.5",
        "? unknown command",
        "? play takes 2 words",
        "=",
        "",
    ]


def answers(board, *commands, **options):
    out = io.StringIO()
    superko_gtp.serve(board, lines=[*commands, "quit"], out=out, **options)
    return out.getvalue().split("\n\n")[:-2]


class Filled(superko_gtp.Board):
    """Each point can be filled once."""

    passes, illegal = False, KeyError

    def start(self, columns, rows):
        self.game, self.stones = set(self.points), {}

    def move(self, color, point):
        self.game.remove(point)
        self.stones[point] = color

    def stone(self, column, row):
        return self.stones.get((column, row))


def test_a_board_refuses_what_raises_and_the_pass_that_it_does_not_have():
    commands = ["rectangular_boardsize 3 2", "play b c1", "play w c1", "play w pass", "play w a2", "gogui-rules_board"]
    replies = ["=", "=", "? illegal move", "? illegal move", "=", "= O . .\n. . X"]
    assert answers(Filled, *commands) == replies
    assert answers(Filled, *commands, "undo", "gogui-rules_board") == [*replies, "=", "= . . .\n. . X"]


def test_an_error_that_is_no_refusal_ends_the_program():
    class Broken(Filled):
        illegal = ValueError

    with pytest.raises(KeyError):
        answers(Broken, "play b a1", "play w a1")


def test_a_refused_size_leaves_the_game_as_it_is():
    class Small(Filled):
        square, sides = True, range(2, 10)

    sizes = ["boardsize 1", "boardsize 10", "rectangular_boardsize 2 3"]
    said = answers(Small, "boardsize 2", "play b b1", *sizes, "gogui-rules_board", "boardsize 3", "gogui-rules_board")
    assert said == ["=", "=", *["? unacceptable size"] * 3, "= . .\n. X", "=", "= . . .\n. . .\n. . ."]


class Three(superko_gtp.Actions):
    """A board as a tuple of cells. Three black stones end the game."""

    def start(self, columns, rows):
        self.game = (0,) * rows**2

    def step(self, action):
        return self.game if action == len(self.game) else (*self.game[:action], 1, *self.game[action + 1 :])

    def mask(self):
        return [cell == 0 for cell in self.game] + [True]

    def board(self):
        return [self.game[row * self.rows : (row + 1) * self.rows] for row in range(self.rows)]

    def is_over(self):
        return sum(self.game) == 3


def test_numbers_of_turns_count_from_the_top_left_and_end_with_the_pass():
    legal, shown = "gogui-rules_legal_moves", "gogui-rules_board"
    said = answers(Three, "boardsize 2", legal, "play b a2", shown, "play w a2", "play w pass", legal, "undo", "undo", shown)
    assert said[:4] == ["=", "= A1 B1 A2 B2 pass", "=", "= X .\n. ."]
    assert said[4:] == ["? illegal move", "=", "= A1 B1 B2 pass", "=", "=", "= . .\n. ."]
    ended = answers(Three, "boardsize 2", "play b b1", "play w b2", "play b a1", legal, "play w a2", "undo", legal)
    assert ended == ["=", "=", "=", "=", "=", "? illegal move", "=", "= A1 A2 pass"]


def test_a_package_tells_its_version():
    assert answers(Filled, "version", package="pytest") == ["= " + importlib.metadata.version("pytest")]
    assert answers(Filled, "name", "version", version="7") == ["= Filled", "= 7"]


COLORED = """
export const rules = "chinese";
export class Board {
    play = (color, point) => true;
    isLegal = (color, point) => point[0] === (color === "B" ? 0 : 1);
    undo = () => {};
}
"""


@pytest.mark.skipif("node" not in PROGRAMS, reason="node is not installed")
def test_who_is_to_move_comes_back_when_a_board_in_javascript_takes_a_turn_back(tmp_path):
    for shim in [SHIMS / "superko_gtp.mjs", SHIMS.parent / "javascript" / "gtp.mjs"]:
        shutil.copy(shim, tmp_path)
    (tmp_path / "colored.mjs").write_text(COLORED)
    lines = ["boardsize 2", "gogui-rules_legal_moves", "play b A1", "gogui-rules_legal_moves", "undo", "gogui-rules_legal_moves", "quit", ""]
    command = [shutil.which("node"), str(tmp_path / "gtp.mjs"), "colored"]
    said = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True).stdout
    legal = [reply for reply in said.split("\n\n") if "pass" in reply]
    assert legal == ["= A1 A2 pass", "= B1 B2 pass", "= A1 A2 pass"]
