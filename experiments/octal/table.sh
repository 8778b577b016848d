#!/bin/sh
# table.sh [OUT]: the table of octal games with up to three digits, by `takeaway
# census` and, of open games, `takeaway octal --period`, and its comparison with
# published lists. Some minutes on two threads; one that was ended, also by UNTIL
# (as in UNTIL=1h, for each game), goes on in OUT.part. Results take their names
# in OUT (data/runs/octal) when whole.
#   THREADS (2)
#   LIMITS (2^16 2^20:2500 2^24:2500): heaps of the census, then heaps:most for
#   open games that have at most so many rare heaps below the limit before
#   FROM: a table to begin with in place of the census; then all LIMITS are
#   heaps:most (' ': none), and open rows that are not searched again are as they were
#   FEWEST (20): open games with at most so many rare heaps are searched to 2^29
#   TAKEAWAY, of the census, may be several words, as 'mpirun -np 8 build/takeaway-mpi'
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=experiments/lib.sh
. "$here/../lib.sh"
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

ended() {
    echo "table.sh: ended; the same again goes on in $work" >&2
    exit "$1"
}

# census FILE LIMIT: of all classes, from where FILE.part ends on
census() {
    [ ! -e "$1" ] || return 0
    after=
    [ ! -e "$1.part" ] || after=$(tail -n 1 "$1.part" | cut -f 1)
    # shellcheck disable=SC2086 # words
    $takeaway census -q --codes="$work/codes" --limit="$2" --threads="${THREADS:-2}" \
        ${after:+--resume-after=$after} ${UNTIL:+--until=$UNTIL} >>"$1.part" || ended $?
    mv "$1.part" "$1"
}

# search FILE LIMIT MOST ROWS: of games in ROWS, by processes that each keep what
# they know; those that are fastest, with fewest rare heaps, first. More heaps
# add nothing to games that are proved, and take too long without a mask.
search() {
    [ ! -e "$1" ] || return 0
    mkdir -p "$work/known"
    touch "$1.part"
    awk -F '\t' -v most="$3" -v limit="$(number "$2")" '
        FILENAME != ARGV[2] { done[$1]; next }
        $2 == "none" && $8 != "NA" && $9 <= most + 0 && $3 < limit + 0 && !($1 in done) { print $9 "\t" $1 }
        ' "$1.part" "$4" | sort -n | cut -f 2 |
        TAKEAWAY=$alone xargs -P "${THREADS:-2}" -I '{}' "$here/search.sh" '{}' "$2" "$1.part" --threads=1 \
            --checkpoint="$work/known/{}.ta" --resume="$work/known/{}.ta" ${UNTIL:+--until=$UNTIL} || ended 130
    mv "$1.part" "$1"
}

if [ -z "${FROM:-}" ]; then
    last=
    [ -e "$work/classes" ] || classes >"$work/classes.part"
    [ -e "$work/classes" ] || mv "$work/classes.part" "$work/classes"
else
    last=$work/from
    [ -e "$last" ] || sed 1d "$FROM" | cut -f 1-10 >"$last"
    sed 1d "$FROM" | cut -f 1,11- >"$work/classes"
fi
found=$last
cut -f 1 "$work/classes" >"$work/codes"
for step in ${LIMITS:-2^16 2^20:2500 2^24:2500}; do
    now=$work/to-${step%:*}
    if [ -z "$last" ]; then
        census "$now" "$step"
    else
        search "$now" "${step%:*}" "${step#*:}" "$last"
    fi
    last=$now
    found="$found $now"
done
# shellcheck disable=SC2086 # files
awk -F '\t' -v OFS='\t' '
    FILENAME != last { last = FILENAME; file++ }
    file == 1 { order[++n] = $1; games[$1] = $2 OFS $3; next }
    { sub(/\t0x/, "\t"); row[$1] = $0 } # of the largest limit
    END {
        print "game", "proof", "heaps", "preperiod", "period", "largest", "largest_at",
            "mask", "rare", "last_rare", "games", "members"
        for (i = 1; i <= n; i++) print row[order[i]], games[order[i]]
    }' "$work/classes" $found >"$work/games.tsv"

# Proved rows once more, in 64 MB, so that those of FROM are of this program, too; and
# open ones with the fewest rare heaps, where that takes seconds.
: >"$work/whole"
awk -F '\t' -v fewest="${FEWEST:-20}" '
    NR == 1 { next }
    $2 != "none" { printf "%s %.0f\n", $1, 4096 + 2 * $3 }
    $2 == "none" && $9 <= fewest { printf "%s %.0f\n", $1, 2 ^ 29 }' "$work/games.tsv" |
    while read -r game heaps; do
        TAKEAWAY=$alone "$here/search.sh" "$game" "$heaps" "$work/whole" --max-memory=64M
    done
awk -F '\t' -v OFS='\t' -v whole="$work/whole" '
    BEGIN { while ((getline <whole) > 0) row[$1] = $0 }
    $1 in row && row[$1] !~ /\tnone\t/ { print row[$1], $11, $12; next }
    { print }' "$work/games.tsv" >"$work/games.part"
mv "$work/games.part" "$work/games.tsv"

TAKEAWAY=$alone "$here/compare.sh" "$work/games.tsv" >"$work/compared.txt"
{
    "$here/../manifest.sh" "$alone" "${FROM:+FROM=$FROM }${LIMITS:+LIMITS='$LIMITS' }make octal-table" none \
        "$work/games.tsv" "$work/compared.txt"
    if [ -n "${FROM:-}" ]; then
        printf '\nnote         rows of games that this did not search are those of FROM:\n'
        grep -v '^sha256' "$(dirname "$FROM")/manifest.txt"
    fi
} >"$work/manifest.txt"
mkdir -p "$out"
cat "$work/compared.txt"
mv "$work/games.tsv" "$work/compared.txt" "$work/manifest.txt" "$out"
rm -r "$work"
