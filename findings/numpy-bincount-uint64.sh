#!/bin/sh
# numpy.bincount of residues of uint64.
#
# Guess: bincount(positions % 5) counts the positions in each class mod 5, whatever
# type of integer they have; for uint64 it is no harder than for uint32.
# Seen: for uint64, and no other type of integer, it raises TypeError: the array
# cannot be cast to int64 "according to the rule 'safe'", although each residue is
# below 5. An empty list, which has the type float64, is counted; an empty array of
# uint64 is not.
# Version: NumPy 1.24.2 of Debian 12.
# Why it matters: the first thing one asks of positions is how they lie in residue
# classes. Write np.bincount((positions % 5).astype(np.intp)).
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
cat >count.py <<'END'
import sys
import numpy as np

def count(a):
    try:
        return np.bincount(a, minlength=5).tolist()
    except TypeError as error:
        return "safe" if "'safe'" in str(error) else str(error)

types = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)
seen = {t.__name__: count(np.array([0, 2, 2, 0, 0], t) % t(5)) for t in types}
seen["empty list"], seen["empty uint64"] = count([]), count(np.array([], np.uint64))
expected = {t.__name__: [3, 0, 2, 0, 0] for t in types}
expected |= {"uint64": "safe", "empty list": [0] * 5, "empty uint64": "safe"}
if seen != expected:
    sys.exit(str(seen))
END
apt-get download python3-numpy=1:1.24.2-1+deb12u1 >log 2>&1 && dpkg -x python3-numpy_*.deb . &&
    export PYTHONPATH="$folder/usr/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 &&
    /usr/bin/python3 -c 'import numpy; assert numpy.__version__ == "1.24.2"' 2>log ||
    { echo "NumPy 1.24.2 cannot be installed" >&2; exit 77; }
/usr/bin/python3 count.py || exit 1
