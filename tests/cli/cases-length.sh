# shellcheck shell=sh disable=SC2154 # run.sh sets and reads them
# Lengths of optimal play: values, records, the line.

# OEIS A338027
prints <<'END'
length 20 --from=8 -> 5|1|4|3|6|7|3|4|1|8|3|5
length 12 --format=bfile --from=10 -> 10 4|11 3
length 6550 --max --from=5000 --engine=naive -> heap	value|5034	49|5400	50|5800	51|6320	52|6545	53
length 6550 --max --from=5000 --engine=push -> heap	value|5034	49|5400	50|5800	51|6320	52|6545	53
length 6550 --max --from=5000 --engine=auto -> heap	value|5034	49|5400	50|5800	51|6320	52|6545	53
length 86 --histogram --from=80 -> value	count|1	1|3	1|7	1|9	1|10	1|11	1
END
expect 0 '^# engine: auto' length 2 --stats <<'END'
0
1
END
expect 0 '' engines length <<'END'
engine	summary
naive	the recurrence by the definition; the oracle
push	from the cold heaps upwards, longest games first, in segments
auto	push, slower than naive only for sets of a few elements
END
refuses 'lengths are defined for normal play only' length 10 --misere
refuses 'lengths are computed for subtraction games only' length 10 --game=.77
refuses 'lengths are computed below 2\^32' length 2^32
refuses "'wheel' is unknown|accepted: naive, push, auto" length 10 --engine=wheel
fails 'from a heap of 65536 .* more than 65535 moves' length 1e5 --game=list:1 -o long.txt
holds 'no file of a length that is too long' [ ! -e long.txt ]
fails 'more than --max-memory allows' length 1e7 --max-memory=1M

golden <<'END'
$ line 15
15 -4-> 11 -9-> 2 -1-> 1 -1-> 0

winner: the other player, who ends the game as soon as possible
loser:  the player to move, who makes it last, for 4 moves in all
$ line 7 --game=list:3,5
7 -5-> 2

winner: the player to move, who ends the game as soon as possible
loser:  the other player, who makes it last, for 1 move in all
$ line 13 -q -> 13 -1-> 12 -4-> 8 -1-> 7 -4-> 3 -1-> 2 -1-> 1 -1-> 0
$ line 0 -> 0||loser: the player to move, who cannot
END
refuses 'subtraction games only' line 13@kayles
for heap in -3 1.5 '' ten 2^32; do
    refuses 'HEAP .*(accepted|is empty)' line "$heap"
done
refuses "'line' needs HEAP" line
refuses "--game 'lists' is unknown; did you mean 'list:S" line 5 --game=lists
refuses 'misere: lengths are defined for normal play' line 5 --misere
fails 'the limit of .* of memory is reached' line 1e7 --max-memory=1M
