#!/usr/bin/env python3
"""read-archive.py FILE: the numbers in a takeaway archive; needs the zstd command; see FORMAT.md."""
import hashlib
import struct
import subprocess
import sys


def unzstd(data, size):
    out = subprocess.run(["zstd", "-dc"], input=data, check=True, stdout=subprocess.PIPE).stdout
    assert len(out) == size, "a frame holds something else than its index says"
    return out


def sha(data):
    return hashlib.sha256(data).digest()


def numbers(data):
    magic, version, content, _, _, end, _, count, frames, index, size = struct.unpack_from("<8s4I6Q", data)
    assert magic == b"\x89TKA\r\n\x1a\n" and version == 1, "no takeaway archive of version 1"
    assert data[480:512] == sha(data[:480]), "the header is damaged"
    assert size == len(data) == index + 64 * frames, "the file is cut off"
    assert data[192:224] == sha(data[index:]), "the index is damaged"
    for entry in range(index, size, 64):
        first, at, length, n, m, planes, digest = struct.unpack_from("<QQIIHB5x32s", data, entry)
        packed = data[at:at + length]
        assert digest == sha(packed), "a frame is damaged"
        extra = content == 1 and m > 1
        plane = unzstd(packed, n * (planes + extra)) if packed else b""
        quotient = first // m
        for i in range(n):
            value = sum(plane[(extra + p) * n + i] << 8 * p for p in range(planes))
            quotient += value
            yield value if content > 1 else quotient * m + (plane[i] if extra else 0)


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        sys.stdout.writelines("%d\n" % x for x in numbers(file.read()))
