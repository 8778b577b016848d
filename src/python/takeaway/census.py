"""The periods of many finite subtraction sets."""
from __future__ import annotations

from typing import TYPE_CHECKING, Iterable

import numpy as np

from ._library import CensusRow, InvalidError, expect, lib, natural
from ._run import Run, RunOptions, flat

if TYPE_CHECKING:
    from typing_extensions import Unpack

ROW = flat(CensusRow, outcome_preperiod="outcome.preperiod", outcome_period="outcome.period",
           nim_preperiod="nim.preperiod", nim_period="nim.period", cold_in_period="cold_in_period",
           largest="largest", reverse="reverse")
_SET = np.dtype([("elements", np.uint64), ("count", np.uint64)])


def census(sets: Iterable[Iterable[int]] | np.ndarray, limit: int = 1 << 20, sink: bool = False,
           **options: Unpack[RunOptions]) -> np.ndarray:
    """What outcomes and nim-values of many finite sets do; a row each.

    sets    of increasing integers from 1 to 2^32; an array of integers has a
            set in each row
    limit   positions that are walked of each at most, 1 to 2^32
    sink    every move is allowed, and one below 0 leads to where play ends

    Returns a structured array, one row a set: the proved preperiod and period
    of the outcomes (cold or hot) and of the nim-values, cold positions in a
    period, the largest value, and whether each value is the mex of those that
    moves lead from (False above 7 elements). A period of 0 was not found within the limit.
    `threads` is of use here. Cost: paper-notes.md, P2.

    >>> rows = census([[1, 2], [1, 4, 6], [2, 3]])
    >>> rows["nim_period"]
    array([3, 5, 5], dtype=uint64)
    """
    if isinstance(sets, np.ndarray):
        if sets.ndim != 2 or sets.dtype.kind not in "iu" or (sets < 0).any():
            raise InvalidError("sets as an array: rows of natural numbers are accepted")
        counts = np.full(len(sets), sets.shape[1], np.uint64)
        elements = np.concatenate([sets.ravel().astype(np.uint64), np.zeros(1, np.uint64)])
    else:
        expect("sets", "lists of integers", sets, np.iterable(sets))
        lists = []
        for numbers in sets:
            expect("an element of sets", "a list of integers", numbers, np.iterable(numbers))
            lists.append(np.array([natural("a number of a set", s) for s in numbers], np.uint64))
        counts = np.array([len(one) for one in lists], np.uint64)
        elements = np.concatenate([*lists, np.zeros(1, np.uint64)])
    table = np.empty(len(counts), _SET)
    table["count"] = counts
    table["elements"] = elements.ctypes.data + 8 * (np.cumsum(counts) - counts)
    rows = np.zeros(len(counts), ROW)
    with Run(sink=sink, **options) as run:
        run(lib.ta_census, table.ctypes.data, len(counts), natural("limit", limit), run.options,
            rows.ctypes.data)
    return rows
