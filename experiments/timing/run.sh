#!/bin/sh
# Every engine against n, for sets of different kinds: tables and plots.
#   run.sh [MAX]      sizes to 2^MAX (22), into $OUT
# A data point is one set, one n, warm or not; what the table holds is not
# measured again. Times of another build of the tool are no part of the same
# table: it is set aside and a new one begun.
#   warm = 0: each repetition is a process of its own, so its time has the
#             first touch of memory and FFTW's planning in it (one-shot)
#   warm = 1: one process, one repetition before those timed (steady)
# Repetitions are interleaved: A B C A B C ...
#   TAKEAWAY  the tool (build/takeaway)     BUILD  its folder (build)
#   OUT       results ($BUILD/timing)       REPS   repetitions (5)
#   CAP_S     an engine expected to need more seconds for one repetition is
#             left out at that n and above (1)
#   SETS, ENGINES, MIN (12), STEP (2)   what is measured: names, log2 of the
#             least n, log2 of the ratio of successive n
set -eu

max=${1:-${MAX:-22}}
min=${MIN:-12}
step=${STEP:-2}
reps=${REPS:-5}
cap=${CAP_S:-1}
build=${BUILD:-build}
takeaway=${TAKEAWAY:-$build/takeaway}
out=${OUT:-$build/timing}
here=$(dirname "$0")
seed=1
random_n=16777216 # the random set is the same for every n up to this
load=$(uptime | sed 's/.*load average[s]*: *//')
mkdir -p "$out"
times=$out/times.tsv
loads=$out/loads # a line for each run that added to the table
header='set\tengine\tn\twarm\trep\twall_s\tplan_s\tns_per_position\tpredicted_bytes\tpeak_bytes\tcold'

case $max in
'' | *[!0-9]*)
    echo "run.sh: MAX '$max' is not accepted; accepted: the logarithm of the largest n to base 2, such as 22" >&2
    exit 2
    ;;
esac

sets=${SETS:-squares primes residues:1,4mod5 random}
engines=${ENGINES:-$("$takeaway" engines |
    awk 'NR > 1 && $1 == "divide" { print "divide:single divide:double" }
         NR > 1 && $1 != "divide" { print $1 }')}

tool=$(cksum <"$takeaway")
if [ -f "$times" ] && [ "$(cat "$out/tool" 2>/dev/null)" != "$tool" ]; then
    old=$out/times-$(date -u +%Y%m%dT%H%M%SZ).tsv
    echo "the tool has changed; $times becomes $old" >&2
    mv "$times" "$old"
    rm -f "$loads"
fi
echo "$tool" >"$out/tool"
echo "$(date -u +%H:%M) $load" >>"$loads"
# printf gives the tabs of the header their meaning.
# shellcheck disable=SC2059
[ -f "$times" ] || printf "$header\n" >"$times"

random=$out/random-$seed.txt
if [ ! -f "$random" ]; then
    "$build/experiments/timing/random-set" "$random_n" "$seed" >"$random.part"
    mv "$random.part" "$random"
fi

game_of() { # what --game takes for a set
    case $1 in
    random) echo "file:$random" ;;
    *) echo "$1" ;;
    esac
}

has() { # has SET ENGINE N WARM
    awk -F '\t' -v s="$1" -v e="$2" -v n="$3" -v w="$4" \
        '$1 == s && $2 == e && $3 == n && $4 == w { found = 1 } END { exit !found }' "$times"
}

# Expected seconds of one repetition: the two last sizes drawn on, and at least
# in proportion to n; the least times, as noise only adds. Nothing is known of
# an engine not yet measured.
expected() { # expected SET ENGINE N
    awk -F '\t' -v s="$1" -v e="$2" -v n="$3" '
        $1 == s && $2 == e && $4 == 1 && $3 + 0 < n {
            if ($3 != at) { before = last; earlier = at; last = $6; at = $3 }
            if ($6 < last) last = $6
        }
        END {
            if (at == "") { print 0; exit }
            slope = 1
            if (earlier != "" && before > 0 && last > 0)
                slope = log(last / before) / log(at / earlier)
            if (slope < 1) slope = 1
            if (slope > 2) slope = 2
            print last * (n / at) ^ slope
        }' "$times"
}

