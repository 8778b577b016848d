#!/bin/sh
# Periods of finite subtraction sets, by takeaway census.
#   run.sh quick|full     the sizes and bounds are below
# Environment: experiments/lib.sh. Two minutes of one core in full. A row says
# how far its table goes, so that the rows of a quick run are rows of a full one.
set -eu
# shellcheck source=experiments/lib.sh
. "$(dirname "$0")/../lib.sh"
experiment finite-sets "${1:-quick}"
here=$(dirname "$0")

# Size and largest element of all sets of that size; pairs; {1,a,b}; {1,4,...,m^2}.
case $size in
quick) choices='3:64 4:40 5:26 6:20 7:18' pairs=200 family=64 additive=40 squares=24 ;;
full) choices='3:128 4:64 5:40 6:32 7:28' pairs=1000 family=128 additive=128 squares=29 ;;
esac

census() { # census OPTION...
    "$takeaway" census --threads="$threads" --limit=2^22 "$@"
}

# One with the periods of a size, one with how often each comes.
printf 'size\tmax_s\tsets\tpurely_periodic_outcomes\tpurely_periodic_values\tlongest_outcome_period\tlongest_outcome_set\tlongest_nim_period\tlongest_nim_set\tlongest_preperiod\tlongest_preperiod_set\tnot_found\n' >"$out/work/longest"
printf 'size\tmax_s\tnim_period\tsets\n' >"$out/work/often"
for choice in $choices; do
    census --size="${choice%:*}" --within="${choice#*:}" |
        awk -f "$here/longest.awk" -v size="${choice%:*}" -v often="$out/work/often.new"
    cat "$out/work/often.new" >>"$out/work/often"
done >>"$out/work/longest"
derived longest <"$out/work/longest"
derived often <"$out/work/often"

# Two elements: 2a or a + b, and which.
census --size=2 --within="$pairs" | awk -f "$here/pairs.awk" | derived pairs

# Three elements: which sum of two moves, additive or not.
triples=${choices%% *}
census --size=3 --within="${triples#*:}" |
    awk -f "$here/triples.awk" -v exceptions="$out/work/exceptions.new" | derived triples
derived exceptions <"$out/work/exceptions.new"

# {a,b,a+b}, as games usually are and with a sink.
for start in '' --start=sink; do
    census --family=a,b,a+b --within="$additive" $start >"$out/work/additive$start"
done
paste "$out/work/additive" "$out/work/additive--start=sink" |
    awk -f "$here/additive.awk" -v within="$additive" | derived additive

# {1,a,b} and {16,a,b}.
for first in 1 16; do
    census --family="$first,a,b" --within="$family" | awk -f "$here/family.awk" -v first="$first" |
        if [ "$first" = 1 ]; then cat; else tail -n +2; fi
done >"$out/work/family"
derived family <"$out/work/family"

# The first squares, as far as a period is found among 2^26 positions.
awk -v last="$squares" 'BEGIN {
    for (m = 1; m <= last; m++) {
        set = set (m > 1 ? "," : "") m * m
        print set
    }
}' >"$out/work/sets"
census --sets="$out/work/sets" --limit=2^26 | awk -F '\t' -v OFS='\t' '
    NR == 1 { print "squares", "max_s", "outcome_preperiod", "outcome_period", "nim_preperiod", "nim_period", "cold_in_period", "largest"; next }
    { m = split($1, e, ","); print m, e[m], $2, $3, $4, $5, $6, $7 }' | sort -n | derived squares

# How fast the longest period of each size grows: least squares of its log.
awk -f "$here/growth.awk" "$out/longest.tsv" | derived growth
finish "THREADS=$threads experiments/finite-sets/run.sh $size"
