#!/bin/sh
# Each allocation, read, write, ... of the command lines in torture/cases.txt
# fails in turn. A few of each in `make check`; `make torture` has them all.
set -u

takeaway=${TAKEAWAY:-build/takeaway}
programs=$(dirname "$takeaway")/tests/torture
cases=$programs/few.txt most=2 within=2
if [ -n "${TAKEAWAY_LONG:-}" ]; then
    # Inside FFTW there are thousands: a sample.
    cases=tests/torture/cases.txt most=100000 within=100
else
    grep -v '^#' tests/torture/cases.txt | sed -n '1~5p' >"$cases"
fi

checks=0 failures=0
for kind in alloc error short signal within; do
    # Not built where it cannot be preloaded: sanitizers, other C libraries.
    [ -e "$programs/shim.so" ] || break
    [ "$kind" = within ] && most=$within
    checks=$((checks + 1))
    "$programs/torture" "$programs/shim.so" "$takeaway" "$cases" "$kind" \
        "$most" || failures=$((failures + 1))
done
if [ "$checks" -eq 0 ]; then
    echo 'left out: single calls cannot be made to fail here'
    checks=1
fi
echo "$((100 * (checks - failures) / checks))%: Checks: $checks, Failures: $failures, Errors: 0"
[ "$failures" -eq 0 ]
