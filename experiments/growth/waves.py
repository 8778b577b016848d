#!/usr/bin/env python3
"""How often do octave exponents that only move in waves rise five times running?

    waves.py OCTAVES.tsv [SAMPLES]     # the table of experiments/growth; to stdout

A moving-block bootstrap: each series has as many octaves as there are from 2^16
on, drawn as blocks of neighbouring real octaves. A series keeps the size of the
waves and the dependence of neighbours on each other, and has no trend. A rise is an octave whose exponent is above that of the one before.
Blocks are drawn from all octaves, or from those before the rises in question,
to 2^35, so that these cannot vouch for themselves. The table has, for each
length of blocks, the share of series whose last five octaves rise, the share
with five rises in a row anywhere, and that of series whose last five octaves
rise by as much in all as the real ones. Seeded; standard library alone."""
import csv
import random
import sys

FROM, BEFORE, RISES, SEED = 2 ** 16, 2 ** 35, 5, 1


def longest(series):
    most = now = 0
    for a, b in zip(series, series[1:]):
        now = now + 1 if b > a else 0
        most = max(most, now)
    return most


def rise_at_end(series):
    tail = series[-RISES - 1:]
    return all(b > a for a, b in zip(tail, tail[1:]))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        octaves = [(int(r["to_n"]), float(r["exponent"])) for r in csv.DictReader(file, delimiter="\t")
                   if r["set"] == "squares" and r["convention"] == "normal" and int(r["from_n"]) >= FROM]
    samples = int(sys.argv[2]) if len(sys.argv) > 2 else 40000
    real = [e for _, e in octaves]
    real_sum = real[-1] - real[-RISES - 1]
    print("drawn_from_n\tdrawn_to_n\toctaves\tblock\tsamples\tseed\trise_at_end\trise_anywhere\trise_as_much_at_end")
    for end in (octaves[-1][0], BEFORE):
        source = [e for n, e in octaves if n <= end]
        for block in (1, 2, 3, 4, 5, 6, 8, 10):
            draw = random.Random(SEED)
            at_end = anywhere = as_much = 0
            for _ in range(samples):
                series = []
                while len(series) < len(real) + block:
                    start = draw.randrange(len(source) - block + 1)
                    series += source[start:start + block]
                cut = draw.randrange(block)  # so that a seam may be anywhere
                series = series[cut:cut + len(real)]
                anywhere += longest(series) >= RISES
                if rise_at_end(series):
                    at_end += 1
                    as_much += series[-1] - series[-RISES - 1] >= real_sum
            print(f"{FROM}\t{end}\t{len(real)}\t{block}\t{samples}\t{SEED}\t{at_end / samples:.5f}\t"
                  f"{anywhere / samples:.5f}\t{as_much / samples:.5f}")


main()
