# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# Nim-values: formats, records, histograms, and what is refused.

# OEIS A014586
prints <<'END'
nim 30 --from=20 -> 0|1|0|1|2|3|2|3|4|5
nim 12 --game=list:1,4 --from=9 --format=bfile --offset=1 -> 10 2|11 0|12 1
END
# A new largest value, and the first heap that has it; records below --from
# count, but are not printed.
prints <<'END'
nim 1000 --max --from=5 -> heap	value|25	3|28	4|29	5|75	6|103	7|200	8|234	9|315	10|364	11|479	12|633	13|802	14
nim 0 --max -> heap	value
nim 30 --histogram --from=25 -> value	count|2	1|3	2|4	1|5	1
nim 0 ->
END
holds 'npy of values' sh -c 'takeaway nim 100 --from=7 -o v.npy && takeaway nim 100 --from=7 >v.txt &&
    tail -c +129 v.npy | od -An -v -t u2 -w2 | tr -d " " | cmp - v.txt'
expect 0 '^# engine: ' nim 5 --stats <<'END'
0
1
0
1
2
END
refuses 'misere: nim-values belong to normal play' nim 10 --misere
refuses 'takeaway octal' nim 10 --game=.77
refuses "accepted: naive, .*auto" nim 10 --engine=wheel
refuses "QUANTITY 'x' is not accepted; accepted: cold, nim, length, octal" engines x
refuses 'exclude each other' nim 10 --max --histogram
refuses 'needs a file|npy with -o' nim 10 --format=npy
refuses 'from 11 is not accepted' nim 10 --from=11
fails 'value of heap 65536 is above 65535' nim 70000 --game=list:1-70000 -o x

# Past a proved period of a finite set nothing is computed, and N has no limit.
prints <<'END'
nim 2^64-1 --game=list:2,4,7 --max -> heap	value|0	0|2	1|4	2|7	3
nim 2^64-1 --game=list:2,4,7 --at=9,2^61 -> n	largest	largest_at|9	3	7|2305843009213693952	3	7
nim 2^64-1 --game=list:2,4,7 --histogram -> value	count|0	6148914691236517205|1	6148914691236517205|2	6148914691236517204|3	1
nim 10^19+5 --from=10^19 --game=list:2,4,7 --format=bfile -> 10000000000000000000 2|10000000000000000001 1|10000000000000000002 0|10000000000000000003 2|10000000000000000004 1
cold 10^19+9 --from=10^19 --game=list:2,4,7 --misere -> 10000000000000000001|10000000000000000004|10000000000000000007
count 2^64-1 --game=list:2,4,7 --at=10^6,2^50+1 -> n	cold|1000000	333334|1125899906842625	375299968947542
END
"$takeaway" nim 2^50 --game=list:2,4,7 --max --stats >/dev/null 2>stats.txt
holds 'what is proved' grep -q '^# proof: period 3 from 8 on' stats.txt
for game in list:3,17,40,41 list:1,13,24,38,59,77,90; do
    for what in "nim --histogram" "nim --digest" "cold --digest" "cold --misere --digest" \
        "count --at=powers2 -q" "nim --from=4194000 --format=bfile" "cold --from=4194000 --format=bfile"; do
        # shellcheck disable=SC2086 # a command and options
        "$takeaway" ${what%% *} 4200000 --game=$game ${what#* } >past.txt
        # shellcheck disable=SC2086
        "$takeaway" ${what%% *} 4200000 --game=$game ${what#* } --engine=naive >naive.txt
        holds "$game $what" cmp -s past.txt naive.txt
    done
done
# The first 30 squares have no period below 2^23: the ordinary run, or a word.
squares=list:1$(seq 2 30 | awk '{ printf ",%d", $1 * $1 }')
fails 'without a proved period, the engine needs 136.0 TiB of memory, above the limit of 40.0 MiB; ' \
    count 2^50 --game="$squares" --max-memory=40M
fails 'no period is proved from the positions below [0-9]*, and without one heap sizes up to 2.62 are supported' \
    count 2^63 --game="$squares" --max-memory=40M
fails 'no period is proved, since max S = 1000000000000 is too large to look for one, and without one' \
    count 10^19 --game=list:1,10^12
# Where max S needs it, the search goes further.
prints <<'END'
count 10^19 --game=list:1,2097153 -q -> 5000000000000000000
count 10^18 --game=list:1,4000000 -q -> 499999875000031250
END

# Large values of thin sets take blocked; small values, dense sets and values that
# reach the number of moves take layers.
takes() { # takes N GAME ENGINE
    "$takeaway" nim "$1" --game="$2" --max --stats 2>&1 >/dev/null |
        grep -q "^# chosen: $3"
}
# Blocked wins only where it takes seconds, which sanitizers would make minutes.
if [ -z "${TAKEAWAY_EMULATED:-}" ] && ! grep -q '__[at]san_init' "$takeaway"; then
    holds 'blocked for triangular numbers' takes 2^22 triangular blocked
fi
holds 'layers for cubes' takes 2^22 cubes layers
holds 'layers for primes' takes 2^20 primes layers
holds 'layers for the numbers of Moser and de Bruijn' takes 2^20 moser layers
