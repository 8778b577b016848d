#!/bin/sh
# The time of NEON's byte permutation under QEMU's user mode.
#
# Guess: QEMU translates NEON to the host's vectors, so that TBL of 16 bytes costs about
# as much as an addition of 16 bytes, as on processors.
# Seen: TBL takes more than 3 times as long as ADD (8 times where this was
# written): ADD becomes one of the host's instructions, TBL a call of a function that
# goes byte by byte. A comparison of two vectors, CMEQ, takes less than 2 times as
# long as ADD.
# Version: QEMU 7.2.22 of Debian 12, host x86-64; least of 5 user times each.
# Why it matters: minimum excluded values by table are one TBL for 16 heaps. Their
# gain under QEMU says little about the gain on a processor; count instructions.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
{
    apt-get download qemu-user-static=1:7.2+dfsg-7+deb12u18+b3 binutils-aarch64-linux-gnu=2.40-2 libbinutils=2.40-2 &&
        for package in ./*.deb; do dpkg -x "$package" . || exit 77; done &&
        export LD_LIBRARY_PATH="$folder/usr/lib/x86_64-linux-gnu" &&
        usr/bin/aarch64-linux-gnu-as --version && usr/bin/qemu-aarch64-static --version
} >log 2>&1 || { echo "QEMU 7.2.22 and binutils 2.40 cannot be installed" >&2; exit 77; }

# least NAME INSTRUCTION: milliseconds of user time for 1.6e7 of it
least() {
    {
        printf '.globl _start\n_start: movz x1, #16, lsl #16\nloop:\n.rept 16\n%s\n.endr\n' "$2"
        printf 'subs x1, x1, #1\nb.ne loop\nmov x8, #93\nmov x0, #0\nsvc #0\n'
    } >"$1.s"
    usr/bin/aarch64-linux-gnu-as -o "$1.o" "$1.s" && usr/bin/aarch64-linux-gnu-ld -o "$1" "$1.o" || exit 77
    /usr/bin/python3 - "./$1" <<'END'
import os, subprocess, sys
def once():
    before = os.times().children_user
    subprocess.run(["usr/bin/qemu-aarch64-static", sys.argv[1]], check=True)
    return os.times().children_user - before
print(round(1000 * min(once() for _ in range(5))))
END
}
add=$(least add 'add v0.16b, v0.16b, v1.16b') && compare=$(least cmeq 'cmeq v0.16b, v0.16b, v1.16b') &&
    table=$(least tbl 'tbl v0.16b, {v1.16b}, v0.16b') || exit 1
[ "$table" -gt $((3 * add)) ] && [ "$compare" -lt $((2 * add)) ] ||
    { echo "ADD $add ms, CMEQ $compare ms, TBL $table ms" >&2; exit 1; }
