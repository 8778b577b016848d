#!/bin/sh
# table.sh TABLE [OUT]: the table of octal games with up to three digits, made by
# the program TABLE (table.c), and its comparison with published lists. About
# ten minutes; one that was ended, also by UNTIL (as in UNTIL=1h), goes on in OUT.part.
# Results take their names in OUT (data/runs/octal) when whole.
set -eu
table=$1
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=${2:-$root/data/runs/octal}
takeaway=${TAKEAWAY:-$root/build/takeaway}
work=$out.part
mkdir -p "$work"

timeout "${UNTIL:-0}" "$table" 16 "$work/games.tsv" || {
    status=$?
    echo "table.sh: ended; the same again goes on from $work/games.tsv" >&2
    exit $status
}
TAKEAWAY=$takeaway "$here/compare.sh" "$work/games.tsv" >"$work/compared.txt"
if [ -x "$root/experiments/manifest.sh" ]; then
    "$root/experiments/manifest.sh" "$takeaway" 'make octal-table' none \
        "$work/games.tsv" "$work/compared.txt" >"$work/manifest.txt"
fi
mkdir -p "$out"
cat "$work/compared.txt"
mv "$work"/* "$out"
rmdir "$work"
