"""The shared library: where it is found, its functions, its errors.

ctypes, because it comes with Python: nothing is compiled where the module is
installed, and one wheel serves every Python 3. What is declared here is held to
the header by tests/python/test_library.py.
"""
from __future__ import annotations

import ctypes
import operator
import os
from ctypes import (POINTER, c_bool, c_char, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint, c_uint32, c_uint64,
                    c_void_p)
from typing import Any

SONAME = "libtakeaway.so.0"


class TakeawayError(Exception):
    """Something that the library refused or could not do; the text says what."""


class InvalidError(TakeawayError, ValueError):
    """An argument is outside of what the function accepts."""


class NoMemoryError(TakeawayError, MemoryError):
    """The system gave no memory."""


class LimitError(TakeawayError, MemoryError):
    """max_memory does not allow it: refused beforehand, or reached on the way."""


class RangeError(TakeawayError, OverflowError):
    """Beyond what is proved or can be represented."""


class FileError(TakeawayError, OSError):
    """Reading or writing failed; errno is set."""


class CancelledError(TakeawayError):
    """The progress function asked to stop."""


class MismatchError(TakeawayError, ValueError):
    """Two results that must agree do not, or a file is damaged."""


ERRORS = {1: InvalidError, 2: NoMemoryError, 3: LimitError, 4: RangeError, 5: FileError,
          6: CancelledError, 7: MismatchError}

for kind in (TakeawayError, *ERRORS.values()):
    kind.__module__ = "takeaway"  # tracebacks show the name that a user imports

PROGRESS = ctypes.CFUNCTYPE(c_int, c_void_p, c_double, c_uint64)


class Error(ctypes.Structure):
    _fields_ = [("text", c_char * 1000)]


class Options(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("engine", c_char_p), ("threads", c_uint), ("max_memory", c_uint64),
                ("convolver", c_int), ("rounding_limit", c_double), ("base_bits", c_uint), ("check", c_bool),
                ("periods", c_bool), ("emulate", c_bool),
                ("stats", c_void_p), ("known", c_void_p), ("sink", c_bool),
                ("progress", PROGRESS),
                ("progress_state", c_void_p), ("comm", c_void_p),
                ("summary", c_void_p)]


class GameInfo(ctypes.Structure):
    _fields_ = [("spec", c_char_p), ("octal", c_char_p), ("convention", c_int), ("finite", c_bool),
                ("largest", c_uint64), ("ranges", c_void_p), ("n_ranges", c_size_t),
                ("partial", c_bool), ("rule", c_bool)]


class Fit(ctypes.Structure):
    _fields_ = [(name, c_double) for name in ("exponent", "exponent_error", "constant", "constant_error",
                                              "log_first", "residual", "correlated_error")]


class PlayOptions(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("run", POINTER(Options)), ("search", c_uint64), ("keep", c_bool),
                ("one_move", c_bool), ("hexadecimal", c_bool)]


class PlayHeap(ctypes.Structure):
    _fields_ = [("game", c_char_p), ("heap", c_char_p), ("value", c_char_p), ("how", c_char_p)]


class MoveOut(ctypes.Structure):
    _fields_ = [("found", c_bool), ("taken", c_char_p), ("n_parts", c_uint), ("part", c_char_p * 3)]


class Turn(ctypes.Structure):
    _fields_ = [("heap", c_size_t), ("taken", c_uint64), ("left", c_uint64 * 3)]


RULE = ctypes.CFUNCTYPE(c_int, c_void_p, c_uint64, POINTER(c_void_p), POINTER(c_size_t))
VISIT_MOVE = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(MoveOut))


class PeriodOut(ctypes.Structure):
    _fields_ = [("period", c_uint64), ("preperiod", c_uint64), ("saltus", c_int64), ("proof", c_int)]


class Summary(ctypes.Structure):
    _fields_ = [("known", c_uint64), ("nim", PeriodOut), ("largest_at", c_uint64), ("largest", c_uint),
                ("has_mask", c_bool), ("parity", c_bool), ("at_most", c_bool), ("mask", c_uint), ("rare", c_uint64),
                ("last_rare", c_uint64), ("proof_end", c_uint64)]


class CensusRow(ctypes.Structure):
    _fields_ = [("outcome", PeriodOut), ("nim", PeriodOut), ("cold_in_period", c_uint64), ("largest", c_uint),
                ("reverse", c_bool)]


class Block(ctypes.Structure):
    _fields_ = [("from", c_uint64), ("to", c_uint64), ("bits", c_void_p), ("positions", c_void_p),
                ("values", c_void_p), ("count", c_uint64), ("period", c_uint64), ("head", c_uint64),
                ("mask", c_uint32)]


CONSUME = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(Block))


class MemoryGame(ctypes.Structure):
    _fields_ = [("factor", c_uint64), ("plus", c_uint64), ("cold", c_void_p), ("count", c_size_t), ("lag", c_size_t),
                ("from", c_size_t), ("ratio", c_double)]


