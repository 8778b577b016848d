#!/bin/sh
# How far is `auto` from the best single engine? A row for each CPU variant,
# quantity, set, number of threads and n: see auto.c; the last column says OVER
# where auto takes more than 1.15 times as long and a millisecond.
#   auto.sh quick|full >table.tsv      n to 2^18, or to 2^24, from 2^10
#   SETS, QUANTITIES, THREADS, ISAS, FROM, TO    what is measured
set -eu
build=${BUILD:-build}
from=${FROM:-10}
case ${1:-quick} in
quick) to=${TO:-18} ;;
full) to=${TO:-24} ;;
*) echo "auto.sh: quick or full, not '$1'" >&2 && exit 2 ;;
esac
dense=$build/random-dense.txt thin=$build/random-thin.txt
"$build/experiments/timing/random-set" 16777216 1 >"$dense"
"$build/experiments/timing/random-set" 16777216 2 0.6 >"$thin"
all="squares cubes triangular pronic odds primes residues:1,4mod5 moser
    fibonacci factorials file:$dense file:$thin"

printf 'isa\tquantity\tset\tthreads\tn\tauto_s\tbest_s\tchosen\tbest\tratio\tverdict\n'
for isa in ${ISAS:-avx512 avx2}; do
    for quantity in ${QUANTITIES:-cold nim}; do
        for set in ${SETS:-$all}; do
            for threads in ${THREADS:-1 2}; do
                TAKEAWAY_ISA=$isa "$build/experiments/timing/auto" \
                    "$quantity" "$set" "$threads" "$from" "$to"
            done
        done
    done
done
