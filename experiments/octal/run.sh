#!/bin/sh
# Octal games: how many heaps are rare, which periods are proved, what is open and
# how fast that is.
#   run.sh quick|full     heaps to 2^16, or 2^21; MAX=... for another
# A game ends where one row took more than CAP_S seconds (60). Rates are of runs
# that take RATE_S seconds (1; quick: 0.1), the least of REPS (3; quick: 1).
# The table of all games with three digits (games.tsv, by `make octal-table`) is
# taken from data/runs/octal. Environment: experiments/lib.sh.
set -eu
# shellcheck source=experiments/lib.sh
. "$(dirname "$0")/../lib.sh"
experiment octal "${1:-quick}"
case $size in
quick) max=${MAX:-16} rate_s=${RATE_S:-0.1} reps=${REPS:-1} ;;
full) max=${MAX:-21} rate_s=${RATE_S:-1} reps=${REPS:-3} ;;
esac

committed=$experiments/../data/runs/octal/games.tsv
if [ -f "$committed" ] && ! cmp -s "$committed" "$out/games.tsv"; then
    cp "$committed" "$out/games.tsv"
    : >"$out/work/added"
fi

# Solved by a short preperiod, by a long one, and open ones with few, some and
# many rare heaps; and Grundy's game.
games='.07 .77 .16 .56 .45 .36 .64 .6 .376 .14 .04 .06 grundy'
table rare game n heaps rare last_rare largest proof preperiod period
for game in $games; do
    k=10
    while [ "$k" -le "$max" ]; do
        n=$(power "$k")
        if ! has rare "$game" "$n"; then
            start=$(date +%s)
            "$takeaway" octal "$game" "$n" --period >"$out/work/period"
            awk -F '\t' -v game="$game" -v n="$n" '
                { value[$1] = $2 }
                END {
                    proof = value["proof"]
                    sub(/:.*/, "", proof)
                    printf "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", game, n, value["heaps"], value["rare"],
                        value["last_rare"], value["largest"], proof, value["preperiod"], value["period"]
                }' "$out/work/period" | add rare
            # A proved game needs no more heaps.
            grep -q '^proof.none' "$out/work/period" || break
            [ $(($(date +%s) - start)) -le "${CAP_S:-60}" ] || break
        fi
        k=$((k + 1))
    done
    echo "octal: $game" >&2
done

# seconds GAME N: of a run, the least of several, as a busy machine only adds.
seconds() {
    for _ in $(seq "$reps"); do
        "$takeaway" octal "$1" "$2" --max -q --threads="$threads" --stats 2>&1 >"$out/work/answer"
    done | awk '$2 == "wall_s:" && (!n++ || $3 < least) { least = $3 } END { print least }'
}

# How many of the table are solved, and how.
if [ -f "$out/games.tsv" ]; then
    awk -F '\t' '
        NR > 1 { classes[$2]++; codes[$2] += $11 }
        END {
            print "proof\tclasses\tcodes"
            for (p in classes) printf "%s\t%d\t%d\n", p, classes[p], codes[p]
        }' "$out/games.tsv" | derived solved

    # The open ones, and how far others have taken them.
    awk -F '\t' -v OFS='\t' '
        FNR == 1 { file++ }
        file == 1 && FNR > 1 { reach[$1] = $2; by[$1] = $3 }
        file == 2 && FNR == 1 { print "game", "rare", "last_rare", "largest", "heaps", "others_heaps", "others" }
        file == 2 && $2 == "none" {
            print $1, $9, $10, $6, $3, ($1 in by ? reach[$1] : "NA"), ($1 in by ? by[$1] : "NA")
        }' "$experiments/../data/published/octal-reach.tsv" "$out/games.tsv" | derived open
    sorted open -k 5,5gr -k 2,2g -k 1,1

    # Heaps a second, from n / 2 on, against the number of rare heaps: each
    # heap looks at the splits with one of them.
    table rate game rare n seconds_half seconds heaps_per_s
    awk -F '\t' 'NR > 1 && $2 != "NA" { print $1, $2 }' "$out/open.tsv" >"$out/work/masked"
    while read -r game rare; do
        ! has rate "$game" || continue
        n=32768 half=$(seconds "$game" 16384)
        while whole=$(seconds "$game" $n) && awk -v s="$whole" -v least="$rate_s" 'BEGIN { exit !(s < least) }'; do
            n=$((2 * n)) half=$whole
        done
        awk -v OFS='\t' -v game="$game" -v rare="$rare" -v n=$n -v half="$half" -v whole="$whole" 'BEGIN {
            print game, rare, n, half, whole, sprintf("%.0f", n / 2 / (whole - half))
        }' | add rate
        echo "octal: rate of $game" >&2
    done <"$out/work/masked"
fi

finish "MAX=$max CAP_S=${CAP_S:-60} RATE_S=$rate_s REPS=$reps experiments/octal/run.sh $size"
