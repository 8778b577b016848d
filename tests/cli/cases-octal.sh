# shellcheck shell=sh disable=SC2154 # run.sh sets them
# Octal games: values, cold heaps, periods, moves, and what is refused.

# OEIS A215721
prints <<'END'
cold --game=domino 60 -> 0|1|5|9|15|21|25|29|35|39|43|55|59
octal .07 12 --cold -> 0|1|5|9
octal .07 30 --cold --from=10 --format=bfile --offset=1 -> 5 15|6 21|7 25|8 29
octal kayles 8 --from=3 --format=bfile -> 3 3|4 1|5 4|6 3|7 2
octal grundy 50 --max -> heap	value|0	0|3	1|5	2|13	3|18	4|41	5
octal .07 0 ->
END
# summary VALUES ARGUMENT...: what --period says, in one line.
summary() {
    wanted=$1
    shift
    said=$("$takeaway" octal "$@" --period | sed -e 1d -e 's/.*\t//' | paste -s -d '|' -)
    holds "octal $* --period: $said" [ "$said" = "$wanted" ]
}
summary "0.77|168|long: Guy and Smith (1956; paper-notes O1) by heaps below 168|12|71|0|1|8|27|NA|NA|NA" .77 1000
expect 0 '' octal .45 1e6 --period <<'END'
quantity	value
game	0.45
heaps	1038
proof	long: Guy and Smith (1956; paper-notes O1) by heaps below 1038
period	20
preperiod	498
saltus	0
preperiod_counts_from	1
largest	8
largest_at	37
mask	0xf
rare	11
last_rare	198
END
# Without N the end is a default, which is said, and no other result comes.
for code in .45 .3F; do
    checks=$((checks + 1))
    "$takeaway" octal $code --period >rows 2>err
    n=$(sed -n 's/^# n: \([0-9]*\), since no N is given$/\1/p' err)
    expect 0 '' octal $code "${n:-none}" --period <rows
done
# --quiet: as `period --quiet`, preperiod and period if they are proved.
prints <<'END'
octal .45 1e6 --period --quiet -> 498	20
octal .45 --period -q -> 498	20
octal .45 100 --period --quiet ->
octal .3F 3000 --period --quiet -> 1	6
octal .37 20 --period --quiet ->
octal .45 1e6 --period --quiet --checkpoint=quiet.ta -> 498	20
END
# What the table shows is explained in the man page.
for row in $("$takeaway" octal .45 1e6 --period | cut -f 1 | grep -v -e quantity -e largest_at -e heaps); do
    holds "$row is explained" sh -c "'$takeaway' --man | sed -n '/^.SS takeaway octal/,/^.EX/p' | grep -q '$row'"
done
# At a power of two the mask is due: it is that of all heaps, not of half of them.
summary '0.36|8192|none: no period found up to 8192|NA|NA|NA|1|176|7196|0xfe|515|7587' .36 8192
summary '0.104|4096|none: no period found up to 4096|NA|NA|NA|1|20|1066|0x17+position|20|284' .104 2^12
summary '0.6|500|none: no period found up to 500|NA|NA|NA|1|17|489|NA|NA|NA' .6 500
prints <<'END'
count --game=.16 1e4 -> 7 of the 10000 positions below 10000 are cold (.16, normal play)
END
prints <<'END'
moves --game=domino 10^50 --limit=2 -q -> 1	2	1 99999999999999999999999999999999999999999999999997|1	2	2 99999999999999999999999999999999999999999999999996
moves 5@domino 2@squares 9 -q -> 3	4	5|3	9	0
is 13@domino 13@domino -> cold: the player to move loses. 2 from 13 is met by 2 from 11 into 3 6; 2 from 13 into 1 10 by 2 from 10 into 2 6; 2 from 13 into 2 9 by 2 from 9 into 1 6; ...
END
for code in . '' 07 4 x squares; do
    refuses "CODE: \"$code\" is no octal game; accepted: a code with a point, such as 0.07, .77 or 4.3, or kayles, .* or grundy$" \
        octal "$code" 10
done
for code in 1.2 2.1 3.1 5.1 6.1 7.1 9.1 B.1; do
    refuses "CODE: \"$code\": before the point only 0, 4, 8 or C is accepted$" octal "$code" 10
done
for code in 0.G 0.07x 0..7; do
    refuses "CODE: \"$code\": '.' is no digit; accepted after the point: 0 to 9 and A to F$" octal "$code" 10
