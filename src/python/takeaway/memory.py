"""Games with a memory."""
from __future__ import annotations

import ctypes
import math
from bisect import bisect_right
from ctypes import POINTER, byref
from itertools import accumulate
from typing import Any, overload

import numpy as np

from . import _html
from ._library import Fixed, Handle, MemoryGame, as_text, check, expect, lib, natural, whole
from ._run import Run, Whole, Wholes, each


class Memory(Fixed):
    """A heap from which a move takes at most F(last), where `last` is what the move before took,
    and the first move less than the heap. Who cannot move loses.

    rule    F: "2x" (Fibonacci nim) or "x+3", with whole numbers

    lag, start, ratio
            cold heap number k + 1 is the sum of numbers k and k - lag for all k >= start, where number 0 is 0;
            the quotient of neighbours tends to ratio

    >>> game = Memory("2x")
    >>> game.cold(40).tolist(), round(game.ratio, 6)
    ([0, 1, 2, 3, 5, 8, 13, 21, 34], 1.618034)
    >>> game.moves(30), game.moves(30, limit=5)     # winning; the first move, and one of at most 5
    ([1, 9], [1])
    """

    def __init__(self, rule: str) -> None:
        expect("rule", "text, such as '2x' or 'x+3'", rule, isinstance(rule, str))
        self.rule, self._handle = rule, Handle(lib.ta_free)
        check(lib.ta_memory_new, as_text("rule", rule), byref(self._handle))
        game = ctypes.cast(self._handle, POINTER(MemoryGame)).contents
        self.lag: int = game.lag
        self.start: int = getattr(game, "from")
        self.ratio: float = game.ratio
        self._factor, self._plus = game.factor, game.plus
        self._cold = np.frombuffer(ctypes.string_at(game.cold, 8 * game.count), np.uint64)

    def __repr__(self) -> str:
        return f"Memory({self.rule!r})"

    misere = False

    def _repr_html_(self) -> str:
        law = f"number k + 1 is the sum of numbers k and k - {self.lag} from k = {self.start} on"
        return _html.game(self, ("cold heaps", _html.listed(self._cold, 16)), ("law", law), ("growth", f"{self.ratio:.6f}"))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Memory):
            return NotImplemented
        return (self._factor, self._plus) == (other._factor, other._plus)

    def __hash__(self) -> int:
        return hash((self._factor, self._plus))

    def __reduce__(self) -> Any:
        return Memory, (self.rule,)

    def cold(self, n: int) -> np.ndarray:
        """The cold heaps in [0, n), increasing: one axis, uint64. Cost: none, they are known.

        >>> Memory("x+3").cold(20)
        array([ 0,  1,  2,  3,  4,  5,  7, 11], dtype=uint64)
        """
        return self._cold[:np.searchsorted(self._cold, np.uint64(natural("n", n))).item()]

    def _parts(self, heap: Any) -> list[int]:
        """Returns the heap as a sum of cold ones, each the largest that fits."""
        heap, parts, cold = whole("heap", heap), [], self._cold.tolist()
        while cold[-1] < heap:
            cold.append(cold[-1] + cold[-1 - self.lag])
        while heap > 0:
            parts.append(cold[bisect_right(cold, heap) - 1])
            heap -= parts[-1]
        return parts

    @overload
    def is_cold(self, heap: Whole) -> bool: ...

    @overload
    def is_cold(self, heap: Wholes) -> np.ndarray: ...

    def is_cold(self, heap: Any) -> Any:
        """Whether the first player loses from a heap of any size: a bool; of an array or range of heaps: of their shape.

        >>> Memory("2x").is_cold([4, 5, 10**30])
        array([False,  True, False])
        """
        return each(heap, lambda one: len(self._parts(one)) < 2, bool)

    def moves(self, heap: int, limit: int | None = None) -> list[int]:
        """The winning moves, increasing, from a heap of any size of which at most `limit` may be taken; None: less
        than the heap. Cost: that of the cold heaps up to it, whose number grows as its digits.

        >>> Memory("2x").moves(10**30)[:3]
        [1, 35, 357]
        """
        parts, most = self._parts(heap), whole("limit", max(int(heap) - 1, 0) if limit is None else limit)
        takes = accumulate(parts[::-1])  # of the last parts, if the next move cannot take the part before
        return [take for take, before in zip(takes, [*parts[-2::-1], math.inf])
                if take <= most and self._factor * take + self._plus < before]

    def least(self, n: int, max_memory: int | None = None) -> np.ndarray:
        """For each heap in [0, n) the least winning take if all may be taken, 0 for heap 0: one axis, uint32.

        Cost: linear in n, and 4 bytes a heap. RangeError if n is above 2^32; max_memory as in RunOptions.

        >>> Memory("2x").least(9)
        array([0, 1, 2, 3, 1, 5, 1, 2, 8], dtype=uint32)
        """
        n = natural("n", n)
        with Run(4 * n if n <= 1 << 32 else 0, max_memory=max_memory):
            takes = np.empty(n if n <= 1 << 32 else 0, np.uint32)
            check(lib.ta_memory_least, self._handle, n, takes.ctypes.data)
        return takes
