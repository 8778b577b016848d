"""Subtraction games."""
from __future__ import annotations

import ctypes
import os
from ctypes import byref, c_uint64, c_void_p, cast, create_string_buffer
from typing import TYPE_CHECKING, Any, Iterable, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._library import (ArchiveInfo, InvalidError, Sink, Summary, accept, as_path, check, expect, integer, lib,
                       natural)
from ._run import NumbersOut, Run, RunOptions, values_of
from .play import Position, solve

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .archive import Archive

CONTENTS = {"cold": 1, "nim": 2, "length": 3}


class Period(NamedTuple):
    """f(heap + period) = f(heap) + saltus from the preperiod on, of nim-values f.

    `proved` says whether for ever; otherwise it was seen below `known`. A
    period of 0 was not found. `largest` is the largest value below `known`, and
    `largest_at` the first heap that has it. Only of an octal game, and of a
    period that is not proved, may the saltus be other than 0; it may be
    negative.
    """

    period: int
    preperiod: int
    proved: bool
    known: int
    largest: int
    largest_at: int
    saltus: int = 0


def period_of(found: Any) -> Period:
    """Returns the Period of a summary of the library's."""
    nim = found.nim
    return Period(nim.period, nim.preperiod, nim.proof != 0, found.known, found.largest, found.largest_at, nim.saltus)


