#!/usr/bin/env python3
"""Counts cold numbers by residue class.

    residues.py COLD.npy N FOLDER

COLD.npy holds the cold numbers below N, in order. Writes into FOLDER
    counts.tsv   cold numbers below n, for eight n an octave and powers of ten
    classes.tsv  cold numbers below n by class, for n a power of two or N
    told.tsv     the information, in bits, that the class modulo m gives about the cold
                 numbers of an octave, for every m up to 500
    rare.tsv     the cold numbers that are 1 or 3 mod 5, or end in 6
and shares.tsv, exponents.tsv, grids.tsv, ranked.tsv, which are made of the classes.
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


def rank(count, m, factor):
    """Returns the place of each residue modulo a factor of m: the fullest class comes first, but
    for 41, whose classes are all alike."""
    if factor == 41:
        return np.arange(factor)
    full = count.reshape(m // factor, factor).sum(axis=0)
    return np.argsort(np.argsort(-full, kind="stable"))


def write_what_follows(folder, classes):
    """Writes the tables that are made of the classes: shares of the octaves, exponents of the
    classes modulo 5, drawings by two residues, and the classes in order of their size."""
    shares, exponents, grids, ranked, octaves = [], [], [], [], {}
    steps = {m: list(zip(of, list(of)[1:])) for m, of in classes.items()}
    for start, end in sorted({step for of in steps.values() for step in of}, key=lambda s: s[::-1]):
        for m in SHOWN:
            if (start, end) not in steps[m]:
                continue
            count = classes[m][end] - classes[m][start]
            octaves[m, start, end] = count
            shares += [(m, r, start, end, c, f"{c / count.sum():.8f}") for r, c in enumerate(count)]
            if m == 5 and end == 2 * start:
                # The error is what it would be if the numbers fell there by chance (Poisson).
                exponents += [(m, r, start, end, f"{math.log2(classes[m][end][r] / classes[m][start][r]):.6f}",
                               f"{math.sqrt(count[r]) / classes[m][end][r] / math.log(2):.6f}")
                              for r in (0, 2, 4) if classes[m][start][r] > 0]
    # Modulo 65 = 13 * 5, 205 = 41 * 5 and 1105 = (5 * 13) * 17 a class has a place x, y.
    for m, across, down, most in ((65, (13,), 5, 3), (205, (41,), 5, 3), (1105, (5, 13), 17, 2)):
        known = [k[1] for k in octaves if k[0] == m and k[2] == 2 * k[1] and k[1] >= 2 ** 19]
        blocks = [k for k in sorted(known, reverse=True) if k == max(known) or k in (2 ** 27, 2 ** 19)][:most]
        r = np.arange(m)
        for block, start in enumerate(blocks):
            last, count = octaves[m, blocks[0], 2 * blocks[0]], octaves[m, start, 2 * start]
            x = sum(rank(last, m, f)[r % f] * (14 if (f, m) == (5, 1105) else 1) for f in across)
            y = -rank(last, m, down)[r % down] - block * (down + 1.6)
            grids += [(m, k, start, 2 * start, count[k], f"{round(count[k] / count.sum(), 8) * m:.4f}",
                       block + 1, f"{x[k]:g}", f"{y[k]:g}") for k in r]
    for m in (65, 205, 1105):
        end, count = list(classes[m].items())[-1]
        share, so_far = [round(c / count.sum(), 8) for c in count], 0
        for place, r in enumerate(np.argsort(-count, kind="stable")):
            so_far += share[r]
            ranked.append((m, place + 1, r, end, count[r], f"{share[r]:.8f}", f"{so_far:.8f}"))
    write(folder, "shares", ("modulus", "residue", "from_n", "to_n", "cold", "share"), shares)
    write(folder, "exponents", ("modulus", "residue", "from_n", "to_n", "exponent", "chance_error"), exponents)
    write(folder, "grids", ("modulus", "residue", "from_n", "to_n", "cold", "times_equal_share", "block",
                            "x", "y"), grids)
    write(folder, "ranked", ("modulus", "rank", "residue", "n", "cold", "share", "share_so_far"), ranked)


def main():
    cold, n, folder = np.load(sys.argv[1]).astype(np.int64), int(sys.argv[2]), sys.argv[3]
    octave = n.bit_length() - 1
    powers = [2 ** k for k in range(FIRST, octave + 1)]
    ends = powers + [n] * (n > 2 ** FIRST and n not in powers)

    grid = {round(2 ** (k / 8)) for k in range(8 * octave + 8)} | {10 ** k for k in range(len(str(n)))}
    grid = [k for k in sorted(grid) if k <= n]
    write(folder, "counts", ("n", "cold"), zip(grid, np.searchsorted(cold, grid)))

    classes = {m: {} for m in SHOWN}  # classes[m][end][r]: cold numbers below end that are r mod m
    for m in SHOWN:
        for end in ends:
            if m < LARGE or end >= n / 4 or round(math.log2(end)) % 8 in (3, 4):
                classes[m][end] = np.bincount(cold[:np.searchsorted(cold, end)] % m, minlength=m)
    write(folder, "classes", ("modulus", "residue", "n", "cold"),
          ((m, r, end, c) for end in ends for m in SHOWN for r, c in enumerate(classes[m].get(end, []))))
    write_what_follows(folder, classes)

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
