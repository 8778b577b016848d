#!/bin/sh
# Comparisons of uint64 with int64 in NumPy.
#
# Guess: assert_array_equal and array_equal, made for tests, compare integers exactly.
# Seen: an array of uint64 and one of int64 are compared as float64, so 2^53 + 1 equals
# 2^53 and is not greater; assert_array_equal passes. With a Python integer in place of
# the second array the comparison is exact.
# Version: NumPy 1.24.2 of Debian 12.
# Why it matters: positions are uint64, a list or an arange with which a test compares
# them is int64; beyond 2^53 the test cannot fail by 1.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
cat >try.py <<'END'
import sys
import numpy as np

def passes(a, b):
    try:
        np.testing.assert_array_equal(a, b)
    except AssertionError:
        return False
    return True

a, b = np.array([2**53 + 1], np.uint64), np.array([2**53])
seen = [passes(a, b), np.array_equal(a, b), bool((a > b)[0]), passes(a, b.astype(np.uint64))]
seen += [bool((a == 2**53)[0]), np.intersect1d(a, b).size]
if seen != [True, True, False, False, False, 1]:
    sys.exit(str(seen))
END
apt-get download python3-numpy=1:1.24.2-1+deb12u1 >log 2>&1 && dpkg -x python3-numpy_*.deb . &&
    export PYTHONPATH="$folder/usr/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 &&
    /usr/bin/python3 -c 'import numpy; assert numpy.__version__ == "1.24.2"' 2>log ||
    { echo "NumPy 1.24.2 cannot be installed" >&2; exit 77; }
/usr/bin/python3 try.py || exit 1
