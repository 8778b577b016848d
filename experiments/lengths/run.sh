#!/bin/sh
# run.sh [N] [OUT]: the lengths of subtract-a-square below N (1e7): each new
# largest one, how often each occurs, and the heaps that are cold among them.
# Tables take their names in OUT (data/runs/lengths-N) when whole.
set -eu
n=${1:-1e7}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=${2:-$root/data/runs/lengths-$n}
takeaway=${TAKEAWAY:-$root/build/takeaway}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$takeaway" length "$n" --max >"$work/records.tsv"
"$takeaway" length "$n" --histogram >"$work/histogram.tsv"

# Even lengths are those of the cold heaps, and nothing else.
even=$(awk -F '\t' 'NR > 1 && $1 % 2 == 0 { sum += $2 } END { print sum + 0 }' \
    "$work/histogram.tsv")
cold=$("$takeaway" count "$n" -q)
if [ "$even" != "$cold" ]; then
    echo "run.sh: $even even lengths, but $cold cold heaps" >&2
    exit 3
fi

cd "$root"
"$root/experiments/manifest.sh" "$takeaway" "experiments/lengths/run.sh $n" none \
    "$work/records.tsv" "$work/histogram.tsv" >"$work/manifest.txt"
mkdir -p "$out"
cp "$work"/* "$out"
tail -n 1 "$out/records.tsv"
