"""One call that may take long: its options, its progress, Ctrl-C; arrays."""
from __future__ import annotations

import signal
import sys
import threading
from ctypes import byref, c_size_t, c_uint16, c_void_p, cast, sizeof
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence, TypedDict, Union

import numpy as np

from ._library import CONSUME, PROGRESS, LimitError, Options, Sink, as_text, check, expect, lib, natural

if TYPE_CHECKING:
    from .archive import Archive

Progress = Union[bool, Callable[[float, int], Any]]
Whole = Union[int, "np.integer[Any]"]
Wholes = Union["np.ndarray[Any, Any]", Sequence[Whole]]  # or a range


class RunOptions(TypedDict, total=False):
    """What every method that computes takes by keyword."""

    engine: Optional[str]  # a name of `takeaway engines`; None: the fastest
    threads: int  # 1
    max_memory: Optional[int]  # bytes; None: what the machine has free
    known: Optional["Archive"]  # of the same game and content, to go on from
    # progress(share, done) is called now and then with the share of the work
    # that is done, 0 to 1, and the positions finished; what is true cancels.
    # True: a line on a terminal, a bar of tqdm in a notebook if it is installed,
    # else a line on stderr for each tenth.
    progress: Optional[Progress]


raised = threading.local()  # .error: of a rule (Game), which the library called in this thread


class Run:
    """with Run(...) as run: run(lib.ta_count, game, n, run.options, byref(x))

    Ctrl-C stops the library at the next block; then the handler that was there
    is called, which raises KeyboardInterrupt. Handlers of other signals are
    called at the next block, and what they raise ends the run. `held` bytes of
    max_memory are the caller's array.
    """

    def __init__(self, held: int = 0, engine: str | None = None, threads: int = 1,
                 max_memory: int | None = None,
                 known: Archive | None = None, progress: Progress | None = None,
                 sink: bool = False) -> None:
        expect("engine", "a name (str) or None", engine, engine is None or isinstance(engine, str))
        from .archive import Archive
        expect("known", "an Archive or None", known, known is None or isinstance(known, Archive))
        expect("progress", "a function, a bool or None", progress,
               progress is None or isinstance(progress, bool) or callable(progress))
        most = natural("max_memory", lib.ta_free_memory() if max_memory is None else max_memory)
        if held >= (limit := most or 1 << 62):  # NumPy ends there
            raise LimitError(f"the array needs {held} bytes, above the limit of {limit}")
        self._known = None if known is None else known._open()  # kept open while the library reads it
        self._end: Callable[[], Any] = lambda: None
        self._progress = self._bar() if progress is True else progress or None
        self._step_c = PROGRESS(self.guard(self._step))
        self._raised: BaseException | None = None
        self._handlers: dict[int, Callable[[int, Any], Any]] = {}  # those that were there, by signal
        self._noted: list[int] = []
        self._options = Options(
            size=sizeof(Options), engine=None if engine is None else as_text("engine", engine),
            threads=natural("threads", threads, 32),
            max_memory=max(most - held, 1) if most else 0, progress=self._step_c,
            known=self._known, sink=sink)
        self.options = byref(self._options)

    def _bar(self) -> Callable[[float, int], None]:
        terminal, shown = sys.stderr is not None and sys.stderr.isatty(), -1
        try:
            if "ipykernel" in sys.modules:  # a notebook
                from tqdm.auto import tqdm
                bar = tqdm(total=100, unit="%", bar_format="{l_bar}{bar}| {elapsed}<{remaining}")
                self._end = bar.close
                return lambda share, done: bar.update(100 * share - bar.n) and None
        except ImportError:
            pass

        def line(share: float, done: int) -> None:
            nonlocal shown
            parts = 100 if terminal else 10
            if int(parts * share) > shown:
                shown = int(parts * share)
                print(f"takeaway: {shown * 100 // parts} %, {done} positions", end="\r" if terminal else "\n",
                      file=sys.stderr, flush=True)
        if terminal:
            self._end = partial(print, file=sys.stderr)
        return line

    def guard(self, function: Callable[..., Any]) -> Callable[..., int]:
        """Returns the function for a callback: an exception cannot pass through the library."""
        def guarded(*arguments: Any) -> int:
            try:
                return int(bool(function(*arguments)))
            except BaseException as error:
                self._raised = error
                return 1
        return guarded

    def _step(self, _state: Any, share: float, done: int) -> bool:
        return self._stops() or bool(self._progress and self._progress(share, done))

    def _note(self, number: int, _frame: Any) -> None:
        self._noted.append(number)

    def _stops(self, now: bool = False) -> bool:
        """Calls the handlers of the signals that have come; only at the end (now) that of Ctrl-C."""
        while self._noted and (now or signal.SIGINT not in self._noted):
            number = self._noted.pop(0)
            self._handlers[number](number, None)
        return bool(self._noted)

    def __enter__(self) -> Run:
        raised.error = None
        # Python calls handlers in the main thread only, maybe before the first
        # line of the callback, where an exception would be lost.
        if threading.current_thread() is threading.main_thread():
            for number in signal.valid_signals():
                if callable(signal.getsignal(number)):
                    self._handlers[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, *_: Any) -> None:
        for number, handler in self._handlers.items():
            if signal.getsignal(number) == self._note:  # else a handler has set another
                signal.signal(number, handler)
        self._end()
        self._raised, raised.error = self._raised or raised.error, None
        self._options.progress = cast(0, PROGRESS)
        del self._step_c  # no circle, so that all goes now
        # The CancelledError that ends the run is no part of what the user sees.
        try:
            self._stops(now=True)
            if self._raised is not None:
                raise self._raised
        except BaseException as error:
            raise error from error.__cause__

    def __call__(self, function: Any, *arguments: Any) -> None:
        check(function, *arguments)


