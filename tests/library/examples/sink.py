# Finds the largest gap between cold heaps below N, which is the argument, from an
# array, since sinks are for C. Progress goes to stderr; Ctrl-C stops the run.
import sys

import numpy as np
from takeaway import Game


def show(share, done):
    print(f"\r{share:4.0%}, {done} heaps", end="", file=sys.stderr)


n = int(sys.argv[1]) if len(sys.argv) > 1 else 2**20
try:
    cold = Game("squares").cold(n, progress=show)
except KeyboardInterrupt:
    sys.exit("\nstopped on request")
gaps = np.diff(cold)
print(gaps.max(), "after heap", cold[gaps.argmax()])
