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
refuses 'no engine "wheel" for cold positions by a rule' count 10 --game=half --engine=wheel
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
