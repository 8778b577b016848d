#!/bin/sh
# How the cold count grows: squares under both conventions, and other sets.
#   run.sh quick|full     squares to 2^28 or 10^10; N=... for another end
# Environment: experiments/lib.sh; ENGINE (auto); SETS, which other sets (all). Squares under the normal
# convention come from experiments/residues where that has gone as far, and are
# drawn on by the wheel's largest record in data/runs, which has to agree with
# what was counted here (exit status 3 if not).
set -eu
# shellcheck source=experiments/lib.sh
. "$(dirname "$0")/../lib.sh"
experiment growth "${1:-quick}"
engine=${ENGINE:-auto}
from=10 # log2 of the least n of the fits: below it counts are too small
each=8  # points an octave

n=$(end 2^28 1e10) # the squares' end, which may lie between powers of two

table counts set convention n cold

# missing SET CONVENTION LIST: what of the list is not in the table.
missing() {
    awk -F '\t' -v set="$1" -v convention="$2" -v list="$3" '
        $1 == set && $2 == convention { known[$3] = 1 }
        END {
            k = split(list, n, ",")
            for (i = 1; i <= k; i++)
                if (!(n[i] in known)) { printf "%s%s", sep, n[i]; sep = "," }
        }' "$out/counts.tsv"
}

# points SET CONVENTION LIST: all that is missing of it, in one pass.
points() {
    list=$(missing "$1" "$2" "$3")
    [ -n "$list" ] || return 0
    option=''
    [ "$2" = normal ] || option=--misere
    # shellcheck disable=SC2086
    "$takeaway" count "${list##*,}" --at="$list" --game="$1" $option \
        --engine="$engine" --threads="$threads" >"$out/work/new"
    awk -F '\t' -v set="$1" -v convention="$2" '
        NR > 1 { print set "\t" convention "\t" $0 }' "$out/work/new" | add counts
    echo "growth: $1, $2 play, to ${list##*,}" >&2
}

# 1, 2, 4, ... and then EACH an octave; the end as well.
list_to() {
    awk -v end="$1" -v from="$from" -v each="$each" 'BEGIN {
        for (k = 0; 2 ^ k <= end && k < from; k++) printf "%.0f,", 2 ^ k
        for (k = from * each; (v = sprintf("%.0f", 2 ^ (k / each))) + 0 < end; k++) printf "%s,", v
        printf "%.0f", end
    }'
}

# Squares may be there already.
pass=$build/runs/residues/counts.tsv
if [ -f "$pass" ]; then
    wanted=$(missing squares normal "$(list_to "$n")")
    awk -F '\t' -v list="$wanted" '
        BEGIN { k = split(list, n, ","); for (i = 1; i <= k; i++) wanted[n[i]] = 1 }
        $1 in wanted { print "squares\tnormal\t" $0 }' "$pass" | add counts
fi
points squares normal "$(list_to "$n")"
# Log2 of the last n, quick and full: what one pass does in some seconds, or in
# a minute. Primes ask for FFTs.
while read -r set convention quick full; do
    case " ${SETS:-$set} " in *" $set "*) ;; *) continue ;; esac
    [ "$size" = quick ] && bits=$quick || bits=$full
    points "$set" "$convention" "$(list_to "$(power "$bits")")"
done <<EOF
squares misere 26 33
cubes normal 26 30
triangular normal 28 30
pronic normal 28 30
primes normal 21 24
moser normal 26 30
EOF
sorted counts -k 1,1 -k 2,2 -k 3,3n

# Squares as far as they are known: counted here, by the record, or by both.
folder=$(record)
: >"$out/work/record"
[ -z "$folder" ] || cat "$folder/counts-2.tsv" "$folder/counts-10.tsv" >"$out/work/record"
awk -F '\t' -v name="$(basename "${folder:-NA}")" '
    FNR == 1 { file++ }
    file == 2 && $1 !~ /^[0-9]/ { next } # a header
    file == 1 && $1 == "squares" && $2 == "normal" { print $3 "\t" $4 "\trun\tNA" }
    file == 2 { print $1 "\t" $2 "\trecord\t" name }' "$out/counts.tsv" "$out/work/record" |
    LC_ALL=C sort -u -k 1,1n -k 3,3r | awk -F '\t' '
    function put() { if (n != "") print n "\t" cold "\t" source "\t" record }
    BEGIN { print "n\tcold\tsource\trecord" }
    $1 == n {
        if ($2 != cold) {
            print "growth: below " n " are " cold " cold numbers, but " $2 " say others" >"/dev/stderr"
            bad = 3
        }
        if ($3 != source) source = "both"
        record = $4
        next
    }
    { put(); n = $1; cold = $2; source = $3; record = $4 }
    END { put(); exit bad }' >"$out/work/squares" || exit 3
