"""Games on the plane."""
from __future__ import annotations

from ctypes import byref, c_void_p, cast, string_at
from typing import TYPE_CHECKING, Any, Callable, NamedTuple

import numpy as np

from . import _html, picture
from ._library import CONSUME, Fixed, InvalidError, PeriodOut, Sink, as_text, expect, lib, natural
from ._run import Run, RunOptions, flat
from .game import CONTENTS, THEOREMS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from typing_extensions import Unpack

ROW = flat(PeriodOut, period="period", preperiod="preperiod", saltus="saltus", proof="proof")


class RowPeriod(NamedTuple):
    """g(x + period, y) = g(x, y) + saltus from x = preperiod on: for ever if `proved`, else as far as was seen."""

    period: int
    preperiod: int
    saltus: int
    proved: bool

    def _repr_html_(self) -> str:
        return _html.period(self, "g(n, y)", "the columns come again" if self.proved else THEOREMS[""])


class Grid(Fixed):
    """A game on the plane: from (x, y) one may move to (x - k a, y - k b) along each direction (a, b), k in its set.

    moves   directions with their sets, such as "(1,0):all (0,1):all (1,1):all", which is Wythoff's game;
            a set is "all", numbers such as "1,4-7", or a name as for Game
    misere  who cannot move wins; only cold positions

    Methods compute positions 0 <= x < width, 0 <= y < height. Of RunOptions max_memory and progress are used.

    >>> wythoff = Grid("(1,0):all (0,1):all (1,1):all")
    >>> wythoff.cold(6, 6).tolist()
    [[0, 0], [2, 1], [1, 2], [5, 3], [3, 5]]
    >>> wythoff.nim(5, 3)
    array([[0, 1, 2, 3, 4],
           [1, 2, 0, 4, 5],
           [2, 0, 1, 5, 3]], dtype=uint16)
    """

    def __init__(self, moves: str, misere: bool = False) -> None:
        expect("moves", "text, such as '(1,0):all (0,1):1,2'", moves, isinstance(moves, str))
        self.moves, self.misere = moves, bool(misere)
        with Run() as run:  # refused now if it is no game
            run(lib.ta_grid_run, as_text("moves", moves), self.misere, CONTENTS["cold"], 0, 0, run.options, None)

    def __repr__(self) -> str:
        return f"Grid({self.moves!r}{', misere=True' if self.misere else ''})"

    def _repr_html_(self) -> str:
        cold = [f"({x}, {y})" for x, y in self.cold(20, 20).tolist()]
        return _html.game(self, ("moves", self.moves), ("cold positions", _html.listed(cold, 12)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return (self.moves, self.misere) == (other.moves, other.misere)

    def __hash__(self) -> int:
        return hash((self.moves, self.misere))

    def __reduce__(self) -> Any:
        return Grid, (self.moves, self.misere)

    def _rows(self, content: str, width: int, height: int, held: int, options: RunOptions,
              row: Callable[[int, Any], None]) -> None:
        """Calls row(y, block) for each row."""
        def consume(_state: Any, pointer: Any) -> None:
            block = pointer.contents
            row(getattr(block, "from") // width, block)

        with Run(held, **options) as run:
            sink = Sink(consume=cast(callback := CONSUME(run.guard(consume)), c_void_p))
            run(lib.ta_grid_run, as_text("moves", self.moves), self.misere, CONTENTS[content],
                natural("width", width), natural("height", height), run.options, byref(sink))
            del callback

    def cold(self, width: int, height: int, **options: Unpack[RunOptions]) -> np.ndarray:
        """The cold positions, a row (x, y) each, by increasing y, then x: shape (count, 2), uint64.

        Cost: width * height / 64 words for each distance of a move, once a direction where all are allowed.

        >>> Grid("(1,2):1 (2,1):1", misere=True).cold(4, 3).tolist()
        [[2, 1], [3, 1], [1, 2], [2, 2], [3, 2]]
        """
        found = [np.empty((0, 2), np.uint64)]

        width = natural("width", width)

        def row(y: int, block: Any) -> None:
            size = -(-width // 64) * 8
            x = np.flatnonzero(np.unpackbits(np.frombuffer(string_at(block.bits, size), np.uint8),
                                             bitorder="little"))
            found.append(np.column_stack([x, np.full(len(x), y)]).astype(np.uint64))

        self._rows("cold", width, height, 0, options, row)
        return np.concatenate(found)

    def nim(self, width: int, height: int, **options: Unpack[RunOptions]) -> np.ndarray:
        """The nim-values: [y, x] has that of (x, y); shape (height, width), uint16. Normal play.

        Cost: that of cold for each value; 2 bytes a position and 19 bits on the way. RangeError for a value above 65535.

        >>> Grid("(1,2):1 (2,1):1").nim(3, 4)[3]
        array([0, 1, 1], dtype=uint16)
        """
        width, height = natural("width", width), natural("height", height)
        values: list[np.ndarray] = []

        def row(y: int, block: Any) -> None:
            if not values:  # not before the size was admitted
                values.append(np.empty((height, width), np.uint16))
            values[0][y] = np.frombuffer(string_at(block.values, 2 * width), np.uint16)

        self._rows("nim", width, height, 2 * width * height, options, row)
        return values[0] if values else np.empty((height, width), np.uint16)

    def periods(self, width: int, height: int, **options: Unpack[RunOptions]) -> list[RowPeriod | None]:
        """The period of the nim-values of each row y < height, as `width` of them show it; None where none is seen.
        Proved if sets of moves within a row are finite and the columns below repeat. Cost: that of nim.

        >>> Grid("(1,0):1,2 (0,1):all").periods(100, 2)[1]
        RowPeriod(period=3, preperiod=0, saltus=0, proved=True)
        """
        height = natural("height", height)
        with Run(height * ROW.itemsize, **options) as run:
            rows = np.zeros(height, ROW)
            run(lib.ta_grid_periods, as_text("moves", self.moves), natural("width", width), height, run.options,
                rows.ctypes.data)
        return [RowPeriod(p, e, s, proof != 0) if p else None for p, e, s, proof in rows.tolist()]

    def plot(self, width: int, height: int, what: str = "cold", ax: Axes | None = None,
             **options: Unpack[RunOptions]) -> Axes:
        """Draws the cold positions, or with what="nim" all nim-values; returns the axes, as Game.plot.

        Cost and errors: those of cold or nim; ImportError without matplotlib.

        >>> Grid("(1,0):all (0,1):all").plot(20, 10).get_title()
        'Cold positions of (1,0):all (0,1):all'
        """
        if what not in ("cold", "nim"):
            raise InvalidError(f"there is no picture of {what!r}; accepted are cold, nim")
        return picture.plane(self, natural("width", width), natural("height", height), what, ax, options)
