# shellcheck shell=sh disable=SC2154 # run.sh sets and reads them
# Games by a rule: the options of a heap are any smaller heaps.
prints <<'END'
nim 8 --game=divisors -> 0|1|2|1|3|1|2|1
nim 9 --game=proper-divisors -> 0|0|1|0|2|0|1|0|3
nim 9 --game=half -> 0|0|1|0|2|1|3|0|4
nim 10 --game=coprime -> 0|1|0|2|0|3|0|4|0|2
cold 25 --game=floor:2 -> 0|2|6|8|10|14|18|22|24
cold 40 --game=digits:10 -> 0|10|20|30
cold 25 --game=half --misere -> 2|5|11|23
cold 1 --game=half --misere ->
length 8 --game=half -> 0|0|1|2|3|3|3|4
count 2^20 --game=half -q -> 21
nth 5 10 --game=half -q -> 15|511
nim 2^16 --game=proper-divisors --histogram -> value	count|0	32769|1	16384|2	8192|3	4096|4	2048|5	1024|6	512|7	256|8	128|9	64|10	32|11	16|12	8|13	4|14	2|15	1
nim 9 --game=half --max -> heap	value|0	0|2	1|4	2|6	3|8	4
nim 9 --game=half --engine=naive --from=5 -> 1|3|0|4
is 12 --game=half -> hot: take 5 from 12, leaving 7, which is cold
is 7 --game=half -> cold: the player to move loses. 1 from 7 is met by 3 from 6; 2 from 7 by 2 from 5; 3 from 7 by 1 from 4
is 1 --game=half -> cold: the player to move loses, having no move
is 1 --game=half --misere -> hot: there is no move, and who cannot move wins
is 5 --game=half --misere -q -> cold
is 6@half 5@half 1@half 4@squares -q -> cold
moves 12@half 13@squares 11@.77 -q -> 2	1	12
moves 100@divisors 6@nim -q -> 1	4	96|2	3	3
moves 12@half --all --misere -q -> 1	1	11	NA	yes|1	2	10	NA	no|1	3	9	NA	no|1	4	8	NA	no|1	5	7	NA	no|1	6	6	NA	no
moves 200000 --game=half -q -> 1	68929	131071
line 30 --game=half -q -> 30 -15-> 15 -7-> 8 -1-> 7 -3-> 4 -1-> 3 -1-> 2 -1-> 1
END
refuses 'coprime takes the square of N: the heaps below 1000000 take 25 minutes, and those below 200000 one' nim 1e6 --game=coprime
refuses 'half is a rule, and no set for a union' nim 10 --game=squares+half
refuses 'a number from 2 on' nim 10 --game=floor:1
refuses 'there is no engine "wheel" for cold positions by a rule; accepted: naive, auto' count 10 --game=half --engine=wheel
refuses 'nim-values belong to normal play' nim 10 --game=half --misere
fails 'the nim-value of heap 131072 is above 65535' nim 2^20 --game=half --histogram
fails 'misere sums with a game by heap' is 3@half 4 --misere
# Archives have the name; runs go on from them.
for rule in half divisors floor:3; do
    for what in cold nim length; do
        holds "$what of $rule goes on" sh -c "takeaway $what 40000 --game=$rule --format=archive -o r.ta &&
            takeaway $what 50000 --game=$rule --resume=r.ta >r.got && takeaway $what 50000 --game=$rule | cmp - r.got &&
            takeaway verify r.ta"
    done