def uint64s(name: str, numbers: Any) -> np.ndarray:
    """Returns integers from 0 to 2^64 - 1, of Python or NumPy, in lists, arrays, ranges, as an array of their shape."""
    if isinstance(numbers, range) and all(abs(end) < 1 << 62 for end in (numbers.start, numbers.stop, numbers.step)):
        numbers = np.arange(numbers.start, numbers.stop, numbers.step)
    if isinstance(numbers, np.ndarray) and numbers.dtype.kind in "iu" and not (numbers < 0).any():
        return np.ascontiguousarray(numbers, np.uint64)
    # As objects: a list with a number above 2^63 would become floats.
    listed = np.array(numbers, object)
    return np.array([natural(name, number) for number in listed.ravel()], np.uint64).reshape(listed.shape)


def each(heaps: Any, function: Callable[[Any], Any], kind: Any) -> Any:
    """Returns function(heap), or of an array, list or range an array of their shape."""
    if np.ndim(heaps) == 0:
        return function(heaps)
    listed = np.array(heaps, object)
    return np.array([function(heap) for heap in listed.ravel()], kind).reshape(listed.shape)


class _Owned:
    """Memory of the library's that goes with the last array that looks at it."""

    def __init__(self, address: int, count: int) -> None:
        self.address = address
        self.__array_interface__ = {"version": 3, "shape": (count,), "typestr": "<u8",
                                    "data": (address, False)}

    def __del__(self, free: Any = lib.ta_free) -> None:
        free(self.address)


class NumbersOut:
    """Where the library puts the address and the count of an array of its own."""

    def __init__(self) -> None:
        self._address, self._count = c_void_p(), c_size_t()
        self.address, self.count = byref(self._address), byref(self._count)

    def array(self) -> np.ndarray:
        """It as a NumPy array, not copied."""
        owned = _Owned(self._address.value or 0, self._count.value)
        self._address = c_void_p()
        return np.asarray(owned)

    def __del__(self, free: Any = lib.ta_free) -> None:
        free(self._address)


def flat(structure: Any, **paths: str) -> np.dtype:
    """Returns the NumPy type of rows of a ctypes structure: a field for each path, such as "nim.period"."""
    formats, offsets = [], []
    for path in paths.values():
        kind, offset = structure, 0
        for name in path.split("."):
            offset += getattr(kind, name).offset
            kind = dict(kind._fields_)[name]
        formats.append(np.dtype(kind))
        offsets.append(offset)
    return np.dtype({"names": list(paths), "formats": formats, "offsets": offsets, "itemsize": sizeof(structure)})


def values_of(content: int, handle: Any, n: int, first: int, options: RunOptions) -> np.ndarray:
    """The values of [first, n), copied from the blocks of a run into a new array."""
    n, first = natural("n", n), natural("from_", first)
    size = max(n - first, 0)

    def consume(_state: Any, pointer: Any) -> None:
        block = pointer.contents
        start = getattr(block, "from")
        skip, length = max(first - start, 0), block.to - start
        if skip >= length:
            return
        found = np.frombuffer((c_uint16 * min(block.period or length, length)).from_address(block.values), np.uint16)
        found = found[skip:] if len(found) == length else np.roll(found, -(skip % block.period))
        part = values[start + skip - first:block.to - first]
        done = min(len(found), len(part))
        part[:done] = found[:done]
        while done < len(part):  # whole periods, twice as many each time
            more = part[done:2 * done]
            more[:] = part[:len(more)]
            done += len(more)

    with Run(2 * size, **options) as run:
        values = np.empty(size, np.uint16)
        callback = CONSUME(run.guard(consume))
        run._options.periods = True
        run(lib.ta_run, content, handle, n, run.options, byref(Sink(consume=cast(callback, c_void_p))))
    return values
