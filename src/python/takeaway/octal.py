"""Octal games: take-and-break games with a code."""
from __future__ import annotations

from ctypes import byref, c_uint, c_void_p
from typing import TYPE_CHECKING, Any, Iterable

import numpy as np

from ._library import InvalidError, RangeError, Summary, check, expect, integer, lib, natural
from ._run import Run, RunOptions, flat
from .game import Game, Period, period_of

if TYPE_CHECKING:
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
        self._handle, self._solution, self._searched = c_void_p(), c_void_p(), 0
        expect("spec", "text, such as '.77' or 'kayles'", spec, isinstance(spec, str))
        if not lib.ta_octal_is_spec(spec.encode()):
            spec = "octal:" + spec  # refused by what octal games are
        super().__init__(spec)
        if lib.ta_game_about(self._handle).contents.octal is None:
            raise InvalidError(f"{spec!r} is no octal game")

    def __del__(self, free: Any = lib.ta_game_free, free_solution: Any = lib.ta_octal_solution_free) -> None:
        free_solution(self._solution)  # it stands on the game
        super().__del__(free)

    def __repr__(self) -> str:
        return f"Octal({self.spec!r})"

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
        return period_of(self._solve(search, options))

    def value(self, heap: int, search: int = 1 << 24, **options: Unpack[RunOptions]) -> int:
        """The nim-value of a heap of any size; RangeError if it is beyond what
        was searched and no period is proved.

        >>> Octal("kayles").value(10**100)
        1
        """
        heap, value = integer("heap", heap), c_uint()
        if self._solve(search, options).nim.proof == 0 and heap >= search:
            raise RangeError(f"no period of {self.spec} is proved below {search}; a larger search may")
        check(lib.ta_octal_value_of, self._solution, str(heap).encode(), byref(value))
        return value.value


def octal_census(games: Iterable[Octal | str], limit: int = 1 << 16, **options: Unpack[RunOptions]) -> np.ndarray:
    """What is known of many octal games from at most `limit` heaps of each.

    Returns a structured array, one row a game, with the fields of
    ta_summary (takeaway/run.h): heaps looked at (known), how the period
    is proved (proof: 0 it is not, 1 Guy and Smith's condition, 2 bounded rare
    heaps) and from which heaps (proof_end), period and preperiod (0: not
    proved), the largest value and the first heap that has it, the mask of rare
    values, rare heaps and the last one. `threads` is of use here.

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
