#!/bin/sh
# numpy.load of a .npy file that is shorter than its header says, memory-mapped.
#
# Guess: every way to load it raises ValueError, as do mmap_mode=None, "r" and "c".
# Seen: mmap_mode="r+" gives an array of the full length that ends in zeros, without
# a warning, and makes the file itself longer: from then on every mode takes it.
# Version: NumPy 1.24.2 of Debian 12. The manual says only that an offset beyond the
# end extends the file, unless the mode is "r".
# Why it matters: a table whose writer was interrupted, opened to be continued, passes
# for complete, with zeros for values, and the trace that it was cut is gone. Compare the
# size of the file with the header, or load it with mmap_mode="r" first.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
cat >load.py <<'END'
import os
import sys
import numpy as np

def load(mode):
    try:
        array = np.load("table.npy", mmap_mode=mode)
        return [len(array), int(array.sum()), int(array[-1])]
    except ValueError:
        return "refused"

np.save("table.npy", np.arange(1, 1001, dtype=np.uint64))
size = os.path.getsize("table.npy")
os.truncate("table.npy", size - 4000)
seen = [load(mode) for mode in (None, "r", "c")] + [os.path.getsize("table.npy") - size]
seen += [load(mode) for mode in ("r+", "r", None)] + [os.path.getsize("table.npy") - size]
cut = [1000, 500 * 501 // 2, 0]
if seen != ["refused"] * 3 + [-4000] + [cut] * 3 + [0]:
    sys.exit(str(seen))
END
apt-get download python3-numpy=1:1.24.2-1+deb12u1 >log 2>&1 && dpkg -x python3-numpy_*.deb . &&
    export PYTHONPATH="$folder/usr/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 &&
    /usr/bin/python3 -c 'import numpy; assert numpy.__version__ == "1.24.2"' 2>log ||
    { echo "NumPy 1.24.2 cannot be installed" >&2; exit 77; }
/usr/bin/python3 load.py 2>warnings || { cat warnings >&2; exit 1; }
[ ! -s warnings ] || { echo "a warning: $(cat warnings)" >&2; exit 1; }