done
refuses 'only of subtraction sets' verify r.ta --windows=2
holds 'an archive of nim-values' sh -c 'takeaway nim 100 --game=half -o v.ta'
refuses 'what is known is of another kind' is 5@half --misere --in=v.ta
# Exact play: who reaches 0 wins, a heap above it without a move is a draw. A sink: more may be taken than there is.
prints <<'END'
cold 40 --game=list:3,5,7 --convention=exact -> 0|10|20|30
cold 12 --game=primes --convention=exact -> 0
count 2^64-1 --game=list:2,3 --convention=exact -> 3689348814741910323 of the 18446744073709551615 positions below 18446744073709551615 are cold (list:2,3, exact play)
count 2^10 --convention=exact -q -> 118
is 10 --game=list:3,5,7 --convention=exact -> cold: the player to move loses
is 8 --game=list:3,5,7 --convention=exact -> drawn: take 7 from 8, leaving 1, which is drawn
is 15 --game=list:3,5,7 --convention=exact -> hot: take 5 from 15, leaving 10, which is cold
is 1 --game=primes --convention=exact -> drawn: there is no move, and the heap is not 0
is 2^63 --game=list:4,6,9 --convention=exact -> drawn: take 4 from 9223372036854775808, leaving 9223372036854775804, which is drawn
is 11@list:4,6,9 --convention=exact -q -> drawn
is 4@half --convention=exact -q -> drawn
moves 11 --game=list:4,6,9 --convention=exact -> exact play: the player to move draws||take	leave|4	7|6	5|9	2
moves 0 --convention=exact -> exact play: the player to move loses
moves 10 --convention=exact -q ->
is 9 --game=list:4,6,9 --convention=exact --json -> {|  "heap": 9,|  "outcome": "hot",|  "moves": [|    {"take": 9, "leave": 0}|  ]|}
period --game=list:3,5,7 --convention=exact -q -> 0	10
period --game=list:4,6,9 --convention=exact -q -> 10	1
period --game=list:2,4,7 --convention=sink -q -> 11	3
census --size=2 --within=3 --convention=sink -q -> 1,2	0	3	0	3	1	2	yes	1+2	yes|1,3	2	2	2	2	1	2	no	1+3	no|2,3	0	5	0	5	2	2	yes	2+3	yes
count 10 --convention=misere -q -> 4
moves 4 6 --convention=misere -q -> 1	4	0
END
refuses 'exact is of count, cold, is, moves and period; sink of period and census' count 10 --convention=sink
refuses 'exact is of count, cold, is, moves and period' census --size=1 --within=2 --convention=exact
refuses '--misere is --convention=misere' count 10 --misere --convention=exact
refuses 'an archive cannot have exact play' cold 10 --convention=exact -o x.ta
refuses 'without archives' cold 10 --convention=exact --checkpoint=x.ta
refuses 'exact play has one heap, not 2' moves 7 8 --convention=exact
refuses 'exact play is of single heaps of subtraction sets and rules only' is 7@kayles --convention=exact
refuses 'belong to normal play' nim 10 --convention=misere
refuses "--convention is not an option of 'nim'" nim 10 --convention=exact
refuses 'only finite sets have a sink' period --convention=sink
# All moves but a finite set: periods with a saltus, and heaps of any size.
prints <<'END'
nim 12 --game=allbut:2 -> 0|1|0|1|2|3|2|3|4|5|4|5
cold 10000 --game=allbut:1,2 -> 0|1|2
period --game=allbut:2,5 -q -> 0	4
moves 10^30@allbut:2,5 10^30+3@allbut:2,5 -q -> 2	1	1000000000000000000000000000002|2	3	1000000000000000000000000000000
is 10^20 --game=allbut:3 -> hot: take 99999999999999999997 from 10^20, leaving 3, which is cold
is 10^20 --game=allbut:3,30000 -> hot: take 99999999999999999997 from 10^20, leaving 3, which is cold
is 5 --game=allbut:65536 -> hot: take 5 from 5, leaving 0, which is cold
moves 21 9 --game=allbut:1-3,7 --misere -q -> 1	10	11|1	11	10|1	12	9|1	13	8
nim 8 --game=squares+allbut:1-3 -> 0|1|0|1|2|3|2|3
END
holds 'period and saltus' sh -c 'takeaway period --game=allbut:2,5 | cut -f 2 | paste -sd " " | grep -q " 0 0 4 2 NA NA$"'
holds 'a union with such a set is no such game' sh -c 'takeaway period --game=allbut:1+squares --search=99 | grep -q "the set is infinite"'
refuses 'numbers below 2.32 - 1 are accepted' nim 4 --game=allbut:5-2^32
