#!/bin/sh
# Every engine against n, for sets of different kinds.
#   run.sh quick|full    environment: experiments/lib.sh, and
#   MAX, MIN, STEP   log2 of the largest and least n, and of their ratio
#   REPS             repetitions
#   CAP_S            an engine predicted to need more seconds for one repetition
#                    is left out at that n and above
#   SETS, TASKS      what is measured
# A data point is a task, a set, one n, warm or not; what the table holds is
# not measured again. Times of another build of the tool are no part of the
# same table: it is set aside and a new one begun.
#   warm = 0: each repetition is a process of its own, so its time has the
#             first touch of memory and FFTW's planning in it (one-shot)
#   warm = 1: one process, one repetition before those timed (steady)
# Repetitions are interleaved, A B C A B C, and every engine must have the same
# result. Tasks: cold (positions), nim (values), length (of optimal play).
set -eu
# shellcheck source=experiments/lib.sh
. "$(dirname "$0")/../lib.sh"
experiment timing "${1:-quick}"
case $size in
quick) max=${MAX:-20} cap=${CAP_S:-0.2} reps=${REPS:-3} ;;
full) max=${MAX:-28} cap=${CAP_S:-2} reps=${REPS:-5} ;;
esac
min=${MIN:-12}
step=${STEP:-2}
tasks=${TASKS:-cold nim length}
sets=${SETS:-squares primes residues:1,4mod5 random}
random_n=16777216 # the random set is the same for every n up to this
seed="1 (random set: random-set $random_n 1)"

