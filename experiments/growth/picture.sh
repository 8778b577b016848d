#!/bin/sh
# The picture of README.md, from a run of this experiment: cold numbers at the
# powers of two, and their exponent.
#   picture.sh data/runs/2026-11-21-growth experiments/growth/cold-count.svg
set -eu
export LC_ALL=C
takeaway=${TAKEAWAY:-build/takeaway}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -F '\t' 'NR == 1 { print "n\tcold"; next } { k = log($1) / log(2) }
    k - int(k + 1e-9) < 1e-9 { print $1 "\t" $2 }' "$1/squares.tsv" >"$work/counts"
# The fit is from 2^16 on; exponents are shown from 2^10 on.
"$takeaway" fit "$work/counts" --from=2^16 | grep -v '^local_exponent' >"$work/fit"
"$takeaway" fit "$work/counts" --from=2^10 | grep '^local_exponent' >>"$work/fit"
gnuplot -c "$(dirname "$0")/plot.gp" "$work/counts" "$work/fit" "$work/picture.svg" \
    squares 'Cold positions of subtract-a-square, counted to 2⁴⁰'
mv "$work/picture.svg" "$2"
