"""Subtraction games."""
from __future__ import annotations

import ctypes
import os
import sys
import threading
import warnings
from ctypes import byref, c_uint64, c_void_p, cast, create_string_buffer
from typing import TYPE_CHECKING, Any, Callable, Iterable, NamedTuple, overload

import numpy as np

from . import _html, picture
from ._library import (RULE, ArchiveInfo, Fixed, Handle, InvalidError, LimitError, MismatchError, PlayOptions,
                       RangeError, Sink, Summary, Turn, accept, as_path, as_text, check, expect, lib, natural,
                       whole)
from ._run import NumbersOut, Run, RunOptions, Whole, Wholes, each, raised, uint64s, values_of
from .play import Move, Position, solve, summed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from typing_extensions import Unpack

    from .archive import Archive

CONTENTS = {"cold": 1, "nim": 2, "length": 3}
THEOREMS = {
    "long": "Guy and Smith (1956): the values repeat over so many heaps that they do for ever",
    "short": "all rare heaps are small and the witnesses of the others bounded, so they repeat for ever (paper-notes O3)",
    "repeated": "as many values in a row as the largest move is long come again, and they decide all that follow",
    "shifted": "twice as many values in a row as the largest number left out come again, larger by the saltus",
    "arithmetic": "the moves of some heaps show that the values grow by the saltus in each period",
    "": "it was seen, and may end"}


class Period(NamedTuple):
    """f(heap + period) = f(heap) + saltus from the preperiod on, of nim-values f.

    `proved` says whether for ever; otherwise it was seen below `known`.
    `largest` is the largest value below `known`, and `largest_at` the first
    heap that has it. The saltus may be other than 0 of octal games, of
    allbut:S, and of a period that is not proved, then also negative. `proof` is
    "long", "short" or "arithmetic" (octal games), "repeated" (finite sets and
    allbut:S) or "" (not proved), and `theorem` says what it stands on.

    >>> Game([1, 3, 4]).period().theorem
    'as many values in a row as the largest move is long come again, and they decide all that follow'
    """

    period: int
    preperiod: int
    proved: bool
    known: int
    largest: int
    largest_at: int
    saltus: int = 0
    proof: str = ""

    @property
    def theorem(self) -> str:
        """What the proof stands on."""
        return THEOREMS["shifted" if self.proof == "repeated" and self.saltus else self.proof]

    def _repr_html_(self) -> str:
        return _html.period(self, "f(n)", self.theorem)


def period_of(found: Any) -> Period | None:
    """Returns the Period of a summary of the library's, None if there is none."""
    nim = found.nim
    return Period(nim.period, nim.preperiod, nim.proof != 0, found.known, found.largest, found.largest_at,
                  nim.saltus, ("", "long", "short", "repeated", "arithmetic")[nim.proof]) if nim.period else None


def rule_of(rule: Callable[[int], Iterable[int]]) -> Any:
    """Returns a rule for the library. Exceptions are raised by the Run that it is called in."""
    last = threading.local()

    def listed(_state: Any, heap: int, options: Any, count: Any) -> int:
        try:
            last.options = np.array([natural(f"an option of heap {heap}", m) for m in rule(heap)], np.uint64)
        except BaseException as error:
            raised.error = error
            return 6
        options[0], count[0] = last.options.ctypes.data, last.options.size
        return 0
    return RULE(listed)


def made_again(kind: type[Game], identity: bytes, *given: Any) -> Game:
    """Makes a game that has been pickled. Of a file only the name was, and the numbers in it may have changed."""
    game = kind(*given)
    if game._id() != identity:
        raise MismatchError(f"{game!r} has other numbers than when it was pickled")
    return game


