#!/bin/sh
# The ratios promised of the wheel: engines in turn within one run, results
# compared in full before a time is printed (`takeaway compare`).
set -eu
takeaway=${TAKEAWAY:-build/takeaway}
median() {
    awk -v e="$1" '!/^#/ && $1 == e { t[++n] = $4 } END {
        for (i = 2; i <= n; i++)
            for (j = i; j > 1 && t[j] < t[j - 1]; j--) {
                x = t[j]; t[j] = t[j - 1]; t[j - 1] = x }
        print t[int((n + 1) / 2)] }' "$2"
}
ratio() { # N slow fast promised
    file=$(mktemp)
    "$takeaway" compare "$1" --engines="$2,$3" --reps="${REPS:-3}" \
        --warmup=0 >"$file"
    slow=$(median "$2" "$file") fast=$(median "$3" "$file")
    awk -v n="$1" -v a="$2" -v b="$3" -v s="$slow" -v f="$fast" -v p="$4" \
        'BEGIN { printf "%s\t%s\t%.3f\t%s\t%.3f\t%.1f\t%s\n",
                 n, a, s, b, f, s / f, p }'
    rm -f "$file"
}
printf 'n\tslow\tslow_s\tfast\tfast_s\tratio\tpromised\n'
ratio 2^28 sieve wheel:threads=2 150
ratio 2^29 segments wheel:threads=2 25
ratio 2^29 segments wheel 14
