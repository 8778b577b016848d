#!/bin/sh
# Varies each tuning value of the wheel by itself, the others at their
# defaults; appends to tune.tsv, with a manifest, in $OUT.
#   run.sh [NAME...]      only these values; several calls make one table
#   N, THREADS, REPS as in the environment (2^30, 1, 1)
set -eu
here=$(dirname "$0")
build=${BUILD:-build}
tune=$build/experiments/tune-wheel/tune
out=${OUT:-data/runs/$(date -u +%Y-%m-%d)-tune-wheel}
: "${N:=2^30}" "${THREADS:=1}" "${REPS:=1}"
mkdir -p "$out"
names=${*:-all}

vary() { # vary NAME VALUE...
    case " $names " in
    *" $1 "* | ' all ') ;;
    *) return 0 ;;
    esac
    "$tune" "$N" "$THREADS" "$REPS" "$@" >"$out/part"
    if [ -f "$out/tune.tsv" ]; then
        sed 1d "$out/part" >>"$out/tune.tsv"
    else
        cat "$out/part" >"$out/tune.tsv"
    fi
    rm "$out/part"
}

vary dense_tile 2 4 8
vary live_tile 0.05 0.1 0.3
vary quiet_page 20 40 80
vary quiet_pages 24 48 96
vary quiet_zeros 3 6 12
vary quiet_left 3 8 16
vary quiet_reach 20 40 80
vary cache 600000 1200000 2400000 4800000
vary source_group 200 400 800
vary sparse_row 4096 32768
vary growth 3 4 6
vary shape 1 2 4
vary vectors 6 8
vary start 4194304 8388608 16777216
"$here/../manifest.sh" "${TAKEAWAY:-$build/takeaway}" \
    "N=$N THREADS=$THREADS REPS=$REPS experiments/tune-wheel/run.sh" none \
    "$out/tune.tsv" >"$out/manifest.txt"