done
refuses "'octal' needs CODE N, or CODE with --period" octal .07
refuses 'one operand too many' octal .07 10 20
refuses 'exclude each other' octal .07 10 --max --histogram
refuses 'accepted: naive, sets, sparse, auto' octal .07 10 --engine=divide
refuses 'goes with --period' octal .07 10 --long-proof
refuses 'evaluated for normal play only' octal .07 10 --misere
fails 'at most 300 together' cold --game=domino 302 --misere
refuses 'no engine "sparse" for misere play' cold --game=domino 10 --misere --engine=sparse
holds 'the least preperiod, from a head and a tail' \
    sh -c "'$takeaway' octal .354 2^24 --period --max-memory=4M | grep -q '^preperiod	10061916'"
fails 'outgrown .* of 57: a limit on memory twice that' cold 300 --misere --game=kayles --max-memory=10M
refuses 'accepted: naive, sets, sparse, auto' cold --game=domino 10 --engine=segments
refuses 'npy with -o' octal .07 10 --format=npy
refuses 'from 20 is not accepted' octal .07 10 --from=20
refuses 'subtraction sets' compare 100 --engines=naive,sieve --game=.07
refuses 'HEAP: ' moves 1.5@domino
fails 'needs .* of memory' octal .6 2^31 --max-memory=500K

# Past a proved period nothing is computed: what took minutes takes no time.
prints <<'END'
octal .165 2^24 --max -> heap	value|0	0|1	1|3	2|5	3|9	4|12	6|17	8|34	12|63	15|117	16|310	19|593	23|620	25
END
expect 0 'proof: long, from the heaps below 13465: period 1550 from 5181 on' \
    octal .165 18446744073709551615 --from=18446744073709551608 --stats <<'END'
5
6
4
5
6
2
8
END
prints <<'END'
octal .07 2^63 --histogram -> value	count|0	1356378240713937623|1	2170205185142300190|2	1085102592571150099|3	1898929536999512666|4	1085102592571150093|5	813826944428362570|7	271275648142787523|8	271275648142787522|9	271275648142787522
octal .07 2^63 --cold --from=9223372036854775770 -> 9223372036854775773|9223372036854775777|9223372036854775787|9223372036854775791|9223372036854775803|9223372036854775807
count --game=.07 2^63 --at=176,2^20,2^63 -> n	cold|176	30|1048576	154206|9223372036854775808	1356378240713937623
END
holds 'a histogram past a period and the values agree' sh -c "
    '$takeaway' octal .56 700000 --histogram --from=500000 >c &&
    '$takeaway' octal .56 700000 --from=500000 | sort -n | uniq -c |
        awk 'BEGIN { print \"value\tcount\" } { print \$2 \"\t\" \$1 }' >d && cmp c d"

# Counts of values that others publish: heaps 1 to n (data/published/octal.md).
counts=$root/data/published/octal-counts.tsv
same_counts() { # same_counts GAME EXPONENT
    n=$((1 << $2))
    "$takeaway" octal "$1" $((n + 1)) --from=1 --histogram | tail -n +2 >got.tsv
    awk -v g="$1" -v n=$n '$1 == g && $2 == n { print $3 "\t" $4 }' "$counts" >want.tsv
    holds "published counts of $1 to 2^$2" cmp got.tsv want.tsv
}
for code in .014 .034 .161 .167 .172; do
    [ -z "${TAKEAWAY_EMULATED:-}" ] || continue
    same_counts "$code" 20
    [ -z "${TAKEAWAY_LONG:-}" ] || same_counts "$code" 28
done
fails 'no period of grundy' moves 10^30@grundy --search=10000

# A head and a tail of the values are enough, within any limit on memory.
holds 'a small limit on memory changes nothing' sh -c "
    '$takeaway' octal .167 2^19 --max-memory=1M >a &&
    '$takeaway' octal .167 2^19 >b && cmp a b"
# Under a sanitizer memory is another's.
grep -q '__[at]san_init' "$takeaway" ||
    holds 'memory of a long run is told and small' sh -c "
        '$takeaway' octal .167 2^19 --max --max-memory=2M --stats 2>&1 >c |
            awk '/^# allocated_bytes/ { small = \$3 <= 2097152 } END { exit !small }'"
holds 'a heap that needs what is forgotten' sh -c "
    ! '$takeaway' octal .6 2^21 --max --max-memory=2M >c 2>d &&
    grep -q 'is rare unless a split with both parts' d"
