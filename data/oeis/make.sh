#!/bin/sh
# Makes the tables of this folder again: make.sh FOLDER [quick]. TAKEAWAY: the tool.
# Times of the full size stand in README.md; quick makes the first rows of each in seconds.
set -eu
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
out=$1 takeaway=${TAKEAWAY:-$here/../../build/takeaway}
case ${2:-full} in
full) practical=2^32 grundy=2^26 fibonacci=2^36 squares=10^8 lengths=4294967040 primes=100000000 ;;
quick) practical=2^24 grundy=2^16 fibonacci=2^22 squares=10^6 lengths=10^6 primes=1000000 ;;
*) echo "make.sh: size '$2' is not accepted; accepted: full, quick" >&2 && exit 2 ;;
esac
mkdir -p "$out"

"$takeaway" cold "$practical" --game=practical --max-memory=3G --format=bfile -o "$out/b275432.txt"
"$takeaway" cold "$grundy" --game=grundy --format=bfile --offset=1 -o "$out/b036685.txt"
"$takeaway" export A019509 10000 -o "$out/b019509.txt"
first() { awk 'NR > 1 { print $2, $1 }'; }
"$takeaway" nim "$squares" --max | first >"$out/b297963.txt"
"$takeaway" length "$lengths" --max --max-memory=12G | first >"$out/first-length.txt"
"$takeaway" cold "$fibonacci" --game=fibonacci --max-memory=12G | grep '[13579]$' |
    awk -v file="$out/b120904.txt" -v last="$fibonacci" '
        BEGIN { print "n\todd"; end = 1; split(last, power, "^") }
        { while ($1 >= end) { printf "%.0f\t%d\n", end, NR - 1; end *= 2 } }
        NR <= 10000 { print NR, $1 >file }
        END { for (; end <= 2 ^ power[2]; end *= 2) printf "%.0f\t%d\n", end, NR }' >"$out/odd-fibonacci.tsv"
# The terms of A025044 are in the OEIS; which are odd is printed.
"$here/A025044.py" "$primes" 0
