#!/bin/sh
# Cold numbers of subtract-a-square by residue class, in one pass.
#   run.sh quick|full   to 2^28, or 10^10; N=... for another end
# Environment: experiments/lib.sh. A table that reaches as far is kept.
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
    "$build/experiments/residues/residues" "$n" "$threads" "$out/work"
    for table in counts classes rare; do
        mv "$out/work/$table.tsv" "$out/$table.tsv"
    done

    # What a modulus tells: log2 m - entropy, in bits; and what it tells beyond its
    # divisors, by Moebius inversion over them: for independent prime powers what
    # m tells is the sum over them, so only prime powers would show.
    awk -F '\t' '
        function moebius(m,    p, sign) {
            sign = 1
            for (p = 2; p * p <= m; p++)
                if (m % p == 0) {
                    m /= p
                    if (m % p == 0) return 0
                    sign = -sign
                }
            return m > 1 ? -sign : sign
        }
        NR == 1 { next }
        {
            key = $2 "\t" $3 "\t" $4
            if (!(key in seen)) { seen[key] = ++keys; name[keys] = key }
            told[keys, $1] = log($1) / log(2) - $5
            if ($1 > last) last = $1
        }
        END {
            print "modulus\tfrom_n\tto_n\tcold\ttold_bits\tbeyond_divisors_bits\tby_chance_bits"
            for (k = 1; k <= keys; k++) {
                split(name[k], part, "\t")
                for (m = 2; m <= last; m++) {
                    own = 0
                    for (d = 2; d <= m; d++)
                        if (m % d == 0) own += moebius(m / d) * told[k, d]
                    # Miller and Madow: so much is expected of equal classes.
                    printf "%d\t%s\t%.6f\t%.6f\t%.6f\n", m, name[k], told[k, m], own,
                        (m - 1) / (2 * log(2) * part[3])
                }
            }
        }' "$out/work/entropy.tsv" | derived told
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

# Fit of each class mod 5 that keeps appearing, from 2^10 on.
{
    printf 'modulus\tresidue\tfrom_n\tto_n\tpoints\texponent\tstandard_error\n'
    for from in 10 18 26; do
        for residue in 0 2 4; do
            awk -F '\t' -v r="$residue" '
                BEGIN { print "n\tcold" }
                $1 == 5 && $2 == r { print $3 "\t" $4 }' "$out/classes.tsv" >"$out/work/one.tsv"
            [ "$(awk -v f="$(power $from)" '$1 + 0 >= f' "$out/work/one.tsv" | wc -l)" -ge 3 ] || continue
            "$takeaway" fit "$out/work/one.tsv" --from="2^$from" | awk -F '\t' \
                -v r="$residue" -v from="$(power $from)" \
                -v to="$(tail -n 1 "$out/work/one.tsv" | cut -f 1)" '
                BEGIN { OFS = "\t" }
                $1 == "points" { points = $3 }
                $1 == "exponent" { print 5, r, from, to, points, $3, $4 }'
        done
    done
} | derived fits

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

finish "THREADS=$threads N=$n experiments/residues/run.sh $size"
