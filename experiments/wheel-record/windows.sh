#!/bin/sh
# Windows of an archive of cold positions, computed again from the positions
# below them and compared: WINDOWS (8) random ones of SIZE (1e6) positions in
# each octave from FROM (0) on; octaves that are no longer than that are
# computed whole.
#   windows.sh FILE     SEED (1), TAKEAWAY, OUT as in the environment
# Two tables and a manifest go to data/runs/<date>-windows-<end of FILE>. Exit
# status 3 if a position differs: the tool names the first one.
set -eu
export LC_ALL=C
[ $# -eq 1 ] || {
    echo "windows.sh: FILE is needed, an archive of cold positions" >&2
    exit 2
}
: "${WINDOWS:=8}" "${SIZE:=1e6}" "${FROM:=0}" "${SEED:=1}"
takeaway=${TAKEAWAY:-build/takeaway}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
options="--positions=0 --windows=$WINDOWS --window-size=$SIZE --at=powers2 --from=$FROM --seed=$SEED"
begun=$(date +%s)
# shellcheck disable=SC2086
"$takeaway" verify "$1" $options --digest >"$work/said"
wall=$(($(date +%s) - begun))
times >"$work/times" # of a subshell it would be another's
cpu=$(awk 'NR == 2 { gsub(/[ms]/, " "); printf "%.1f", 60 * ($1 + $3) + $2 + $4 }' "$work/times")

said() { # said QUANTITY
    sed -n "s/^$1	//p" "$work/said"
}
out=${OUT:-data/runs/$(date -u +%Y-%m-%d)-windows-$(said end)}
mkdir -p "$out"
sed -n 's/^window_[0-9]*	\[\([0-9]*\), \([0-9]*\)), \([0-9]*\) cold$/\1	\2	\3/p' "$work/said" |
    awk -F '\t' '
        BEGIN { print "octave_from\toctave_to\tfrom\tto\tcold"; top = 1 }
        {
            while (top <= $1 + 0) top *= 2
            printf "%.0f\t%.0f\t%s\n", top == 1 ? 0 : top / 2, top, $0
        }' >"$out/windows.tsv"
awk -F '\t' '
    BEGIN { print "octave_from\toctave_to\twindows\tpositions\tcold" }
    function put() { if (octave != "") printf "%s\t%d\t%.0f\t%.0f\n", octave, n, positions, cold }
    NR == 1 { next }
    $1 "\t" $2 != octave { put(); octave = $1 "\t" $2; n = positions = cold = 0 }
    { n++; positions += $4 - $3; cold += $5 }
    END { put() }' "$out/windows.tsv" >"$out/octaves.tsv"
{
    experiments/manifest.sh "$takeaway" \
        "WINDOWS=$WINDOWS SIZE=$SIZE FROM=$FROM SEED=$SEED experiments/wheel-record/windows.sh $(basename "$1")" \
        "$SEED" "$out"/*.tsv
    printf '%-12s %s\n' run "takeaway verify $(basename "$1") $options --digest" \
        archive "$(said content) of $(said game) below $(said end), $(said numbers) of them, sha256 $(said sha256)" \
        checked "$(said windows) windows, $(said computed_anew)" \
        cold "$(said windows_of_value_0)" moves "$(said windows_moves)" wall_s "$wall" cpu_s "$cpu"
} >"$out/manifest.txt"
echo "$out"