derived squares <"$out/work/squares"
[ -z "$folder" ] || echo "the same: $(grep -c '	both	' "$out/squares.tsv") counts of $(basename "$folder") as counted here"
{
    cat "$out/counts.tsv"
    awk -F '\t' '$3 == "record" { print "squares\tnormal\t" $1 "\t" $2 }' "$out/squares.tsv"
} >"$out/work/all.tsv"

# Sets without square differences, counted exactly at the same n, of which the
# command takes some at a time.
for set in ruzsa beigel-gasarch; do
    sed 1d "$out/squares.tsv" | cut -f 1 | xargs -n 50 "$takeaway" yardstick $set >"$out/work/$set"
done
(
    cd "$out/work"
    awk -F '\t' '
        BEGIN { print "name\tn\tmembers" }
        $1 != "n" { print FILENAME "\t" $1 "\t" $2 }' ruzsa beigel-gasarch
) | derived yardsticks

# ---- what follows from the counts ----

# The exponent of each octave, log2(C(n) / C(n/2)), with the error it would
# have if the cold numbers of the octave fell there by chance (Poisson).
awk -F '\t' '
    BEGIN { print "set\tconvention\tfrom_n\tto_n\texponent\tchance_error" }
    NR > 1 {
        key = $1 "\t" $2
        cold[key, $3] = $4
        before = cold[key, sprintf("%.0f", $3 / 2)] # as the table has it
        k = log($3) / log(2)
        if ($3 >= 2048 && before > 0 && k - int(k + 1e-9) < 1e-9)
            printf "%s\t%.0f\t%s\t%.6f\t%.6f\n", key, $3 / 2, $3, log($4 / before) / log(2),
                sqrt($4 - before) / $4 / log(2)
    }' "$out/work/all.tsv" | derived octaves

# fit SET CONVENTION FROM TO: exponent, error, constant of the octave counts.
fit() {
    awk -F '\t' -v set="$1" -v convention="$2" -v to="$4" '
        BEGIN { print "n\tcold" }
        $1 == set && $2 == convention && $3 <= to + 0 {
            k = log($3) / log(2)
            if (k - int(k + 1e-9) < 1e-9) print $3 "\t" $4
        }' "$out/work/all.tsv" >"$out/work/part"
    "$takeaway" fit "$out/work/part" --from="$3" 2>/dev/null | awk -F '\t' '
        { value[$1] = $3; error[$1] = $4 }
        END {
            printf "%s\t%s\t%s\t%s\t%s\n", value["points"], value["exponent"],
                error["exponent"], value["constant"], value["residual_rms"]
        }'
}

last_octave() { # last_octave SET CONVENTION: log2 of the last power of two
    awk -F '\t' -v set="$1" -v convention="$2" '
        $1 == set && $2 == convention { k = log($3) / log(2); if (k - int(k + 1e-9) < 1e-9) last = k }
        END { printf "%.0f", last }' "$out/work/all.tsv"
}

{
    printf 'set\tconvention\twindow\tfrom_n\tto_n\tpoints\texponent\tstandard_error\tconstant\tresidual_rms\n'
    cut -f 1,2 "$out/counts.tsv" | sed 1d | uniq >"$out/work/sets"
    while read -r set convention; do
        last=$(last_octave "$set" "$convention")
        k=$from
        while [ $((k + 4)) -le "$last" ]; do
            printf '%s\t%s\tto the end\t%s\t%s\t' "$set" "$convention" "$(power $k)" "$(power "$last")"
            fit "$set" "$convention" "2^$k" "$(power "$last")"
            k=$((k + 2))
        done
        k=$from
        while [ $((k + 8)) -le "$last" ]; do
            printf '%s\t%s\teight octaves\t%s\t%s\t' "$set" "$convention" "$(power $k)" "$(power $((k + 8)))"
            fit "$set" "$convention" "2^$k" "$(power $((k + 8)))"
            k=$((k + 1))
        done
    done <"$out/work/sets"
} | derived windows

# How far the counts of squares stray from the fit from 2^16 on.
awk -F '\t' '
    BEGIN { print "n\tresidual" }
    FNR == NR {
        if ($1 == "squares" && $2 == "normal" && $3 == "to the end" && $4 == 65536) { e = $7; c = $9 }
        next
    }
    FNR > 1 && $1 >= 65536 && e != "" { printf "%s\t%.6f\n", $1, log($2 / (c * $1 ^ e)) }' \
    "$out/windows.tsv" "$out/squares.tsv" | derived residuals

finish "THREADS=$threads N=$n experiments/growth/run.sh $size"