# Hexadecimal codes: splits in three.
prints <<'END'
octal .F 2^40 --histogram -> value	count|0	549755813888|1	549755813888
END
summary '0.3F|3000|arithmetic: sums of parts miss the next value, plain moves reach all below (src/octal/README.md) by heaps below 42|6|1|3|1|1499|2996|NA|NA|NA' .3F 3000
summary '0.3F|30|none: no period found up to 30 that is proved; what was seen follows|NA|NA|NA|1|3|24|0|30|14|26|NA|NA|NA' .3F 30
refuses 'engine sparse is for octal codes; digits 8 to F' octal .8 10 --engine=sparse
refuses "'G' is no digit" moves 5@.3G
fails 'no period without a saltus of .3F is proved up to there' moves 10^30@.3F --search=1000
prints <<'END'
moves 12@.3F 7@kayles -q -> 1	2	1 9|1	2	4 6|1	2	1 3 6|1	2	1 4 5|1	2	2 4 4
moves 10^20@.F 2@.F -q --limit=1 ->
moves 10^20+1@.F -q --limit=2 -> 1	1	100000000000000000000|1	1	1 99999999999999999999
END
"$takeaway" octal .1F 500 --format=archive -o hexadecimal.ta
holds 'an archive of a hexadecimal game' "$takeaway" verify hexadecimal.ta --game=.1F

# Misere play, as others have it (data/published/octal.md).
tail -n +2 "$root/data/published/octal-misere.tsv" | cut -f 1 | sort -u >games
while read -r game; do
    awk -v g="$game" '$1 == g && $4 == "yes" { print $2 }' "$root/data/published/octal-misere.tsv" >want
    awk -v g="$game" '$1 == g { print $2 }' "$root/data/published/octal-misere.tsv" >heaps
    "$takeaway" cold --misere --game="$game" 51 | grep -Fxf heaps >got
    holds "published misere outcomes of $game" cmp got want
done <games
prints <<'END'
moves --misere 5@kayles 12@.77 9@0.77 -q -> 1	1	4|1	1	2 2|2	2	5 5|3	1	4 4
is --misere 12@kayles -> cold: the player to move loses. 1 from 12 is met by 2 from 11; 1 from 12 into 1 10 by 2 from 10; 1 from 12 into 2 9 by 2 from 2; ...
END
fails 'heaps of that game only, not of kayles and squares' moves --misere 5@kayles 4
fails 'misere play of 200 coins of 0.07, .* no small quotient .* at most 97 coins in as many heaps' is --misere 200@.07
fails 'at most 86 coins' cold 200 --misere --game=.08 # the search alone would end in days
fails 'at most 86 coins' nth 50 --misere --game=.08
prints <<'END'
is --misere 100@kayles -> hot: take 2 from 100, leaving 1 97, a cold sum
moves --misere 10^50@kayles 3@kayles --limit=1 -q -> 1	1	1 99999999999999999999999999999999999999999999999998|2	2	1
is --misere 1@kayles 10^50-3@kayles -q -> cold
cold 10^9 --misere --game=kayles -> 1|4|9|12|20
count 2^62 --misere --game=.31 -q -> 2305843009213693952
cold 2^62 --from=2^62-4 --misere --game=.31 -> 4611686018427387901|4611686018427387903
cold 21 --misere --game=kayles --engine=naive -> 1|4|9|12|20
END

# Truncated checkpoints. torture.py kills such runs, again and again.
"$takeaway" octal .167 3000000 --max --max-memory=8M --checkpoint=brief.ta >out
holds 'the checkpoint is truncated' sh -c "'$takeaway' info brief.ta | grep -q '^back	'"
holds 'a truncated checkpoint is small' [ "$(wc -c <brief.ta)" -lt 500000 ]
holds 'a truncated checkpoint is whole' "$takeaway" verify brief.ta

# A checkpoint that has only just become truncated is resumed. Where its head is not
# enough in the end, all heaps are computed again, and the statistics say so.
"$takeaway" octal .167 2000000 --max --max-memory=6M --checkpoint=just.ta >out
"$takeaway" octal .167 2100000 --max >rows
expect 0 '' octal .167 2100000 --max --max-memory=6M --resume=just.ta <rows
"$takeaway" octal .6 1050000 --max --max-memory=7M --checkpoint=less.ta >out 2>err
expect 1 '^# known_anew: the head and the tail are not enough' \
    octal .6 1700000 --histogram --max-memory=2M --resume=less.ta --stats </dev/null
# A whole checkpoint with more heaps than the limit lets a run hold: the run reads
# the first of them and computes the others again, also where these have a period.
"$takeaway" octal .167 819200 --max --checkpoint=long.ta >out
expect 0 '' octal .167 2100000 --max --max-memory=2M --resume=long.ta <rows
"$takeaway" octal .45 400000 --format=archive -o long.ta
"$takeaway" octal .45 500000 --digest >rows
expect 0 '' octal .45 500000 --digest --max-memory=1M --resume=long.ta <rows

