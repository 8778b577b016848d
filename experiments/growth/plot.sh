#!/bin/sh
# Draws the counts of a game, the power law through them, and the exponent from
# one point to the next.
#   plot.sh TABLE PICTURE [GAME [FROM]]
#     TABLE    a table of `takeaway count N --at=...`; -: standard input
#     PICTURE  a name in .png or .svg
#     GAME     what --game was (squares)
#     FROM     the least n that the power law is fitted to (2^10)
# TAKEAWAY is the command to use (takeaway, or what this repository has built).
set -eu
export LC_ALL=C

[ $# -ge 2 ] && [ $# -le 4 ] || {
    sed -n '2,9s/^# //p' "$0" >&2
    exit 2
}
here=$(cd "$(dirname "$0")" && pwd)
built=$here/../../build/takeaway
[ -x "$built" ] || built=takeaway
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $2 in
*.png | *.svg) ;;
*)
    echo "plot.sh: PICTURE '$2' is not accepted; accepted: a name in .png or .svg" >&2
    exit 2
    ;;
esac
cat -- "$1" >"$work/counts.tsv"
"${TAKEAWAY:-$built}" fit - --from="${4:-2^10}" <"$work/counts.tsv" >"$work/fit.tsv"
gnuplot -c "$here/plot.gp" "$work/counts.tsv" "$work/fit.tsv" "$2" "${3:-squares}"
