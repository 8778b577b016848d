"""Sums of heaps, each of its own game: who wins, and how."""
from __future__ import annotations

from ctypes import byref, c_bool, c_void_p, pointer
from typing import TYPE_CHECKING, Any, Iterable, NamedTuple, Union

import numpy as np

from ._library import VISIT_MOVE, InvalidError, PlayOptions, check, expect, integer, lib, natural
from ._run import Run, RunOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .game import Game

    AnyGame = Union[str, Game]


class Move(NamedTuple):
    """In heap number `heap`, from 0, `taken` are taken, and `left` are the
    heaps that are left of it: one, or in octal games none or two,
    in hexadecimal ones three."""

    heap: int
    taken: int
    left: tuple


class Position:
    """A sum of heaps that has been solved.

    wins     whether the player to move wins
    nim_sum  xor of the nim-values; None if they were not needed
    values   the nim-value of each heap, or None
    """

    def __init__(self, handle: c_void_p, count: int) -> None:
        self._handle = handle
        heaps = [lib.ta_play_heap_at(handle, k) for k in range(count)]
        total = lib.ta_play_nim_sum(handle)
        self.wins: bool = lib.ta_play_wins(handle)
        self.nim_sum: int | None = None if total is None else int(total)
        self.values = [None if heap.value is None else int(heap.value) for heap in heaps]

    def __del__(self, free: Any = lib.ta_play_free) -> None:
        free(self._handle)

    def moves(self, most: int = 1000) -> list[Move]:
        """The winning moves, at most so many in each heap.

        Of heaps of octal games there may be more than could ever be listed:
        those that differ from a listed one by whole periods are left out.
        """
        found: list[Move] = []
        for k in range(len(self.values)):
            def visit(_state: Any, move: Any, k: int = k) -> int:
                m = move.contents
                left = tuple(int(m.part[i]) for i in range(m.n_parts))
                found.append(Move(k, int(m.taken), left))
                return 0
            check(lib.ta_play_moves, self._handle, k, natural("most", most), VISIT_MOVE(visit), None, byref(c_bool()))
        return found


def solve(heaps: Iterable[tuple[AnyGame, int]], misere: bool = False, search: int = 0,
          **options: Unpack[RunOptions]) -> Position:
    """Solves a sum of heaps, given as pairs of a game and a size.

    Games are Game (or Octal), or what these are made of as text. Sizes may be of any
    length where a closed form is known: of "moser", finite sets, and octal games
    with a proved period. Under misere play the heaps are of subtraction games, or
    of one octal game and at most 300 together. `search`: heaps among which a period
    is looked for, 0 for the library's choice. RangeError says what is too large.

    >>> position = solve([("squares", 13), (".77", 10**30), ("list:1,2", 5)])
    >>> position.wins, position.nim_sum, position.values
    (True, 2, [1, 1, 2])
    >>> solve([("squares", 4), ("squares", 4)], misere=True).wins
    False
    """
    expect("heaps", "pairs of a game and a size", heaps, np.iterable(heaps))
    heaps, handle = list(heaps), c_void_p()
    check(lib.ta_play_new, bool(misere), byref(handle))
    try:
        for pair in heaps:
            expect("an element of heaps", "a pair of a game and a size", pair,
                   isinstance(pair, (tuple, list)) and len(pair) == 2)
            game, size = pair[0], integer("heap", pair[1])
            expect("game", "a Game or text", game, isinstance(game, str) or hasattr(game, "spec"))
            if size < 0:
                raise InvalidError(f"a heap is {size}, below 0")
            if not isinstance(game, str) and game.misere != bool(misere):
                raise InvalidError(f"{game!r} is of the other convention than the sum")
            spec = game if isinstance(game, str) else game.spec
            check(lib.ta_play_add, handle, spec.encode(), str(size).encode())
        with Run(**options) as run:
            run(lib.ta_play_solve, handle, PlayOptions(run=pointer(run._options), search=natural("search", search)))
    except BaseException:
        lib.ta_play_free(handle)
        raise
    return Position(handle, len(heaps))
