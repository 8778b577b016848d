#!/bin/sh
# How long optimal play of subtract-a-square lasts: records, how often each
# length occurs, in which classes.
#   run.sh quick|full     to 2^22, or 10^9; N=... for another end
# Environment: experiments/lib.sh. Tables that reach as far are kept.
set -eu
# shellcheck source=experiments/lib.sh
. "$(dirname "$0")/../lib.sh"
experiment lengths "${1:-quick}"
n=$(end 2^22 1e9)
values length "$n"
if [ -f "$out/work/values.npy" ]; then # computed now
    python "$experiments/lengths/definition.py" "$out/work/values.npy"
fi

# Even lengths are those of the cold heaps, and nothing else.
even=$(awk -F '\t' -v n="$n" '$1 == n && $2 % 2 == 0 { sum += $3 } END { printf "%.0f", sum }' "$out/histogram.tsv")
cold=$("$takeaway" count "$n" -q --threads="$threads")
if [ "$even" != "$cold" ]; then
    echo "lengths: $even even lengths, but $cold cold heaps" >&2
    exit 3
fi
finish "THREADS=$threads N=$n experiments/lengths/run.sh $size"
