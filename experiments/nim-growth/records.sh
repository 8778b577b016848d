#!/bin/sh
# Records of the nim-values of subtract-a-square below N (10^8): each new
# largest value and where it first occurs. Table and manifest go to data/runs/.
#   N, THREADS as in the environment
set -eu
: "${N:=1e8}" "${THREADS:=2}"
takeaway=${TAKEAWAY:-build/takeaway}
here=$(cd "$(dirname "$0")" && pwd)
out=data/runs/$(date -u +%Y-%m-%d)-nim-$(printf '%s' "$N" | tr '*^' '--')
mkdir -p "$out"
"$takeaway" nim "$N" --max --threads="$THREADS" --stats \
    >"$out/records.tsv" 2>"$out/stats.txt"
"$here/../manifest.sh" "$takeaway" \
    "takeaway nim $N --max --threads=$THREADS --stats" none \
    "$out/records.tsv" "$out/stats.txt" >"$out/manifest.txt"
tail -n 1 "$out/records.tsv"
