#!/bin/sh
# Runs of the tool on three threads, for a build under ThreadSanitizer, which ends a
# run that has a race with status 66. Results are compared with those of one thread.
set -u

takeaway=${TAKEAWAY:-build-tsan/takeaway}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0 failures=0
# nim 2^15: blocks of several tiles, which threads share. octal: heaps decided by one
# thread, marked and proved by others; 2500000 are enough that all threads touch
# memory and count values. The last: signals are watched for, and checkpoints are
# made of another thread's blocks.
while read -r arguments; do
    checks=$((checks + 1))
    # shellcheck disable=SC2086
    set -- $arguments
    want=$("$takeaway" "$@" --threads=1 -q 2>/dev/null)
    got=$("$takeaway" "$@" --threads=3 -q 2>"$work/err") && [ "$got" = "$want" ] && continue
    failures=$((failures + 1))
    echo "failed: $*: $(head -n 30 "$work/err")"
done <<END
$(for engine in wheel divide shift segments exact textbook; do
    echo "count 2^19 --engine=$engine"
    echo "count 2^17 --game=primes --engine=$engine"
done)
count 2^18 --engine=divide:fftw:base=12
count 2^20 --engine=wheel:check
nim 2^13 --max --engine=blocked
nim 2^12 --max --engine=blocked --game=primes
nim 2^13 --max --engine=layers
nim 2^12 --max --engine=layers --game=primes
nim 2^15 --max --engine=blocked:base=8
octal .6 2^15 --max
octal .167 2^18 --max
octal .376 2^14 --histogram
octal .167 2500000 --max
count 2^20 --engine=wheel --checkpoint=$work/ck --resume=$work/ck --checkpoint-every=0
END
echo "$((100 * (checks - failures) / checks))%: Checks: $checks, Failures: $failures, Errors: 0"
[ "$failures" -eq 0 ]
