#!/bin/sh
# Time of numpy.resize for a short array and a long result.
#
# Guess: numpy.resize repeats an array until the result is full; numpy.tile
# repeats it, too, so that both take about the same time, that of a copy.
# Seen: from 3 numbers to 2^24, numpy.resize takes more than 5 times as long as
# numpy.tile cut to the length, often tens of times; from 2^20 numbers to 2^24 it
# takes less than 5 times as long. The time goes with the number of repetitions, as
# the array is put that often into a tuple to be joined.
# Version: NumPy 1.24.2 of Debian 12; the least of 5 times each, to be independent
# of other load.
# Why it matters: the period of an eventually periodic sequence is short, and
# extending it to millions of terms is a common step.
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
        result = f()
        times.append(time.perf_counter() - start)
    return min(times), result

n = 2**24
for length, slow in (3, True), (2**20, False):
    a = np.arange(length)
    resize, x = least(lambda: np.resize(a, n))
    tile, y = least(lambda: np.tile(a, -(-n // length))[:n])
    if not np.array_equal(x, y) or (resize > 5 * tile) != slow:
        sys.exit(f"from {length} numbers: resize {resize:.3f} s, tile {tile:.3f} s, equal: {np.array_equal(x, y)}")
END
apt-get download python3-numpy=1:1.24.2-1+deb12u1 >log 2>&1 && dpkg -x python3-numpy_*.deb . &&
    export PYTHONPATH="$folder/usr/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 &&
    /usr/bin/python3 -c 'import numpy; assert numpy.__version__ == "1.24.2"' 2>log ||
    { echo "NumPy 1.24.2 cannot be installed" >&2; exit 77; }
/usr/bin/python3 measure.py || exit 1
