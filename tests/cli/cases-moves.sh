# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# Sums, misere play, huge heaps, periods, reference sets.

golden <<'END'
# The first winning move of the game's inventor's example: 13 coins.
$ moves 13
heap	game	value
13	squares	1

nim-sum 1: the player to move wins

heap	game	take	leave
13	squares	1	12
$ moves 13 12@squares 1@list:1,2 -q ->
$ moves 26215012
heap	game	value
26215012	squares	0

nim-sum 0: the player to move loses, whatever the move
$ moves --misere 13
heap	game	value
13	squares	1

misere play, nim-sum 1: the player to move loses, whatever the move
$ moves --misere 0 1@list:5
heap	game	value
0	squares	0
1	list:5	0

misere play, nim-sum 0: the player to move wins

no heap has a move: the game is over, and who cannot move wins
$ moves --misere --game=moser 10^20 -q -> 1	96936978135948547413	3063021864051452587
# Cold positions decide: the values of 2^22 and of 3 are not both 2 or more.
$ moves --misere 2^22 3 --limit=2
heap	game	value
2^22	squares	NA
3	squares	1

misere play: the player to move wins

heap	game	take	leave
2^22	squares	1849	4192455
2^22	squares	110224	4084080

Not all winning moves are listed; --limit=K lists K of each heap, those that differ by whole periods once.
$ moves --misere 5 6 7 8 -q -> 1	4	1|2	1	5|2	4	2|3	1	6|3	4	3|4	1	7
$ moves --misere 10^50@moser 13@moser 7 -q
1	99770703680528291665543314798201859945589546243409	229296319471708334456685201798140054410453756591
# One of the moves that `moves` lists, without the nim-values below 2^24.
$ is --misere 2^24 5 -> hot: take 12503296 from 2^24, leaving 4273920, a cold sum
$ moves --game=moser 10^60+7 3 -q
1	133511491952453318804775490587435322674617593955038674288644	866488508047546681195224509412564677325382406044961325711363
$ moves --json 5@domino 10^20+3@list:1,2 9
{
  "play": "normal",
  "heaps": [
    {"heap": 5, "game": "domino", "value": 0, "by": "octal game"},
    {"heap": "100000000000000000003", "game": "list:1,2", "value": 1, "by": "period"},
    {"heap": 9, "game": "squares", "value": 2, "by": "nim-values"}
  ],
  "nim_sum": 3,
  "wins": true,
  "moves": [
    {"heap_number": 2, "take": 2, "leave": ["100000000000000000001"]},
    {"heap_number": 3, "take": 1, "leave": [8]}
  ],
  "all_moves_listed": true
}
END
# Every move: what it leaves, of what value, and whether it wins.
golden <<'END'
$ moves 13 27 --all
heap	game	value
13	squares	1
27	squares	3

nim-sum 2: the player to move wins

heap	game	take	leave	value	wins
13	squares	1	12	0	no
13	squares	4	9	2	no
13	squares	9	4	2	no
27	squares	1	26	2	no
27	squares	4	23	1	yes
27	squares	9	18	1	yes
27	squares	16	11	1	yes
27	squares	25	2	0	no
$ moves 5@kayles 2^70@list:1,2 --all -q
1	1	4	1	yes
1	1	1 3	2	no
1	1	2 2	0	no
1	2	3	3	no
1	2	1 2	3	no
2	1	1180591620717411303423	0	no
2	2	1180591620717411303422	2	no
$ moves 20@moser 1 --all --limit=2 -q -> 1	1	19	5	no|1	4	16	4	no|2	1	0	0	no
$ moves --misere 3@kayles 1@kayles --all -q
1	1	2	NA	no
1	1	1 1	NA	yes
1	2	1	NA	no
2	1	0	NA	no
$ moves 2^53 2^53+1 3 --misere --game=list:1 --all --json
{
  "play": "misere",
  "heaps": [
    {"heap": 9007199254740992, "game": "list:1", "value": 0, "by": "period"},
    {"heap": "9007199254740993", "game": "list:1", "value": 1, "by": "period"},
    {"heap": 3, "game": "list:1", "value": 1, "by": "cold positions"}
  ],
  "nim_sum": 0,
  "wins": true,
  "moves": [
    {"heap_number": 1, "take": 1, "leave": [9007199254740991], "value": 1, "wins": true},
    {"heap_number": 2, "take": 1, "leave": [9007199254740992], "value": 0, "wins": true},
    {"heap_number": 3, "take": 1, "leave": [2], "value": 0, "wins": true}
  ],
  "all_moves_listed": true
}
END
expect 0 '^# value' moves 1100000@primes --all --limit=4 <<'END'
heap	game	value
1100000	primes	NA

a single heap, by cold positions: the player to move wins

