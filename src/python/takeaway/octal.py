"""Octal games: take-and-break games with a code."""
from __future__ import annotations

from ctypes import byref, c_uint, c_uint64, c_void_p
from typing import TYPE_CHECKING, Any

import numpy as np

from ._library import RangeError, check, lib, natural
from ._run import Run, RunOptions, values_of
from .game import Period
from .play import Position, solve

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Octal:
    """An octal game d0.d1d2...: bit b of digit dt allows to take t from a heap
    and to leave the rest in exactly b heaps. Normal play.

    spec    a code (".16", "0.07", "4.3") or a name ("kayles", "grundy"): what
            `takeaway octal` lists

    Methods take RunOptions by keyword and raise as those of Game do.

    >>> Octal(".16").period().period
    149459
    """

    def __init__(self, spec: str) -> None:
        self._handle, self._solution, self._searched = c_void_p(), c_void_p(), 0
        check(lib.ta_octal_new, spec.encode(), byref(self._handle))

    def __del__(self, free: Any = lib.ta_octal_free, free_solution: Any = lib.ta_octal_solution_free) -> None:
        free_solution(getattr(self, "_solution", None))
        free(self._handle)

    @property
    def spec(self) -> str:
        """The code with its point, or "grundy"."""
        return lib.ta_octal_code(self._handle).decode()

    def __repr__(self) -> str:
        return f"Octal({self.spec!r})"

    def nim(self, n: int, **options: Unpack[RunOptions]) -> np.ndarray:
        """The nim-values of heaps [0, n); uint16.

        >>> Octal("kayles").nim(12)
        array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint16)
        """
        return values_of(lib.ta_octal_values, self._handle, n, options)

    def cold(self, n: int, **options: Unpack[RunOptions]) -> np.ndarray:
        """The cold heaps (of value 0) in [0, n), increasing; uint64. Memory: 2
        bytes a heap besides.

        >>> Octal(".07").cold(30)
        array([ 0,  1,  5,  9, 15, 21, 25, 29], dtype=uint64)
        """
        return np.flatnonzero(self.nim(n, **options) == 0).astype(np.uint64)

    def count(self, n: int, **options: Unpack[RunOptions]) -> int:
        """How many heaps in [0, n) are cold; past a proved period at once.

        >>> Octal(".07").count(10**15)
        147058823529416
        """
        end, count = c_uint64(natural("n", n)), c_uint64()
        with Run(**options) as run:
            run(lib.ta_octal_cold_counts, self._handle, 0, byref(end), 1, run.options, byref(count))
        return count.value

    def _solve(self, search: int, options: RunOptions) -> Any:
        if natural("search", search) > self._searched:
            solution = c_void_p()
            with Run(**options) as run:
                run(lib.ta_octal_solve, self._handle, search, False, run.options, byref(solution))
            lib.ta_octal_solution_free(self._solution)
            self._solution, self._searched = solution, search
        return lib.ta_octal_solution_summary(self._solution).contents

    def period(self, search: int = 1 << 24, **options: Unpack[RunOptions]) -> Period:
        """The period of the values, looked for among the first `search` heaps,
        and proved, if it is found. Computed once for each game and search.

        >>> Octal("kayles").period()[:3]
        (12, 71, True)
        """
        s = self._solve(search, options)
        return Period(s.period, s.preperiod, s.proof != 0, s.known, s.largest, s.largest_at)

    def value(self, heap: int, search: int = 1 << 24, **options: Unpack[RunOptions]) -> int:
        """The nim-value of a heap of any size; RangeError if it is beyond what
        was searched and no period is proved.

        >>> Octal("kayles").value(10**100)
        1
        """
        value = c_uint()
        if self._solve(search, options).proof == 0 and heap >= search:
            raise RangeError(f"no period of {self.spec} is proved below {search}; a larger search may")
        check(lib.ta_octal_value_of, self._solution, str(heap).encode(), byref(value))
        return value.value

    def play(self, *heaps: int, **options: Unpack[RunOptions]) -> Position:
        """A position of these heaps, solved."""
        return solve([(self, heap) for heap in heaps], **options)

    def moves(self, *heaps: int, **options: Unpack[RunOptions]) -> list:
        """Winning moves from a position of these heaps.

        >>> Octal("kayles").moves(5)[0]
        Move(heap=0, taken=1, left=(2, 2))
        """
        return self.play(*heaps, **options).moves()
