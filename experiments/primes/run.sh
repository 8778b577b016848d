#!/bin/sh
# Take-a-prime by the structure of its values (README.md); needs libprimesieve.
#   run.sh quick|full    cold heaps to 2^28, or 10^12; values to 2^24, or 10^10
# Environment: lib.sh; COLD, VALUES: other ends; SAME: compared with the tool to here.
set -eu
# shellcheck source=experiments/lib.sh
. "$(dirname "$0")/../lib.sh"
experiment primes "${1:-quick}"
case $size in
quick) cold=${COLD:-2^28} values=${VALUES:-2^24} same=${SAME:-2^20} ;;
full) cold=${COLD:-10^12} values=${VALUES:-10^10} same=${SAME:-2^26} ;;
esac
program=$build/experiments/primes/primes
if [ ! -x "$program" ]; then
    echo "primes: left out, as libprimesieve 11 was not there for make experiments-ready (Debian: libprimesieve-dev)"
    exit 0
fi
command="THREADS=$threads COLD=$cold VALUES=$values SAME=$same experiments/primes/run.sh $size"

# The numbers as text, one a line, as `--digest` takes them.
table same numbers n sha256
for numbers in cold nim; do
    n=$(number "$same")
    has same "$numbers" "$n" && continue
    sum=$(command -v sha256sum || echo shasum -a 256)
    layers=$([ "$numbers" = cold ] && echo 1 || echo 13)
    ours=$("$program" "$n" "$layers" 1 65536 print | $sum)
    theirs=$("$takeaway" $numbers "$n" --game=primes --threads="$threads" | $sum)
    if [ "$ours" != "$theirs" ]; then
        echo "primes: $numbers below $n are not those of the tool" >&2
        exit 3
    fi
    printf '%s\t%s\t%s\n' "$numbers" "$n" "${ours%% *}" | add same
done

# The heaps of a value at the parity that has few, but for value 9.
"$program" 65536 13 1 65536 print | awk '
    BEGIN { print "value\theap" }
    $1 != 9 && (NR - 1) % 2 == ($1 >= 4 && $1 <= 6 || $1 == 11) { heaps[$1] = heaps[$1] $1 "\t" NR - 1 "\n" }
    END { for (v = 0; v < 13; v++) printf "%s", heaps[v] }' | derived exceptions

reaches() { # reaches TABLE N
    [ "$(tail -n 1 "$out/$1.tsv" 2>/dev/null | cut -f 1)" = "$(number "$2")" ]
}
table times what n threads wall_s cpu_s
reaches counts "$cold" || {
    "$program" "$(number "$cold")" 1 "$threads" 65536 "$out/work/times" |
        awk '{ print $1 "\t" (NR == 1 ? "cold" : sprintf("%.0f", $3 + $4)) }' | derived counts
    add times <"$out/work/times"
}
reaches values "$values" || "$program" "$(number "$values")" 13 "$threads" | derived values
finish "$command"
