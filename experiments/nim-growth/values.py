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

BLOCK = 2 ** 26  # positions that are counted at a time, to bound the memory


def write(folder, name, header, rows):
    with open(f"{folder}/{name}.tsv", "w", encoding="ascii") as table:
        for row in [header, *rows]:
            print(*row, sep="\t", file=table)


def count(values, size, modulus):
    """Returns how many positions have value v and residue r, as an array indexed [v, r]."""
    total = np.zeros(size * modulus, np.int64)
    for start in range(0, len(values), BLOCK):
        part = values[start:start + BLOCK].astype(np.int64)
        residue = np.arange(start, start + len(part)) % modulus
        total += np.bincount(part * modulus + residue, minlength=len(total))
    return total.reshape(size, modulus)


def main():
    values, folder = np.load(sys.argv[1], mmap_mode="r"), sys.argv[2]
    n = len(values)
    ends = [2 ** k for k in range((n - 1).bit_length())] + [n]
    records, largest, before = [], [], -1
    for start, end in zip([0] + ends, ends):
        part = values[start:end]
        while len(part) > 0 and part.max() > before:
            at = int(np.argmax(part > before))
            before = int(part[at])
            start, part = start + at + 1, part[at + 1:]
            records.append((start - 1, before))
        largest.append((end, before))
    write(folder, "records", ("position", "value"), records)
    write(folder, "largest", ("n", "largest"), largest)

    rows, size = [], before + 1
    for end in ends:
        if end == n or (end.bit_length() - 11) % 4 == 0 and end >= 2 ** 10:
            rows += [(end, v, c) for v, c in enumerate(count(values[:end], size, 1)[:, 0]) if c > 0]
    write(folder, "histogram", ("n", "value", "positions"), rows)
    by_class = {m: count(values, size, m) for m in (5, 13)}
    write(folder, "classes", ("value", "modulus", "residue", "positions"),
          ((v, m, r, by_class[m][v, r]) for v in range(size) for m in (5, 13) for r in range(m)))


main()
