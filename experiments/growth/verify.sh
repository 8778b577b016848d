#!/bin/sh
# Computes the counts of a table again and compares: counts are exact, so
# nothing may differ.
#   verify.sh COUNTS [MAX] [ENGINE]    rows to 2^MAX (24), by ENGINE (segments)
#   TAKEAWAY  the tool (build/takeaway)     GAME  the set (squares)
# Exit status: 0 the same, 3 different.
set -eu

counts=$1
max=${2:-24}
engine=${3:-segments}
takeaway=${TAKEAWAY:-build/takeaway}

limit=$(awk -v k="$max" 'BEGIN { printf "%.0f", 2 ^ k }')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v limit="$limit" 'NR == 1 || $1 + 0 <= limit' "$counts" >"$work/want"
at=$(awk 'NR > 1 { list = list (NR > 2 ? "," : "") $1 } END { print list }' "$work/want")
if [ -z "$at" ]; then
    echo "verify.sh: $counts has no row to 2^$max" >&2
    exit 2
fi
"$takeaway" count "${at##*,}" --at="$at" --game="${GAME:-squares}" \
    --engine="$engine" >"$work/got"
if ! cmp -s "$work/want" "$work/got"; then
    echo "counts differ (<: the table, >: now, by $engine):" >&2
    diff "$work/want" "$work/got" >&2 || true
    exit 3
fi
echo "$(($(wc -l <"$work/want") - 1)) counts to n = ${at##*,} are the same, by $engine"
