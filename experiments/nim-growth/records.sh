#!/bin/sh
# Records and frequencies of the nim-values of GAME (squares) below N (10^8):
# each new largest value and where it first occurs, and how often each value
# does. Tables and a manifest go to data/runs/.
#   N, GAME, THREADS, MEMORY (--max-memory) as in the environment
#   IN      an archive that holds the values already
#   SAMPLE  so many random positions are held against the definition (1000)
set -eu
: "${N:=10^8}" "${GAME:=squares}" "${THREADS:=2}" "${MEMORY:=}" "${IN:=}" "${SAMPLE:=1000}"
takeaway=${TAKEAWAY:-build/takeaway}
here=$(cd "$(dirname "$0")" && pwd)
out=${OUT:-data/runs/$(date -u +%Y-%m-%d)-nim-$GAME-$(printf '%s' "$N" | tr '*^:' '---')}
mkdir -p "$out"
run="takeaway nim $N --game=$GAME --threads=$THREADS ${MEMORY:+--max-memory=$MEMORY }--stats"
archive=$IN
if [ -z "$IN" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    archive=$work/values.ta
    # shellcheck disable=SC2086
    "$takeaway" ${run#takeaway } --format=archive -o "$archive" 2>"$out/stats.txt"
fi
for table in max histogram; do
    "$takeaway" nim "$N" --game="$GAME" --in="$archive" "--$table" >"$out/$table.tsv"
done
"$takeaway" verify "$archive" --positions="$SAMPLE" --digest >"$out/verify.txt"
{
    "$here/../manifest.sh" "$takeaway" \
        "N=$N GAME=$GAME THREADS=$THREADS experiments/nim-growth/records.sh" none "$out"/*.tsv "$out/stats.txt" "$out/verify.txt"
    printf '%-12s %s\n' run "$run"
} >"$out/manifest.txt"
tail -n 1 "$out/max.tsv"
