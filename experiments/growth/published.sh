#!/bin/sh
# Subtract-a-square against the published values in data/published/.
#   published.sh [ENGINE]    (auto); TAKEAWAY: the tool (build/takeaway)
# Takes a few seconds. Exit status: 0 the same, 3 different.
set -eu
export LC_ALL=C

engine=${1:-auto}
takeaway=${TAKEAWAY:-build/takeaway}
data=$(dirname "$0")/../../data/published
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
differs=0

same() { # same WHAT: $work/want against $work/got
    if cmp -s "$work/want" "$work/got"; then
        echo "the same: $1"
    else
        echo "differs: $1" >&2
        diff "$work/want" "$work/got" >&2 || true
        differs=3
    fi
}

grep -v '^#' "$data/A030193.txt" >"$work/want"
last=$(tail -n 1 "$work/want")
"$takeaway" cold $((last + 1)) --engine="$engine" >"$work/got"
same "A030193 to $last"

# The count-th cold position is p: count below p + 1, one less below p.
grep -v '^#' "$data/eppstein-2016.tsv" | awk '
    NR > 1 { print $2 "\t" $1 - 1; print $2 + 1 "\t" $1; last = $2 }' >"$work/want"
at=$(cut -f 1 "$work/want" | awk '{ list = list (NR > 1 ? "," : "") $1 } END { print list }')
"$takeaway" count "${at##*,}" --at="$at" --engine="$engine" | sed 1d >"$work/got"
same "Eppstein's rows to ${at##*,}"

grep -v '^#' "$data/bush-1992.tsv" | sed 1d >"$work/rows"
read -r below position <"$work/rows"
echo "$position" >"$work/want"
"$takeaway" cold "$below" --engine="$engine" | grep '6$' >"$work/got"
same "Bush's 6 at the end below $below"

exit "$differs"
