"""Octal games: take-and-break games with a code."""
from __future__ import annotations

import threading
from ctypes import byref, c_uint, c_void_p
from typing import TYPE_CHECKING, Any, Iterable, overload

import numpy as np

from ._library import (Handle, RangeError, Summary, as_text, check, expect, lib, natural, to_text, whole)
from ._run import Run, RunOptions, Whole, Wholes, each, flat
from .game import Game, Period, period_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from typing_extensions import Unpack

ROW = flat(Summary, known="known", proof="nim.proof", proof_end="proof_end", period="nim.period",
           preperiod="nim.preperiod", saltus="nim.saltus", largest="largest", largest_at="largest_at",
           has_mask="has_mask", mask="mask", parity="parity", rare="rare", last_rare="last_rare")


class Octal(Game):
    """An octal game d0.d1d2...: bit b of digit dt allows to take t from a heap
    and to leave the rest in exactly b heaps; hexadecimal digits, to F, split in
    three. Normal play: Game(spec, misere=True) has cold heaps. All that Game does, and
    periods that are proved; counts are known at once past such a period.

    spec    a code (".16", "0.07", "4.3") or a name ("kayles", "grundy"): what
            `takeaway octal` lists

    >>> Octal(".16").period().period
    149459
    >>> Octal(".07").count(10**15), Octal("kayles").moves(5)[0]
    (147058823529416, Move(heap=0, taken=1, left=(2, 2)))
    """

    def __init__(self, spec: str) -> None:
        self._handle = Handle(lib.ta_game_free)
        expect("spec", "text, such as '.77' or 'kayles'", spec, isinstance(spec, str))
        if not lib.ta_octal_is_spec(as_text("spec", spec)):
            spec = "octal:" + spec  # refused by what octal games are
        super().__init__(spec)
        # Heaps whose period is searched for: 2^24, or 2^12 if a digit above 7
        # makes the cost of it quadratic, as on the command line.
        self._search = 1 << (12 if set(self._about.octal) & set(b"89ABCDEF") else 24)
        # The largest solution so far, and the heaps that it was asked for. A
        # call keeps the one that it reads; the lock is for replacing it.
        self._solved: tuple[Handle | None, int] = None, 0
        self._lock = threading.RLock()

    def _made_of(self) -> tuple[Any, ...]:
        return (self.spec,)

    def __repr__(self) -> str:
        return f"Octal({self.spec!r})"

    def _solve(self, search: int | None, options: RunOptions) -> tuple[Handle, Any]:
        search = self._search if search is None else natural("search", search)
        solution, searched = self._solved
        if solution is None or search > searched:
            with self._lock:
                solution, searched = self._solved
                if solution is None or search > searched:
                    solution = Handle(lib.ta_octal_solution_free, self._handle)
                    with Run(**options) as run:
                        run(lib.ta_octal_solve, self._handle, search, False, run.options, byref(solution))
                    self._solved = solution, search
        return solution, lib.ta_octal_solution_summary(solution).contents

    def period(self, search: int | None = None, **options: Unpack[RunOptions]) -> Period | None:
        """The period of the values, looked for among the first `search` heaps, 2^24
        unless given (2^12 if a digit is above 7); None if none is seen. One
        that is only seen may be another beyond. Computed once for each game and search.

        Cost: about linear in the heaps looked at if few values are rare, quadratic at worst; 2 bytes each.

        >>> Octal("kayles").period()[:3]
        (12, 71, True)
        """
        solution, summary = self._solve(search, options)
        return period_of(summary)

    @overload
    def value(self, heap: Whole, search: int | None = None, **options: Unpack[RunOptions]) -> int: ...

    @overload
    def value(self, heap: Wholes, search: int | None = None, **options: Unpack[RunOptions]) -> np.ndarray: ...

    def value(self, heap: Any, search: int | None = None, **options: Unpack[RunOptions]) -> Any:
        """The nim-value of a heap of any size: an int; of an array or range of heaps: of their shape, uint16.

        Cost: that of period(), then as of the digits of the heap. RangeError if a heap is beyond what was
        searched and no period is proved.

        >>> Octal("kayles").value(10**100), Octal("kayles").value(range(8))
        (1, array([0, 1, 2, 3, 1, 4, 3, 2], dtype=uint16))
        """
        def of(one: Any) -> int:
            one, value = whole("heap", one), c_uint()
            solution, summary = self._solve(search, options)
            if summary.nim.proof == 0 and one >= summary.known:
                raise RangeError(f"no period of {self.spec} is proved below {summary.known}; a larger search may")
            check(lib.ta_octal_value_of, solution, to_text(one), byref(value))
            return value.value
        return each(heap, of, np.uint16)

    def plot(self, n: int | None = None, what: str = "nim", *more: Any, **options: Any) -> Axes:
        """As Game.plot, but of nim-values unless `what` is given.

        >>> Octal("kayles").plot().get_legend_handles_labels()[1]
        ['preperiod 71', 'period 12, proved']
        """
        return super().plot(n, what, *more, **options)


def octal_census(games: Iterable[Octal | str], limit: int = 1 << 16, **options: Unpack[RunOptions]) -> np.ndarray:
    """What is known of many octal games from at most `limit` heaps of each.

    Returns a structured array, one row a game, with the fields of
    ta_summary (takeaway/run.h): heaps looked at (known), how the period
    is proved (proof: 0 it is not, 1 Guy and Smith's condition, 2 bounded rare
    heaps, 4 values that grow by the saltus) and from which heaps (proof_end), period and preperiod (0: not
    proved), the largest value and the first heap that has it, the mask of rare
    values, rare heaps and the last one. `threads` is of use here. Cost: that of Octal.period for each.

    >>> rows = octal_census(["kayles", ".07", ".6"], limit=1 << 12)
    >>> rows["period"], rows["largest"]
    (array([12, 34,  0], dtype=uint64), array([  8,   9, 126], dtype=uint32))
    """
    expect("games", "octal games or their codes", games, np.iterable(games))
    asked = [game if isinstance(game, Octal) else Octal(game) for game in games]
    handles = (c_void_p * len(asked))(*(game._handle for game in asked))
    rows = np.zeros(len(asked), ROW)
    with Run(**options) as run:
        run(lib.ta_octal_census, handles, len(asked), natural("limit", limit), run.options, rows.ctypes.data)
    for name in ("period", "preperiod", "saltus"):
        rows[name][rows["proof"] == 0] = 0
    return rows
