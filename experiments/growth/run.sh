#!/bin/sh
# How the cold count grows: counts at every power of two, the fit, the plot.
#   run.sh [MAX]      counts to 2^MAX (28), into $OUT
# What the table holds is not computed again, so a run that was stopped goes
# on and a larger MAX extends a smaller one.
#   TAKEAWAY  the tool (build/takeaway)     BUILD  its folder (build)
#   OUT       results ($BUILD/growth)       GAME   a subtraction set (squares)
#   ENGINE    by default the first of wheel, auto and shift that is there and
#             has memory enough            THREADS  1 by default
#   FROM      log2 of the least n of the fit (10)
set -eu

max=${1:-${MAX:-28}}
build=${BUILD:-build}
takeaway=${TAKEAWAY:-$build/takeaway}
game=${GAME:-squares}
out=${OUT:-$build/growth}
threads=${THREADS:-1}
from=${FROM:-10}
here=$(dirname "$0")
load=$(uptime | sed 's/.*load average[s]*: *//')
mkdir -p "$out"
counts=$out/counts.tsv

case $max in
'' | *[!0-9]*)
    echo "run.sh: MAX '$max' is not accepted; accepted: the logarithm of the largest n to base 2, such as 28" >&2
    exit 2
    ;;
esac

# A table holds one game; the file beside it says which.
if [ -f "$out/game" ] && [ "$(cat "$out/game")" != "$game" ]; then
    echo "run.sh: $out holds counts of $(cat "$out/game"); give another OUT for $game" >&2
    exit 2
fi
echo "$game" >"$out/game"
[ -f "$counts" ] || printf 'n\tcold\n' >"$counts"

engines=${ENGINE:-$("$takeaway" engines | awk 'NR > 1 && $1 == "wheel" { print $1 }') auto shift}

has() { # has LOG2
    awk -v n="$(power "$1")" '$1 == n { found = 1 } END { exit !found }' "$counts"
}

power() { # 2^K in full; awk's numbers are exact to 2^53
    awk -v k="$1" 'BEGIN { printf "%.0f", 2 ^ k }'
}

# rows LIST LOG2: table rows at the sizes of LIST, from one pass to 2^LOG2.
rows() {
    for engine in $engines; do
        if "$takeaway" count "2^$2" --at="$1" --game="$game" \
            --engine="$engine" --threads="$threads" >"$out/new.tsv"; then
            echo "n = 2^$2 by $engine" >&2
            return
        fi
        echo "$engine does not do 2^$2, trying the next" >&2
    done
    return 1
}

# Added whole, and in order of n.
add() {
    {
        head -n 1 "$counts"
        { sed 1d "$counts"; sed 1d "$out/new.tsv"; } | sort -n
    } >"$counts.part"
    mv "$counts.part" "$counts"
    rm "$out/new.tsv"
}

# Small sizes in one pass; large ones one by one, so that little is lost when
# a run is stopped: all passes together cost about twice the last.
quick=24
list=''
last=0
k=0
while [ "$k" -le "$max" ]; do
    if ! has "$k"; then
        list=$list${list:+,}$(power "$k")
        last=$k
    fi
    if [ -n "$list" ] && { [ "$k" -ge "$quick" ] || [ "$k" -eq "$max" ]; }; then
        rows "$list" "$last"
        add
        list=''
    fi
    k=$((k + 1))
done

"$takeaway" fit "$counts" --from="2^$from" >"$out/fit.tsv"

# The standard error takes the residuals for independent, which counts of one
# set are not; how the exponent moves with the range says more.
{
    printf 'from_n\tpoints\texponent\tstandard_error\n'
    k=$from
    while [ $((k + 3)) -le "$max" ]; do
        "$takeaway" fit "$counts" --from="2^$k" | awk -F '\t' -v n="$(power "$k")" '
            BEGIN { OFS = "\t" }
            $1 == "points" { points = $3 }
            $1 == "exponent" { print n, points, $3, $4 }'
        k=$((k + 2))
    done
} >"$out/exponents.tsv"

title="Cold positions of $game"
[ "$game" = squares ] && title='Cold positions of subtract-a-square'
pictures=''
if command -v gnuplot >/dev/null 2>&1; then
    for kind in png svg; do
        gnuplot -c "$here/growth.gp" "$counts" "$out/fit.tsv" \
            "$out/growth.$kind" "$title"
    done
    pictures="$out/growth.png (and growth.svg)"
fi

(
    export TAKEAWAY_LOAD="$load at the start"
    [ -f "$build/flags" ] && TAKEAWAY_FLAGS=$(tr -s " " <"$build/flags") && export TAKEAWAY_FLAGS
    "$here/../manifest.sh" "$takeaway" \
        "GAME=$game FROM=$from THREADS=$threads experiments/growth/run.sh $max" \
        none "$counts" "$out/fit.tsv" "$out/exponents.tsv"
) >"$out/manifest.txt"

cat "$out/exponents.tsv"
echo "Tables: $counts fit.tsv exponents.tsv manifest.txt"
echo "Plot:   ${pictures:-none, gnuplot is not here}"
