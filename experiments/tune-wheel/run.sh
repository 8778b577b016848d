#!/bin/sh
# Varies each tuning value of the wheel by itself; writes tune.tsv here.
#   N, THREADS, REPS as in the environment (2^29, 2, 3)
set -eu
here=$(dirname "$0")
tune=${BUILD:-build}/experiments/tune-wheel/tune
out=$here/tune.tsv
: "${N:=2^29}" "${THREADS:=2}" "${REPS:=3}"
head=1
vary() {
    if [ "$head" -eq 1 ]; then
        "$tune" "$N" "$THREADS" "$REPS" "$@" >"$out.part"
        head=0
    else
        "$tune" "$N" "$THREADS" "$REPS" "$@" | tail -n +2 >>"$out.part"
    fi
}
vary dense_tile 1 2 4 8
vary live_tile 0.05 0.1 0.3 1
vary quiet_list 128 256 512
vary quiet_zeros 3 6 12 24
vary quiet_left 0.3 1 3 10
vary quiet_reach 5 10 20 40
vary cache 400000 800000 1200000 1600000
vary source_group 200 400 800
vary growth 2.5 4 6
vary vectors 4 6 8
vary step_vectors 1 2
vary start 2097152 8388608 33554432
mv "$out.part" "$out"
