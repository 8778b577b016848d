# shellcheck shell=sh disable=SC2154 # run.sh sets and reads them
# Games with a memory: cold heaps, winning moves, a game against the computer.

golden <<'END'
$ cold 100 --game=memory:2x --from=2 -> 2|3|5|8|13|21|34|55|89
$ cold 20 --game=memory:x+2 --json -> [|  0,|  1,|  2,|  3,|  4,|  6,|  10|]
$ cold 9 --game=memory:x --format=bfile --offset=1 -> 1 0|2 1|3 2|4 4|5 8
$ count 2^64-1 --game=memory:x -> 65 of the 18446744073709551615 positions below 18446744073709551615 are cold (memory:x, normal play)
$ count 0 --game=memory:x -q -> 0
$ count 1e4 --at=powers10 --game=memory:2x -> n	cold|1	1|10	6|100	11|1000	16|10000	20
$ is 34@memory:2x -> cold: the player to move loses
$ is 30 --game=memory:2x -> hot: take 1 from 30, leaving 29, of which at most 2 may be taken
$ is 0@memory:2x -q -> cold
$ is 2^64-1@memory:1000x -q -> hot
$ is 30@memory:2x --json -> {|  "heap": 30,|  "cold": false,|  "take": 1|}
$ moves 30@memory:2x -> at most 29 of 30 may be taken: the player to move wins||heap	take	leave	limit|30	1	29	2|30	9	21	18
$ moves 30@memory:2x --limit=8 -q -> 30	1	29	2
$ moves 30@memory:2x --limit=99 -q -> 30	1	29	2|30	9	21	18|30	30	0	0
$ moves 34@memory:2x -> at most 33 of 34 may be taken: the player to move loses
$ moves 34@memory:2x --json -> []
$ period --game=memory:2x -> quantity	value|game	memory:2x|proof	proved: cold heap k + 1 is the sum of k and k - lag for k >= from, where 0 has number 0 (src/memory/README.md)|lag	1|from	2|ratio	1.618033988750
$ period --game=memory:2x -q ->
$ play 7@memory:2x < hint|8|0|x|undo|2|undo|2|1|1|quit
The game of memory:2x: who cannot move loses.
Type what to take, or: hint, undo, quit.
heap: 7, of which at most 6 may be taken
take 2: any answer can be met
You cannot take 8; at most 6
You cannot take 0; at most 6
I do not understand; type what to take, hint, undo or quit
there is no move of yours to take back
heap: 7, of which at most 6 may be taken
heap: 5, of which at most 4 may be taken
I take 1.
heap: 4, of which at most 2 may be taken
heap: 7, of which at most 6 may be taken
heap: 5, of which at most 4 may be taken
I take 1.
heap: 4, of which at most 2 may be taken
heap: 3, of which at most 2 may be taken
I take 1.
heap: 2, of which at most 2 may be taken
heap: 1, of which at most 1 may be taken
I take 1.
heap: 0
You cannot move: I win.
$ play 4 --game=memory:x --begin=computer -q < undo|1|2
heap: 4, of which at most 3 may be taken
I take 1.
heap: 3, of which at most 1 may be taken
there is no move of yours to take back
heap: 3, of which at most 1 may be taken
heap: 2, of which at most 1 may be taken
I take 1.
heap: 1, of which at most 1 may be taken
You cannot take 2; at most 1
end of input: the game is left
$ play 1@memory:x -q -> heap: 1|You cannot move: I win.
END
expect 0 '' cold 100 --game=memory:3x -o cold.npy </dev/null
holds 'an array' [ "$(wc -c <cold.npy)" -eq $((128 + 8 * 14)) ]

# The cold heaps of OEIS A003411 and A003413.
for game in memory:3x memory:4x; do
    awk -v g=$game '$1 == g { print $3 }' "$root/data/published/memory-cold.tsv" >want
    "$takeaway" cold $(($(tail -n 1 want) + 1)) --from=1 --game=$game >got
    holds "$game as published" cmp -s want got
done

refuses 'written like 2x or x\+3' cold 9 --game=memory:2x+1
refuses 'c is from 1 to 1000' is 5@memory:0x
refuses 'one heap, not 2' is 5@memory:2x 6
refuses 'one heap, not 2' moves 5 6@memory:2x
refuses 'HEAP .*2\^64|below 2\^64' is 2^64@memory:2x
refuses 'an archive cannot have' cold 9 --game=memory:2x -o cold.ta
while read -r option arguments; do
    # shellcheck disable=SC2086
    refuses "--$option does not go with 'memory:2x'" $arguments
done <<'END'
misere cold 9 --misere --game=memory:2x
engine cold 9 --engine=naive --game=memory:2x
threads count 9 --threads=2 --game=memory:2x
resume count 9 --resume=x --game=memory:2x
all moves 9@memory:2x --all
in is 9@memory:2x --in=x
search period --search=9 --game=memory:2x
END
for command in 'nim 9' 'length 9' 'nth 3' 'compare 9' 'line 9'; do
    # shellcheck disable=SC2086
    refuses 'is a game with a memory: one heap, for' $command --game=memory:2x
done
refuses 'takeaway grid' cold 9 --game=wythoff
refuses 'the game memory:2x' cold 9 --game=fibonacci-nim
