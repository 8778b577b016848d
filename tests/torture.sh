#!/bin/sh
# torture.sh [LONG]: every script of tests/torture/, which make what a run
# depends on fail: memory, files, the disk, the process itself. They are told
# TORTURE=SHORT, a sample for `make check`, or LONG, and where the programs
# are: TORTURE_BUILD.
set -u

export TORTURE="${1:-SHORT}" TORTURE_BUILD="${TORTURE_BUILD:-build}"
passed=0 failed=0
for script in tests/torture/*.sh; do
    if "$script"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $script"
    fi
done
all=$((passed + failed))
echo "$((100 * passed / all))%: Checks: $all, Failures: $failed, Errors: 0"
[ "$failed" -eq 0 ]
