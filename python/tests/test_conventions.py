"""Boards with unusual conventions, each declared in a line."""

import superko
from boards import Exact


def certify(board, **options):
    return superko.certify(board, **{"sizes": [2, 3, 4], "games": 40, **options})


class TellsTheWinner(Exact):
    score = "winner"

    def winner(self):
        black, white = Exact.score(self)
        return None if black == white else "B" if black > white else "W"


def test_a_board_that_tells_the_winner_only():
    result = certify(TellsTheWinner).check()
    assert result.report["checks"]["score"]["observations"] > 10

    class Reversed(TellsTheWinner):
        def winner(self):
            return {"B": "W", "W": "B", None: None}[super().winner()]

    assert {finding.check for finding in certify(Reversed).findings} == {"score"}


def test_a_tie_that_goes_to_white():
    class ToWhite(TellsTheWinner):
        def winner(self):
            return super().winner() or "W"

    assert certify(ToWhite).verdict == "deviates"
    ToWhite.tie = "W"
    certify(ToWhite).check()


class Capped(Exact):
    """Ends a game after twice as many turns as the board has points."""

    def is_over(self):
        return super().is_over() or len(self.past) >= 2 * self.columns * self.rows

    def legal(self):
        return [] if self.is_over() else super().legal()

    def play(self, color, point):
        if self.is_over():
            raise superko.Illegal("over")
        return super().play(color, point)


def test_a_cap_of_moves():
    assert certify(Capped).verdict == "deviates"
    Capped.move_cap = "2 * n * n"
    assert certify(Capped).findings == []


class RepeatLoses(TellsTheWinner):
    """A repetition is accepted, and loses."""

    repeat = "loss"

    def new(self, columns, rows, rules):
        super().new(columns, rows, rules)
        self.lost = None

    def repeats(self, stones, color):
        return False

    def play(self, color, point):
        if self.lost:
            raise superko.Illegal("over")
        before = set(self.seen)
        super().play(color, point)
        if point is not None and self.key(self.stones, self.color) in before:
            self.lost = color
        return True

    def is_over(self):
        return super().is_over() or self.lost is not None

    def legal(self):
        return [] if self.lost else super().legal()

    def winner(self):
        return {"B": "W", "W": "B", None: super().winner()}[self.lost]

    def undo(self):
        super().undo()
        self.lost = None


def test_a_repetition_that_loses():
    assert certify(RepeatLoses).findings == []

    class Silent(RepeatLoses):
        repeat = None

    assert "TT6" in {finding.rule for finding in certify(Silent).findings}


class Passless(Exact):
    """There is no pass; the game goes on as long as there are moves."""

    passes = False

    def play(self, color, point):
        assert point is not None, "there is no pass"
        return super().play(color, point)

    def legal(self):
        return [point for point in super().legal() if point is not None]


def test_a_board_without_a_pass():
    result = certify(Passless)
    assert result.findings == [] and result.faults == []
