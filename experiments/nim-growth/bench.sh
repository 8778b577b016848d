#!/bin/sh
# The ratios promised of nim-values: engines in turn, values compared in full
# before a time is printed. Medians of REPS runs (3), single ones of layers,
# where naive takes minutes. Takes some minutes; `bench.sh short` leaves out
# what takes long.
set -eu
takeaway=${TAKEAWAY:-build/takeaway}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

# run GAME N ENGINE THREADS FILE: values to FILE; prints the engine's seconds
run() {
    "$takeaway" nim "$2" --game="$1" --engine="$3" --threads="$4" --stats \
        --quiet --format=npy -o "$5" 2>&1 | awk '/^# wall_s:/ { print $3 }'
}

median() {
    sort -n "$1" | awk '{ t[NR] = $1 } END { print t[int((NR + 1) / 2)] }'
}

# ratio REPS GAME N SLOW THREADS FAST THREADS PROMISED
ratio() {
    : >"$work/slow"
    : >"$work/fast"
    for _ in $(seq "$1"); do
        run "$2" "$3" "$4" "$5" "$work/a.npy" >>"$work/slow"
        run "$2" "$3" "$6" "$7" "$work/b.npy" >>"$work/fast"
        cmp "$work/a.npy" "$work/b.npy" || exit 3
    done
    slow=$(median "$work/slow") fast=$(median "$work/fast")
    awk -v g="$2" -v n="$3" -v a="$4:$5" -v b="$6:$7" -v s="$slow" \
        -v f="$fast" -v p="$8" -v r="$1" 'BEGIN {
        printf "%s\t%s\t%d\t%s\t%.4f\t%s\t%.4f\t%.2f\t%s\n",
            g, n, r, a, s, b, f, s / f, p }'
}

reps=${REPS:-3}
printf 'game\tn\treps\tslow:threads\tslow_s\tfast:threads\tfast_s\tratio\tpromised\n'
for n in 2^10 2^13 2^16 2^18; do
    ratio "$reps" squares "$n" naive 1 auto 1 1
done
ratio "$reps" squares 1e6 naive 1 auto 1 3
ratio "$reps" squares 1e6 naive 1 blocked 1 3
ratio "$reps" squares 2^22 naive 1 auto 1 3
ratio "$reps" squares 2^22 blocked 1 blocked 2 1.6
[ "${1:-}" != short ] || exit 0
ratio "$reps" squares 2^24 naive 1 auto 1 7
ratio "$reps" squares 2^24 blocked 1 blocked 2 1.6
ratio 1 primes 2^20 naive 1 layers 1 1
ratio 1 residues:1,4mod5 2^20 naive 1 layers 1 1
