#!/usr/bin/env python3
"""Prints a random subtraction set of density s^-0.3, one number a line, for --game=file:PATH.

    random-set.py N SEED

Each s in [1, N) is in the set with probability s^-0.3, decided by a hash of SEED and s alone.
So the set for a smaller N is the beginning of the set for a larger one.
"""
import sys

import numpy as np


def mixed(z):
    """The finaliser of SplitMix64 (Steele, Lea, Flood 2014)."""
    z = (z ^ z >> np.uint64(30)) * np.uint64(0xbf58476d1ce4e5b9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94d049bb133111eb)
    return z ^ z >> np.uint64(31)


n, seed = int(sys.argv[1]), int(sys.argv[2])
s = np.arange(1, n, dtype=np.uint64)
draw = mixed(mixed(np.array([seed], np.uint64)) + s * np.uint64(0x9e3779b97f4a7c15))
chosen = s[(draw >> np.uint64(11)).astype(float) < 2.0 ** 53 * s.astype(float) ** -0.3]
print(f"# random-set {n} {seed}: density s^-0.3", *chosen, sep="\n")
