"""Games with a memory."""
from __future__ import annotations

import ctypes
from ctypes import POINTER, byref, c_uint64
from typing import Any

import numpy as np

from ._library import Fixed, Handle, MemoryGame, as_text, check, expect, lib, natural


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
        self._cold = np.frombuffer(ctypes.string_at(game.cold, 8 * game.count), np.uint64)

    def __repr__(self) -> str:
        return f"Memory({self.rule!r})"

    def __reduce__(self) -> Any:
        return Memory, (self.rule,)

    def cold(self, n: int) -> np.ndarray:
        """The cold heaps in [0, n); uint64."""
        return self._cold[:np.searchsorted(self._cold, np.uint64(natural("n", n)))]

    def is_cold(self, heap: int) -> bool:
        """Whether the first player loses."""
        return bool(np.uint64(natural("heap", heap)) in self._cold)

    def moves(self, heap: int, limit: int | None = None) -> list[int]:
        """The winning moves from a heap of which at most `limit` may be taken; None: less than the heap."""
        heap, takes = natural("heap", heap), (c_uint64 * 64)()
        limit = max(heap - 1, 0) if limit is None else natural("limit", limit)
        return takes[:lib.ta_memory_moves(self._handle, heap, limit, takes)]

    def least(self, n: int) -> np.ndarray:
        """For each heap in [0, n) the least winning take if all may be taken, 0 for heap 0; uint32.

        >>> Memory("2x").least(9)
        array([0, 1, 2, 3, 1, 5, 1, 2, 8], dtype=uint32)
        """
        takes = np.empty(n if natural("n", n) <= 1 << 32 else 0, np.uint32)
        check(lib.ta_memory_least, self._handle, n, takes.ctypes.data)
        return takes
