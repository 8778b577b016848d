#!/bin/sh
# How far would the wheel scale? A trace of one core (takeaway --trace) is
# scheduled on 1 to 1024 (schedule.py); see README.md.
#   run.sh quick|full    tables in $OUT
#   CODE=name            a name for what is measured now (here), so that other
#                        code can stand beside it in the same tables
#   SIZES, CUTS, TRIES   N; for how many threads work is cut, beginning with 1;
#                        traces of each, of which that of least work counts
#   REPS                 timed runs with one thread and with two
# Assumed, in seconds and bytes a second: CORE_RATE, SOCKET_RATE, SOCKET_CORES,
# LATENCY, WIRE_RATE; the rest is measured or counted.
set -eu
# shellcheck source=experiments/lib.sh
. "$(dirname "$0")/../lib.sh"
experiment scaling "$@"
if [ "$size" = full ]; then
    : "${SIZES:=10^9 10^10}" "${CUTS:=1 2 4 8 16 32 64 128 256}" "${REPS:=5}" "${TRIES:=3}"
else
    : "${SIZES:=10^8}" "${CUTS:=1 16}" "${REPS:=1}" "${TRIES:=1}"
fi
: "${CODE:=here}" "${CORE_RATE:=1e10}" "${SOCKET_RATE:=2e11}" "${SOCKET_CORES:=64}"
: "${LATENCY:=5e-6}" "${WIRE_RATE:=1.25e10}" "${CORES:=1024}" "${GANTT_CORES:=16}"
# What MPI deals to ranks; all else every rank does alike.
: "${DEALT:=far,sparse,quiet,exact}" "${SHAPES:=1x16,2x16,4x16,8x16,16x16,32x16,64x16}"
command -v python3 >/dev/null 2>&1 || die 'schedule.py needs python3'
pinned=''
command -v taskset >/dev/null 2>&1 && pinned="taskset -c $(taskset -pc $$ | sed 's/.*[ ,-]//')"

schedule() {
    "$experiments/scaling/schedule.py" "$@"
}

# labelled: a table from stdin with CODE and n put before its columns.
labelled() {
    awk -F '\t' -v OFS='\t' -v code="$CODE" -v n="$n" '{ print (NR == 1 ? "code" : code), (NR == 1 ? "n" : n), $0 }'
}

# entered TABLE: rows from stdin, header first, take the place of those of CODE
# and n.
entered() {
    labelled >"$out/work/new"
    {
        head -n 1 "$out/work/new"
        [ ! -f "$out/$1.tsv" ] || awk -F '\t' -v code="$CODE" -v n="$n" 'NR > 1 && ($1 != code || $2 != n)' "$out/$1.tsv"
        sed 1d "$out/work/new"
    } | derived "$1"
}

# What --stats counts of each phase; bytes are of one reading of everything.
phases() { # phases STATS
    awk -v OFS='\t' '
        function of(name) { return name in value ? value[name] : "NA" }
        $2 == "phase:" || $2 == "phase_work:" {
            for (k = 3; k <= NF; k++) { split($k, p, "="); value[p[1]] = p[2] }
        }
        $2 == "phase_work:" {
            positions = of("block_rows") * of("blocks") * of("modulus")
            if (!rows++) print "from_n", "modulus", "block_rows", "ahead", "blocks", "dense", "live", "quiet", "tables_bytes", "bits_bytes", "read_bytes", "candidates"
            print of("from"), of("modulus"), of("block_rows"), of("ahead"), of("blocks"), of("dense"), of("live"), of("quiet"),
                of("bytes") - of("store_bytes"), of("store_bytes"), of("bytes") * of("blocks"), sprintf("%.0f", of("candidates") * positions)
        }' "$1"
}

total() { # total COLUMN: of the phases of CODE and n
    awk -F '\t' -v name="$1" -v code="$CODE" -v n="$n" '
        NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) at = k }
        $1 == code && $2 == n { sum += $at }
        END { printf "%.0f", sum }' "$out/phases.tsv"
}

# The trace of least work of several: what disturbs a run only adds, and in a
# virtual machine the time that others took is counted as its own.
traced() { # traced CUT
    least=''
    for try in $(seq "$TRIES"); do
        # shellcheck disable=SC2086
        $pinned "$takeaway" count "$n" --engine=wheel --threads="$1" --trace="$out/work/try" --stats -q 2>"$out/work/stats" >"$out/work/answer"
        work=$(awk -F '\t' 'NR > 1 { sum += $10 } END { printf "%.0f", sum * 1e6 }' "$out/work/try")
        if [ "$try" -eq 1 ] || [ "$work" -lt "$least" ]; then
            least=$work
            mv "$out/work/try" "$out/work/$1.tsv"
            mv "$out/work/stats" "$out/work/stats-$1"
        fi
    done
}

timed() { # timed THREADS: wall seconds of a run
    "$takeaway" count "$n" --engine=wheel --threads="$1" --stats -q 2>"$out/work/stats" >"$out/work/answer"
    awk '$2 == "wall_s:" { print $3 }' "$out/work/stats"
}

for text in $SIZES; do
    n=$(number "$text")
    traces=''
    for cut in $CUTS; do
        traced "$cut"
        traces="$traces $cut:$out/work/$cut.tsv"
    done
    phases "$out/work/stats-1" | entered phases
    bytes=$(total read_bytes)
    # shellcheck disable=SC2086
    schedule curve "$CORES" $traces | awk -F '\t' -v OFS='\t' -v bytes="$bytes" -v core="$CORE_RATE" \
        -v socket="$SOCKET_RATE" -v cores="$SOCKET_CORES" '
        NR == 1 { print $0, "bandwidth"; next }
        NR == 2 { one = $2 }
        {
            rate = $1 * core
            most = int(($1 + cores - 1) / cores) * socket
            print $0, sprintf("%.1f", one / bytes * (rate < most ? rate : most))
        }' | entered curve
    # 8 bytes a candidate, which every rank hands to all others.
    # shellcheck disable=SC2086
    schedule ranks "$SHAPES" "$DEALT" "$LATENCY" "$WIRE_RATE" "$((8 * $(total candidates)))" $traces | entered ranks
    schedule stages "$out/work/1.tsv" | entered stages
    largest=1
    for cut in $CUTS; do [ "$cut" -gt "$GANTT_CORES" ] || largest=$cut; done
    [ $((4 * largest)) -lt "$GANTT_CORES" ] || schedule gantt "$GANTT_CORES" "$out/work/$largest.tsv" | entered gantt
    {
        printf 'threads\trep\twall_s\n'
        for rep in $(seq "$REPS"); do
            for threads in 1 2; do
                printf '%s\t%s\t%s\n' "$threads" "$rep" "$(timed $threads)"
            done
        done
    } | entered measured
    rm -f "$out/work/"*.tsv
done
printf '%s\t%s\n' assumed value core_rate_bytes_s "$CORE_RATE" socket_rate_bytes_s "$SOCKET_RATE" \
    socket_cores "$SOCKET_CORES" latency_s "$LATENCY" wire_rate_bytes_s "$WIRE_RATE" \
    gantt_cores "$GANTT_CORES" dealt "$DEALT" | derived assumed
finish "CODE=$CODE SIZES='$SIZES' CUTS='$CUTS' TRIES=$TRIES REPS=$REPS experiments/scaling/run.sh $size"
