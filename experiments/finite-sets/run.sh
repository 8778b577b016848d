#!/bin/sh
# Periods of finite subtraction sets, by the census of the tool and of the Python module.
#   run.sh quick|full     three elements to 64, or 512; other bounds are in tables.py
# Environment: experiments/lib.sh; PYTHON, one with NumPy; FOX: the end of fox.tsv. Ten
# minutes of one core in full, resumed row by row. The rows of a quick run are rows of a full one.
set -eu
# shellcheck source=experiments/lib.sh
. "$(dirname "$0")/../lib.sh"
experiment finite-sets "${1:-quick}"

case $size in
quick) three=64 fox=${FOX:-1000} ;;
full) three=512 fox=${FOX:-66891} ;;
esac

# All three-element sets with the largest element m, by m: README.md, 8 to 10.
table three max_s sets additive additive_as_formula additive_reverse with_sum same_values pure pure_reverse \
    first_pure_not_reverse primitive primitive_pure period_a_c period_b_c period_a_b failures
for m in $(seq 3 "$three"); do
    has three "$m" || "$takeaway" census --size=3 --within="$m" --with="$m" --limit=2^22 --threads="$threads" -q |
        awk -F '\t' -v c="$m" '
            function gcd(x, y,    r) {
                for (; y > 0; y = r) { r = x % y; x = y }
                return x
            }
            BEGIN { OFS = FS; first = fails = "NA" }
            {
                split($1, s, ",")
                a = s[1]; b = s[2]; g = gcd(a, b); pure = $8 == "yes"; back = $10 == "yes"
            }
            a + b == c {
                r = b / g % (2 * a / g)
                p = r <= a / g ? a * (2 * b / g + r) : 2 * c - g * r
                additive++; formula += good = pure && $3 == p && $5 == p; reverse += back
            }
            a + b < c || a + b > c {
                good = $9 != "NA"; sum += good; same += $3 == $5 && ($2 == 0) == pure
                pures += pure; both += back
                if (pure && !back && first == "NA") first = $1
                if (a > 1 && gcd(g, c) == 1) {
                    primitive++; ppure += pure
                    if (pure) { ac += $3 == a + c; bc += $3 == b + c; ab += $3 == a + b }
                }
            }
            !good || a + b == c && !back { fails = (fails == "NA" ? "" : fails " ") $1 }
            END {
                print c, NR, additive + 0, formula + 0, reverse + 0, sum + 0, same + 0, pures + 0, both + 0,
                    first, primitive + 0, ppure + 0, ac + 0, bc + 0, ab + 0, fails
            }' | add three
done

# A242079: the least number above twice the last such that the values stay purely periodic and
# at most 2, and are others than before: of another period, as two of one period below the
# last move are the same. NA: the search for the period of a candidate ended without one.
table fox n element period
has fox 1 || printf '1\t1\t2\n' | add fox
while last=$(tail -n 1 "$out/fox.tsv" | cut -f 2) && [ "$last" -lt "$fox" ] 2>/dev/null; do
    set=$(sed 1d "$out/fox.tsv" | cut -f 2 | paste -s -d , -)
    for element in $(seq $((2 * last + 1)) $((4 * last))); do
        most=$("$takeaway" nim $((8 * element)) --game="list:$set,$element" --max | tail -n 1 | cut -f 2)
        [ "$most" -gt 2 ] && continue
        echo "$set,$element" >"$out/work/sets"
        "$takeaway" census --sets="$out/work/sets" -q --limit=2^28 | awk -F '\t' -v last="$(tail -n 1 "$out/fox.tsv")" '
            { split(last, row, FS); sub(".*,", "", $1) }
            $5 == "NA" { print row[1] + 1 FS "NA" FS "NA" }
            $8 == "yes" && $7 <= 2 && $5 != row[3] { print row[1] + 1 FS $1 FS $5 }' | add fox
        [ "$last" = "$(tail -n 1 "$out/fox.tsv" | cut -f 2)" ] || break
    done
done

python "$(dirname "$0")/tables.py" "$size" "$threads" "$out/work"
for new in "$out/work/"*.tsv; do
    derived "$(basename "$new" .tsv)" <"$new"
done
finish "THREADS=$threads FOX=$fox experiments/finite-sets/run.sh $size"
