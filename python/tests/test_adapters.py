"""The adapters: one on an environment of our own, and those of libraries that are installed."""

import pytest
import superko
from boards import Exact, SimpleKo


class Environment:
    """A board after the interface of Gymnasium: actions row by row from the top, then the pass."""

    exact = Exact

    def __init__(self, side):
        self.side = side

    def reset(self):
        self.board = self.exact()
        self.board.new(self.side, self.side, superko.Rules.named("tromp-taylor"))
        return self.observation(), self.info()

    def point(self, action):
        row, column = divmod(action, self.side)
        return None if row == self.side else (column, self.side - 1 - row)

    def step(self, action):
        self.board.play(self.board.color, self.point(action))
        return self.observation(), self.lead(), self.board.is_over(), False, self.info()

    def observation(self):
        return [[{".": 0, "X": 1, "O": -1}[cell] for cell in row] for row in self.board.board()]

    def info(self):
        legal = self.board.legal()
        return {"action_mask": [self.point(action) in legal for action in range(self.side**2 + 1)]}

    def lead(self):
        black, white = self.board.score()
        return black - white


def adapter(environment, **options):
    return superko.adapters.gymnasium(
        environment,
        board=lambda env, observation: observation,
        winner=lambda env, lead: None if lead == 0 else "B" if lead > 0 else "W",
        name="environment",
        **options,
    )


def test_an_environment_conforms_or_not_as_its_board_does():
    result = superko.certify(adapter(Environment), sizes=[2, 4], games=20).check()
    assert result.report["engine"]["name"] == "environment"
    assert all(result.report["checks"][check]["observations"] for check in ("legality", "board", "status", "score"))
    wrong = type("Wrong", (Environment,), {"exact": SimpleKo})
    result = superko.certify(adapter(wrong), sizes=[2, 3], games=10)
    assert {finding.rule for finding in result.findings} == {"TT6"} and "simple ko" in result.diagnosis


def test_a_mask_of_ones_own_and_none():
    hidden = type("Hidden", (Environment,), {"info": lambda self: {}})
    result = superko.certify(adapter(hidden), sizes=[2])
    assert "there is no mask of legal actions" in str(result)
    mask = lambda env, observation, info: Environment.info(env)["action_mask"]  # noqa: E731
    superko.certify(adapter(hidden, mask=mask), sizes=[2, 4], games=20).check()


def test_pettingzoo():
    pytest.importorskip("pettingzoo.classic.go_v5")
    board = superko.adapters.pettingzoo("go_v5")
    superko.certify(board, rules="chinese", sizes=[2, 5], games=20).check()
    result = superko.certify(board, rules="tromp-taylor", sizes=[2, 5], games=20)
    assert {finding.rule for finding in result.findings} == {"TT6", "TT7"}
    assert result.diagnosis.startswith("plays simple ko without suicide (and, as it declares, names White as the winner of a tie")
    again = result.findings[0].again
    assert again.startswith("superko.replay(superko.adapters.pettingzoo('go_v5'), "), again
    with pytest.raises(AssertionError, match=result.findings[0].id):
        eval(again, {"superko": superko}).check()


def test_open_spiel():
    pytest.importorskip("pyspiel")
    board = superko.adapters.open_spiel("go")
    superko.certify(board, rules="repetition=positional,suicide=forbidden", sizes=[2, 5], games=20).check()
    result = superko.certify(board, rules="tromp-taylor", sizes=[2, 5], games=20)
    assert {finding.rule for finding in result.findings} == {"TT7"}
    assert result.diagnosis.startswith("plays positional superko without suicide (and, as it declares, ends a game ")
    assert "refuses to retake a ko" in result.diagnosis


def test_pgx():
    pytest.importorskip("pgx")
    board = superko.adapters.pgx("go_9x9")
    superko.certify(board, rules="repetition=positional,suicide=forbidden", sizes=[5], games=10).check()
    with pytest.raises(ValueError, match="chess"):
        superko.adapters.pgx("chess")
