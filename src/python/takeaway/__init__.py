"""takeaway: subtraction games and octal games, evaluated fast, as NumPy arrays.

>>> from takeaway import Game, Octal, Archive, census, solve
>>> Game("squares").count(10**7)
69489
>>> Octal("kayles").period().period
12

Heaps are counted from 0, ranges are half-open. Methods that compute take
RunOptions by keyword (engine, threads, max_memory, known, progress),
stop on Ctrl-C, and raise subclasses of TakeawayError.
"""
from ._library import (CancelledError, FileError, InvalidError, LimitError, MismatchError, NoMemoryError,
                       RangeError, TakeawayError, lib)
from ._run import RunOptions
from .archive import Archive
from .census import census
from .fit import Fit, fit
from .game import Game, Period
from .grid import Grid, RowPeriod
from .memory import Memory
from .octal import Octal, octal_census
from .play import Move, Position, solve

__version__: str = lib.ta_version().decode()
__all__ = ["Archive", "CancelledError", "FileError", "Fit", "Game", "Grid", "InvalidError", "LimitError", "Memory",
           "MismatchError", "Move", "NoMemoryError", "Octal", "Period", "Position", "RangeError", "RowPeriod",
           "RunOptions", "TakeawayError",
           "census", "fit", "octal_census", "solve"]
