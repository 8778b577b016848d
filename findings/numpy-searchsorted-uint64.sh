#!/bin/sh
# numpy.searchsorted for a Python integer in a sorted array of uint64.
#
# Guess: a binary search, some microseconds in an array of any length, that finds
# the place of the integer exactly, as all numbers fit in uint64.
# Seen: the integer becomes an int64, the type common to int64 and uint64 is float64,
# and the whole array is converted at each call: more than 100 times as slow as for
# np.uint64 of the same integer in an array of 2^22, and wrong above 2^53: the place of
# 2^60 + 500 among 2^60 ... 2^60 + 999 is found 116 too low.
# Version: NumPy 1.24.2 of Debian 12.
# Why it matters: positions are arrays of uint64, and a count of those below n is
# one searchsorted. Write np.searchsorted(a, np.uint64(n)).
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
cat >measure.py <<'END'
import sys, time
import numpy as np

def least(f):
    times = []
    for _ in range(5):
        start = time.perf_counter()
        f()
        times.append(time.perf_counter() - start)
    return min(times)

a = np.arange(2**22, dtype=np.uint64)
slow = least(lambda: np.searchsorted(a, 12345))
fast = least(lambda: np.searchsorted(a, np.uint64(12345)))
far = np.arange(2**60, 2**60 + 1000, dtype=np.uint64)
found = [int(np.searchsorted(far, x)) for x in (2**60 + 500, np.uint64(2**60 + 500))]
if slow < 100 * fast or found != [384, 500]:
    sys.exit(f"{slow:.6f} s, {fast:.6f} s; found {found}")
END
apt-get download python3-numpy=1:1.24.2-1+deb12u1 >log 2>&1 && dpkg -x python3-numpy_*.deb . &&
    export PYTHONPATH="$folder/usr/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 &&
    /usr/bin/python3 -c 'import numpy; assert numpy.__version__ == "1.24.2"' 2>log ||
    { echo "NumPy 1.24.2 cannot be installed" >&2; exit 77; }
/usr/bin/python3 measure.py || exit 1