heap	game	take	leave	value	wins
1100000	primes	2	1099998	NA	no
1100000	primes	3	1099997	NA	no
1100000	primes	5	1099995	1	no
1100000	primes	7	1099993	0	yes

Not all moves are listed; --limit=K lists K of each heap.
END
expect 1 'not below 2.64: it has too many moves' moves 10^20@kayles --all -q </dev/null
holds 'JSON of a split' sh -c "
    '$takeaway' moves --json 10@kayles | grep -q '{\"heap_number\": 1, \"take\": 2, \"leave\": \\[4, 4\\]}'"
# What is not cheap is said, and how to have it all the same.
expect 0 '^# value: not computed.*--search=K with K above the heap' \
    moves 1100000@primes --limit=1 <<'END'
heap	game	value
1100000	primes	NA

a single heap, by cold positions: the player to move wins

heap	game	take	leave
1100000	primes	7	1099993

Not all winning moves are listed; --limit=K lists K of each heap, those that differ by whole periods once.
END
"$takeaway" moves 1100000@primes --limit=1 --search=1100001 >found
holds 'a value that was asked for' [ "$(sed -n 2p found)" = "1100000	primes	$("$takeaway" nim 1100001 --game=primes --from=1100000)" ]
awk 'BEGIN { for (i = 0; i < 20000; i++) printf "1234567890"; print "" }' >long
holds 'a heap of 200000 digits' sh -c "
    '$takeaway' moves --game=moser - <long | tail -n 1 | cut -f 4 >left &&
    '$takeaway' moves --game=moser - <left | grep -q 'nim-sum 0:'"
printf 'complete\n1\n4\n' >'a "quoted" \ name'
if command -v python3 >where.txt; then
    for heap in 7@file:'a "quoted" \ name' 2^21; do
        "$takeaway" moves --json "$heap" >json
        holds "JSON of $heap" sh -c 'python3 -m json.tool <json >where.txt'
    done
fi

