#!/bin/sh
# The engine gpu on a device: is it right, how fast, how far. The machine needs
# no library of ours: build the program elsewhere by `make cuda STATIC=1`.
#   device.sh check      under compute-sanitizer, where it is; counts and digests
#                        at powers of ten to CHECK (10^10) as by the wheel, and
#                        counts as in data/runs
#   device.sh times      to LARGEST (10^12), the least of REPS (3); the wheel on
#                        one processor and on all at WHEEL (10^10)
#   device.sh record N   an archive of the positions below N in ARCHIVE
#                        ($OUT/squares.tka), kept, checked at SAMPLE (100000)
#                        positions by the definition; its tables
# Tables, as in lib.sh, go to OUT. ENGINE: gpu; gpu:emulate tries all of it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
TAKEAWAY=${TAKEAWAY:-build/takeaway-cuda}
# shellcheck source=experiments/lib.sh
. "$here/../lib.sh"
what=${1:-}
experiment gpu full
engine=${ENGINE:-gpu} threads=${THREADS:-$(getconf _NPROCESSORS_ONLN)}
: "${CHECK:=10^10}" "${LARGEST:=10^12}" "${REPS:=3}" "${WHEEL:=10^10}" "${SAMPLE:=100000}"
archive=${ARCHIVE:-$out/squares.tka}

tens() { # tens FROM TO
    awk -v n="$1" -v to="$(number "$2")" 'BEGIN { for (; n <= to; n *= 10) printf "%.0f\n", n }'
}

run_check() {
    if command -v compute-sanitizer >/dev/null 2>&1; then
        for tool in memcheck racecheck synccheck; do
            compute-sanitizer --tool "$tool" --error-exitcode 3 \
                "$takeaway" count 10^6 --engine="$engine" >"$out/sanitizer-$tool.txt" 2>&1 ||
                die "compute-sanitizer found errors: $out/sanitizer-$tool.txt"
        done
    else
        echo 'gpu: compute-sanitizer is not there' >&2
    fi
    table same n cold sha256 gpu_s wheel_s
    for n in $(tens 10000000 "$CHECK"); do
        has same "$n" && continue
        begin=$(date +%s.%N)
        ours=$("$takeaway" count "$n" -q --digest --engine="$engine:check")
        middle=$(date +%s.%N)
        theirs=$("$takeaway" count "$n" -q --digest --engine=wheel --threads="$threads")
        end=$(date +%s.%N)
        [ "$ours" = "$theirs" ] || die "the positions below $n differ: $ours; by the wheel $theirs"
        known=$(awk -v n="$n" '$1 == n { print $2 }' "$(record)/counts-10.tsv")
        # shellcheck disable=SC2086
        set -- $ours
        [ "$1" = "$known" ] || die "$1 cold positions below $n, where data/runs has $known"
        echo "$n $1 $2 $begin $middle $end" |
            awk '{ printf "%s\t%s\t%s\t%.2f\t%.2f\n", $1, $2, $3, $5 - $4, $6 - $5 }' | add same
    done
}

clock() { # clock ENGINE N THREADS REPS: a row for each run
    k=$(awk -F '\t' -v e="$1" -v n="$2" -v t="$3" '$1 == e && $2 == n && $3 == t' "$out/times.tsv" | wc -l)
    while [ "$k" -lt "$4" ]; do
        k=$((k + 1))
        "$takeaway" count "$2" -q --engine="$1" --threads="$3" --stats 2>"$out/work/stats" >/dev/null
        printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$k" \
            "$(sed -n 's/^# wall_s: //p' "$out/work/stats")" | add times
        cp "$out/work/stats" "$out/stats-$(echo "$1" | tr : -)-$2.txt"
    done
}

run_times() {
    table times engine n threads run wall_s
    for n in $(tens 1000000000 "$LARGEST"); do
        clock "$engine" "$n" "$threads" "$REPS"
    done
    clock wheel "$(number "$WHEEL")" 1 1
    clock wheel "$(number "$WHEEL")" "$threads" "$REPS"
}

# The archive is read in one part for each processor.
record_tables() { # record_tables N
    part=0
    while [ "$part" -lt "$threads" ]; do
        from=$(awk -v n="$1" -v k="$part" -v t="$threads" 'BEGIN { printf "%.0f", int(n / t) * k }')
        to=$(awk -v n="$1" -v k="$part" -v t="$threads" 'BEGIN {
            printf "%.0f", k + 1 < t ? int(n / t) * (k + 1) : n }')
        "$takeaway" cold "$to" --from="$from" --in="$archive" | awk -v OFMT=%.0f -v CONVFMT=%.0f '
            { m5[$1 % 5]++; m13[$1 % 13]++ }
            $1 % 5 == 1 || $1 % 5 == 3 { print "odd\t" $1 % 5 "\t" $1 }
            { last[n++ % 100] = $1 }
            END {
                for (r in m5) print "5\t" r "\t" m5[r]
                for (r in m13) print "13\t" r "\t" m13[r]
                for (k = n < 100 ? 0 : n - 100; k < n; k++) print "last\t0\t" last[k % 100]
            }' >"$out/work/part-$part" &
        part=$((part + 1))
    done
    wait
    cat "$out/work"/part-* | awk -F '\t' -v OFMT=%.0f -v CONVFMT=%.0f '
        BEGIN { print "modulus\tresidue\tcold" }
        $1 == "5" || $1 == "13" { count[$1 "\t" $2] += $3 }
        END { for (m = 5; m <= 13; m += 8) for (r = 0; r < m; r++)
            print m "\t" r "\t" count[m "\t" r] + 0 }' | derived residues
    cat "$out/work"/part-* | awk -F '\t' 'BEGIN { print "residue\tposition" }
        $1 == "odd" { print $2 "\t" $3 | "LC_ALL=C sort -n -k 2" }' | derived one-or-three-mod-5
    cat "$out/work"/part-* | awk -F '\t' '$1 == "last" { print $3 }' | LC_ALL=C sort -n |
        tail -n 100 | { echo position && cat; } | derived last
}

run_record() { # run_record N
    "$takeaway" count "$1" --engine="$engine:check" --checkpoint="$archive" \
        --resume="$archive" --stats 2>"$out/stats.txt" ||
        die "the run ended; the same command goes on: $(grep -v '^#' "$out/stats.txt")"
    "$takeaway" verify "$archive" --positions="$SAMPLE" --digest >"$out/verify.txt"
    "$takeaway" info "$archive" >"$out/info.txt"
    for base in 2 10; do
        "$takeaway" count "$1" --in="$archive" --at=powers$base |
            { echo "end${tab}cold" && grep '^[0-9]'; } | derived counts-$base
    done
    record_tables "$1"
}

tab=$(printf '\t')
case $what in
check | times) "run_$what" ;;
record) run_record "$(number "${2:?device.sh record N}")" ;;
*) die 'check, times or record N' ;;
esac
manifest "ENGINE=$engine THREADS=$threads experiments/gpu/device.sh $*"
if command -v nvidia-smi >/dev/null 2>&1; then
    nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader |
        sed 's/^/device       /' >>"$out/manifest.txt"
fi
echo "gpu: $(find "$out" -maxdepth 1 -name '*.tsv' | wc -l) tables in $out"