# A search goes on from what another command has kept, and from values; where
# nothing is left to find, it says what is known.
"$takeaway" octal .45 2000 --max --checkpoint=other.ta >out
"$takeaway" octal .45 1e6 --period >rows
expect 0 '' octal .45 1e6 --period --checkpoint=other.ta --resume=other.ta <rows
expect 0 '' octal .45 2^40 --period --resume=other.ta <rows
expect 0 '' octal .45 2^40 --period <rows
"$takeaway" octal .354 40000 --format=archive -o all.ta
"$takeaway" octal .354 40000 --period >rows
expect 0 '' octal .354 40000 --period --resume=all.ta <rows
summary '0.354|0|none: no period found up to 0|NA|NA|NA|1|0|0|NA|NA|NA' .354 0 --checkpoint=none.ta
refuses 'without --checkpoint and' octal .45 1e6 --period --long-proof --resume=other.ta
refuses 'has no summary' octal .45 1e6 --period --engine=naive --resume=other.ta

# A resumed search takes the decisions of an uninterrupted one: when to choose the
# mask, where to look, by which condition.
while read -r code n parts; do
    "$takeaway" octal "$code" "$n" --period >rows
    for part in $parts; do
        rm -f part.ta
        "$takeaway" octal "$code" "$part" --period --checkpoint=part.ta >out
        expect 0 '' octal "$code" "$n" --period --resume=part.ta <rows
    done
done <<'END'
.16 2^20 1025 100000 300000
.356 2^20 500 1500 7400
.56 2^20 1000 330000
.644 2^20 3000 4500
.104 5000 1000 4097
.36 8192 1500 8191
.167 2^19 100000 2^18+5
.6 20000 1023 9000
grundy 20000 3000
END

refuses 'no list of values' octal .167 4e6 --resume=brief.ta
refuses 'no list of them' octal .167 1000 --in=brief.ta
refuses 'no list of values' octal .167 4e6 --digest --resume=brief.ta
expect 2 'N must be as large' octal .167 1e6 --max --resume=brief.ta