class Sink(ctypes.Structure):
    _fields_ = [("consume", c_void_p), ("state", c_void_p)]


class ArchiveInfo(ctypes.Structure):
    _fields_ = [("content", c_int), ("game", c_char_p), ("convention", c_int), ("end", c_uint64),
                ("goal", c_uint64), ("count", c_uint64)]


ERROR, OPTIONS, NUMBER = POINTER(Error), POINTER(Options), POINTER(c_uint64)
POINTER_OUT, SIZE_OUT = POINTER(c_void_p), POINTER(c_size_t)
_RUN = (c_void_p, c_uint64, OPTIONS)  # game, n, options

# Each function: what it returns, and its parameters. Pointers to what the
# library keeps to itself, and to arrays, are c_void_p.
FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "ta_version": (c_char_p,),
    "ta_status_text": (c_char_p, c_int),
    "ta_free": (None, c_void_p),
    "ta_free_memory": (c_uint64,),
    "ta_game_new": (c_int, c_char_p, c_int, POINTER_OUT, ERROR),
    "ta_game_from_list": (c_int, c_void_p, c_size_t, c_int, POINTER_OUT, ERROR),
    "ta_game_from_rule": (c_int, RULE, c_void_p, c_int, POINTER_OUT, ERROR),
    "ta_game_free": (None, c_void_p),
    "ta_game_about": (POINTER(GameInfo), c_void_p),
    "ta_game_id": (c_void_p, c_void_p, c_void_p),
    "ta_game_elements": (c_int, c_void_p, c_uint64, POINTER_OUT, SIZE_OUT),
    "ta_count": (c_int, *_RUN, NUMBER, ERROR),
    "ta_counts": (c_int, c_void_p, c_void_p, c_size_t, OPTIONS, c_void_p, ERROR),
    "ta_cold_array": (c_int, *_RUN, POINTER_OUT, SIZE_OUT, ERROR),
    "ta_nth": (c_int, *_RUN, NUMBER, ERROR),
    "ta_nim_array": (c_int, *_RUN, c_void_p, ERROR),
    "ta_length_array": (c_int, *_RUN, c_void_p, ERROR),
    "ta_run": (c_int, c_int, *_RUN, POINTER(Sink), ERROR),
    "ta_fit_power": (c_int, c_void_p, c_void_p, c_size_t, POINTER(Fit), ERROR),
    "ta_period_find": (c_int, *_RUN, POINTER(Summary), ERROR),
    "ta_octal_is_spec": (ctypes.c_bool, c_char_p),
    "ta_octal_solve": (c_int, c_void_p, c_uint64, c_bool, OPTIONS, POINTER_OUT, ERROR),
    "ta_octal_solution_free": (None, c_void_p),
    "ta_octal_solution_summary": (POINTER(Summary), c_void_p),
    "ta_octal_census": (c_int, c_void_p, c_size_t, c_uint64, OPTIONS, c_void_p, ERROR),
    "ta_octal_value_of": (c_int, c_void_p, c_char_p, POINTER(c_uint), ERROR),
    "ta_play_new": (c_int, c_int, POINTER_OUT, ERROR),
    "ta_play_free": (None, c_void_p),
    "ta_play_add_game": (c_int, c_void_p, c_void_p, c_char_p, ERROR),
    "ta_play_solve": (c_int, c_void_p, POINTER(PlayOptions), ERROR),
    "ta_play_heap_at": (PlayHeap, c_void_p, c_size_t),
    "ta_play_wins": (c_bool, c_void_p),
    "ta_play_nim_sum": (c_char_p, c_void_p),
    "ta_play_moves": (c_int, c_void_p, c_size_t, c_uint64, VISIT_MOVE, c_void_p, POINTER(c_bool), ERROR),
    "ta_play_best": (c_int, c_void_p, POINTER(Turn), POINTER(c_bool), POINTER(Error)),
    "ta_play_make": (c_int, c_void_p, Turn, ERROR),
    "ta_archive_open": (c_int, c_char_p, POINTER_OUT, ERROR),
    "ta_archive_close": (None, c_void_p),
    "ta_archive_about": (POINTER(ArchiveInfo), c_void_p),
    "ta_archive_hash": (c_void_p, c_void_p, c_void_p),
    "ta_archive_count_below": (c_int, c_void_p, c_uint64, NUMBER, ERROR),
    "ta_archive_check": (c_int, c_void_p, OPTIONS, ERROR),
    "ta_archive_cold_array": (c_int, c_void_p, c_uint64, c_uint64, POINTER_OUT, SIZE_OUT, ERROR),
    "ta_archive_values_array": (c_int, c_void_p, c_uint64, c_uint64, c_void_p, ERROR),
    "ta_archive_writer_new": (c_int, POINTER(ArchiveInfo), POINTER_OUT, ERROR),
    "ta_archive_writer_free": (None, c_void_p),
    "ta_archive_writer_consume": (c_int, c_void_p, c_void_p),
    "ta_archive_writer_save": (c_int, c_void_p, c_char_p, ERROR),
    "ta_grid_run": (c_int, c_char_p, c_int, c_int, c_uint64, c_uint64, OPTIONS, POINTER(Sink), ERROR),
    "ta_grid_periods": (c_int, c_char_p, c_uint64, c_uint64, OPTIONS, c_void_p, ERROR),
    "ta_memory_new": (c_int, c_char_p, POINTER_OUT, ERROR),
    "ta_memory_least": (c_int, c_void_p, c_uint64, c_void_p, ERROR),
    "ta_census": (c_int, c_void_p, c_size_t, c_uint64, OPTIONS, c_void_p, ERROR),
}


