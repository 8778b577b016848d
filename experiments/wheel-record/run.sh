#!/bin/sh
# Cold positions of subtract-a-square below N (10^10), by the wheel: counts,
# counts by residue, the rare ones. Tables and a manifest go to data/runs/.
#   N, THREADS, CHECK (1: with the self-check) as in the environment
#   IN  an archive that holds them already: tables only, and SAMPLE (10000)
#       random positions of it by the definition
set -eu
export LC_ALL=C
: "${N:=1e10}" "${THREADS:=2}" "${CHECK:=1}" "${IN:=}" "${SAMPLE:=10000}"
takeaway=${TAKEAWAY:-build/takeaway}
name=$(date -u +%Y-%m-%d)-wheel-$(printf '%s' "$N" | tr '*^' '--')
out=data/runs/$name
mkdir -p "$out"
check=
[ "$CHECK" -eq 0 ] || check=:check
options="--engine=wheel$check --threads=$THREADS --stats"
[ -z "$IN" ] || options="--in=$IN"
command="takeaway cold $N $options"
# GNU time reports the peak of resident memory, where it is installed.
peak=
if command time -f %M true 2>/dev/null; then peak='command time -f peak_kib_%M'; fi
# shellcheck disable=SC2086
$peak "$takeaway" cold "$N" $options \
    2>"$out/stats.txt" | awk -v dir="$out" '
function level(p) { # counts below each power that p has reached or passed
    while (p >= two) { print two "\t" n >(dir "/counts-2.tsv"); two *= 2 }
    while (p >= ten) { print ten "\t" n >(dir "/counts-10.tsv"); ten *= 10 }
}
BEGIN {
    two = 1; ten = 1
    print "end\tcold" >(dir "/counts-2.tsv")
    print "end\tcold" >(dir "/counts-10.tsv")
    print "residue\tposition" >(dir "/one-or-three-mod-5.tsv")
}
/^[0-9]/ {
    p = $1 + 0
    level(p)
    n++
    m5[p % 5]++; m13[p % 13]++; m65[p % 65]++; m10[p % 10]++
    if (p % 5 == 1 || p % 5 == 3)
        print p % 5 "\t" p >(dir "/one-or-three-mod-5.tsv")
    if (p % 5 == 4)
        last[four++ % 100] = p
}
END {
    level(end)
    f = dir "/residues.tsv"
    print "modulus\tresidue\tcold" >f
    for (r = 0; r < 5; r++) print 5 "\t" r "\t" m5[r] + 0 >f
    for (r = 0; r < 10; r++) print 10 "\t" r "\t" m10[r] + 0 >f
    for (r = 0; r < 13; r++) print 13 "\t" r "\t" m13[r] + 0 >f
    for (r = 0; r < 65; r++) print 65 "\t" r "\t" m65[r] + 0 >f
    f = dir "/last-four-mod-5.tsv"
    print "position" >f
    k = four < 100 ? 0 : four - 100
    for (; k < four; k++) print last[k % 100] >f
}' OFMT=%.0f CONVFMT=%.0f end="$(awk -v t="$N" 'BEGIN {
    k = split(t, f, "*"); v = 1
    for (i = 1; i <= k; i++) {
        if (split(f[i], g, "^") == 2) v *= g[1] ^ g[2]; else v *= f[i] }
    printf "%.0f", v }')"
checked=$(awk '{ for (i = 1; i <= NF; i++) if (sub("^checked=", "", $i)) sum += $i }
    END { print sum + 0 }' "$out/stats.txt")
rm -f "$out/verify.txt"
how="THREADS=$THREADS CHECK=$CHECK"
if [ -n "$IN" ]; then
    how="IN=$(basename "$IN") SAMPLE=$SAMPLE"
    command="takeaway cold $N --in=$(basename "$IN")"
    "$takeaway" verify "$IN" --positions="$SAMPLE" --digest >"$out/verify.txt"
    "$takeaway" info "$IN" >>"$out/stats.txt"
    checked=$SAMPLE
fi
{
    experiments/manifest.sh "$takeaway" \
        "N=$N $how experiments/wheel-record/run.sh" \
        none "$out"/*.tsv "$out"/[sv]*.txt
    printf '%-12s %s\n' run "$command" \
        checked "$checked random positions, half of them cold, by the definition"
    [ -n "$IN" ] || printf '%-12s %s\n' \
        wall_s "$(sed -n 's/^# wall_s: //p' "$out/stats.txt")" \
        peak_kib "$(sed -n 's/^peak_kib_//p' "$out/stats.txt")"
} >"$out/manifest.txt"
echo "$out"