class Game(Fixed):
    """A subtraction game: a set S of positive integers and a convention.

    From a heap of i one may move to i - s for any s in S with s <= i. Who
    cannot move loses; with misere=True, wins. A heap is cold (a P-position) if
    the player to move loses.

    spec    "squares", "powers:5", "list:1,4-7,12", "file:PATH", ".16", "kayles", ...: what
            `takeaway games` lists; or the numbers of S, in any order
    misere  the convention
    rule    in place of spec: a function that lists the options of a heap, any smaller heaps
    complete
            whether numbers that are given, in a file too if it does not begin
            with a line `complete`, are all of S. Otherwise the first
            result about a heap above the largest warns that it is that of the
            finite set; a period does not, which only finite sets surely have

    Heaps and n are whole numbers of coins: an int of Python or NumPy; where it
    says so also arrays of any integer type, lists and ranges of them. Heaps of
    moves, play, is_cold may have any number of digits where a formula or a
    period is known; others go to 2^64 - 1.

    Methods that compute take RunOptions by keyword and raise what
    takeaway.TakeawayError is the base of: InvalidError, LimitError (before any
    work), NoMemoryError, RangeError, CancelledError; TypeError for what is no
    whole number. Ctrl-C stops them. Arrays
    are new and the caller's, of uint64 where they hold heaps;
    np.bincount and sums with int64 want .view(np.int64), below 2^63.
    A game never changes: it is its own copy, may be used by several threads at
    once, and is made again of its spec in a process to which it is sent.
    Two games are equal if their conventions are, and their names or lists of numbers.

    >>> squares = Game("squares")
    >>> squares.spec, squares.cold(20)
    ('squares', array([ 0,  2,  5,  7, 10, 12, 15, 17], dtype=uint64))
    >>> Game([1, 3, 4]).period().period, Game([1, 3, 4], complete=True).count(100)
    (7, 29)
    """

    def __init__(self, spec: str | Iterable[int] | None = None, misere: bool = False, complete: bool = False,
                 rule: Callable[[int], Iterable[int]] | None = None) -> None:
        self._handle: Any = Handle(lib.ta_game_free)
        self.misere, self._complete, self._rule = bool(misere), bool(complete), rule
        if rule is not None:
            expect("rule", "a function, without a spec", rule, callable(rule) and spec is None)
            self._handle.rule = rule_of(rule)  # lives as long as the game
            check(lib.ta_game_from_rule, self._handle.rule, None, self.misere, byref(self._handle))
        elif isinstance(spec, str):
            for name, other in (("memory:", "Memory"), ("fibonacci-nim", "Memory"), ("wythoff", "Grid")):
                if spec.startswith(name):
                    raise InvalidError(f"{spec!r} is no Game: takeaway.{other} has such games")
            check(lib.ta_game_new, as_text("spec", spec), self.misere, byref(self._handle))
            self._complete |= not self._about.partial
        else:
            expect("spec", "text, such as 'squares', or the numbers of S", spec,
                   np.iterable(spec) and not isinstance(spec, (bytes, bytearray)))
            given: Any = spec
            numbers = uint64s("a number of S", given if isinstance(given, np.ndarray) else list(given)).ravel()
            check(lib.ta_game_from_list, numbers.ctypes.data, numbers.size, self.misere,
                  byref(self._handle))

    @property
    def _about(self) -> Any:
        return lib.ta_game_about(self._handle).contents

    @property
    def spec(self) -> str:
        """As it was given; "" of a game whose making failed, which a debugger may show."""
        return os.fsdecode(self._about.spec) if self._handle else ""

    def _named(self) -> bool:
        """Returns whether the spec names the game; that of an empty or very long list does not."""
        return not self.spec.startswith("list of ")

    def __repr__(self) -> str:
        if self._rule:
            return f"Game(rule={self._rule!r}{', misere=True' if self.misere else ''})"
        numbers = "[]" if self.spec == "list of 0 numbers" else f"<{self.spec}>"
        return f"Game({repr(self.spec) if self._named() else numbers}{', misere=True' if self.misere else ''})"

    def _repr_html_(self) -> str:
        rows: list[tuple[str, str]] = []
        if self._about.octal:
            rows.append(("code", self._about.octal.decode()))
        elif self._about.finite:
            ranges = [str(a) if a == b else f"{a}-{b}" for a, b, _ in self._ranges()[:20].tolist()]
            rows.append(("moves", _html.listed(ranges, 19, False) or "none"))
        elif not self._about.rule:
            rows.append(("moves", _html.listed(self.elements(1000), 12)))
        if not self._rule:  # which may be slow
            n = 30 if self._about.octal and self.misere else 100 if self._complete else min(100, self._about.largest + 1)
            rows.append(("cold heaps", _html.listed(self.cold(n), 12)))
            rows += [] if self.misere else [("nim-values", _html.listed(self.nim(n), 24))]
        return _html.game(self, *rows)

    def _id(self) -> bytes:
        """Returns its name in archives, with a hash of the numbers in a file."""
        name = create_string_buffer(256)
        lib.ta_game_id(self._handle, name)
        return name.value

    def _ranges(self) -> np.ndarray:
        """Returns the ranges of a finite set: rows of a first number, a last one, and how many come before."""
        raw = ctypes.string_at(self._about.ranges, 24 * self._about.n_ranges)
        return np.frombuffer(raw, np.uint64).reshape(-1, 3)

    def _key(self) -> tuple[bool, Any]:
        """Returns what equal games share: the convention, and the rule, the ranges of a finite set or else the id."""
        return self.misere, self._rule or (self._ranges().tobytes() if self._about.finite else self._id())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._handle is other._handle or self._key() == other._key()

    def __hash__(self) -> int:
        about = self._about
        return hash((self.misere, (about.largest, about.n_ranges) if about.finite else self._rule or self._id()))

    def _made_of(self) -> tuple[Any, ...]:
        """Returns the arguments that make it again."""
        if self._rule:
            return None, self.misere, self._complete, self._rule
        spec = self.spec if self._named() else [s for a, b, _ in self._ranges().tolist() for s in range(a, b + 1)]
        return spec, self.misere, self._complete

    def __reduce__(self) -> Any:
        return made_again, (type(self), self._id(), *self._made_of())

    def _reach(self, heap: int) -> None:
        """Warns, if S may go on, of a result about a heap above its numbers; once."""
        about = self._about
        if self._complete or heap <= about.largest or about.n_ranges == 0:
            return
        self._complete, level = True, 2
        while sys._getframe(level - 1).f_globals.get("__package__") == __package__:
            level += 1  # the line of the user's
        warnings.warn(f"above {about.largest}, the largest number given, this is the game of the finite set; "
                      "complete=True says that it is meant", stacklevel=level)

    def _below(self, n: Any) -> int:
        """Returns n as a natural number, for results about the heaps [0, n)."""
        self._reach(natural("n", n) - 1)
        return natural("n", n)

    def elements(self, n: int) -> np.ndarray:
        """The numbers of S in [1, n), increasing: one axis, uint64.

        Cost: linear in how many there are. InvalidError for octal games and rules.

        >>> Game("fibonacci").elements(20)
        array([ 1,  2,  3,  5,  8, 13], dtype=uint64)
        """
        if self._about.octal or self._about.rule:
            raise InvalidError(f"{self!r} is no subtraction set, and only these have elements")
        out = NumbersOut()
        accept(lib.ta_game_elements(self._handle, natural("n", n), out.address, out.count))
        return out.array()

    def cold(self, n: int, **options: Unpack[RunOptions]) -> np.ndarray:
        """The cold positions in [0, n), increasing: one axis, uint64, not copied.

        Cost: about n log^2 n. Memory: that of the engine, and up to 24 bytes for
        each of them while they are found, which max_memory does not count.

        >>> Game("squares", misere=True).cold(20)
        array([ 1,  3,  6,  8, 11, 13, 16, 18], dtype=uint64)
        """
        out = NumbersOut()
        with Run(**options) as run:
            run(lib.ta_cold_array, self._handle, self._below(n), run.options, out.address, out.count)
        return out.array()

    @overload
    def count(self, n: Whole, **options: Unpack[RunOptions]) -> int: ...

    @overload
    def count(self, n: Wholes, **options: Unpack[RunOptions]) -> np.ndarray: ...

    def count(self, n: Any, **options: Unpack[RunOptions]) -> Any:
        """How many positions in [0, n) are cold: an int.

        For increasing ends an array of their shape, uint64, from one run.
        Cost: that of cold for the largest n; of a proved period less.

        >>> Game("squares").count(10**6)
        13952
        >>> Game("squares").count([10**3, 10**4, 10**5])
        array([ 115,  579, 2781], dtype=uint64)
        """
        if np.ndim(n) == 0:
            count = c_uint64()
            with Run(**options) as run:
                run(lib.ta_count, self._handle, self._below(n), run.options, byref(count))
            return count.value
        ends = uint64s("an element of n", n)
        self._reach(int(ends.max(initial=0)) - 1)
        counts = np.empty_like(ends)
        with Run(**options) as run:
            run(lib.ta_counts, self._handle, ends.ctypes.data, ends.size, run.options,
                counts.ctypes.data)
        return counts

    @overload
    def is_cold(self, heap: Whole, **options: Unpack[RunOptions]) -> bool: ...

    @overload
    def is_cold(self, heap: Wholes, **options: Unpack[RunOptions]) -> np.ndarray: ...

    def is_cold(self, heap: Any, **options: Unpack[RunOptions]) -> Any:
        """Whether the player to move loses from a heap: a bool; of several an array of their shape, bool.

        Cost: of several heaps below 2^64 - 1 one run as for count; else that of play for each.

        >>> squares = Game("squares")
        >>> squares.is_cold(7), squares.is_cold(8), squares.is_cold(range(5, 8))
        (True, False, array([ True, False,  True]))
        >>> Game("moser").is_cold([2, 10**60])
        array([ True, False])
        """
        if np.ndim(heap) == 0:
            return not self.play(heap, **options).wins
        try:
            heaps = uint64s("heap", heap)
            natural("heap", int(heaps.max(initial=0)) + 1)
            ends = np.unique(np.concatenate([heaps.ravel(), heaps.ravel() + np.uint64(1)]))
            counts = self.count(ends, **options)
        except (InvalidError, LimitError, RangeError):  # too large for a run
            return each(heap, lambda one: self.is_cold(one, **options), bool)
        at = np.searchsorted(ends, heaps)
        return counts[at + 1] > counts[at]

    def nth(self, k: int, **options: Unpack[RunOptions]) -> int:
        """The k-th cold position, counted from 1.

        Cost: that of count up to it. RangeError if there are fewer below 4 k^2 + 2^24.

        >>> Game("squares").nth(5)
        10
        """
        position = c_uint64()
        with Run(**options) as run:
            run(lib.ta_nth, self._handle, natural("k", k), run.options, byref(position))
        self._reach(position.value)
        return position.value

    def nim(self, n: int, from_: int = 0, **options: Unpack[RunOptions]) -> np.ndarray:
        """The nim-values (Grundy values) of heaps [from_, n): one axis, uint16. Normal play.

        Cost: n times the moves, or m + 1 times that of cold, m the largest value, whatever from_ is; past the period of
        a finite set linear in n - from_. 2 bytes a value. RangeError for a value above 65535.

        >>> Game("squares").nim(20)
        array([0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2],
              dtype=uint16)
        >>> Game("list:2,4,7").nim(2**60, from_=2**60 - 3)
        array([2, 1, 0], dtype=uint16)
        """
        return values_of(CONTENTS["nim"], self._handle, self._below(n), from_, options)

    def lengths(self, n: int, from_: int = 0, **options: Unpack[RunOptions]) -> np.ndarray:
        """How many moves optimal play lasts from heaps [from_, n): one axis, uint16.

        Cost: for squares about n^1.2. The winner ends the game as soon as possible, the loser as late (OEIS
        A338027); even exactly where the heap is cold. Normal play.

        >>> Game("squares").lengths(12)
        array([0, 1, 2, 3, 1, 2, 3, 4, 5, 1, 4, 3], dtype=uint16)
        """
        return values_of(CONTENTS["length"], self._handle, self._below(n), from_, options)

    def line(self, heap: int, **options: Unpack[RunOptions]) -> list[Move]:
        """The moves of a game from a heap that both play best: the winner ends
        it as soon as possible, the loser as late. Normal play. Cost: as lengths up to the heap.

        >>> [move.taken for move in Game("squares").line(15)]
        [4, 9, 1, 1]
        """
        if self.misere or self._about.octal:
            raise InvalidError("lines are of subtraction games in normal play")
        turn, found = Turn(), ctypes.c_bool()
        moves: list[Move] = []
        play, [(_, heap)] = summed([(self, whole("heap", heap))], False)
        with Run(**options) as run:
            while True:
                run(lib.ta_play_solve, play, PlayOptions(run=ctypes.pointer(run._options), keep=True))
                run(lib.ta_play_best, play, byref(turn), byref(found))
                if not found:
                    return moves
                run(lib.ta_play_make, play, turn)
                heap -= turn.taken
                moves.append(Move(0, turn.taken, (heap,) if heap else ()))

    def period(self, search: int = 1 << 20, **options: Unpack[RunOptions]) -> Period | None:
        """The period of the nim-values, looked for among `search` of them; None if there is none.

        Proved of finite sets and allbut:S; of others at most seen. Normal play. Cost: about 3 |S| moves a value;
        18 max S bytes for finite S, else 8 search. InvalidError for octal games: Octal.period.

        >>> Game("list:1,4-6").period()[:3]
        (9, 0, True)
        """
        if self._about.octal:
            raise InvalidError(f"the period of an octal game is that of Octal({self.spec!r}).period()")
        out = Summary()
        with Run(**options) as run:
            run(lib.ta_period_find, self._handle, natural("search", search), run.options, byref(out))
        return period_of(out)

    def play(self, *heaps: Whole | Wholes, **options: Unpack[RunOptions]) -> Position:
        """A position of these heaps, or of those in arrays, lists and ranges, solved. Cost and errors: takeaway.solve.

        >>> Game("squares").play(13, 27).nim_sum, Game("squares").play(range(10, 30)).nim_sum
        (2, 1)
        """
        return solve([(self, heap) for heap in heaps], misere=self.misere, **options)

    def moves(self, *heaps: Whole | Wholes, **options: Unpack[RunOptions]) -> list:
        """All winning moves from a position of heaps as for play, none if it is lost. Cost: that of play.

        >>> Game("squares").moves(13, 27)
        [Move(heap=1, taken=4, left=(23,)), Move(heap=1, taken=9, left=(18,)), Move(heap=1, taken=16, left=(11,))]
        """
        return self.play(*heaps, **options).moves()

    def plot(self, n: int | None = None, what: str = "count", from_: int = 0, modulus: int | None = None,
             ax: Axes | None = None, **options: Unpack[RunOptions]) -> Axes:
        """Draws heaps [0, n) by matplotlib and returns the axes, which a notebook shows as a picture.

        what     "count": the cold heaps below powers of two, on axes of logarithms, with the power law fitted from
                 n = from_ on, the square root of n unless given; and unless `ax` is given the exponent of each octave
                 below; "exponent": these alone; "nim", "length": the value of each heap from from_ on, nim-values with
                 the preperiod where a period is found among 2^20; "residue": the share of each class by the `modulus`
                 among the cold heaps
        n        2^20 if not given; of nim-values to the end of the second period, or as of lengths 1000
        ax       where to draw; None: in a new matplotlib.figure.Figure, `.figure` of what is returned, which pyplot
                 does not know

        Cost: that of count, nim, lengths, cold or period. Errors: theirs; ImportError without matplotlib.

        >>> axes = Game("squares").plot(2**16)
        >>> axes.get_title(), len(axes.figure.axes)
        ('Cold heaps of squares', 2)
        """
        return picture.draw(self, n, what, from_, modulus, ax, options)

    def save(self, path: str | os.PathLike, n: int, what: str = "cold",
             **options: Unpack[RunOptions]) -> Archive:
        """Computes [0, n), writes an archive, and opens it.

        what    "cold", "nim" or "length". The file appears once it is whole.

        Cost: that of cold, nim or lengths. FileError if the file cannot be written, InvalidError for a rule.

        >>> import os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Game("squares").save(os.path.join(folder, "nim.ta"), 1000, "nim")[10:15]
        array([0, 1, 0, 1, 2], dtype=uint16)
        """
        from .archive import Archive
        if self._rule:
            raise InvalidError("an archive cannot keep a rule; those that `takeaway games` lists have names")
        if what not in CONTENTS:
            raise InvalidError(f"{what!r} is not one of {', '.join(CONTENTS)}")
        name_of_file = as_path("path", path)
        content, n = CONTENTS[what], self._below(n)
        info = ArchiveInfo(content=content, game=self._id(), convention=self.misere, goal=n)
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
