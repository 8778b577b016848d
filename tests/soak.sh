#!/bin/sh
# soak.sh PROGRAM MINUTES [SEED]: the random differential test for so long, in
# turns of the processor's variants. The seed is printed; with a seed of one's
# own the same cases come again, as far as the time allows.
set -u

program=$1 minutes=$2
seed=${3:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
turn=$((minutes < 5 ? minutes * 60 / 3 : 100))
[ "$turn" -gt 0 ] || turn=1
end=$(($(date +%s) + minutes * 60))
total=0 round=0

finish() {
    echo "soak: $total cases without a mismatch, seeds $seed to $((seed + round))"
}
trap 'finish; exit 130' INT TERM

while [ "$(date +%s)" -lt "$end" ] || [ "$round" -eq 0 ]; do
    for variant in portable avx2 avx512; do
        line=$(TAKEAWAY_ISA=$variant "$program" $((seed + round)) "$turn")
        status=$?
        echo "$line"
        if [ "$status" -ne 0 ]; then
            echo "soak: stopped with status $status" >&2
            exit 1
        fi
        total=$((total + ${line%% *}))
    done
    round=$((round + 1))
done
finish
