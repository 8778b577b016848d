#!/usr/bin/env python3
"""Counts cold numbers by residue class.

    residues.py COLD.npy N FOLDER

COLD.npy holds the cold numbers below N, in order. Writes into FOLDER
    counts.tsv   cold numbers below n, for eight n an octave and powers of ten
    classes.tsv  cold numbers below n by class, for n a power of two or N
    told.tsv     the information, in bits, that the class modulo m gives about the cold
                 numbers of an octave, for every m up to 500
    rare.tsv     the cold numbers that are 1 or 3 mod 5, or end in 6
"""
import math
import sys

import numpy as np

FIRST = 10    # classes are counted from 2^FIRST on
MODULI = 500  # the largest modulus of told.tsv
# The classes of large moduli are written for some n only, to keep the table small.
SHOWN, LARGE = (5, 10, 13, 17, 25, 65, 205, 1105), 205


def write(folder, name, header, rows):
    with open(f"{folder}/{name}.tsv", "w", encoding="ascii") as table:
        for row in [header, *rows]:
            print(*row, sep="\t", file=table)


def moebius(m):
    sign = 1
    for p in range(2, m + 1):
        if m % p == 0:
            m //= p
            sign = 0 if m % p == 0 else -sign
    return sign


def information(cold, m):
    """log2 m less the entropy of the classes modulo m, which is rounded to 10^-6 bits."""
    share = np.bincount(cold % m) / len(cold)
    share = share[share > 0]
    return math.log2(m) - round(-float(share @ np.log2(share)), 6)


def main():
    cold, n, folder = np.load(sys.argv[1]).astype(np.int64), int(sys.argv[2]), sys.argv[3]
    octave = n.bit_length() - 1
    powers = [2 ** k for k in range(FIRST, octave + 1)]
    ends = powers + [n] * (n > 2 ** FIRST and n not in powers)

    grid = {round(2 ** (k / 8)) for k in range(8 * octave + 8)} | {10 ** k for k in range(len(str(n)))}
    grid = [k for k in sorted(grid) if k <= n]
    write(folder, "counts", ("n", "cold"), zip(grid, np.searchsorted(cold, grid)))

    rows = []
    for end in ends:
        bits = round(math.log2(end))
        below = cold[:np.searchsorted(cold, end)]
        for m in SHOWN:
            if m < LARGE or end >= n / 4 or bits % 8 in (3, 4):
                rows += [(m, r, end, c) for r, c in enumerate(np.bincount(below % m, minlength=m))]
    write(folder, "classes", ("modulus", "residue", "n", "cold"), rows)

    # Moebius inversion over the divisors of m leaves what m adds to them. If the classes of
    # coprime moduli are independent, this is 0 but for prime powers.
    sign = {m: moebius(m) for m in range(1, MODULI + 1)}
    rows = []
    for start, end in zip(ends, ends[1:]):
        part = cold[np.searchsorted(cold, start):np.searchsorted(cold, end)]
        if len(part) == 0 or (math.log2(start) % 4 != 0 and start < n / 4):
            continue
        bits = {m: information(part, m) for m in range(2, MODULI + 1)}
        for m in bits:
            beyond = sum(sign[m // d] * bits[d] for d in bits if m % d == 0)
            # By Miller and Madow's formula, equal classes would give as much by chance.
            chance = (m - 1) / (2 * math.log(2) * len(part))
            rows.append((m, start, end, len(part), f"{bits[m]:.6f}", f"{beyond:.6f}", f"{chance:.6f}"))
    write(folder, "told", ("modulus", "from_n", "to_n", "cold", "told_bits", "beyond_divisors_bits",
                           "by_chance_bits"), rows)

    kinds = (("1 mod 5", cold % 5 == 1), ("3 mod 5", cold % 5 == 3), ("6 mod 10", cold % 10 == 6))
    rare = sorted((int(c), name) for name, chosen in kinds for c in cold[chosen])
    write(folder, "rare", ("class", "position"), ((name, c) for c, name in rare))


main()