# A search in constant memory as text goes on where it was, to the same end.
while read -r code n limit parts && [ -n "$code" ]; do
    same() { # same OPTION...: the search ends as the first one
        "$takeaway" octal "$code" "$n" --period --max-memory="$limit" "$@" | grep -v -e '^heaps' -e '^proof' >rows
        [ -e "first$code" ] || mv rows "first$code"
        [ $# -eq 0 ] || holds "$code goes on: $*" cmp "first$code" rows
    }
    same
    for part in $parts; do
        rm -f part.txt next.txt
        "$takeaway" octal "$code" "$part" --period --max-memory="$limit" --checkpoint=part.txt >out
        "$takeaway" octal "$code" $((part + 9000)) --period --max-memory="$limit" --resume=part.txt \
            --checkpoint=next.txt >out
        same --resume=part.txt
        same --resume=next.txt --checkpoint=next.txt
        holds 'a text has at most 64 kB' [ "$(wc -c <next.txt)" -le 65536 ]
    done
done <<END
.56 2^20 1700K 280000 326000
4.406 2^20 1700K 280000
${TAKEAWAY_LONG:+.354 2^24 4M 3000000 10062000}
END
"$takeaway" octal .167 3100000 --period --max-memory=8M --resume=brief.ta --checkpoint=text.txt >out
holds 'a text from a truncated checkpoint has the largest value' grep -q '^largest 56 736694$' text.txt
# Damaged, foreign and false texts; the last with the right checksum.
goes_on() { # goes_on STATUS SAID: from bad.txt
    ends "$1" "$2" octal .167 4e6 --period --max-memory=8M --resume=bad.txt
}
for change in '3s/1/2/' '$d' '$s/.$//' 'p'; do
    sed "$change" text.txt >bad.txt
    goes_on 3 "'bad.txt' is damaged: its last line is not the SHA-256"
done
while read -r status said change; do
    sed -e '$d' -e "$change" text.txt >bad.txt
    sum=$(sha256sum <bad.txt)
    echo "sha256 ${sum%% *}" >>bad.txt
    goes_on "$status" "$said"
done <<'END'
3 its.numbers.contradict 3s/ .*/ 3100001/
3 its.numbers.contradict 3s/ .*/ 99999999999999999999/
3 its.numbers.contradict 3s/ .*/ 4611686018427387904/;8s/3100000/4611686018427387904/
3 its.numbers.contradict 4s/0x3d/0x1003d/
3 its.numbers.contradict 4s/0x3d/0/
3 its.numbers.contradict 4s/ 0$/ 2/
3 its.numbers.contradict 6s/56/5/
3 its.numbers.contradict 7s/16384/16385/
3 its.numbers.contradict 7s/16384/1048576/
3 its.numbers.contradict 7s/4096/0/
3 its.numbers.contradict 7s/262144/262143/
3 its.numbers.contradict 7s/262144/4611686018427387904/
3 its.numbers.contradict 7s/[0-9]*$/65/
3 its.numbers.contradict 7s/[0-9]*$/2/
3 its.numbers.contradict 8s/[0-9]*$/9999999/
3 its.numbers.contradict 8s/[0-9]*$/100/
3 its.numbers.contradict 8s/at/at.x/
3 its.numbers.contradict 10s/./_/
3 its.numbers.contradict 10d
3 not.those.of.this.game 4s/0x3d/0x3c/
3 not.those.of.this.game 4s/0$/1/
3 not.those.of.this.game 5s/60/61/
3 not.those.of.this.game 5s/1303/1302/
3 is.no.takeaway.archive 1s/1$/2/
2 of.the.game.'0.166',.not.of.'0.167' 2s/7/6/
END
refuses '.*N must be as large' octal .167 10000 --period --resume=text.txt
# Under a smaller limit the heaps below the first window are not computed again.
"$takeaway" octal .563 5e5 --period --max-memory=2M --checkpoint=least.txt -q >out
for row in 1M:360449 2M:326640; do
    "$takeaway" octal .563 12e5 --period --max-memory=${row%:*} --resume=least.txt >out
    holds "the preperiod within ${row%:*}" grep -q "^preperiod	${row#*:}$" out
done
holds 'no word of a least preperiod' sh -c '! grep -q "a smaller preperiod" out'
"$takeaway" octal .563 12e5 --period --max-memory=1M --resume=least.txt >out
holds 'the preperiod need not be the least' grep -q 'a smaller preperiod needs more --max-memory' out
refuses 'with a --checkpoint that ends in .txt' octal .167 4e6 --period --resume=text.txt --checkpoint=new.ta
refuses 'is the text of a search' octal .167 4e6 --max --resume=text.txt
holds 'a full disk' sh -c "ulimit -f 8; ! '$takeaway' octal .56 3e5 --period --max-memory=1700K --checkpoint=big.txt 2>err >out &&
    grep -q \"cannot write 'big.txt': File too large\" err && [ ! -e big.txt ] && grep -q '^period' out"
holds 'a run that holds all values says that it saves no text' sh -c "
    '$takeaway' octal .45 1e6 --period --checkpoint=all.txt 2>&1 >out | grep -q \"'all.txt' is not saved\""

expect 130 "'six.txt' is not saved: .* a FILE not in .txt keeps all" octal .6 2^40 --period --checkpoint=six.txt --until=1s </dev/null

# A saltus may be negative, and is seen by a run that keeps a checkpoint, too.
summary '0.37|20|none: no period found up to 20 that is proved; what was seen follows|NA|NA|NA|1|1|16|-1|20|4|10|NA|NA|NA' .37 20
summary '0.3F|2000|arithmetic: sums of parts miss the next value, plain moves reach all below (src/octal/README.md) by heaps below 42|6|1|3|1|1000|1999|NA|NA|NA' .3F 2000 --checkpoint=seen
"$takeaway" octal .37 20 --period --json >table.json
holds 'a saltus as JSON' grep -q '^  "seen_saltus": -1,$' table.json
# What is not proved has names of its own: .E seems to have the period 97 up to heap 4307.
"$takeaway" octal .E 4200 --period --json >table.json
for line in '"period": null' '"preperiod": null' '"saltus": null' '"seen_period": 97' '"seen_preperiod": 3093' \
    '"seen_saltus": 64' '"seen_below": 4200'; do
    holds "what is seen of .E: $line" grep -q "^  $line,\$" table.json
done
summary '0.E|4400|none: no period found up to 4400|NA|NA|NA|1|2705|4397|NA|NA|NA' .E 4400

# A greater value may have a smaller label: 89 after 83, of which the labels lack a
# bit that they differ in.
"$takeaway" octal .04 2088 --period >largest.txt 2>/dev/null
holds 'the largest value of a summary' grep -q '^largest	89$' largest.txt
