#!/bin/sh
# Runs every test program given, one more at a time than there are processors, since
# some wait (or TEST_JOBS), whatever the others did, and adds up what they report ("NN%:
# Checks: N, Failures: F, Errors: E"). A program given as VARIANT:PROGRAM runs
# with TAKEAWAY_ISA=VARIANT; a file of cases is run by tests/cli/run.sh.
set -u
export LC_ALL=C

# one PROGRAM: runs it, and prints in one piece what it wrote to stdout, and, if
# it failed, to stderr.
one() {
    program=$1 status=0
    output=$(mktemp "$RESULTS/output.XXXXXX")
    case $program in
    */cases-*.sh) set -- tests/cli/run.sh "$program" ;;
    *:*) export TAKEAWAY_ISA="${program%%:*}" && set -- "${program#*:}" ;;
    esac
    # shellcheck disable=SC2086
    $LIMIT "$@" >"$output" 2>"$output.messages" </dev/null || status=$?
    # Processor seconds of all that ran, which a busy machine does not change.
    times >"$output.times" # of this shell, and of what it has run
    taken=$(tr ms '  ' <"$output.times" | awk 'NR == 2 { printf "%.1f", 60 * $1 + $2 + 60 * $3 + $4 }')
    counts=$(sed -n 's/^[0-9]*%: Checks: \([0-9]*\), Failures: \([0-9]*\), Errors: \([0-9]*\)$/\1 \2 \3/p' "$output" | tail -n 1)
    # shellcheck disable=SC2086
    set -- ${counts:-0 0 0}
    passed=$(($1 - $2 - $3)) failed=$(($2 + $3))
    # A crash reports nothing, and no test at all is no pass.
    if [ "$status" -ne 0 ] && [ "$failed" -eq 0 ] || [ "$1" -eq 0 ]; then
        echo "$program: ended with status $status; CK_FORK=yes shows in which test" >>"$output"
        failed=$((failed + 1))
    fi
    # Tests provoke errors, whose messages are of use where a test fails.
    [ "$failed" -eq 0 ] || cat "$output.messages" >>"$output"
    until mkdir "$RESULTS/printing" 2>/dev/null; do sleep 0.1; done
    echo "-- $program: $taken s of processor time"
    cat "$output"
    echo "$passed $failed $taken $program" >>"$RESULTS/all"
    sed -n "s|^left out: |$program: |p" "$output" >>"$RESULTS/left"
    rmdir "$RESULTS/printing"
}

if [ "${1-}" = --one ]; then
    one "$2"
    exit 0
fi

unset TAKEAWAY_ISA
RESULTS=$(mktemp -d)
# A process for each of some 9000 tests would cost a minute of processor time.
CK_FORK=${CK_FORK:-no}
# Only for a program that hangs: the machine may be busy.
LIMIT=
[ -n "${TAKEAWAY_LONG:-}" ] || ! timeout 9 true 2>/dev/null || LIMIT='timeout 1500'
export RESULTS CK_FORK LIMIT
trap 'rm -rf "$RESULTS"' EXIT
jobs=${TEST_JOBS:-$(($(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) + 1))}
printf '%s\n' "$@" | xargs -n 1 -P "$jobs" "$0" --one

echo
echo 'most processor time:'
sort -k 3nr "$RESULTS/all" | head -n "${TEST_SHOWN:-10}" | awk '{ printf "%7.1f s  %s\n", $3, $4 }'
awk '{ all += $3 } END { printf "%7.1f s  all\n", all }' "$RESULTS/all"
awk '$2 { printf "failed: %s (%d)\n", $4, $2 }' "$RESULTS/all"
left=$(awk 'NF { all = all (NR > 1 ? "; " : "") $0 } END { if (NR) print "; left out: " NR " (" all ")" }' "$RESULTS/left")
awk -v wanted=$# -v left="$left" '{ passed += $1; failed += $2 }
    END {
        if (NR != wanted) { print wanted - NR " programs did not end"; failed++ }
        printf "%d passed, %d failed%s\n", passed, failed, left
        exit failed != 0
    }' "$RESULTS/all"
