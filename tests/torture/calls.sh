#!/bin/sh
# Each allocation, read, write, ... of the command lines in cases.txt fails in
# turn; in the short version a few of each.
set -u

build=${TORTURE_BUILD:-build}
most=3 cases=$build/tests/torture/few.txt within=2
if [ "${TORTURE:-LONG}" = LONG ]; then
    most=100000 cases=tests/torture/cases.txt within=100
else
    # One in five command lines, others in the long version.
    grep -v '^#' tests/torture/cases.txt | sed -n '1~5p' >"$cases"
fi
if [ ! -e "$build/tests/torture/shim.so" ]; then
    echo "torture calls: left out, the shim cannot be built here"
    exit 0
fi

status=0
for kind in alloc error short signal within; do
    [ "$kind" = within ] && most=$within # many, inside FFTW: a sample
    "$build/tests/torture/torture" "$build/tests/torture/shim.so" \
        "$build/takeaway" "$cases" "$kind" "$most" || status=1
done
exit "$status"
