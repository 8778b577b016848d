#!/bin/sh
# states.sh GAME FOLDER [OPTION]...: searches for the period of an octal game with few
# rare heaps, in 64 MB. FOLDER/states/K.txt has what the search needs to go on from
# heap K * 2^36 (from an earlier one while it is on its way); it begins with the last
# of them, or at heap 0. Ended at any time, the same command goes on. In the end
# FOLDER/period.tsv has the period. OPTION: of `takeaway octal`.
set -eu
game=$1 folder=$2
shift 2
mkdir -p "$folder/states"
while :; do
    last=$(cd "$folder/states" && find . -name '[0-9]*.txt' | sed 's|^./||; s/.txt$//' | sort -n | tail -n 1)
    from=$folder/states/${last:=1}.txt
    heaps=$(sed -n 's/^heaps //p' "$from" 2>/dev/null || :)
    [ "${heaps:-0}" -lt $((last << 36)) ] || last=$((last + 1))
    to=$folder/states/$last.txt
    [ -e "$from" ] || from=$to
    "${TAKEAWAY:-build/takeaway}" octal "$game" $((last << 36)) --period --max-memory=64M --threads=1 \
        --resume="$from" --checkpoint="$to" --checkpoint-every=60s "$@" >"$folder/period.part"
    grep -q '^proof	none' "$folder/period.part" && [ -e "$to" ] || break
done
mv "$folder/period.part" "$folder/period.tsv"
