#!/bin/sh
# FFTW's wisdom after plans by FFTW_ESTIMATE.
#
# Guess: wisdom is what was measured; FFTW_ESTIMATE measures nothing, so there is
# nothing to export after it, and FFTW_WISDOM_ONLY finds no plan.
# Seen: the exported wisdom has the estimated plan. FFTW_WISDOM_ONLY with
# FFTW_ESTIMATE gives a plan for this size and none for another, and FFTW_WISDOM_ONLY
# alone, which asks for a measured plan, none. fftw_cleanup forgets it.
# Version: FFTW 3.3.10 of Debian 12.
# Why it matters: a program that saves wisdom to start faster next time saves a file
# that grows, and may hold no measured plan at all.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
cat >wisdom.c <<'END'
#include <fftw3.h>
#include <stdio.h>
#include <string.h>
static double in[1024];
static fftw_complex out[1024];
static int plans(int n, unsigned flags) {
    return fftw_plan_dft_r2c_1d(n, in, out, flags) != NULL;
}
static int entries(void) {
    int count = -1; /* the first parenthesis is of the whole */
    for (const char *s = fftw_export_wisdom_to_string(); (s = strchr(s, '(')) != NULL; s++)
        count++;
    return count;
}
int main(void) {
    const int before = entries(), only = plans(1000, FFTW_ESTIMATE | FFTW_WISDOM_ONLY);
    plans(1000, FFTW_ESTIMATE);
    const int seen[] = {before, only, entries() > 0, plans(1000, FFTW_ESTIMATE | FFTW_WISDOM_ONLY),
                        plans(1001, FFTW_ESTIMATE | FFTW_WISDOM_ONLY), plans(1000, FFTW_WISDOM_ONLY)};
    fftw_cleanup();
    for (int i = 0; i < 6; i++)
        printf("%d", seen[i]);
    printf("%d\n", entries());
}
END
{
    apt-get download libfftw3-dev=3.3.10-1 && dpkg -x libfftw3-dev_*.deb . &&
        "${CC:-cc}" -Iusr/include -o wisdom wisdom.c usr/lib/*/libfftw3.a -lm
} >log 2>&1 || { echo "FFTW 3.3.10 cannot be installed" >&2; exit 77; }
[ "$(./wisdom)" = 0011000 ] || { echo "wisdom: $(./wisdom)" >&2; exit 1; }
