#!/usr/bin/env python3
"""Counts the values of a game's positions.

    values.py VALUES.npy FOLDER

VALUES.npy holds the nim-values, or the lengths of play, of the positions 0, 1, ... below N.
Writes into FOLDER
    records.tsv    each new largest value and the first position that has it
    largest.tsv    the largest value below n, for n a power of two or N
    histogram.tsv  how often each value occurs below n, for n = 2^10, 2^14, ... and N
    classes.tsv    the positions below N of each value by class modulo 5 and 13
"""
import sys

import numpy as np

BLOCK = 2 ** 22  # positions that are counted at a time, to bound the memory


def write(folder, name, header, rows):
    with open(f"{folder}/{name}.tsv", "w", encoding="ascii") as table:
        for row in [header, *rows]:
            print(*row, sep="\t", file=table)


def main():
    values, folder = np.load(sys.argv[1], mmap_mode="r"), sys.argv[2]
    n = len(values)
    ends = [2 ** k for k in range((n - 1).bit_length())] + [n]
    records, largest, histogram, before = [], [], [], -1
    total = np.zeros((0, 65), np.int64)  # positions of value v and residue r modulo 65, at [v, r]
    start = 0
    for end in sorted({*ends, *range(BLOCK, n, BLOCK)}):
        part = values[start:end].astype(np.int64)
        if part.max() > before:
            top = np.maximum(np.maximum.accumulate(part), before)
            new = np.flatnonzero(np.diff(top, prepend=before))
            records += zip(start + new, part[new])
            before = top[-1]
            total = np.pad(total, ((0, before + 1 - len(total)), (0, 0)))
        part = part * 65 + np.arange(start, end) % 65
        total += np.bincount(part, minlength=total.size).reshape(total.shape)
        if end in ends:
            largest.append((end, before))
        if end == n or end in ends and end >= 2 ** 10 and (end.bit_length() - 11) % 4 == 0:
            histogram += [(end, v, c) for v, c in enumerate(total.sum(axis=1)) if c > 0]
        start = end
    write(folder, "records", ("position", "value"), records)
    write(folder, "largest", ("n", "largest"), largest)
    write(folder, "histogram", ("n", "value", "positions"), histogram)
    write(folder, "classes", ("value", "modulus", "residue", "positions"),
          ((v, m, r, total[v, r::m].sum())
           for v in range(len(total)) for m in (5, 13) for r in range(m)))


main()