def load() -> ctypes.CDLL:
    """TAKEAWAY_LIBRARY, else the one in the wheel, else that of the system."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), SONAME)
    path = os.environ.get("TAKEAWAY_LIBRARY") or (beside if os.path.exists(beside) else SONAME)
    try:
        library = ctypes.CDLL(path, use_errno=True)
    except OSError as error:
        raise ImportError(f"takeaway: {error}; install the library (`make install`, or the package "
                          f"libtakeaway0), or set TAKEAWAY_LIBRARY to its path") from error
    for name, (result, *parameters) in FUNCTIONS.items():
        function = getattr(library, name, None)
        if function is None:
            raise ImportError(f"takeaway: {path} has no {name}; it is of another version than this module")
        function.restype, function.argtypes = result, parameters
    return library


lib = load()


class Handle(ctypes.c_void_p):
    """The address of an object of the library's, which is freed when the last that holds the handle goes.

    free    the function that frees it
    needs   what it stands on, and so must not go before
    """

    def __init__(self, free: Any, *needs: Any) -> None:
        super().__init__()
        self._free, self._needs = free, needs

    def __del__(self) -> None:
        self._free(self)

    def __reduce__(self) -> Any:
        raise TypeError("an object of the library cannot be copied or pickled")


class Fixed:
    """What does not change once it is made: it is its own copy. Pickled where a subclass says how."""

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, _memo: Any) -> Any:
        return self

    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} cannot be pickled; pickle what it was made of")


def accept(status: int, text: str = "") -> None:
    """Raises what a status other than TA_OK stands for."""
    if status != 0:
        kind = ERRORS.get(status, TakeawayError)
        text = text or lib.ta_status_text(status).decode()
        raise kind(ctypes.get_errno(), text) if kind is FileError else kind(text)


def check(function: Any, *arguments: Any) -> None:
    """Calls a function whose last parameter is an error; raises what it reports."""
    error = Error()
    ctypes.set_errno(0)
    status = function(*arguments, ctypes.byref(error))
    accept(status, error.text.decode("utf-8", "replace"))


def expect(name: str, accepted: str, value: Any, fits: bool = False) -> None:
    """Raises TypeError for an argument of a type that is not accepted."""
    if not fits:
        raise TypeError(f"{name} must be {accepted}, not {type(value).__name__}")


def integer(name: str, value: Any) -> int:
    """Returns an argument that must be an integer, of Python or of NumPy, as an int."""
    try:
        return operator.index(value)
    except TypeError:  # also of an array, which has __index__
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}") from None


def as_text(name: str, value: Any) -> bytes:
    """Returns a text or path as the library takes it; a NUL would end it there."""
    text = os.fsencode(value)
    if b"\0" in text:
        raise InvalidError(f"{name} {value!r} has a NUL character, which is not accepted")
    return text


def as_path(name: str, value: Any) -> bytes:
    """Returns an argument that must be the path of a file or folder, as the library takes it."""
    expect(name, "a path (str, bytes or os.PathLike)", value, isinstance(value, (str, bytes, os.PathLike)))
    return as_text(name, value)


def shown(number: int) -> str:
    """Returns a number for a person. Python writes at most 4300 decimal digits, or 640 if it is set so."""
    if number.bit_length() < 2000:
        return str(number)
    digits = hex(number)
    return f"{digits[:20]}...{digits[-18:]} ({number.bit_length()} bits)"


def to_text(number: int) -> bytes:
    """Returns a number as the library reads it."""
    return (str(number) if number.bit_length() < 2000 else hex(number)).encode()


def from_text(digits: bytes) -> int:
    """Returns the number that the library wrote for PlayOptions.hexadecimal."""
    return int(digits, 16)


def whole(name: str, value: Any) -> int:
    """Returns an integer of any length, 0 or more."""
    number = integer(name, value)
    if number < 0:
        raise InvalidError(f"{name} is {shown(number)}, below 0")
    return number


def natural(name: str, value: Any, bits: int = 64) -> int:
    """Returns an integer from 0 to 2^bits - 1; ctypes would cut off what is beyond."""
    number = integer(name, value)
    if not 0 <= number < 1 << bits:
        raise InvalidError(f"{name} is {shown(number)}, and not from 0 to 2^{bits} - 1")
    return number
