#!/bin/sh
# Computes again what the committed tables say and compares it bit by bit:
# counts, values, positions; never times.
#   verify.sh [NAME...]
# Each experiment that has a file `exact` is run again in its quick size. A line
# of `exact` is a table and how many of its first columns name a row; the rows
# of the new table that data/runs has too must be the same there. The published
# values (data/published) are compared as well, and models of growth to 1e-5. Rows
# in data/withdrawn.tsv may differ.
# Exit status 0, or 3.
set -eu
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/.." && pwd)
build=${BUILD:-build}
TAKEAWAY=${TAKEAWAY:-$build/takeaway}
export TAKEAWAY
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

"$here/growth/published.sh" || status=3

# What the OEIS is offered: the first rows.
[ $# -gt 0 ] || "$root/data/oeis/make.sh" "$work/oeis" quick 2>&1 | grep -q 'odd: \[1, 25\]$' || status=3
for file in "$work/oeis"/*; do
    [ -f "$file" ] || break
    rows=$(wc -l <"$file")
    if head -n "$rows" "$root/data/oeis/$(basename "$file")" | cmp -s - "$file"; then
        echo "oeis/$(basename "$file"): $rows rows the same"
    else
        echo "oeis/$(basename "$file"): differs" >&2
        status=3
    fi
done

# Seeded, so the same to the last digit; half a minute.
waves=$root/data/runs/2026-11-22-growth-waves/waves.tsv
if [ $# -eq 0 ] && command -v python3 >/dev/null 2>&1; then
    if "$here/growth/waves.py" "$root/data/runs/2026-11-21-growth/octaves.tsv" | diff "$waves" -; then
        echo 'growth-waves/waves: the same'
    else
        status=3
    fi
fi

# The models at powers of two; correlations are sought to some 1e-6 only.
models=$root/data/runs/2026-11-22-growth-models/models.tsv
if [ $# -eq 0 ] && command -v python3 >/dev/null 2>&1; then
    awk -F '\t' 'NR == 1 { print "n\tcold"; next } { k = log($1) / log(2) }
        k - int(k + 1e-9) < 1e-9 { print $1 "\t" $2 }' \
        "$root/data/runs/2026-11-21-growth/squares.tsv" >"$work/octaves"
    if "$here/growth/models.py" octaves "$work/octaves" 10 12 14 16 18 20 22 24 26 28 >"$work/models" &&
        grep -e '^sample' -e '^octaves' "$models" | paste - "$work/models" | awk -F '\t' '
            { for (i = 1; i <= NF / 2; i++)
                if ($i != $(i + NF / 2) && (NR == 1 || i == 1 || ($i - $(i + NF / 2)) ^ 2 > 1e-10)) {
                    print "growth-models/models: was " $i ", is " $(i + NF / 2)
                    bad = 1
                } }
            END { exit bad || NR != 11 }'; then
        echo 'growth-models/models: 10 rows the same'
    else
        status=3
    fi
fi

[ $# -gt 0 ] || set -- residues growth octal nim-growth lengths finite-sets primes
for name in "$@"; do
    [ -f "$here/$name/exact" ] && [ -x "$here/$name/run.sh" ] || continue
    # No table from before: everything is computed.
    mkdir -p "$work/runs/$name"
    NO_FIGURES=1 OUT="$work/runs/$name" "$here/$name/run.sh" quick >"$work/log" 2>&1 || {
        failed=$?
        cat "$work/log" >&2
        [ "$failed" -eq 3 ] || exit 1
        status=3
    }
    grep '^the same' "$work/log" || true
    for run in "$root"/data/runs/????-??-??-"$name" "$root/data/runs/$name"; do
        [ -d "$run" ] || continue
        while read -r table keys; do
            [ -f "$run/$table.tsv" ] && [ -f "$work/runs/$name/$table.tsv" ] || continue
            awk -F '\t' -v keys="$keys" -v what="$(basename "$run")/$table" -v withdrawn="$root/data/withdrawn.tsv" '
                BEGIN { while ((getline line <withdrawn) > 0) gone[line] }
                function key(    k, i) {
                    for (i = 1; i <= keys; i++) k = k "\t" $i
                    return k
                }
                FNR == 1 { if (NR == 1) head = $0; else if ($0 != head) { other = 1; exit } next }
                FNR == NR { row[key()] = $0; next }
                key() in row {
                    if (row[key()] == $0) same++
                    else if (what "\t" $0 in gone) print what ": withdrawn: " $0
                    else { print what ": was " $0 ", is " row[key()]; bad++ }
                }
                END {
                    if (other) print what ": other columns, not compared"
                    else printf "%s: %d rows the same, %d different\n", what, same, bad
                    exit bad > 0
                }' "$work/runs/$name/$table.tsv" "$run/$table.tsv" || status=3
        done <"$here/$name/exact"
    done
done
exit "$status"
