#!/bin/sh
# table.sh TABLE [OUT]: the table of octal games with up to three digits, made by
# the program TABLE (table.c), and its comparison with published lists. About
# ten minutes. Results take their names in OUT (data/runs/octal) when whole.
set -eu
table=$1
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=${2:-$root/data/runs/octal}
takeaway=${TAKEAWAY:-$root/build/takeaway}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$table" 16 >"$work/games.tsv"
TAKEAWAY=$takeaway "$here/compare.sh" "$work/games.tsv" >"$work/compared.txt"
if [ -x "$root/experiments/manifest.sh" ]; then
    "$root/experiments/manifest.sh" "$takeaway" 'make octal-table' none \
        "$work/games.tsv" "$work/compared.txt" >"$work/manifest.txt"
fi
mkdir -p "$out"
cat "$work/compared.txt"
mv "$work"/* "$out"
