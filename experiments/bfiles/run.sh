#!/bin/sh
# b-files of the sequences that the OEIS has and of new ones, into
# $BUILD/bfiles, each checked by check.awk.
#   experiments/bfiles/run.sh [TERMS]      (default 10000)
set -eu

here=$(dirname "$0")
takeaway=${TAKEAWAY:-build/takeaway}
folder=${BUILD:-build}/bfiles
terms=${1:-10000}
mkdir -p "$folder"

bfile() { # bfile NAME SEQUENCE FIRST-INDEX [OPTION]
    "$takeaway" export "$2" "$terms" ${4:+"$4"} --bfile -o "$folder/$1.txt"
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
for game in cubes triangular pronic fibonacci factorials moser powers:4 polygonal:5; do
    name=$(echo "$game" | tr ':' '-')
    bfile "cold-$name" "cold:$game" 1 --offset=1
    bfile "length-$name" "length:$game" 0
done
for game in cubes pronic moser powers:4 polygonal:5; do
    bfile "nim-$(echo "$game" | tr ':' '-')" "nim:$game" 0
done
bfile length-primes length:primes 0
