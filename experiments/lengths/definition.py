#!/usr/bin/env python3
"""Whether lengths of subtract-a-square are what the definition says.

    definition.py VALUES.npy [HEAPS [SEED]]

Takes HEAPS (10000) random heaps below N, the cold heap after each tenth of them, and the heaps
below 1000. Compares each value with 1 + the least even one of its options, or 1 + the largest
if none is even."""
import sys

import numpy as np


def main():
    values = np.load(sys.argv[1], mmap_mode="r")
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    squares = np.arange(1, int(len(values) ** 0.5) + 2, dtype=np.int64) ** 2
    heaps = np.random.default_rng(seed).integers(1, len(values), count)
    cold = [h + int(np.argmax(values[h:h + 2 ** 16] % 2 == 0)) for h in heaps[::10]]
    for heap in [*heaps, *cold, *range(1, min(1000, len(values)))]:
        option = values[heap - squares[squares <= heap]]
        even = option[option % 2 == 0]
        if values[heap] != 1 + int(even.min() if len(even) else option.max()):
            sys.exit(f"{sys.argv[1]}: the value of {heap} is {values[heap]}, against the definition")
    print(f"{count} random heaps, {sum(values[h] % 2 == 0 for h in cold)} cold ones after them, and those below 1000")


main()
