#!/usr/bin/env python3
"""Counts below n of Ruzsa's and of Beigel and Gasarch's sets, exactly.

    yardsticks.py N...     writes a table

With a squarefree modulus m and R a set of residues no two of which differ by
a square mod m, the numbers whose digits in base m are in R at the even places
(from 0) have no square differences: m^even is a square, and m^odd * u with m
not dividing u is none. R is found here, the largest with 0 in it.
Sources: data/published/constructions.tsv."""
import sys


def largest(m, size):
    """A set of `size` residues with 0, no two differing by a square mod m."""
    squares = {x * x % m for x in range(1, m)} | {0}
    bad = squares | {-s % m for s in squares}
    apart = [{b for b in range(m) if (a - b) % m not in bad} for a in range(m)]

    def extend(chosen, candidates):
        if len(chosen) == size:
            return chosen
        candidates = set(candidates)
        while len(chosen) + len(candidates) >= size:
            a = min(candidates)
            found = extend(chosen + [a], candidates & apart[a])
            if found:
                return found
            candidates.remove(a)
        return None

    return extend([0], apart[0])


def count(n, m, residues):
    """How many members are below n: digits from the highest down."""
    digits = []
    while n:
        n, d = divmod(n, m)
        digits.append(d)
    allowed = set(residues)
    free = 1  # members with as many digits as are below the one looked at
    below = [1]
    for place in range(len(digits)):
        free *= len(allowed) if place % 2 == 0 else m
        below.append(free)
    total = 0
    for place in range(len(digits) - 1, -1, -1):
        d = digits[place]
        even = place % 2 == 0
        total += (sum(r < d for r in allowed) if even else d) * below[place]
        if even and d not in allowed:
            break
    return total


def main():
    print("name\tn\tmembers")
    for name, m, size in (("Ruzsa", 65, 7), ("Beigel-Gasarch", 205, 12)):
        residues = largest(m, size)
        for n in sys.argv[1:]:
            print(f"{name}\t{n}\t{count(int(n), m, residues)}")


main()
