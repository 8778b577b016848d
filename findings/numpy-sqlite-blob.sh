#!/bin/sh
# Integers of NumPy as parameters of Python's sqlite3.
#
# Guess: a number of type int64 or uint64 is stored as an integer, or refused.
# Seen: its bytes are stored as a BLOB, in a column declared INTEGER too, without a
# warning. No comparison finds it, and sum() takes it as 0. A float64 5.0, which is
# a Python float, becomes the integer 5. tolist() gives integers.
# Version: NumPy 1.24.2 and Python 3.11 of Debian 12.
# Why it matters: executemany(..., enumerate(values)) is how one puts an array of
# nim-values into a table.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
cat >try.py <<'END'
import sqlite3
import sys
import numpy as np

def stored(values):
    table = sqlite3.connect(":memory:")
    table.execute("create table t (n integer)")
    table.executemany("insert into t values (?)", ((v,) for v in values))
    return table.execute("select min(typeof(n)), count(*), sum(n), sum(n = 5) from t").fetchone()

seen = {t.__name__: stored(np.array([0, 2, 5], t)) for t in (np.int32, np.int64, np.uint64, np.float64)}
seen["tolist"] = stored(np.array([0, 2, 5], np.uint64).tolist())
blob, good = ("blob", 3, 0.0, 0), ("integer", 3, 7, 1)
if seen != {"int32": blob, "int64": blob, "uint64": blob, "float64": good, "tolist": good}:
    sys.exit(str(seen))
END
apt-get download python3-numpy=1:1.24.2-1+deb12u1 >log 2>&1 && dpkg -x python3-numpy_*.deb . &&
    export PYTHONPATH="$folder/usr/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 &&
    /usr/bin/python3 -c 'import numpy; assert numpy.__version__ == "1.24.2"' 2>log ||
    { echo "NumPy 1.24.2 cannot be installed" >&2; exit 77; }
/usr/bin/python3 try.py || exit 1
