#!/bin/sh
# Runs of the tool with several threads, for a build under ThreadSanitizer,
# which ends a run that has a race with status 66. Results are compared with
# those of one thread.
set -u

takeaway=${TAKEAWAY:-build-tsan/takeaway}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0 failures=0

same() { # same ARGUMENT...
    checks=$((checks + 1))
    want=$("$takeaway" "$@" --threads=1 -q 2>/dev/null)
    got=$("$takeaway" "$@" --threads=3 -q 2>"$work/err") && [ "$got" = "$want" ] && return
    failures=$((failures + 1))
    echo "failed: $*: $(head -n 30 "$work/err")"
}

for engine in wheel divide shift segments exact textbook; do
    same count 2^19 --engine=$engine
    same count 2^17 --game=primes --engine=$engine
done
same count 2^18 --engine=divide:fftw:base=12
same count 2^20 --engine=wheel:check
for engine in blocked layers; do
    same nim 2^13 --max --engine=$engine
    same nim 2^12 --max --engine=$engine --game=primes
done
# Blocks of several tiles, which threads share.
same nim 2^15 --max --engine=blocked:base=8
# Heaps decided by one thread, marked and proved by others.
same octal .6 2^15 --max
same octal .167 2^18 --max
same octal .376 2^14 --histogram
# Long enough that memory is touched, and values are counted, by all.
same octal .167 2500000 --max
# With the watch for signals, and checkpoints from another thread's blocks.
same count 2^20 --engine=wheel:checkpoint="$work/ck" --resume="$work/ck" \
    --checkpoint-every=0
echo "$((100 * (checks - failures) / checks))%: Checks: $checks, Failures: $failures, Errors: 0"
[ "$failures" -eq 0 ]
