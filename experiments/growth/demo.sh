#!/bin/sh
# The main job once, start to finish: counts by the divide and conquer,
# checked by the sieve, fitted and drawn. demo.sh TAKEAWAY OUTPUT-FOLDER [N]
set -eu
export LC_ALL=C

takeaway=$1
out=$2
n=${3:-2^26}
mkdir -p "$out"

echo "Cold positions of subtract-a-square below every power of two to $n,"
echo "by Eppstein's divide and conquer:"
"$takeaway" count "$n" --at=powers2 --engine=divide -o "$out/counts.tsv"
cat "$out/counts.tsv"

echo
echo "The same by the sieve:"
"$takeaway" count "$n" --at=powers2 --engine=sieve -o "$out/sieve.tsv"
if ! cmp -s "$out/counts.tsv" "$out/sieve.tsv"; then
    echo "the two engines differ:" >&2
    diff "$out/counts.tsv" "$out/sieve.tsv" >&2 || true
    exit 3
fi
echo "identical, row for row."

echo
from='2^10' # below it the count is too small to follow a power law
"$takeaway" fit "$out/counts.tsv" --from="$from" >"$out/fit.tsv"
value() {
    awk -F '\t' -v quantity="$1" -v column="$2" \
        '$1 == quantity { print $column }' "$out/fit.tsv"
}
echo "Fit from n = $from: cold = $(value constant 3) n^$(value exponent 3)" \
    "(standard error of the exponent $(value exponent 4))"

for kind in png svg; do
    "$takeaway" plot "$out/counts.tsv" --from="$from" -o "$out/growth.$kind"
done
echo
echo "Tables: $out/counts.tsv $out/fit.tsv"
echo "Plot:   $out/growth.png (and growth.svg)"