# measured SET N WARM REP ENGINES: compare's rows, with the set, warm and the
# repetition put in. What an engine refuses is reported, and left out.
measured() {
    warmup=$3
    count=$reps
    [ "$3" -eq 0 ] && count=1
    status=0
    "$takeaway" compare "$2" --game="$(game_of "$1")" --engines="$5" \
        --warmup="$warmup" --reps="$count" >"$out/rows" || status=$?
    case $status in
    0)
        awk -F '\t' -v s="$1" -v w="$3" -v r="$4" '
            NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
            {
                OFS = "\t"
                print s, $at["engine"], $at["n"], w, (w ? $at["rep"] : r),
                    $at["wall_s"], $at["plan_s"], $at["ns_per_position"],
                    $at["predicted_bytes"], $at["peak_bytes"], $at["cold"]
            }' "$out/rows" >>"$out/new"
        ;;
    1) echo "$1 $2: $5 left out" >&2 ;;
    *) exit "$status" ;;
    esac
}

# Rows enter the table all or none.
add() {
    cat "$times" "$out/new" >"$times.part"
    mv "$times.part" "$times"
    rm -f "$out/new" "$out/rows"
}

point() { # point SET N
    list=''
    for engine in $engines; do
        if expected "$1" "$engine" "$2" | awk -v cap="$cap" '{ exit !($1 <= cap) }'; then
            list="$list $engine"
        fi
    done
    for warm in 1 0; do
        wanted=''
        for engine in $list; do
            has "$1" "$engine" "$2" "$warm" || wanted="$wanted $engine"
        done
        [ -n "$wanted" ] || continue
        : >"$out/new"
        if [ "$warm" -eq 1 ]; then
            measured "$1" "$2" 1 1 "$(echo "$wanted" | awk '{ $1 = $1; gsub(" ", ","); print }')"
        else
            rep=1
            while [ "$rep" -le "$reps" ]; do
                for engine in $wanted; do
                    measured "$1" "$2" 0 "$rep" "$engine"
                done
                rep=$((rep + 1))
            done
        fi
        add
        echo "$1 n = $2 warm = $warm:$wanted" >&2
    done
}

for set in $sets; do
    k=$min
    while [ "$k" -le "$max" ]; do
        point "$set" "$(awk -v k="$k" 'BEGIN { printf "%.0f", 2 ^ k }')"
        k=$((k + step))
    done
done

# All engines and both kinds of run must have counted the same.
awk -F '\t' 'NR > 1 {
    key = $1 " n = " $3
    if (key in cold && cold[key] != $11) { print "counts differ: " key; bad = 1 }
    cold[key] = $11
} END { exit bad }' "$times" >&2 || exit 3

"$here/summary.sh" "$times" "$out"

pictures=''
if command -v gnuplot >/dev/null 2>&1; then
    for kind in png svg; do
        gnuplot -c "$here/timing.gp" "$out/medians.tsv" 1 "$out/timing.$kind"
        gnuplot -c "$here/timing.gp" "$out/medians.tsv" 0 "$out/timing-one-shot.$kind"
    done
    pictures="$out/timing.png timing-one-shot.png (and .svg)"
fi

(
    TAKEAWAY_LOAD="at the start of each run: $(paste -s -d ';' "$loads" | sed 's/;/; /g')"
    export TAKEAWAY_LOAD
    [ -f "$build/flags" ] && TAKEAWAY_FLAGS=$(tr -s ' ' <"$build/flags") && export TAKEAWAY_FLAGS
    "$here/../manifest.sh" "$takeaway" \
        "CAP_S=$cap REPS=$reps MIN=$min STEP=$step experiments/timing/run.sh $max" \
        "$seed (random set: random-set $random_n $seed)" \
        "$times" "$out/medians.tsv" "$out/crossovers.tsv" "$out/fastest.tsv" "$random"
) >"$out/manifest.txt"

echo "Tables: $times medians.tsv crossovers.tsv fastest.tsv manifest.txt"
echo "Plots:  ${pictures:-none, gnuplot is not here}"
