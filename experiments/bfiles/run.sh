#!/bin/sh
# b-files of the sequences that the OEIS has and of new ones, into
# $BUILD/bfiles, each checked by check.awk.
#   experiments/bfiles/run.sh [TERMS]      (default 10000)
set -eu
export LC_ALL=C

here=$(dirname "$0")
takeaway=${TAKEAWAY:-build/takeaway}
folder=${BUILD:-build}/bfiles
terms=${1:-10000}
mkdir -p "$folder"

bfile() { # bfile NAME SEQUENCE FIRST-INDEX [OPTION]
    "$takeaway" export "$2" "$terms" ${4:+"$4"} -o "$folder/$1.txt"
    awk -v first="$3" -v terms="$terms" -f "$here/check.awk" "$folder/$1.txt"
    if [ "$(tail -c 1 "$folder/$1.txt" | wc -l)" -ne 1 ]; then
        echo "$folder/$1.txt: no newline at the end" >&2
        exit 1
    fi
}

# The OEIS's, with the index that each begins with there.
while read -r number first; do
    bfile "b${number#A}" "$number" "$first"
done <<'TABLE'
A030193 0
A014586 0
A338027 0
A002187 0
A215721 1
A025043 1
A014587 0
A014588 0
A014589 0
A019509 0
A002186 0
A002188 0
TABLE

# New ones: sets without a parameter, and cubes' relatives.
for game in cubes triangular tetrahedral pronic fibonacci lucas factorials moser powers:4 polygonal:5; do
    name=$(echo "$game" | tr ':' '-')
    bfile "cold-$name" "cold:$game" 1 --offset=1
    bfile "length-$name" "length:$game" 0
done
for game in cubes tetrahedral pronic lucas moser powers:4 polygonal:5; do
    bfile "nim-$(echo "$game" | tr ':' '-')" "nim:$game" 0
done
bfile length-primes length:primes 0

# Periods of finite sets, index max S, or the number of squares.
periods() { # periods NAME FIRST-INDEX COLUMN-OF-CENSUS OPTION...: the largest for each max S
    name=$1 first=$2 column=$3
    shift 3
    "$takeaway" census -q "$@" | awk -F '\t' -v first="$first" -v column="$column" '
        { m = $1; sub(/.*,/, "", m); m += 0; if ($column + 0 > a[m]) a[m] = $column + 0; if (m > last) last = m }
        END { for (m = first; m <= last; m++) print m, a[m] }' >"$folder/$name.txt"
    awk -v first="$first" -v terms="$(wc -l <"$folder/$name.txt")" -f "$here/check.awk" "$folder/$name.txt"
}
periods longest-period-3 3 5 --size=3 --within=80
periods longest-period-4 4 5 --size=4 --within=40
periods longest-period-5 5 5 --size=5 --within=28
awk 'BEGIN { for (m = 1; m <= 24; m++) { set = set (m > 1 ? "," : "") m * m; print set } }' >"$folder/squares"
for column in 3 5; do
    name=period-first-squares-$([ $column = 3 ] && echo cold || echo nim)
    "$takeaway" census -q --sets="$folder/squares" | awk -F '\t' -v column=$column '
        { print split($1, e, ","), $column }' | sort -n >"$folder/$name.txt"
    awk -v first=1 -v terms=24 -f "$here/check.awk" "$folder/$name.txt"
done
rm "$folder/squares"
