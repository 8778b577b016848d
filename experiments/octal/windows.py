#!/usr/bin/env python3
"""Prints the windows of a search's text (src/archive/FORMAT.md): heap, number of
values below it, the SHA-256 of these values as text, one a line.
    experiments/octal/windows.py STATE.txt"""
import base64
import hashlib
import re
import subprocess
import sys

text = open(sys.argv[1]).read()
length, shorter, _, count = map(int, re.search(r"^windows (.*)$", text, re.M)[1].split())
at = list(map(int, re.search(r"^at (.*)$", text, re.M)[1].split()))
packed = base64.b64decode(re.search(r"^values\n(.*)^sha256", text, re.M | re.S)[1])
data = subprocess.run(["zstd", "-dc"], input=packed, stdout=subprocess.PIPE, check=True).stdout
half, begin = len(data) // 2, 0
for i, heap in enumerate(at):
    values = range(begin, begin + (length if i < 2 else shorter))
    begin = values.stop
    lines = "".join(f"{data[k] | data[half + k] << 8}\n" for k in values)
    print(heap, len(values), hashlib.sha256(lines.encode()).hexdigest(), sep="\t")
assert begin == half and len(at) == count
