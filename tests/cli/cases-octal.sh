# Octal games: values, cold heaps, periods, moves, and what is refused.

# OEIS A215721
expect 0 '' cold --game=domino 60 <<'END'
0
1
5
9
15
21
25
29
35
39
43
55
59
END
expect 0 '' octal .07 12 --cold <<'END'
0
1
5
9
END
expect 0 '' octal .07 30 --cold --from=10 --format=bfile --offset=1 <<'END'
5 15
6 21
7 25
8 29
END
expect 0 '' octal kayles 8 --from=3 --format=bfile <<'END'
3 3
4 1
5 4
6 3
7 2
END
expect 0 '' octal grundy 50 --max <<'END'
heap	value
0	0
3	1
5	2
13	3
18	4
41	5
END
expect 0 '' octal .07 0 </dev/null
expect 0 '' octal .77 1000 --period <<'END'
quantity	value
game	0.77
heaps	168
proof	long: Guy and Smith's condition, met by the heaps below 168
period	12
preperiod	71
saltus	0
largest	8
largest_at	27
mask	NA
rare	NA
last_rare	NA
END
expect 0 '' octal .45 1e6 --period <<'END'
quantity	value
game	0.45
heaps	719
proof	short: rare heaps and witnesses are bounded, seen in the heaps below 719
period	20
preperiod	498
saltus	0
largest	8
largest_at	37
mask	f
rare	11
last_rare	198
END
expect 0 '' octal .6 500 --period <<'END'
quantity	value
game	0.6
heaps	500
proof	none: no period found up to 500
period	NA
preperiod	NA
saltus	NA
largest	17
largest_at	489
mask	NA
rare	NA
last_rare	NA
END
expect 0 '' count --game=.16 1e4 <<'END'
7 of the 10000 positions below 10000 are cold (.16, normal play)
END
for engine in naive sparse; do
    expect 0 '' octal 4.3 6 --engine=$engine <<'END'
0
1
2
0
2
0
END
done
holds "engines agree" sh -c "
    '$takeaway' octal .356 5000 --engine=naive >a &&
    '$takeaway' octal .356 5000 --engine=sparse >b && cmp a b"
holds "npy and memory" sh -c "
    '$takeaway' octal .77 100 --format=npy -o v.npy &&
    [ \"\$(wc -c <v.npy)\" -eq 928 ]"

expect 0 '' moves --game=domino 10^50 --limit=2 <<'END'
heap	game	value
10^50	domino	3

nim-sum 3: the player to move wins

heap	game	take	leave
10^50	domino	2	1 99999999999999999999999999999999999999999999999997
10^50	domino	2	2 99999999999999999999999999999999999999999999999996

Not all winning moves are listed; --limit=K lists K of each heap, those that differ by whole periods once.
END
expect 0 '' moves 5@domino 2@squares 9 <<'END'
heap	game	value
5	domino	0
2	squares	0
9	squares	2

nim-sum 2: the player to move wins

heap	game	take	leave
9	squares	4	5
9	squares	9	0
END
expect 0 '' moves 13@domino 13@domino <<'END'
heap	game	value
13	domino	2
13	domino	2

nim-sum 0: the player to move loses, whatever the move
END

for code in 0.8 1.2 . 0.07x '' 2.1 3.1 5.1 6.1 7.1 07 0..7; do
    refuses 'an octal code is 0 or 4' octal "$code" 10
done
refuses "'octal' needs CODE N" octal .07
refuses 'one operand too many' octal .07 10 20
refuses "N '2\^40' is not accepted" octal .07 2^40
refuses 'accepted: naive, sparse, auto' octal .07 10 --engine=divide
refuses 'exclude each other' octal .07 10 --max --cold
refuses 'goes with --period' octal .07 10 --long-proof
refuses 'normal play only' cold --game=domino 10 --misere
refuses 'accepted: naive, sparse, auto' cold --game=domino 10 --engine=segments
refuses 'npy with -o' octal .07 10 --format=npy
refuses 'from 20 is not accepted' octal .07 10 --from=20
refuses 'subtraction sets' compare 100 --engines=naive,sieve --game=.07
refuses "'moves' needs HEAP" moves
refuses 'HEAP: ' moves -- -5
refuses 'HEAP: ' moves 1.5@domino
refuses "game 'no.*accepted: squares" moves 5@nosuchgame
fails 'needs .* of memory' octal .07 2^31 --max-memory=1G
fails 'no period of grundy' moves 10^30@grundy --search=10000
