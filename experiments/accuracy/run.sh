#!/bin/sh
# Rounding errors of FFTW's transforms: the largest that was seen in a run, how far
# a sum was from an integer, against the largest bound that was proved for it.
#   run.sh quick|full     n to 2^20, or 2^24; MAX=... for another
# Environment: experiments/lib.sh.
set -eu
# shellcheck source=experiments/lib.sh
. "$(dirname "$0")/../lib.sh"
experiment accuracy "${1:-quick}"
case $size in
quick) max=${MAX:-20} ;;
full) max=${MAX:-24} ;;
esac

# Bounds and deviations are printed only by engines with transforms; NA where
# a run had none, because its blocks were small enough for direct marking.
table errors set engine precision n bound deviation products_in_gmp cold
for set in squares triangular cubes primes odds residues:1,4mod5; do
    for engine in divide textbook; do
        k=14
        while [ "$k" -le "$max" ]; do
            n=$(power "$k")
            if ! has errors "$set" "$engine" double "$n"; then
                "$takeaway" count "$n" --game="$set" --engine="$engine:fftw" \
                    --threads="$threads" --stats -q >"$out/work/count" 2>"$out/work/stats"
                awk -v row="$set	$engine	double	$n" -v cold="$(cat "$out/work/count")" '
                    function larger(a, b) { return a == "NA" || b + 0 > a + 0 ? b : a }
                    BEGIN { bound = seen = "NA" }
                    $2 == "fft_bound:" { bound = larger(bound, $3) }
                    $2 == "fft_deviation:" { seen = larger(seen, $3) }
                    $2 == "level:" { for (i = 1; i < NF; i++) if ($i == "packed") packed += $(i + 1) }
                    END { printf "%s\t%s\t%s\t%d\t%s\n", row, bound, seen, packed, cold }' \
                    "$out/work/stats" | add errors
            fi
            k=$((k + 2))
        done
    done
    echo "accuracy: $set" >&2
done

# The margin: how many times the bound exceeds what was seen.
awk -F '\t' '
    BEGIN { OFS = "\t"; print "engine", "precision", "runs", "largest_bound", "largest_deviation", "least_margin", "largest_margin" }
    NR > 1 && $5 != "NA" && $6 != "NA" && $6 > 0 {
        key = $2 "\t" $3
        margin = $5 / $6
        runs[key]++
        if ($5 > bound[key]) bound[key] = $5
        if ($6 > seen[key]) seen[key] = $6
        if (!(key in least) || margin < least[key]) least[key] = margin
        if (margin > most[key]) most[key] = margin
    }
    END { for (key in runs) printf "%s\t%d\t%g\t%g\t%.4g\t%.4g\n", key, runs[key], bound[key], seen[key], least[key], most[key] }' \
    "$out/errors.tsv" | derived margins

finish "MAX=$max experiments/accuracy/run.sh $size"