class Game:
    """A subtraction game: a set S of positive integers and a convention.

    From a heap of i one may move to i - s for any s in S with s <= i. Who
    cannot move loses; with misere=True, wins. A heap is cold (a P-position) if
    the player to move loses.

    spec    "squares", "powers:5", "list:1,4-7,12", "file:PATH", ".16", "kayles", ...: what
            `takeaway games` lists; or the numbers of S, in any order
    misere  the convention

    Methods that compute take RunOptions by keyword and raise what
    takeaway.TakeawayError is the base of: InvalidError, LimitError (before any
    work), NoMemoryError, RangeError, CancelledError. Ctrl-C stops them. Arrays
    are new and the caller's. A game may be used by several threads at once.
    Two games are equal if their conventions are, and their names or lists of numbers.

    >>> squares = Game("squares")
    >>> squares.cold(20)
    array([ 0,  2,  5,  7, 10, 12, 15, 17], dtype=uint64)
    >>> Game([1, 3, 4]).period().period
    7
    """

    def __init__(self, spec: str | Iterable[int], misere: bool = False) -> None:
        self._handle = c_void_p()
        self.misere = bool(misere)
        if isinstance(spec, str):
            check(lib.ta_game_new, spec.encode(), self.misere, byref(self._handle))
        else:
            expect("spec", "text, such as 'squares', or the numbers of S", spec,
                   np.iterable(spec) and not isinstance(spec, (bytes, bytearray)))
            numbers = np.array([natural("a number of S", s) for s in spec], np.uint64)
            check(lib.ta_game_from_list, numbers.ctypes.data, numbers.size, self.misere,
                  byref(self._handle))

    def __del__(self, free: Any = lib.ta_game_free) -> None:
        free(self._handle)

    @property
    def spec(self) -> str:
        """As it was given; "" of a game whose making failed, which a debugger may show."""
        return lib.ta_game_about(self._handle).contents.spec.decode() if self._handle else ""

    def _named(self) -> bool:
        """Returns whether the spec names the game; that of an empty or very long list does not."""
        return not self.spec.startswith("list of ")

    def __repr__(self) -> str:
        numbers = "[]" if self.spec == "list of 0 numbers" else f"<{self.spec}>"
        return f"Game({repr(self.spec) if self._named() else numbers}{', misere=True' if self.misere else ''})"

    def _key(self) -> tuple[bool, bytes]:
        """Returns what equal games share: the convention, and the numbers of a list or else the id."""
        name = create_string_buffer(256)
        lib.ta_game_id(self._handle, name)
        is_list = name.value.startswith((b"list:", b"numbers#"))
        return self.misere, self.elements((1 << 64) - 1).tobytes() if is_list else name.value

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def elements(self, n: int) -> np.ndarray:
        """The numbers of S in [1, n), increasing; uint64.

        >>> Game("fibonacci").elements(20)
        array([ 1,  2,  3,  5,  8, 13], dtype=uint64)
        """
        out = NumbersOut()
        accept(lib.ta_game_elements(self._handle, natural("n", n), out.address, out.count))
        return out.array()

    def cold(self, n: int, **options: Unpack[RunOptions]) -> np.ndarray:
        """The cold positions in [0, n), increasing; uint64, not copied.

        Memory: that of the engine, and up to 24 bytes for each of them while
        they are found, which max_memory does not count.

        >>> Game("squares", misere=True).cold(20)
        array([ 1,  3,  6,  8, 11, 13, 16, 18], dtype=uint64)
        """
        out = NumbersOut()
        with Run(**options) as run:
            run(lib.ta_cold_array, self._handle, natural("n", n), run.options, out.address,
                out.count)
        return out.array()

    def count(self, n: ArrayLike, **options: Unpack[RunOptions]) -> Any:
        """How many positions in [0, n) are cold: an int.

        For increasing ends an array of their shape, uint64, from one run.

        >>> Game("squares").count(10**6)
        13952
        >>> Game("squares").count([10**3, 10**4, 10**5])
        array([ 115,  579, 2781], dtype=uint64)
        """
        if np.ndim(n) == 0:
            count = c_uint64()
            with Run(**options) as run:
                run(lib.ta_count, self._handle, natural("n", n), run.options, byref(count))
            return count.value
        ends = np.array([natural("an element of n", end) for end in np.ravel(n)], np.uint64)
        counts = np.empty_like(ends)
        with Run(**options) as run:
            run(lib.ta_counts, self._handle, ends.ctypes.data, ends.size, run.options,
                counts.ctypes.data)
        return counts.reshape(np.shape(n))

    def is_cold(self, heap: int, **options: Unpack[RunOptions]) -> bool:
        """Whether the player to move loses from a heap.

        >>> squares = Game("squares")
        >>> squares.is_cold(7), squares.is_cold(8), Game("moser").is_cold(10**60)
        (True, False, False)
        """
        if self._named():
            return not self.play(heap, **options).wins
        below, with_it = self.count([integer("heap", heap), heap + 1], **options)
        return bool(with_it > below)

    def nth(self, k: int, **options: Unpack[RunOptions]) -> int:
        """The k-th cold position, counted from 1.

        RangeError if there are fewer below 4 k^2 + 2^24.

        >>> Game("squares").nth(5)
        10
        """
        position = c_uint64()
        with Run(**options) as run:
            run(lib.ta_nth, self._handle, natural("k", k), run.options, byref(position))
        return position.value

    def nim(self, n: int, **options: Unpack[RunOptions]) -> np.ndarray:
        """The nim-values (Grundy values) of heaps [0, n); uint16. Normal play.

        >>> Game("squares").nim(20)
        array([0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2],
              dtype=uint16)
        """
        return values_of(lib.ta_nim_array, self._handle, n, options)

    def lengths(self, n: int, **options: Unpack[RunOptions]) -> np.ndarray:
        """How many moves optimal play lasts from heaps [0, n); uint16.

        The winner ends the game as soon as possible, the loser as late (OEIS
        A338027); even exactly where the heap is cold. Normal play.

        >>> Game("squares").lengths(12)
        array([0, 1, 2, 3, 1, 2, 3, 4, 5, 1, 4, 3], dtype=uint16)
        """
        return values_of(lib.ta_length_array, self._handle, n, options)

    def period(self, search: int = 1 << 20, **options: Unpack[RunOptions]) -> Period:
        """The period of the nim-values, looked for among `search` of them.

        Proved of finite sets; of others at most seen. Normal play.

        >>> Game("list:1,4-6").period()
        Period(period=9, preperiod=0, proved=True, known=15, largest=4, largest_at=8, saltus=0)
        """
        out = Summary()
        with Run(**options) as run:
            run(lib.ta_period_find, self._handle, natural("search", search), run.options, byref(out))
        return period_of(out)

    def play(self, *heaps: int, **options: Unpack[RunOptions]) -> Position:
        """A position of these heaps, solved: takeaway.solve of one game.

        >>> Game("squares").play(13, 27).nim_sum
        2
        """
        return solve([(self, heap) for heap in heaps], misere=self.misere, **options)

    def moves(self, *heaps: int, **options: Unpack[RunOptions]) -> list:
        """All winning moves from a position of these heaps, none if it is lost.

        >>> Game("squares").moves(13, 27)
        [Move(heap=1, taken=4, left=(23,)), Move(heap=1, taken=9, left=(18,)), Move(heap=1, taken=16, left=(11,))]
        """
        return self.play(*heaps, **options).moves()

    def save(self, path: str | os.PathLike, n: int, what: str = "cold",
             **options: Unpack[RunOptions]) -> Archive:
        """Computes [0, n), writes an archive, and opens it.

        what    "cold", "nim" or "length". The file appears once it is whole.
        FileError if it cannot be written.
        """
        from .archive import Archive
        if what not in CONTENTS:
            raise InvalidError(f"{what!r} is not one of {', '.join(CONTENTS)}")
        name_of_file = as_path("path", path)
        name = create_string_buffer(256)
        lib.ta_game_id(self._handle, name)
        content = CONTENTS[what]
        info = ArchiveInfo(content=content, game=name.value, convention=self.misere,
                           goal=natural("n", n))
        writer = c_void_p()
        check(lib.ta_archive_writer_new, byref(info), byref(writer))
        try:
            sink = Sink(consume=cast(lib.ta_archive_writer_consume, c_void_p), state=writer)
            with Run(**options) as run:
                run(lib.ta_run, content, self._handle, n, run.options, byref(sink))
                run(lib.ta_archive_writer_save, writer, name_of_file)
        finally:
            lib.ta_archive_writer_free(writer)
        return Archive(path)
