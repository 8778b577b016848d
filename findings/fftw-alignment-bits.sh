#!/bin/sh
# FFTW_ESTIMATE, and the place of the array in memory.
#
# Guess: plans by FFTW_ESTIMATE for one size give the same bits for the same data; its FAQ
# says of this mode that "the algorithm is deterministic and the results should be
# identical between runs".
# Seen: an output that begins one number later has another alignment, and other bits: of
# 64 and of 1024 numbers more than a fourth differ, in their last digits; of 64 also if
# the input begins one later. Two later the bits are the same; with FFTW_UNALIGNED they
# always are.
# Version: FFTW 3.3.10 of Debian 12, x86-64; also with QEMU's processors Nehalem (SSE 4.2)
# and Haswell (AVX2).
# Why it matters: a block of a longer array, transformed where it lies, does not reproduce
# the bits of the same block at another place; a checksum of floating-point results, or
# a memo of them, depends on where blocks begin.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
cat >bits.c <<'END'
#include <fftw3.h>
#include <stdio.h>
enum { MAX = 1024 };
static double *in, *out[2];
static void transform(int n, double *x, double *y, unsigned flags) {
    const fftw_plan plan = fftw_plan_dft_r2c_1d(n, x, (fftw_complex *)y, FFTW_ESTIMATE | flags);
    for (int i = 0; i < n; i++)
        x[i] = i * i % 1009;
    fftw_execute(plan);
    fftw_destroy_plan(plan);
}
/* how many numbers differ if input and output begin later by from and to */
static int differ(int n, int from, int to, unsigned flags) {
    int count = 0;
    transform(n, in, out[0], flags);
    transform(n, in + from, out[1] + to, flags);
    for (int i = 0; i < n + 2; i++)
        count += out[0][i] != out[1][to + i];
    return count;
}
int main(void) {
    in = fftw_alloc_real(MAX + 4), out[0] = fftw_alloc_real(MAX + 4), out[1] = fftw_alloc_real(MAX + 4);
    printf("%d%d%d ", differ(64, 1, 0, 0) > 16, differ(64, 0, 1, 0) > 16, differ(1024, 0, 1, 0) > 256);
    printf("%d%d%d ", differ(64, 2, 0, 0), differ(64, 0, 2, 0), differ(1024, 2, 2, 0));
    printf("%d%d\n", differ(64, 1, 1, FFTW_UNALIGNED), differ(1024, 1, 1, FFTW_UNALIGNED));
}
END
{
    apt-get download libfftw3-dev=3.3.10-1 && dpkg -x libfftw3-dev_*.deb . &&
        "${CC:-cc}" -Iusr/include -o bits bits.c usr/lib/*/libfftw3.a -lm
} >log 2>&1 || { echo "FFTW 3.3.10 cannot be installed" >&2; exit 77; }
[ "$(./bits)" = '111 000 00' ] || { echo "bits: $(./bits)" >&2; exit 1; }
