#!/bin/sh
# Runs every test program given, whatever the ones before did, and adds up
# what they report ("NN%: Checks: N, Failures: F, Errors: E"). A program given
# as VARIANT:PROGRAM runs with TAKEAWAY_ISA=VARIANT.
set -u

# Check stops a test after 4 s by default, too little on a busy machine.
export CK_DEFAULT_TIMEOUT="${CK_DEFAULT_TIMEOUT:-300}"

output=$(mktemp)
trap 'rm -f "$output"' EXIT
passed=0 failed=0

for program in "$@"; do
    status=0
    case $program in
    *:*) export TAKEAWAY_ISA="${program%%:*}" ;;
    *) unset TAKEAWAY_ISA ;;
    esac
    "${program#*:}" >"$output" 2>&1 || status=$?
    printf '%s\n' "-- $program"
    cat "$output"
    counts=$(sed -n 's/^[0-9]*%: Checks: \([0-9]*\), Failures: \([0-9]*\), Errors: \([0-9]*\)$/\1 \2 \3/p' "$output" | tail -n 1)
    # shellcheck disable=SC2086
    set -- ${counts:-0 0 0}
    passed=$((passed + $1 - $2 - $3))
    failed=$((failed + $2 + $3))
    # A crash reports nothing, and no test at all is no pass.
    if [ "$status" -ne 0 ] && [ $(($2 + $3)) -eq 0 ] || [ "$1" -eq 0 ]; then
        echo "$program: ended with status $status"
        failed=$((failed + 1))
    fi
done

echo
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