command="${TASKS:+TASKS='$TASKS' }${SETS:+SETS='$SETS' }MAX=$max CAP_S=$cap REPS=$reps experiments/timing/run.sh $size"
tool=$(cksum <"$takeaway")
if [ -f "$out/times.tsv" ] && [ "$(cat "$out/tool" 2>/dev/null)" != "$tool" ]; then
    old=$out/before-$(date -u +%Y%m%dT%H%M%SZ)
    echo "timing: the tool has changed; the old tables go to $old" >&2
    mkdir "$old"
    mv "$out"/*.tsv "$out/manifest.txt" "$old" 2>/dev/null || true
fi
echo "$tool" >"$out/tool"
table times task set engine threads n warm rep wall_s plan_s predicted_bytes peak_bytes result

random_set "$random_n"

# The engines of a task; of those that use them, also on two threads. None of
# the sets is finite, so that `period` would be auto by another name.
engines_of() {
    case $1 in
    cold) "$takeaway" engines | awk 'NR > 1 && $1 != "period" {
        if ($1 == "divide") print "divide:ntt\ndivide:fftw\ndivide:ntt:threads=2"
        else print $1
        if ($1 == "wheel" || $1 == "auto") print $1 ":threads=2" }' ;;
    length) "$takeaway" engines length | awk 'NR > 1 { print $1 }' ;; # one thread
    *) "$takeaway" engines "$1" 2>/dev/null |
        awk 'NR > 1 && $1 != "period" { print $1 } $1 == "auto" { print "auto:threads=2" }' ;;
    esac
}

game_of() { # what --game takes for a set
    case $1 in
    random) echo "file:$out/random.txt" ;;
    *) echo "$1" ;;
    esac
}

# engine[:setting]... as the columns engine and threads
columns='function columns(text,    k, i, part, name) {
    k = split(text, part, ":")
    threads = 1
    name = ""
    for (i = 1; i <= k; i++)
        if (part[i] ~ /^threads=/) threads = substr(part[i], 9)
        else name = name (i > 1 ? ":" : "") part[i]
    return name "\t" threads
}'

# cold SET N WARM REP ENGINES: rows of compare.
cold_rows() {
    count=$reps
    [ "$3" -eq 1 ] || count=1
    status=0
    "$takeaway" compare "$2" -q --game="$(game_of "$1")" --engines="$5" \
        --warmup="$3" --reps="$count" >"$out/work/compared" || status=$?
    case $status in
    0)
        awk -F '\t' -v set="$1" -v warm="$3" -v rep="$4" "$columns"'
            NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
            {
                printf "cold\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", set, columns($at["engine"]),
                    $at["n"], warm, (warm ? $at["rep"] : rep), $at["wall_s"], $at["plan_s"],
                    $at["predicted_bytes"], $at["peak_bytes"], $at["cold"]
            }' "$out/work/compared" >>"$out/work/new"
        ;;
    1) echo "timing: $1 $2: $5 left out" >&2 ;;
    *) exit "$status" ;;
    esac
}

# value_row TASK SET N REP ENGINE: one process; the records are the result.
value_row() {
    engine=${5%%:threads=*}
    use=1
    [ "$engine" = "$5" ] || use=${5##*=}
    threads="--threads=$use"
    [ "$1" != length ] || threads=
    # shellcheck disable=SC2086 # none at all for lengths
    if "$takeaway" "$1" "$3" --max --stats --game="$(game_of "$2")" --engine="$engine" \
        $threads >"$out/work/records" 2>"$out/work/stats"; then
        wall=$(awk '$2 == "wall_s:" { print $3 }' "$out/work/stats")
        memory=$(awk '$2 == "predicted_bytes:" { print $3 }' "$out/work/stats")
        printf '%s\t%s\t%s\t%s\t%s\t0\t%s\t%s\tNA\t%s\tNA\t%s\n' "$1" "$2" "$engine" "$use" \
            "$3" "$4" "$wall" "${memory:-NA}" "$(cksum <"$out/work/records" | cut -d ' ' -f 1)" \
            >>"$out/work/new"
    else
        echo "timing: $1 $2 $3: $5 left out" >&2
    fi
}

has_point() { # has_point TASK SET ENGINE N WARM
    awk -F '\t' -v t="$1" -v s="$2" -v e="$3" -v n="$4" -v w="$5" "$columns"'
        BEGIN { want = columns(e) }
        $1 == t && $2 == s && $3 "\t" $4 == want && $5 == n && $6 == w { found = 1; exit }
        END { exit !found }' "$out/times.tsv"
}

# Expected seconds of one repetition: the two last sizes drawn on, and at least
# in proportion to n; the least times, as noise only adds. Nothing is known of
# an engine not yet measured.
within_cap() { # within_cap TASK SET ENGINE N
    awk -F '\t' -v t="$1" -v s="$2" -v e="$3" -v n="$4" -v cap="$cap" "$columns"'
        BEGIN { want = columns(e) }
        $1 == t && $2 == s && $3 "\t" $4 == want && $5 + 0 < n {
            if ($5 != at) { before = last; earlier = at; last = $8; at = $5 }
            if ($8 < last) last = $8
        }
        END {
            if (at == "") exit 0
            slope = 1
            if (earlier != "" && before > 0 && last > 0)
                slope = log(last / before) / log(at / earlier)
            if (slope < 1) slope = 1
            if (slope > 2) slope = 2
            exit !(last * (n / at) ^ slope <= cap)
        }' "$out/times.tsv"
}

point() { # point TASK SET N
    list=''
    for engine in $(engines_of "$1"); do
        # Where moves have no period the wheel is the recursion by another name.
        case $engine-$2 in
        wheel*-squares) ;;
        wheel*) continue ;;
        esac
        if within_cap "$1" "$2" "$engine" "$3"; then
            list="$list $engine"
        fi
    done
    for warm in 1 0; do
        [ "$1" = cold ] || [ "$warm" -eq 0 ] || continue
        wanted=''
        for engine in $list; do
            has_point "$1" "$2" "$engine" "$3" "$warm" || wanted="$wanted $engine"
        done
        [ -n "$wanted" ] || continue
        stop_due "$command"
        : >"$out/work/new"
        if [ "$warm" -eq 1 ]; then
            cold_rows "$2" "$3" 1 1 "$(echo "$wanted" | awk '{ $1 = $1; gsub(" ", ","); print }')"
        else
            rep=1
            while [ "$rep" -le "$reps" ]; do
                for engine in $wanted; do
                    case $1 in
                    cold) cold_rows "$2" "$3" 0 "$rep" "$engine" ;;
                    *) value_row "$1" "$2" "$3" "$rep" "$engine" ;;
                    esac
                done
                rep=$((rep + 1))
            done
        fi
        add times <"$out/work/new"
    done
}

for task in $tasks; do
    [ -n "$(engines_of "$task")" ] || continue
    for set in $sets; do
        # Lengths have one fast engine, made for sparse sets.
        [ "$task" != length ] || [ "$set" = squares ] || continue
        k=$min
        while [ "$k" -le "$max" ]; do
            # Beyond its end the random set would be a finite one.
            [ "$set" != random ] || [ "$(power "$k")" -le "$random_n" ] || break
            point "$task" "$set" "$(power "$k")"
            k=$((k + step))
        done
        echo "timing: $task, $set to 2^$max" >&2
    done
done

# All engines and both kinds of run must have found the same.
awk -F '\t' 'NR > 1 {
    key = $1 " " $2 " n = " $5
    if (key in result && result[key] != $12) { print "results differ: " key; bad = 1 }
    result[key] = $12
} END { exit bad }' "$out/times.tsv" >&2 || exit 3

"$(dirname "$0")/summary.py" "$out"
finish "$command"
