#!/bin/sh
# The picture of README.md, from a run of this experiment: cold numbers at the
# powers of two, and their exponent.
#   picture.sh data/runs/2026-11-21-growth experiments/growth/cold-count.svg
set -eu
export LC_ALL=C
takeaway=${TAKEAWAY:-build/takeaway}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -F '\t' 'NR == 1 { print "# game: squares, normal play, counted to 2^40\nn\tcold"; next } { k = log($1) / log(2) }
    k - int(k + 1e-9) < 1e-9 { print $1 "\t" $2 }' "$1/squares.tsv" >"$work/counts"
"$takeaway" plot "$work/counts" --from=2^16 -o "$2"
