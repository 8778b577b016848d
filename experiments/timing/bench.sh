#!/bin/sh
# The promised ratios, measured: a table of claim, required, measured, least,
# greatest, result. Times are of interleaved runs in one process, each after
# one run not timed; a ratio is taken within one repetition, and its median
# over the repetitions is what must reach the figure. One thread unless said.
#   TAKEAWAY  the tool (build/takeaway)     BUILD  its folder (build)
#   OUT       results ($BUILD/bench)        ONLY   an extended regular
#             expression: only the claims that match it
# Exit status 0 when everything was measured, whatever passed.
set -eu

build=${BUILD:-build}
takeaway=${TAKEAWAY:-$build/takeaway}
out=${OUT:-$build/bench}
only=${ONLY:-.}
seed=1
mkdir -p "$out"
random=$out/random-$seed.txt
"$build/experiments/timing/random-set" 4194304 "$seed" >"$random"
table=$out/bench.tsv
load=$(uptime | sed 's/.*load average[s]*: *//')
: >"$out/screened.tsv"

wanted() { # wanted CLAIM
    echo "$1" | grep -Eq -- "$only"
}

row() { # row CLAIM REQUIRED MEASURED LEAST GREATEST RESULT
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$@" >>"$table"
    echo "$1: $3 (required $2): $6" >&2
}

judge() { # judge VALUE at-least|at-most|below FIGURE
    awk -v value="$1" -v how="$2" -v figure="$3" 'BEGIN {
        pass = how == "at-least" ? value >= figure : how == "at-most" ? value <= figure : value < figure
        print (pass ? "pass" : "miss")
    }'
}

# compare N GAME REPS ENGINES: the table of every repetition in $out/runs.
compare() {
    "$takeaway" compare "$1" -q --game="$2" --reps="$3" --engines="$4" --warmup=1 >"$out/runs"
}

# ratio A B: wall_s of A over that of B within each repetition in $out/runs;
# prints the median, the least and the greatest.
ratio() {
    awk -F '\t' -v a="$1" -v b="$2" '
        $1 == a { x[$3] = $4 }
        $1 == b { y[$3] = $4 }
        END { for (r in x) printf "%.6f\n", x[r] / y[r] }' "$out/runs" |
        sort -n | awk '
        { v[NR] = $1 }
        END {
            h = int((NR + 1) / 2)
            m = NR % 2 ? v[h] : (v[h] + v[h + 1]) / 2
            printf "%.2f %.2f %.2f\n", m, v[1], v[NR]
        }'
}

