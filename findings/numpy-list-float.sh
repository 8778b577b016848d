#!/bin/sh
# numpy.array of a list of integers below 2^64.
#
# Guess: a list of integers from 0 to 2^64 - 1 gives uint64 wherever int64 is too small.
# Seen: it gives uint64 only if every number is 2^63 or more. One smaller number among
# them, a 0, makes the array float64, and the digits beyond 53 bits are gone. If one
# is 2^64, the array holds Python's integers, exactly. isin, given such a list, finds
# members that are not there.
# Version: NumPy 1.24.2 of Debian 12.
# Why it matters: expected values in tests, and far heaps, are written as lists.
# Write np.array(list, np.uint64).
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
cat >try.py <<'END'
import sys
import numpy as np

lists = ([0, 2**63 - 1], [2**63, 2**63 + 1], [0, 2**63 + 1], [0, 2**64])
seen = [np.array(a).dtype.name for a in lists]
far = np.array([2**63 + 1], np.uint64)
seen += [bool(np.isin(far, a)[0]) for a in ([2**63 + 2, 2**63], [2**63 + 2, 5])]
seen += [bool(np.isin(far, np.array([2**63 + 2, 5], np.uint64))[0])]
if seen != ["int64", "uint64", "float64", "object", False, True, False]:
    sys.exit(str(seen))
END
apt-get download python3-numpy=1:1.24.2-1+deb12u1 >log 2>&1 && dpkg -x python3-numpy_*.deb . &&
    export PYTHONPATH="$folder/usr/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 &&
    /usr/bin/python3 -c 'import numpy; assert numpy.__version__ == "1.24.2"' 2>log ||
    { echo "NumPy 1.24.2 cannot be installed" >&2; exit 77; }
/usr/bin/python3 try.py || exit 1
