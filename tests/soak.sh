#!/bin/sh
# soak.sh MINUTES [SEED]: the test programs of BUILD that draw random cases, each with
# every case of the long tier, with new seeds and in turn for each variant of the
# processor, until the time is over or a program fails. TAKEAWAY_SEED repeats a
# failure.
set -u
export LC_ALL=C
export TAKEAWAY_LONG=1 CK_FORK=no TAKEAWAY_SEED TAKEAWAY_ISA

build=${BUILD:-build} end=$(($(date +%s) + $1 * 60)) runs=0
seed=${2:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
while :; do
    for name in wheel cold values resume convolve ntt octal octal-period octal-misere \
        play match set verify archive; do
        for TAKEAWAY_ISA in portable avx2 avx512; do
            TAKEAWAY_SEED=$((seed + runs))
            [ "$(date +%s)" -lt "$end" ] || break 3
            "$build/tests/t-$name" || {
                echo "soak: TAKEAWAY_SEED=$TAKEAWAY_SEED TAKEAWAY_ISA=$TAKEAWAY_ISA $build/tests/t-$name" >&2
                exit 1
            }
            runs=$((runs + 1))
        done
    done
done
echo "soak: $runs runs without a failure, seeds $seed to $((seed + runs - 1))"
