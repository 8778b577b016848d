"""Sums of heaps, each of its own game: who wins, and how."""
from __future__ import annotations

from ctypes import byref, c_bool, pointer
from html import escape
from typing import TYPE_CHECKING, Any, Iterable, NamedTuple, Union

import numpy as np

from . import _html
from ._library import (VISIT_MOVE, Fixed, Handle, PlayOptions, check, expect, from_text, lib, natural, shown, to_text,
                       whole)
from ._run import Run, RunOptions, Whole, Wholes

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .game import Game

    AnyGame = Union[str, Game]


SHOWN = 20  # moves of a heap in a notebook


class Move(NamedTuple):
    """In heap number `heap`, from 0, `taken` are taken, and `left` are the
    heaps that are left of it: one, or in octal games none or two,
    in hexadecimal ones three.

    >>> Octal("kayles").moves(5)[0].left
    (2, 2)
    """

    heap: int
    taken: int
    left: tuple

    def __repr__(self) -> str:
        left = ", ".join(map(shown, self.left)) + "," * (len(self.left) == 1)
        return f"Move(heap={self.heap}, taken={shown(self.taken)}, left=({left}))"


class Position(Fixed):
    """A sum of heaps that has been solved.

    heaps    the games and sizes of the heaps
    wins     whether the player to move wins
    nim_sum  xor of the nim-values; None if they were not needed
    values   the nim-value of each heap, or None

    >>> solve([("squares", 13), ("kayles", 5)])
    <13 of squares + 5 of kayles: nim-sum 5, the player to move wins>
    """

    def __init__(self, handle: Handle, heaps: list[tuple[Game, int]]) -> None:
        self._handle, self.heaps = handle, heaps
        total = lib.ta_play_nim_sum(handle)
        self.wins: bool = lib.ta_play_wins(handle)
        self.nim_sum: int | None = None if total is None else from_text(total)
        values = [lib.ta_play_heap_at(handle, k).value for k in range(len(heaps))]
        self.values = [None if value is None else from_text(value) for value in values]

    def __repr__(self) -> str:
        heaps = " + ".join(f"{shown(size)} of {game.spec}" for game, size in self.heaps) or "no heap"
        nim = "" if self.nim_sum is None else f"nim-sum {shown(self.nim_sum)}, "
        return f"<{heaps}: {nim}the player to move {'wins' if self.wins else 'loses'}>"

    def _repr_html_(self) -> str:
        total = None if self.heaps and self.heaps[0][0].misere else self.nim_sum
        rows = [(k, game.spec, shown(size), "NA" if value is None else shown(value),
                 (lib.ta_play_heap_at(self._handle, k).how or b"").decode())
                for k, ((game, size), value) in enumerate(zip(self.heaps, self.values))]
        moves = self.moves(SHOWN)
        why = ["what is left is cold" if total is None or value is None
               else f"the value {shown(value)} becomes {shown(value ^ total)}, and so the nim-sum 0"
               for value in (self.values[move.heap] for move in moves)]
        return (f"<p>{escape(repr(self)[1:-1])}</p>" + _html.table("heap|game|size|nim-value|found by", rows)
                + (_html.table("heap|take|leave|why it wins", [
                    (m.heap, shown(m.taken), ", ".join(map(shown, m.left)) or 0, why)
                    for m, why in zip(moves, why)]) if moves else "")
                + (f"<p>At most {SHOWN} moves of each heap.</p>" if len(moves) >= SHOWN else ""))

    def moves(self, most: int = 1000) -> list[Move]:
        """The winning moves, at most so many in each heap.

        Of heaps of octal games there may be more than could ever be listed:
        those that differ from a listed one by whole periods are left out.
        Cost: a look-up for each option of each heap.

        >>> solve([("squares", 4), ("kayles", 10**20)]).moves(most=1)
        [Move(heap=0, taken=1, left=(3,)), Move(heap=1, taken=1, left=(22, 99999999999999999977))]
        """
        found: list[tuple[int, bytes, list[bytes]]] = []
        with Run() as run:
            for k in range(len(self.heaps) if natural("most", most) else 0):  # 0 is no limit there
                def visit(_state: Any, move: Any, k: int = k) -> bool:
                    m = move.contents
                    found.append((k, m.taken, m.part[:m.n_parts]))
                    return run._stops()
                run(lib.ta_play_moves, self._handle, k, most, VISIT_MOVE(run.guard(visit)), None, byref(c_bool()))
        return [Move(k, from_text(taken), tuple(map(from_text, left))) for k, taken, left in found]


def summed(heaps: Iterable[tuple[AnyGame, Whole | Wholes]], misere: bool) -> tuple[Handle, list[tuple[Game, int]]]:
    """Makes a sum of heaps that is not solved yet, and lists its heaps. Equal games become one."""
    from .game import Game
    texts: dict[str, Game] = {}
    games: dict[Game, Game] = {}
    listed = []
    expect("heaps", "pairs of a game and a size", heaps, np.iterable(heaps))
    for pair in heaps:
        expect("an element of heaps", "a pair of a game and a size", pair,
               isinstance(pair, (tuple, list)) and len(pair) == 2)
        game = pair[0]
        expect("game", "a Game or text", game, isinstance(game, (str, Game)))
        if isinstance(game, str):
            if game not in texts:
                texts[game] = Game(game, misere)
            game = texts[game]
        for size in np.array(pair[1], object).ravel():
            game._reach(whole("heap", size))
            listed.append((games.setdefault(game, game), int(size)))
    handle = Handle(lib.ta_play_free, *games)
    check(lib.ta_play_new, misere, byref(handle))
    for game, size in listed:
        check(lib.ta_play_add_game, handle, game._handle, to_text(size))
    return handle, listed


def solve(heaps: Iterable[tuple[AnyGame, Whole | Wholes]], misere: bool = False, search: int = 0,
          **options: Unpack[RunOptions]) -> Position:
    """Solves a sum of heaps, given as pairs of a game and a size, or several sizes in an array, list or range.

    Games are Game (or Octal), or what these are made of as text. Sizes may be of any
    length where a closed form is known: of "moser", finite sets, and octal games
    with a proved period. Under misere play the heaps are of subtraction games, or
    of one octal game, of any size in Kayles and others with a small misere quotient,
    else at most 300 together. `search`: heaps among which a period is looked for, 0
    for the library's choice. RangeError says what is too large.
    Cost: a run up to the largest heap of each game; of a formula as of the digits.

    >>> position = solve([("squares", 13), (".77", 10**30), ("list:1,2", 5)])
    >>> position.wins, position.nim_sum, position.values
    (True, 2, [1, 1, 2])
    >>> solve([("squares", 4), ("squares", 4)], misere=True).wins
    False
    >>> solve([("kayles", 10**30), ("kayles", 25)], misere=True).wins
    False
    """
    handle, heaps = summed(heaps, bool(misere))
    with Run(**options) as run:
        run(lib.ta_play_solve, handle, PlayOptions(run=pointer(run._options), search=natural("search", search),
                                                   hexadecimal=True))
    return Position(handle, heaps)
