#!/usr/bin/env python3
"""A025044: numbers that are no prime less an earlier term.

    A025044.py N [TERMS]    prints TERMS terms (10000) as a b-file, then which terms below N are odd

Two terms of one parity have an even sum, so an even n > 2 is a term iff n + c is prime for no odd term c < n, and an
odd n iff n + e is prime for no even term e < n. A byte for each odd number says whether it is prime; shifted by c or e
and or-ed, these bytes say which n are no terms. Some 3 N bytes; half a minute for 10^8.
"""
import sys
from math import isqrt

SMALL = 1 << 16  # the terms below are found one by one


def main() -> None:
    n = max(int(sys.argv[1]), 2 * SMALL)
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    prime = bytearray(b"\0" + b"\1" * (n - 1))  # of 2 i + 1
    for i in range(1, isqrt(n // 2) + 1):
        if prime[i]:
            first = 2 * i * (i + 1)
            prime[first::2 * i + 1] = bytes((n - 1 - first) // (2 * i + 1) + 1)
    terms: tuple[list[int], list[int]] = [], []  # even ones, odd ones
    for m in range(SMALL):
        if m != 2 and not any(prime[(m + t) // 2] for t in terms[1 - m % 2]):
            terms[m % 2].append(m)

    def hot(shifts: list[int]) -> bytes:
        """Returns a byte for each even (odd) number from SMALL to n: whether an odd (even) shift makes it a prime."""
        bits = 0
        for t in shifts:
            at = (SMALL + t) // 2
            bits |= int.from_bytes(prime[at:at + (n - SMALL) // 2], "little")
        return bits.to_bytes((n - SMALL) // 2, "little")

    few = hot(terms[0][:48])
    at = few.find(b"\0")
    while at >= 0:
        if not any(prime[(SMALL + e) // 2 + at] for e in terms[0]):
            sys.exit(f"{SMALL + 2 * at + 1}: no even term below {SMALL} decides whether it is one")
        at = few.find(b"\0", at + 1)
    for k, t in enumerate(sorted(terms[0] + terms[1])[:wanted], 1):
        print(k, t)
    count = len(terms[0]) + len(terms[1]) + hot(terms[1]).count(0)
    print(f"below {n}: {count} terms, of which these are odd: {terms[1]}", file=sys.stderr)


main()
