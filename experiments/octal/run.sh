#!/bin/sh
# Octal games: how many heaps are rare, and which periods are proved.
#   run.sh quick|full     heaps to 2^16, or 2^21; MAX=... for another
# A game ends where one row took more than CAP_S seconds (60).
# The table of all games with three digits (games.tsv, by `make octal-table`) is
# taken from data/runs/octal. Environment: experiments/lib.sh.
set -eu
# shellcheck source=experiments/lib.sh
. "$(dirname "$0")/../lib.sh"
experiment octal "${1:-quick}"
case $size in
quick) max=${MAX:-16} ;;
full) max=${MAX:-21} ;;
esac

committed=$experiments/../data/runs/octal/games.tsv
if [ -f "$committed" ] && ! cmp -s "$committed" "$out/games.tsv"; then
    cp "$committed" "$out/games.tsv"
    : >"$out/work/added"
fi

# Solved by a short preperiod, by a long one, and open ones with few, some and
# many rare heaps; Grundy's game besides.
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

# How many of the table are solved, and how.
if [ -f "$out/games.tsv" ]; then
    awk -F '\t' '
        NR > 1 { classes[$2]++; codes[$2] += $11 }
        END {
            print "proof\tclasses\tcodes"
            for (p in classes) printf "%s\t%d\t%d\n", p, classes[p], codes[p]
        }' "$out/games.tsv" | derived solved
fi

finish "MAX=$max CAP_S=${CAP_S:-60} experiments/octal/run.sh $size"
