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

case $size in
quick) n=$(number "${N:-2^28}") ;;
full) n=$(number "${N:-1e10}") ;;
esac

if [ "$(tail -n 1 "$out/counts.tsv" 2>/dev/null | cut -f 1)" != "$n" ] ||
    [ ! -f "$out/shares.tsv" ]; then
    "$takeaway" cold "$n" --threads="$threads" ${KNOWN:+--resume="$KNOWN"} --format=npy -o "$out/work/cold.npy"
    python "$experiments/residues/residues.py" "$out/work/cold.npy" "$n" "$out/work"
    for table in counts classes told rare; do
        mv "$out/work/$table.tsv" "$out/$table.tsv"
    done
    : >"$out/work/added"
fi

# Shares of the classes in each octave, from the counts below n.
awk -F '\t' '
    BEGIN { OFS = "\t"; print "modulus", "residue", "from_n", "to_n", "cold", "share" }
    NR == 1 { next }
    FNR == NR { all[$1, $3] += $4; next }
    FNR == 1 { next }
    {
        if (($1, $2) in before) {
            from = at[$1, $2]
            octave = all[$1, $3] - all[$1, from]
            cold = $4 - before[$1, $2]
            printf "%s\t%s\t%s\t%s\t%s\t%.8f\n", $1, $2, from, $3, cold, cold / octave
        }
        before[$1, $2] = $4
        at[$1, $2] = $3
    }' "$out/classes.tsv" "$out/classes.tsv" | derived shares

# Fits of each class mod 5 that keeps appearing: from some n to the end, and
# over eight octaves; the exponent of each octave, with the error it would have
# by chance (Poisson).
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

awk -F '\t' '
    BEGIN { print "modulus\tresidue\tfrom_n\tto_n\texponent\tchance_error" }
    $1 == 5 && $2 % 2 == 0 {
        if ($3 == 2 * at[$2] && before[$2] > 0)
            printf "5\t%s\t%s\t%s\t%.6f\t%.6f\n", $2, at[$2], $3, log($4 / before[$2]) / log(2),
                sqrt($4 - before[$2]) / $4 / log(2)
        before[$2] = $4
        at[$2] = $3
    }' "$out/classes.tsv" | derived exponents

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

# Grids: the classes mod 65 = 13 * 5, 205 = 41 * 5, 1105 = (5 * 13) * 17, by two
# residues. Along an axis the fullest class comes first (of the last octave),
# but for 41, all of whose classes are alike. Columns x and y are places.
awk -F '\t' '
    function whole(x) { return sprintf("%.0f", x) } # awk rounds large keys
    function ranks(m, f,    r, s, k) { # rank[m, f, residue mod f]
        for (r = 0; r < f; r++) {
            k = 0
            for (s = 0; s < f; s++)
                if (f == 41 ? s < r : (sum[m, f, s] > sum[m, f, r] || (sum[m, f, s] == sum[m, f, r] && s < r))) k++
            rank[m, f, r] = k
        }
    }
    BEGIN {
        OFS = "\t"
        print "modulus", "residue", "from_n", "to_n", "cold", "times_equal_share", "block", "x", "y"
        factors[65] = "5 13"; factors[205] = "5 41"; factors[1105] = "5 13 17"
    }
    !($1 in factors) || $4 != 2 * $3 || $3 < 524288 { next }
    {
        if (!(($1, $3) in seen)) { seen[$1, $3] = 1; if ($3 + 0 > top[$1]) top[$1] = $3 + 0 }
        cold[$1, $2, $3] = $5
        share[$1, $2, $3] = $6
    }
    END {
        for (m in factors) {
            k = split(factors[m], f, " ")
            blocks = 0
            # The last octave, and those eight and sixteen before its like.
            for (from = top[m]; from >= 524288 && blocks < (m == 1105 ? 2 : 3);) {
                at[++blocks] = whole(from)
                for (from = from / 2; from >= 524288; from /= 2)
                    if (((m, whole(from)) in seen) && (from == 524288 || from == 134217728)) break
            }
            for (i = 1; i <= k; i++) {
                for (r = 0; r < m + 0; r++) sum[m, f[i], r % f[i]] += cold[m, r, whole(top[m])]
                ranks(m, f[i])
            }
            high = m == 1105 ? 17 : 5
            for (b = 1; b <= blocks; b++)
                for (r = 0; r < m + 0; r++) {
                    if (m == 1105) {
                        x = 14 * rank[m, 5, r % 5] + rank[m, 13, r % 13]
                        y = rank[m, 17, r % 17]
                    } else {
                        x = rank[m, f[2], r % f[2]]
                        y = rank[m, 5, r % 5]
                    }
                    printf "%d\t%d\t%s\t%.0f\t%s\t%.4f\t%d\t%g\t%g\n", m, r, at[b], 2 * at[b],
                        cold[m, r, at[b]], share[m, r, at[b]] * m, b, x, -y - (b - 1) * (high + 1.6)
                }
        }
    }' "$out/shares.tsv" | LC_ALL=C sort -t "$(printf '\t')" -k 1,1n -k 7,7n -k 2,2n | derived grids

# The pattern mod 1105 and 205 at the end, the largest classes first.
awk -F '\t' '
    NR == 1 { next }
    $1 >= 65 { cold[$1, $2] = $4; all[$1, $3] += $4; if ($3 + 0 > end[$1]) end[$1] = $3 + 0; at[$1, $2] = $3 }
    END {
        for (key in cold) {
            split(key, part, SUBSEP)
            m = part[1]
            if (at[key] + 0 == end[m])
                printf "%d\t%d\t%.0f\t%d\t%.8f\n", m, part[2], end[m], cold[key],
                    cold[key] / all[m, at[key]]
        }
    }' "$out/classes.tsv" | LC_ALL=C sort -k 1,1n -k 4,4nr -k 2,2n | awk -F '\t' '
    BEGIN { OFS = "\t"; print "modulus", "rank", "residue", "n", "cold", "share", "share_so_far" }
    $1 != m { m = $1; rank = 0; sum = 0 }
    { sum += $5; printf "%d\t%d\t%d\t%s\t%s\t%s\t%.8f\n", $1, ++rank, $2, $3, $4, $5, sum }' |
    derived ranked

finish "THREADS=$threads N=$n${KNOWN:+ KNOWN=ARCHIVE} experiments/residues/run.sh $size"
