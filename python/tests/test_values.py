"""The values that methods may return, and the errors for other values."""

import pytest
import superko
from boards import Exact

numpy = pytest.importorskip("numpy")


def certify(board):
    return superko.certify(board, sizes=[1, 2, (3, 2), (1, 3)], games=5)


def rows_of_numbers(board, white):
    return [[{".": 0, "X": 1, "O": white}[letter] for letter in row] for row in Exact.board(board)]


def mask(board):
    legal = set(Exact.legal(board))
    return [
        [(column, row) in legal for column in range(board.columns)] for row in reversed(range(board.rows))
    ]


class FromTheBottom(Exact):
    first_row = "bottom"

    def board(self):
        return Exact.board(self)[::-1]

    def legal(self):
        return numpy.array(mask(self)[::-1])


@pytest.mark.parametrize(
    "change",
    [
        lambda self: "\n".join(Exact.board(self)),
        lambda self: [" ".join(row) for row in Exact.board(self)],
        lambda self: [list(row) for row in Exact.board(self)],
        lambda self: tuple(row.replace("X", "B").replace("O", "W") for row in Exact.board(self)),
        lambda self: rows_of_numbers(self, -1),
        lambda self: numpy.array(rows_of_numbers(self, 2)),
        lambda self: numpy.array(rows_of_numbers(self, -1), dtype=float).ravel(),
        lambda self: numpy.array([list(row) for row in Exact.board(self)]),
    ],
)
def test_boards(change):
    certify(type("Exact", (Exact,), {"board": change})).check()


@pytest.mark.parametrize(
    "change",
    [
        lambda self: set(Exact.legal(self)),
        lambda self: (point for point in Exact.legal(self)),
        lambda self: {(numpy.int64(p[0]), numpy.int64(p[1])) for p in Exact.legal(self) if p},
        mask,
        lambda self: numpy.array(mask(self)),
        lambda self: numpy.array(mask(self), dtype=int),
        lambda self: numpy.array(mask(self)).ravel(),
        lambda self: numpy.append(numpy.array(mask(self)).ravel(), None in Exact.legal(self)).astype(float),
    ],
)
def test_legal_turns(change):
    result = certify(type("Exact", (Exact,), {"legal": change})).check()
    assert result.report["checks"]["legality"]["observations"] > 100


def test_a_mask_with_a_pass_is_compared():
    class NoPass(Exact):
        def legal(self):
            return numpy.append(numpy.array(mask(self)).ravel(), False)

    assert "legality" in {finding.check for finding in certify(NoPass).findings}


def test_rows_from_the_bottom():
    certify(FromTheBottom).check()

    class Upside(FromTheBottom):
        first_row = "top"

    assert "board" in {finding.check for finding in certify(Upside).findings}


@pytest.mark.parametrize(
    "change",
    [
        lambda self: list(Exact.score(self)),
        lambda self: numpy.array(Exact.score(self)),
        lambda self: tuple(map(float, Exact.score(self))),
        lambda self: Exact.score(self)[0] - Exact.score(self)[1],
        lambda self: numpy.float32(Exact.score(self)[0] - Exact.score(self)[1]),
    ],
)
def test_scores(change):
    result = certify(type("Exact", (Exact,), {"score": change})).check()
    assert result.report["checks"]["score"]["observations"] > 10


def test_numpy_bools():
    class Bools(Exact):
        def play(self, color, point):
            return numpy.bool_(super().play(color, point))

        def is_over(self):
            return numpy.bool_(super().is_over())

    certify(Bools).check()


@pytest.mark.parametrize(
    "method, value, said",
    [
        ("play", None, r"Exact.play returned None \(NoneType\): expected True .* False .* superko.Illegal"),
        ("play", "ok", "Exact.play returned 'ok' "),
        ("legal", 5, r"Exact.legal returned 5 \(int\): expected points such as"),
        ("legal", [(0, 9)], r"Exact.legal returned \[\(0, 9\)\]"),
        ("legal", [["A1"]], r"Exact.legal returned \[\['A1'\]\] \(list\)"),
        ("legal", numpy.zeros((7, 7), dtype=bool), "Exact.legal returned array"),
        ("board", None, "Exact.board returned None .* expected rows of the letters"),
        ("board", ["XO?"], "Exact.board returned"),
        ("board", numpy.zeros((3, 9, 9)), "Exact.board returned array"),
        ("board", [[7]], r"1 for a black one, -1 or 2 for a white one"),
        ("to_move", "black", "Exact.to_move returned 'black' .* expected \"B\" or \"W\""),
        ("is_over", 0, "Exact.is_over returned 0 .* expected True or False"),
        ("score", "5", "Exact.score returned '5' .* expected the points of both players such as"),
        ("score", (1, 2, 3), r"Exact.score returned \(1, 2, 3\)"),
        ("score", None, "Exact.score returned None"),
        ("score", True, "Exact.score returned True"),
    ],
)
def test_values_that_cannot_be_read(method, value, said):
    board = type("Exact", (Exact,), {method: lambda self, *_: value})
    with pytest.raises(TypeError, match=said):
        certify(board)


@pytest.mark.parametrize(
    "name, value, said",
    [
        ("repeat", "tie", "Exact.repeat is 'tie': expected \"loss\" or \"draw\""),
        ("move_cap", -1, "Exact.move_cap is -1: expected a number such as 512"),
        ("passes", "no", "Exact.passes is 'no': expected True or False"),
        ("tie", "black", "Exact.tie is 'black': expected \"B\" or \"W\""),
        ("first_row", "left", "Exact.first_row is 'left': expected \"top\" or \"bottom\""),
        ("score", "winner", "score is \"winner\", but there is no method winner"),
        ("score", "margin", "Exact.score is 'margin': expected \"winner\""),
    ],
)
def test_attributes_that_cannot_be_read(name, value, said):
    with pytest.raises(TypeError, match=said):
        certify(type("Exact", (Exact,), {name: value}))
