#!/bin/sh
# numpy.loadtxt of integers that have more than 64 bits.
#
# Guess: loadtxt with dtype=uint64 refuses a term of 2^64 or more, as numpy.genfromtxt
# and numpy.uint64 do, since it refuses what is no number.
# Seen: the term is read as a float and converted: 2^64 becomes 0, without an error. There
# is a DeprecationWarning, which Python shows only if the caller is the main script.
# With dtype=int64, 2^63 becomes -2^63. Terms that fit are exact beyond 2^53.
# Version: NumPy 1.24.2 of Debian 12, on x86-64.
# Why it matters: b-files of growing sequences leave 64 bits after a hundred lines; their
# last terms are read as 0.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
cat >reads.py <<'END'
import io
import sys
import numpy as np

def read(by, text, dtype):
    try:
        return by(io.StringIO(text), dtype=dtype).tolist()
    except (ValueError, OverflowError) as error:
        return type(error).__name__
END
cat >read.py <<'END'
from reads import *
seen = [read(np.loadtxt, "93 18446744073709551615\n", np.uint64),
        read(np.loadtxt, "94 18446744073709551616\n", np.uint64),
        read(np.loadtxt, "92 9223372036854775808\n", np.int64),
        read(np.loadtxt, "94 x\n", np.uint64),
        read(np.genfromtxt, "94 18446744073709551616\n", np.uint64)]
if seen != [[93, 2**64 - 1], [94, 0], [92, -(2**63)], "ValueError", "OverflowError"]:
    sys.exit(str(seen))
END
apt-get download python3-numpy=1:1.24.2-1+deb12u1 >log 2>&1 && dpkg -x python3-numpy_*.deb . &&
    export PYTHONPATH="$folder/usr/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 &&
    /usr/bin/python3 -c 'import numpy; assert numpy.__version__ == "1.24.2"' 2>log ||
    { echo "NumPy 1.24.2 cannot be installed" >&2; exit 77; }
/usr/bin/python3 read.py 2>warnings || { cat warnings >&2; exit 1; }
[ ! -s warnings ] || { echo "a warning: $(cat warnings)" >&2; exit 1; }
