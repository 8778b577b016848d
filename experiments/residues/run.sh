#!/bin/sh
# Cold numbers of subtract-a-square by residue class, in one pass.
#   run.sh quick|full   to 2^28, or 10^10; N=... for another end
# Environment: experiments/lib.sh; KNOWN=FILE, an archive of the cold numbers
# to go on from (takeaway count --checkpoint). A table that reaches as far is kept. What the
# wheel's largest record in data/runs says further on is put beside it.
set -eu
# shellcheck source=experiments/lib.sh
. "$(dirname "$0")/../lib.sh"
experiment residues "${1:-quick}"

n=$(end 2^28 1e10)

if [ "$(tail -n 1 "$out/counts.tsv" 2>/dev/null | cut -f 1)" != "$n" ] ||
    [ ! -f "$out/shares.tsv" ]; then
    "$takeaway" cold "$n" --threads="$threads" ${KNOWN:+--resume="$KNOWN"} --format=npy -o "$out/work/cold.npy"
    python "$experiments/residues/residues.py" "$out/work/cold.npy" "$n" "$out/work"
    for table in counts classes told rare shares exponents grids ranked; do
        mv "$out/work/$table.tsv" "$out/$table.tsv"
    done
    : >"$out/work/added"
fi

# Fits of each class mod 5 that keeps appearing: from some n to the end, and
# over eight octaves.
fit() { # fit RESIDUE WINDOW FROM TO, the two as log2, or TO the end itself
    awk -F '\t' -v r="$1" -v to="$(power "$4")" -v last="$2" '
        BEGIN { print "n\tcold" }
        $1 == 5 && $2 == r && ($3 <= to + 0 || last == "to the end") { print $3 "\t" $4 }' \
        "$out/classes.tsv" >"$out/work/one.tsv"
    "$takeaway" fit "$out/work/one.tsv" --from="2^$3" 2>/dev/null | awk -F '\t' \
        -v row="5	$1	$2	$(power "$3")	$(tail -n 1 "$out/work/one.tsv" | cut -f 1)" '
        $1 == "points" { points = $3 }
        $1 == "exponent" && points >= 3 { print row "\t" points "\t" $3 "\t" $4 }'
}
octaves=$(awk -v n="$n" 'BEGIN { printf "%d", log(n) / log(2) + 1e-9 }')
{
    printf 'modulus\tresidue\twindow\tfrom_n\tto_n\tpoints\texponent\tstandard_error\n'
    for residue in 0 2 4; do
        for k in 10 18 26; do
            [ $((k + 2)) -gt "$octaves" ] || fit $residue 'to the end' $k "$octaves"
        done
        k=10
        while [ $((k + 8)) -le "$octaves" ]; do
            fit $residue 'eight octaves' $k $((k + 8))
            k=$((k + 1))
        done
    done
} | derived fits

# The wheel's record: how many are rare, and what the classes mod 5 and 65 gained
# beyond this run. Up to where both reach they must agree.
folder=$(record)
if [ -n "$folder" ]; then
    cat "$folder/counts-2.tsv" "$folder/counts-10.tsv" >"$out/work/ends"
    awk -F '\t' -v n="$n" -v name="$(basename "$folder")" '
        FNR == 1 { file++ }
        file == 1 && $1 + 0 > end { end = $1 + 0 }
        file == 2 && FNR > 1 { kind = $1 " mod 5"; theirs[kind]++; most[kind] = $2; if ($2 + 0 < n + 0) low[kind]++ }
        file == 3 && $1 == 10 && $2 == 6 { theirs["6 mod 10"] = $3 }
        file == 4 && FNR > 1 { ours[$1]++; if ($2 + 0 > largest[$1] + 0) largest[$1] = $2; if ($2 + 0 < end) both[$1]++ }
        END {
            print "class\tn\tnumbers\tlargest\trecord\trecord_n\trecord_numbers"
            split("1 mod 5,3 mod 5,6 mod 10", kinds, ",")
            for (i = 1; i <= 3; i++) {
                k = kinds[i]
                print k "\t" n "\t" ours[k] + 0 "\t" largest[k] "\t" name "\t" sprintf("%.0f", end) "\t" theirs[k] + 0
                if (k != "6 mod 10" && low[k] + 0 != both[k] + 0) bad = 3
                if (k == "6 mod 10" && end <= n && theirs[k] + 0 != both[k] + 0) bad = 3
            }
            if (bad) print "residues: other rare numbers than " name >"/dev/stderr"
            exit bad
        }' "$out/work/ends" "$folder/one-or-three-mod-5.tsv" "$folder/residues.tsv" "$out/rare.tsv" \
        >"$out/work/exceptional" || exit 3
    derived exceptional <"$out/work/exceptional"

    # What the record gained beyond this run.
    awk -F '\t' -v n="$n" '
        FNR == 1 { file++ }
        file == 1 && $1 + 0 > end { end = $1 + 0 }
        file == 2 && $3 == n { ours[$1, $2] = $4 }
        file == 3 && FNR > 1 && (($1, $2) in ours) {
            key[++keys] = $1 "\t" $2
            gain[keys] = $3 - ours[$1, $2]
            all[$1] += gain[keys]
            of[keys] = $1
        }
        END {
            print "modulus\tresidue\tfrom_n\tto_n\tcold\tshare"
            for (k = 1; k <= keys && end > n + 0; k++)
                printf "%s\t%s\t%.0f\t%.0f\t%.8f\n", key[k], n, end, gain[k], gain[k] / all[of[k]]
        }' "$out/work/ends" "$out/classes.tsv" "$folder/residues.tsv" | derived beyond
fi

finish "THREADS=$threads N=$n${KNOWN:+ KNOWN=ARCHIVE} experiments/residues/run.sh $size"
