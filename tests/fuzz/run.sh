#!/bin/sh
# run.sh BUILD SECONDS TARGET...: each fuzz target for so long, from its
# corpus and from what earlier runs found (kept in BUILD-fuzz/found-TARGET);
# with FUZZ_RUNS for that number of executions instead. What makes one fail is left
# in BUILD-fuzz/ and named.
set -u

build=$1 seconds=$2
shift 2
limit=-max_total_time=$seconds
[ -z "${FUZZ_RUNS:-}" ] || limit=-runs=$FUZZ_RUNS
# libFuzzer sends SIGALRM at half of its timeout, which a command takes for a
# request to stop: the timeout is so long that no alarm comes before the end.
timeout=$((2 * seconds + 600))
# What was freed is kept poisoned, but not so much that caches overflow.
export ASAN_OPTIONS="${ASAN_OPTIONS:-quarantine_size_mb=4}"
status=0
for target in "$@"; do
    found=$build-fuzz/found-$target
    mkdir -p "$found"
    "$build/tests/fuzz/replay-$target" --expand "$found"
    log=$build-fuzz/log-$target
    "$build-fuzz/fuzz-$target" "$limit" -max_len=120 -close_fd_mask=2 \
        -timeout=$timeout -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$build-fuzz/$target-" "$found" >"$log" 2>&1
    ended=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    seed=$(sed -n 's/^INFO: Seed: *//p' "$log")
    echo "fuzz $target: ${runs:-0} executions, seed ${seed:-none}, status $ended"
    if [ "$ended" -ne 0 ]; then
        grep -E 'ERROR|does not hold|runtime error|Test unit' "$log" | head -n 5
        status=1
    fi
done
exit "$status"