median_of() { # median_of ENGINE: its wall_s in $out/runs
    awk -F '\t' -v e="$1" '$1 == e { print $4 }' "$out/runs" | sort -n |
        awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# faster CLAIM FIGURE N GAME REPS SLOW FAST
faster() {
    wanted "$1" || return 0
    compare "$3" "$4" "$5" "$6,$7"
    # shellcheck disable=SC2046
    set -- "$1" "$2" $(ratio "$6" "$7")
    row "$1" ">= $2 times" "$3" "$4" "$5" "$(judge "$3" at-least "$2")"
}

stat_of() { # stat_of NAME ARGUMENT...: a figure of --stats, the largest of a name
    name=$1
    shift
    "$takeaway" count "$@" --threads=1 --stats -q 2>&1 >/dev/null |
        awk -v name="$name:" '$2 == name && (!seen || $3 > most) { most = $3; seen = 1 } END { if (seen) print most }'
}

# How many repetitions of about S seconds each: 5 to 101, 10 s if that allows.
reps_for() {
    awk -v s="$1" 'BEGIN { r = int(10 / (s + 1e-9)); print (r < 5 ? 5 : (r > 101 ? 101 : r)) }'
}

# survivors N GAME AUTO_S: the engines that may be the fastest at N. One that
# takes, for a smaller n, more than twice auto's time for N divided by N / n
# cannot be: no engine's time grows more slowly than n, but for what it takes to
# read a set, a few milliseconds. Smaller n first, so that the slow ones cost
# little; the least of three times, as a busy machine only adds. Never fewer
# than one.
survivors() {
    candidates=$("$takeaway" engines | awk '
        NR > 1 && $1 == "divide" { print "divide divide:ntt divide:fftw" }
        NR > 1 && $1 != "divide" && $1 != "auto" { print $1 }' | tr '\n' ' ')
    m=16384
    while [ "$m" -lt "$1" ]; do
        kept=''
        for engine in $candidates; do
            "$takeaway" compare "$m" -q --game="$2" --engines="$engine" \
                --reps=3 --warmup=1 >"$out/one" || continue
            s=$(sed 1d "$out/one" | cut -f 4 | sort -n | head -n 1)
            if awk -v s="$s" -v f="$(($1 / m))" -v auto="$3" 'BEGIN { exit !((s - 0.003) * f <= 2 * auto) }'; then
                kept="$kept $engine"
            else
                printf '%s\t%s\t%s\t%s\t%s\n' "$2" "$1" "$engine" "$m" "$s" >>"$out/screened.tsv"
            fi
        done
        [ -n "$kept" ] || break
        candidates=$kept
        m=$((m * 4))
    done
    echo "$candidates"
}

# best GAME NAME LOG2: auto against the best single engine.
best() {
    claim="auto, best single engine, $2, 2^$3"
    wanted "$claim" || return 0
    n=$(awk -v k="$3" 'BEGIN { print 2 ^ k }')
    compare "$n" "$1" 3 auto
    s=$(median_of auto)
    list=$(survivors "$n" "$1" "$s")
    total=$(awk -v s="$s" -v k="$(echo "$list" | wc -w)" 'BEGIN { print s * (k + 1) }')
    compare "$n" "$1" "$(reps_for "$total")" "auto,$(echo "$list" | awk '{ $1 = $1; gsub(" ", ","); print }')"
    name='' least=''
    for engine in $list; do
        t=$(median_of "$engine")
        if [ -z "$least" ] || awk -v t="$t" -v l="$least" 'BEGIN { exit !(t < l) }'; then
            least=$t name=$engine
        fi
    done
    s=$(median_of auto)
    result=$(judge "$s" at-most "$(awk -v l="$least" 'BEGIN { print 1.15 * l + 0.001 }')")
    # shellcheck disable=SC2046
    set -- "$claim ($name)" $(ratio auto "$name")
    row "$1" "<= 1.15 times and 1 ms" "$2" "$3" "$4" "$result"
}

# memory ENGINE LOG2 FIGURE: bytes a position, stated before work starts; least
# and greatest are of what was resident above what was before, NA where that
# cannot be told.
memory() {
    claim="memory of $1, squares, 2^$2, bytes a position stated"
    wanted "$claim" || return 0
    compare "2^$2" squares 3 "$1"
    set -- "$claim" "$3" "$(awk -F '\t' '
        NR == 1 { for (k = 1; k <= NF; k++) column[$k] = k; next }
        {
            stated = $column["predicted_bytes"] / $2
            peak = $column["peak_bytes"]
            if (peak == "NA") { none = 1; next }
            if (least == "" || peak / $2 < least) least = peak / $2
            if (peak / $2 > greatest) greatest = peak / $2
        }
        END {
            printf none ? "%.3f NA NA" : "%.3f %.3f %.3f", stated, least, greatest
        }' "$out/runs")"
    # shellcheck disable=SC2086
    set -- "$1" "$2" $3
    row "$1" "<= $2" "$3" "$4" "$5" "$(judge "$3" at-most "$2")"
}

printf 'claim\trequired\tmeasured\tleast\tgreatest\tresult\n' >"$table"

for k in 22 24; do
    faster "divide over textbook, squares, 2^$k" 4 "2^$k" squares 5 textbook divide
done
claim='divide, squares, 2^24, rounding bound proved'
if wanted "$claim"; then
    bound=$(stat_of fft_bound 2^24 --engine=divide:fftw)
    row "$claim" "< 0.5" "${bound:-none}" NA NA "$(judge "${bound:-9}" below 0.5)"
fi
faster 'divide over naive, primes, 2^20' 100 2^20 primes 5 naive divide

for k in 16 20 22; do
    best squares squares "$k"
    best triangular triangular "$k"
    best primes primes "$k"
    best odds odds "$k"
    best residues:1,4mod5 '{1,4} mod 5' "$k"
    best "file:$random" 'random s^-0.3' "$k"
done

faster 'auto over naive, squares, 2^24' 50 2^24 squares 3 naive auto
faster 'auto over sieve, squares, 2^24' 10 2^24 squares 5 sieve auto

for k in 20 22 24 26; do
    memory segments "$k" 0.25
    memory shift "$k" 0.25
done
for k in 20 22 24; do
    memory divide:ntt "$k" 24
    memory divide:fftw "$k" 48
done

faster 'divide, two threads over one, squares, 2^24' 1.5 2^24 squares 9 divide divide:threads=2
faster 'divide, two threads over one, primes, 2^24' 1.8 2^24 primes 9 divide divide:threads=2
faster 'divide, two threads over one, odds, 2^24' 1.8 2^24 odds 9 divide divide:threads=2

rm -f "$out/runs" "$out/one"
(
    export TAKEAWAY_LOAD="$load at the start"
    [ -f "$build/flags" ] && TAKEAWAY_FLAGS=$(tr -s ' ' <"$build/flags") && export TAKEAWAY_FLAGS
    "$(dirname "$0")/../manifest.sh" "$takeaway" \
        "ONLY='$only' experiments/timing/bench.sh" \
        "$seed (random set: random-set 4194304 $seed)" "$table"
) >"$out/manifest.txt"
awk -F '\t' '
    { for (k = 1; k <= 6; k++) { cell[NR, k] = $k; if (length($k) > wide[k]) wide[k] = length($k) } }
    $6 == "pass" { passed++ }
    END {
        for (r = 1; r <= NR; r++) {
            line = ""
            for (k = 1; k <= 6; k++) line = line sprintf("%-" wide[k] "s  ", cell[r, k])
            sub(/ +$/, "", line)
            print line
        }
        printf "%d of %d passed\n", passed, NR - 1
    }' "$table"
