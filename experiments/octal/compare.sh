#!/bin/sh
# compare.sh TABLE: our table of octal games against what others list, in
# data/published/. Says how many entries agree and names every difference.
set -eu
export LC_ALL=C
table=$1
here=$(cd "$(dirname "$0")" && pwd)
published=$here/../../data/published
takeaway=${TAKEAWAY:-build/takeaway}

# Games solved by tczajka: computes preperiod, period and largest value of each.
agree=0
tail -n +2 "$published/octal-tczajka.tsv" | {
    while IFS='	' read -r game status preperiod period largest at _; do
        [ "$status" = solved ] || continue
        ours=$("$takeaway" octal "$game" 2^25 --period |
            awk -F '\t' '{ v[$1] = $2 }
                END { print v["preperiod"], v["period"], v["largest"], v["largest_at"] }')
        theirs="$preperiod $period"
        [ "$largest" = NA ] && ours=${ours% * *} || theirs="$theirs $largest $at"
        if [ "$ours" = "$theirs" ]; then
            agree=$((agree + 1))
        else
            echo "difference: $game: preperiod, period (largest, at): $ours; tczajka: $theirs"
        fi
    done
    echo "solved games of tczajka that agree: $agree"
}

# Which games are open, and which are the same game.
awk -F '\t' '
    function class_of(g) { return g in class ? class[g] : "" }
    FNR == 1 { file++; next }
    file == 1 {
        n = split($12, m, " ")
        for (i = 1; i <= n; i++) class[m[i]] = $1
        proof[$1] = $2
        next
    }
    file == 2 {
        c = class_of($1)
        if (c == "") next # grundy
        listed[c] = $2
        if (($2 == "open") != (proof[c] == "none"))
            print "difference: " $1 " is " $2 " to tczajka; here: proof " proof[c]
        else
            same++
        next
    }
    file == 3 {
        if (class_of($1) == class_of($2)) joined++
        else print "difference: " $1 " is listed as " $2 "; here they differ below heap 16384"
    }
    END {
        print "games of tczajka with the same state: " same + 0
        print "pairs of equal games that agree: " joined + 0
        for (c in proof)
            if (!(c in listed))
                print "not listed by tczajka under any of its codes: the class of " c
    }' "$table" "$published/octal-tczajka.tsv" \
    "$published/octal-tczajka-lookup.tsv"
