#!/bin/sh
# Where transforms win over direct marking, and why: sets from sparse to dense.
#   run.sh quick|full     n from 2^18 to 2^19, or 2^22; MAX, REPS, CAP_S=...
# A sieve touches |S| times |cold| pairs, word-parallel marking the lesser of
# the two times n bits, transforms cost some n log^2 n whatever the set; the
# ratios should predict the winner. Environment: experiments/lib.sh.
set -eu
# shellcheck source=experiments/lib.sh
. "$(dirname "$0")/../lib.sh"
experiment dense-sets "${1:-quick}"
case $size in
quick) max=${MAX:-19} reps=${REPS:-3} cap=${CAP_S:-0.5} ;;
full) max=${MAX:-22} reps=${REPS:-5} cap=${CAP_S:-10} ;;
esac
command="MAX=$max REPS=$reps CAP_S=$cap experiments/dense-sets/run.sh $size"
seed="1 (random set: random-set 16777216 1)"
random_set 16777216

# The best a direct way does (sieve, segments, shift), the best of transforms
# (textbook, divide by either transform; divide marks
# directly within blocks of 2^13 or so, and below 2^18 it does little else).
table times set n elements cold engine wall_s least_wall_s greatest_wall_s reps
sets='squares cubes triangular primes odds fibonacci residues:1mod100 residues:1mod20 residues:1,4mod5 residues:1mod3 residues:1,2mod7 residues:1,3,9mod13 random'

for set in $sets; do
    game=$set
    [ "$set" != random ] || game=file:$out/random.txt
    k=18
    while [ "$k" -le "$max" ]; do
        n=$(power "$k")
        if ! has times "$set" "$n"; then
            stop_due "$command"
            elements=$(python -c "import takeaway; print(len(takeaway.Game('$game').elements($n)))")
            cold=$("$takeaway" count "$n" --game="$game" -q)
            # A mark of the sieves is a nanosecond at least.
            engines=shift,textbook,divide:ntt,divide:fftw
            if awk -v s="$elements" -v c="$cold" -v cap="$cap" 'BEGIN { exit !(s * c < cap * 1e9) }'; then
                engines=sieve,segments,$engines
            fi
            "$takeaway" compare "$n" -q --game="$game" --engines="$engines" --reps="$reps" --warmup=1 |
                awk -F '\t' -v set="$set" -v n="$n" -v elements="$elements" -v cold="$cold" '
                    NR > 1 { print set "\t" n "\t" elements "\t" cold "\t" $1 "\t" $4 }' |
                LC_ALL=C sort -t "$(printf '\t')" -k 5,5 -k 6,6n | awk -F '\t' '
                    function row(    h) {
                        if (!count) return
                        h = int((count + 1) / 2)
                        printf "%s\t%s\t%s\t%s\t%d\n", key, count % 2 ? t[h] : (t[h] + t[h + 1]) / 2, t[1], t[count], count
                    }
                    {
                        now = $1 "\t" $2 "\t" $3 "\t" $4 "\t" $5
                        if (now != key) { row(); count = 0; key = now }
                        t[++count] = $6
                    }
                    END { row() }' | add times
        fi
        k=$((k + 1))
    done
    echo "dense-sets: $set" >&2
done

# The best of either kind at each point, against the ratio of the two costs.
awk -F '\t' '
    BEGIN {
        OFS = "\t"
        print "set", "n", "elements", "cold", "pairs_over_n_log2n_squared", "lesser_over_log2n_squared", "direct", "direct_s", "transforms", "transforms_s", "direct_to_transforms"
    }
    NR > 1 {
        key = $1 "\t" $2 "\t" $3 "\t" $4
        kind = $5 ~ /^(sieve|segments|shift)/ ? "direct" : "transforms"
        if (!((kind, key) in best) || $6 < best[kind, key]) { best[kind, key] = $6; who[kind, key] = $5 }
        if (!(key in seen)) { seen[key] = 1; order[++keys] = key }
    }
    END {
        for (i = 1; i <= keys; i++) {
            key = order[i]
            split(key, p, "\t")
            d = best["direct", key]; f = best["transforms", key]
            if (d > 0 && f > 0)
                printf "%s\t%.6g\t%.6g\t%s\t%s\t%s\t%s\t%.4f\n", key,
                    p[3] * p[4] / (p[2] * (log(p[2]) / log(2)) ^ 2),
                    (p[3] < p[4] ? p[3] : p[4]) / (log(p[2]) / log(2)) ^ 2,
                    who["direct", key], d, who["transforms", key], f, d / f
        }
    }' "$out/times.tsv" | derived ratios

# Which threshold on a ratio predicts the winner most often, and how often.
awk -F '\t' '
    NR == 1 { name[1] = $5; name[2] = $6; next }
    { k++; x[1, k] = $5; x[2, k] = $6; win[k] = $11 > 1 }
    END {
        print "ratio\tpoints\tthreshold\tright_share"
        for (r = 1; r <= 2; r++) {
            most = 0
            for (i = 1; i <= k; i++) {
                right = 0
                for (j = 1; j <= k; j++) right += (x[r, j] >= x[r, i]) == win[j]
                if (right > most) { most = right; at = x[r, i] }
            }
            if (k) printf "%s\t%d\t%.4g\t%.4f\n", name[r], k, at, most / k
        }
    }' "$out/ratios.tsv" | derived thresholds

finish "$command"
