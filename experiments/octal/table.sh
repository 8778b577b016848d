#!/bin/sh
# table.sh [OUT]: the table of octal games with up to three digits, by `takeaway
# census`, and its comparison with published lists. Some minutes on two
# threads; one that was ended, also by UNTIL (as in UNTIL=1h, for each of the
# LIMITS), goes on in OUT.part. Results take their names in OUT (data/runs/octal)
# when whole.
#   THREADS (2)
#   FEWEST (20): open games with at most so many rare heaps are searched to 2^29
#   LIMITS (2^16 2^20:2500 2^24:2500): heaps, or heaps:most for open games that
#   have at most so many rare heaps below the limit before
#   TAKEAWAY may be several words, as 'mpirun -np 8 build/takeaway-mpi'
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=${1:-$root/data/runs/octal}
takeaway=${TAKEAWAY:-$root/build/takeaway}
alone=${ALONE:-$root/build/takeaway} # for what ranks do not share
work=$out.part
mkdir -p "$work"

# Games are joined when their values agree on the first 2^14 heaps once those
# before the last leading zero are left out: if the first heaps have no moves,
# the game is another one with larger heaps. A line for each class: the shortest
# code, number of codes, codes.
sample=16384 margin=16
classes() {
    "$alone" census --digits=3 --limit=1 -q | cut -f 1 | while read -r code; do
        hash=$("$alone" octal "$code" $sample -q | awk -v sample=$sample -v margin=$margin '
            NR <= margin { first[NR] = $1; if ($1 != 0 && !begun) begun = NR }
            NR == margin { for (k = begun ? begun - 1 : 1; k <= margin; k++) print first[k] }
            NR > margin && NR <= sample - margin + (begun ? begun - 2 : 0) { print }' | sha256sum)
        printf '%s\t%s\n' "${hash%% *}" "$code"
    done | awk -F '\t' '
        !($1 in codes) { order[++n] = $1; best[$1] = $2 }
        { codes[$1] = codes[$1] (count[$1]++ ? " " : "") $2
          if (length($2) < length(best[$1])) best[$1] = $2 }
        END {
            for (i = 1; i <= n; i++) {
                code = best[order[i]]
                print substr(code, 1, 1), length(code), code "\t" count[order[i]] "\t" codes[order[i]]
            }
        }' | LC_ALL=C sort -k 1,1 -k 2,2n -k 3,3 | cut -d ' ' -f 3-
}

# search FILE CODES LIMIT: the census of CODES, from where FILE.part ends on
search() {
    [ ! -e "$1" ] || return 0
    last=
    [ ! -e "$1.part" ] || last=$(tail -n 1 "$1.part" | cut -f 1)
    # shellcheck disable=SC2086 # words
    $takeaway census -q --codes="$2" --limit="$3" --threads="${THREADS:-2}" \
        ${last:+--resume-after=$last} ${UNTIL:+--until=$UNTIL} >>"$1.part" || {
        status=$?
        echo "table.sh: ended; the same again goes on from $1.part" >&2
        exit $status
    }
    mv "$1.part" "$1"
}

[ -e "$work/classes" ] || classes >"$work/classes.part"
[ -e "$work/classes" ] || mv "$work/classes.part" "$work/classes"
cut -f 1 "$work/classes" >"$work/codes"
codes=$work/codes found=''
for step in ${LIMITS:-2^16 2^20:2500 2^24:2500}; do
    limit=${step%:*}
    if [ -n "$found" ]; then
        # the first two gain nothing from more heaps: proved, no mask
        # shellcheck disable=SC2086 # the last of the files
        awk -F '\t' -v most="${step#*:}" \
            '$2 == "none" && $8 != "NA" && $9 <= most + 0 { print $1 }' \
            "${found##* }" >"$work/open-$limit"
        codes=$work/open-$limit
    fi
    search "$work/to-$limit" "$codes" "$limit"
    found="$found $work/to-$limit"
done
# shellcheck disable=SC2086 # files
awk -F '\t' -v OFS='\t' '
    FILENAME != last { last = FILENAME; file++ }
    file == 1 { order[++n] = $1; games[$1] = $2 OFS $3; next }
    { row[$1] = $0 } # of the largest limit
    END {
        print "game", "proof", "heaps", "preperiod", "period", "largest", "largest_at",
            "mask", "rare", "last_rare", "games", "members"
        for (i = 1; i <= n; i++) print row[order[i]], games[order[i]]
    }' "$work/classes" $found >"$work/games.tsv"

# Beyond 2^25 heaps a census forgets some: a preperiod that is proved then may not
# be the least one, and a period longer than what it holds is not seen. So the
# games with such proofs are searched once more, with all values, and so are open
# ones with the fewest rare heaps, where that takes seconds (1 GB).
awk -F '\t' -v fewest="${FEWEST:-20}" '
    NR == 1 || $3 <= 2 ^ 25 { next }
    $2 != "none" { printf "%s %.0f\n", $1, 2 * $3 }
    $2 == "none" && $9 <= fewest { printf "%s %.0f\n", $1, 2 ^ 29 }' "$work/games.tsv" |
    while read -r game heaps; do
        "$alone" octal "$game" "$heaps" --period -q | awk -F '\t' -v OFS='\t' -v game="$game" '
            { value[$1] = $2 }
            END {
                sub(/:.*/, "", value["proof"])
                if (value["proof"] != "none")
                    print game, value["proof"], value["heaps"], value["preperiod"], value["period"],
                        value["largest"], value["largest_at"], value["mask"], value["rare"], value["last_rare"]
            }'
    done >"$work/whole"
awk -F '\t' -v OFS='\t' -v whole="$work/whole" '
    BEGIN { while ((getline <whole) > 0) row[$1] = $0 }
    $1 in row { print row[$1], $11, $12; next }
    { print }' "$work/games.tsv" >"$work/games.part"
mv "$work/games.part" "$work/games.tsv"

TAKEAWAY=$alone "$here/compare.sh" "$work/games.tsv" >"$work/compared.txt"
if [ -x "$root/experiments/manifest.sh" ]; then
    "$root/experiments/manifest.sh" "$alone" "${LIMITS:+LIMITS='$LIMITS' }make octal-table" none \
        "$work/games.tsv" "$work/compared.txt" >"$work/manifest.txt"
fi
mkdir -p "$out"
cat "$work/compared.txt"
mv "$work/games.tsv" "$work/compared.txt" "$work/manifest.txt" "$out"
rm -r "$work"
