#!/bin/sh
# The wheel's promises, measured: a table of claim, required, measured, least,
# greatest, result. Engines run in turn within one process (`takeaway
# compare`), results are compared in full before a time is printed; a ratio is
# taken within one repetition, and its median must reach the figure. About
# five minutes on a quiet machine.
#   TAKEAWAY  the tool (build/takeaway)     OUT   results ($BUILD/bench-wheel)
#   ONLY      an extended regular expression: only the claims that match it
set -eu
build=${BUILD:-build}
takeaway=${TAKEAWAY:-$build/takeaway}
out=${OUT:-$build/bench-wheel}
only=${ONLY:-.}
mkdir -p "$out"
table=$out/bench.tsv

wanted() { # wanted CLAIM
    echo "$1" | grep -Eq -- "$only"
}

compare() { # compare N REPS ENGINES: the repetitions, in $out/runs
    "$takeaway" compare "$1" -q --reps="$2" --engines="$3" --warmup=0 \
        --max-memory=16G >"$out/runs"
    sed "s/^/$1	/" "$out/runs" >>"$out/all-runs.tsv"
}

# judge CLAIM REQUIRED at-least|at-most: of the values on stdin the median.
judge() {
    sort -n | awk -v claim="$1" -v figure="$2" -v how="$3" '
        { v[NR] = $1 }
        END {
            h = int((NR + 1) / 2)
            m = NR % 2 ? v[h] : (v[h] + v[h + 1]) / 2
            pass = how == "at-least" ? m >= figure : m <= figure
            printf "%s\t%s %s\t%.3g\t%.3g\t%.3g\t%s\n", claim, how, figure, m,
                v[1], v[NR], pass ? "pass" : "miss"
        }' | tee -a "$table"
}

column() { # column ENGINE NUMBER: of the repetitions
    awk -F '\t' -v e="$1" -v c="$2" '$1 == e { print $c }' "$out/runs"
}

ratio() { # ratio A B: wall time of A over that of B, by repetition
    awk -F '\t' -v a="$1" -v b="$2" '
        $1 == a { x[$3] = $4 }
        $1 == b { y[$3] = $4 }
        END { for (r in x) print x[r] / y[r] }' "$out/runs"
}

: >"$out/all-runs.tsv"
printf 'claim\trequired\tmeasured\tleast\tgreatest\tresult\n' | tee "$table"
two=wheel:threads=2
if wanted sieve; then
    compare 2^28 1 "sieve,$two"
    ratio sieve $two | judge "sieve over wheel on two threads, 2^28" 150 at-least
fi
if wanted segments; then
    compare 2^29 3 "segments,wheel,$two"
    ratio segments $two | judge "segments over wheel on two threads, 2^29" 25 at-least
    ratio segments wheel | judge "segments over wheel, 2^29" 14 at-least
fi
if wanted 1e10; then
    compare 1e10 "${REPS:-1}" "wheel,$two"
    ratio wheel $two | judge "one over two threads, 1e10" 1.75 at-least
    column $two 4 | awk '{ print $1 / 10 }' |
        judge "ns a position on two threads, 1e10" 1.3 at-most
    column $two 8 | awk '{ print $1 / 1e6 }' | judge "peak MB, 1e10" 400 at-most
fi
if wanted memory; then
    compare 2^26 3 $two
    column $two 8 | awk '{ print $1 / 1e6 }' | judge "peak MB, 2^26" 30 at-most
fi
for n in 2^16 2^20; do
    wanted small || break
    compare $n 31 auto,segments,shift,divide
    for other in segments shift divide; do
        ratio auto $other | judge "auto over $other, $n" 1.2 at-most
    done
done