# Equal heaps share one solution, and the memory of one.
yes 100000@primes | head -20001 >equal
holds 'equal heaps take the memory of one' sh -c "
    [ \"\$('$takeaway' is - -q --max-memory=100M <equal)\" = hot ]"
yes 13@kayles | head -100001 >equal
holds 'equal heaps of an octal game take no time' sh -c "
    [ \"\$(timeout 60 '$takeaway' is - <equal)\" = 'hot: take 1 from 13, leaving 2 10, nim-sum 0' ]"

seq 1 30000 >many
input=many
fails 'no memory for a (game|heap) within the limit of 1.0 MiB' is - --max-memory=1M
input=/dev/null
fails 'needs .* of memory, above the limit' moves --misere 2^22 2^22-1 --max-memory=1M
fails 'heap 4611686018427387904 .* is not below 2\^62' moves 2^62
fails 'the limit of 1.0 MiB of memory is reached' moves 2^62-1 --max-memory=1M
fails 'is not below 2\^62, the limit for infinite sets' moves 10^30
fails 'no period of list:1,1000 is proved by the 1000 values looked at.*--search' \
    moves --game=list:1,1000 10^30 --search=1000
fails 'the limit of 1.0 MiB of memory is reached' moves 2^40 5 --max-memory=1M
for heap in -5 1.5 1e-3 '' ' ' 5x 0xg 5+ 2^2^2 five; do
    refuses 'HEAP: .*accepted are non-negative integers' moves "$heap"
done
refuses 'HEAP: .* is too large; the largest number accepted is 2\^\(2\^27\)' moves 10^1000000000
refuses "game 'no.*accepted: squares" moves 5@nothing
refuses "'moves' needs HEAP" moves

# An archive answers what is computed without it: nim-values any sum of its
# game, cold positions a single heap, of the game and the play that they are of.
"$takeaway" nim 3001 -o nim.ta
"$takeaway" cold 3000 -o cold.ta
"$takeaway" cold 3000 --game=cubes -o cubes.ta
"$takeaway" cold 3000 --misere -o misere.ta
"$takeaway" length 1000 -o length.ta
while IFS='|' read -r file heaps given; do
    # shellcheck disable=SC2086
    "$takeaway" moves $heaps $given -q >without
    # shellcheck disable=SC2086
    expect 0 '' moves $heaps -q --in=$file.ta <without
done <<'END'
nim|1000
nim|1000 3
nim|3000 2999 7
nim|1000 3 --misere
cold|1
cold|2999
cold|3000
cubes|40|--game=cubes
misere|40|--misere
misere|2999|--misere
END
refuses "HEAP 3001 is not accepted: 'nim.ta' holds" moves 5 3001 --in=nim.ta
refuses "HEAP 3001 is not accepted: 'cold.ta' holds" moves 3001 --in=cold.ta
refuses "is of the game 'squares', not of 'cubes'" moves 5 --game=cubes --in=nim.ta
refuses '--in: what is known is of the game squares' moves 5 6@cubes --in=nim.ta
refuses 'of the game squares, normal play, not of cubes' moves 5@cubes --in=cold.ta
refuses 'answer a single heap' moves 5 6 --in=cold.ta
refuses "'length.ta' holds lengths, not cold positions" moves 5 --in=length.ta
refuses 'No such file' moves 5 --in=nowhere/kept
head -c 200 nim.ta >short
expect 3 '--in: .*short' moves 1000 3 --in=short </dev/null
size=$(wc -c <nim.ta)
{ head -c $((size / 2)) nim.ta && printf 'XX' && tail -c +$((size / 2 + 3)) nim.ta; } >damaged
expect 3 '--in: .*damaged' moves 1000 3 --in=damaged </dev/null

# ---- period ----
golden <<'END'
$ period --game=list:1-7
quantity	value
game	list:1-7
max_s	7
heaps	15
proof	proved: the values of max S = 7 consecutive heaps from the preperiod on come again one period later, and they decide all that follow (src/play/README.md, F1)
preperiod_counts_from	0
preperiod	0
period	8
largest	7
largest_at	7
$ period --game=list:2,4,7 -q -> 8	3
$ period --search=2000
quantity	value
game	squares
max_s	NA
heaps	2000
proof	none: the set is infinite, so that every value depends on all before it, and no stretch that comes again decides the rest
preperiod_counts_from	0
preperiod	NA
period	NA
largest	18
largest_at	1894
END
holds 'the search that the help says' sh -c "'$takeaway' period | grep -qx 'heaps.16384'"
# A finite set that reaches to the last number is no infinite one.
for last in 100 18446744073709551614 18446744073709551615; do
    expect 0 '' period --game=list:5,$last --search=50 <<END
quantity	value
game	list:5,$last
max_s	$last
heaps	0
proof	none: max S = $last consecutive values cannot come twice among those searched; --search more
preperiod_counts_from	0
preperiod	NA
period	NA
largest	NA
largest_at	NA
END
    [ $last != 100 ] || continue
    for play in '' --misere; do
        # shellcheck disable=SC2086
        fails "is proved by the .* since max S = $last is not below them" \
            moves --game=list:5,$last 10^22 $play
    done
done
refuses '--game: .takeaway octal kayles --period' period --game=kayles
refuses "--search '0'" period --search=0
fails 'the limit of 1000 bytes of memory is reached' period --game=list:1,100 --max-memory=1000
# What was meant by a game in another form, or at another place.
for game in 5 .156 kayles 1,5; do
    refuses "'$game' is one operand too many; see .takeaway help period" period $game
done
for game in 1,5,11,23 2,4-7; do
    for command in 'count 9' 'nim 9' period 'moves 9'; do
        # shellcheck disable=SC2086
        refuses "game '.*' is unknown; did you mean 'list:$game'\?" $command --game=$game
    done
    refuses "did you mean 'list:$game'\?" moves "9@$game"
done
for game in '1,' k k^2+1 2^2; do
    refuses "--game '.*' is not accepted; accepted: squares" count 9 --game=$game
done

# ---- yardstick ----
golden <<'END'
# 7 * 65 pairs of digits below 65^2, and so on.
$ yardstick ruzsa 65^2 65^20 46 -> n	below	member|4225	455	no|65^20	380289177849714310556640625	no|46	6	yes
$ yardstick beigel-gasarch 1 10 100 1000 -> n	below	member|1	1	no|10	3	no|100	8	no|1000	59	no
# JSON has numbers, as of other commands; those above 2^53 are strings.
$ yardstick ruzsa 2^10 10^100 2^60 --json
[
  {"n": 1024, "below": 112, "member": false},
  {"n": "10^100", "below": "8174020930187649706773603916056463917089886940176691368222236633300781250", "member": false},
  {"n": "1152921504606846976", "below": 16724001203000, "member": false}
]
END
# 63 N and no more.
# shellcheck disable=SC2046
set -- $(seq 63)
holds 'the most N' [ "$("$takeaway" yardstick ruzsa "$@" -q | wc -l)" -eq 63 ]
refuses 'one operand too many' yardstick ruzsa "$@" 64
refuses "SET 'rusza' is unknown; did you mean 'ruzsa'\? accepted: ruzsa, beigel-gasarch, cubes, poly:a,b,c" yardstick rusza 10
refuses "SET: of 'poly:1,1,0' no large set .* accepted: poly:a,b,c that is a \(k \+ r\)\^2" yardstick poly:1,1,0 10
for set in poly:1,0,-1 poly:4,4,1 poly:0,3,0 poly:2000000000,0,0 poly:2^64,0,0 triangular; do
    refuses 'SET' yardstick $set 10
done
refuses 'needs SET N' yardstick ruzsa
refuses 'N: .*-1' yardstick ruzsa 10 -1
refuses '--at is not an option of .yardstick' yardstick ruzsa 10 --at=1,5

# ---- games with a closed form, and values above 65535 ----
golden <<'END'
$ is 10^30@nim 10^30+5@nim -> hot: take 5 from 10^30+5, leaving 1000000000000000000000000000000, nim-sum 0
$ is 10^30+2@odds 5@odds 1 -> cold: the player to move loses, whatever the move
$ is 10^30+2@odds --misere -> hot: take 1 from 10^30+2, leaving 1000000000000000000000000000001, which is cold
$ moves 2^70+1@odds --limit=2 -q -> 1	1	1180591620717411303424|1	3	1180591620717411303422
$ is 70000@powers:1 -> hot: take 70000 from 70000, leaving 0, which is cold
$ is 10^18@list:1-100000 -> hot: take 99001 from 10^18, leaving 999999999999900999, which is cold
$ moves 70000 5 --game=list:1-100000 -q -> 1	69995	5
$ is 66537@list:1-65536 1000@nim -> cold: the player to move loses, whatever the move
$ moves 70000@list:1-65536 1000@nim -q -> 1	3463	66537
END
expect 0 'value: not computed.*if none is above 65535' moves 70000 5 --game=list:1-100000 <<'END'
heap	game	value
70000	list:1-100000	NA
5	list:1-100000	5

by the smaller heaps: the player to move wins

heap	game	take	leave
70000	list:1-100000	69995	5
END
# Moves of a heap with a formula to a value that may be above the cap.
expect 0 'value: not computed' moves 70000@list:1-65536 10@moser <<'END'
heap	game	value
70000	list:1-65536	NA
10	moser	0

by the smaller heaps: the player to move wins

heap	game	take	leave
70000	list:1-65536	4463	65537

Not all winning moves are listed; --limit=K lists K of each heap, those that differ by whole periods once.
END
fails 'a nim-value up to heap 66000 of list:1-65536 is above 65535' moves 70000 66000 --game=list:1-65536
fails 'not below 2.62, and no period is proved, since a nim-value is above 65535' is 10^30@list:1-100000

# ---- names of games ----
prints <<'END'
count 10^6 --game=A000290 -q -> 13952
cold 60 --game=primes-1 -> 0|3|8|11|32|35|56|59
is 64@squares+cubes -> hot: take 64 from 64, leaving 0, which is cold
length 5 --game=A000290+A000578 -> 0|1|2|3|1
nim 6 --game=nim -> 0|1|2|3|4|5
END
for game in partizan loopy; do
    refuses 'same moves.*CGSuite' count 10 --game=$game
    refuses 'same moves.*CGSuite' is 10@$game
done
refuses 'there is no game "foo"' count 10 --game=squares+foo
refuses '"file:x" is no part of a union' count 10 --game=squares+file:x
"$takeaway" cold 1000 --game=squares+cubes --format=archive -o union.tka
expect 0 '' verify union.tka -q </dev/null
echo 9 >want.txt
"$takeaway" cold 1000 --game=squares+cubes | sed -n 4p >want.txt
expect 0 '' nth 4 --in=union.tka -q <want.txt

# ---- a set that ends with its file ----
printf '1\n4\n9\n' >some.txt
{ echo complete && cat some.txt; } >all.txt
for command in 'count 11' 'cold 11' 'nim 11' 'length 11' 'nth 5' 'is 10' 'moves 10' 'line 10' 'period'; do
    name=${command%% *}
    # shellcheck disable=SC2086
    "$takeaway" $command --game=file:all.txt >out.all 2>err || failed "$command" "of a complete set"
    holds "$command: a complete set" [ ! -s err ]
    # shellcheck disable=SC2086
    "$takeaway" $command --game=file:some.txt >out.some 2>err
    holds "$command: a set that ends" [ "$(grep -c "takeaway: the set of 'file:some.txt' ends at 9, " err)" -eq 1 ]
    [ "$name" = count ] || sed 's/some/all/' out.some | cmp -s - out.all || failed "$command" "differs"
done
expect 0 '' cold 10 --game=file:some.txt <<'END'
0
2
5
7
END
"$takeaway" cold 30 --game=file:some.txt -o some.ta 2>err
"$takeaway" nim 30 --game=file:some.txt -o values.ta 2>err
prints <<'END'
is 20 --game=file:some.txt --in=some.ta -q -> cold
moves 24 --game=file:some.txt --in=values.ta -q -> 1	4	20|1	9	15
nth 6 --game=file:some.txt --in=some.ta -q -> 12
END
