#!/bin/sh
# What do the counts say of the exponent, read in several ways?
#   models.sh FOLDER    a run of this experiment, such as data/runs/2026-11-21-growth
# Environment: experiments/lib.sh; CUBES, to where cubes are sampled (10^10).
# Tables: models.tsv, by models.py (SciPy and statsmodels), from ever later
# beginnings, of counts at powers of two and (as Eppstein sampled) at cubes: least
# squares with both standard errors, the repeated median, and the models of one
# exponent and of one that changes, whose residuals are correlated; optimum.tsv,
# the largest sets without square differences (data/published/A210570.txt) beside
# the cold numbers.
set -eu
counts=$1
set -- full
# shellcheck source=experiments/lib.sh
. "$(dirname "$0")/../lib.sh"
experiment growth-models "$1"
cubes=$(number "${CUBES:-10^10}")

awk -F '\t' 'NR == 1 { print "n\tcold"; next } { k = log($1) / log(2) }
    k - int(k + 1e-9) < 1e-9 { print $1 "\t" $2 }' "$counts/squares.tsv" >"$out/work/octaves"
"$takeaway" count "$cubes" --at=cubes --threads="$threads" >"$out/work/all-cubes"
awk -F '\t' 'NR == 1 || $1 <= 2 ^ 30' "$out/work/all-cubes" >"$out/work/cubes-2-30"
awk -F '\t' 'NR == 1 || $1 != end' end="$cubes" "$out/work/all-cubes" >"$out/work/cubes"

models() { # models SAMPLE LOG2_FROM...
    sample=$1
    shift
    "$experiments/growth/models.py" "$sample" "$out/work/$sample" "$@"
}
models octaves 10 12 14 16 18 20 22 24 26 28 >"$out/work/models"
for sample in cubes-2-30 cubes; do
    models "$sample" 10 12 14 16 18 20 >"$out/work/rows"
    sed 1d "$out/work/rows" >>"$out/work/models"
done
derived models <"$out/work/models"

# At each n where the optimum grows, and just before.
grep -v '^#' "$experiments/../data/published/A210570.txt" |
    awk '{ if (NR > 1 && $1 - 1 > last) print $1 - 1 "\t" NR - 1; print $1 "\t" NR; last = $1 }' >"$out/work/optimum"
"$takeaway" count "$(tail -n 1 "$out/work/optimum" | cut -f 1)" \
    --at="$(cut -f 1 "$out/work/optimum" | paste -s -d , -)" >"$out/work/cold"
{
    printf 'n\toptimum\tcold\n'
    sed 1d "$out/work/cold" | cut -f 2 | paste "$out/work/optimum" -
} | derived optimum
awk -F '\t' 'NR > 1 && $3 > $2 { print "growth: more cold numbers below " $1 " than are possible"; bad = 3 }
    END { exit bad }' "$out/optimum.tsv" >&2

manifest "CUBES=$cubes experiments/growth/models.sh $counts"
echo "models: $(sed 1d "$out/models.tsv" | wc -l) fits in $out"
