# Nim-values: formats, records, histograms, and what is refused.

# OEIS A014586
expect 0 '' nim 30 --from=20 <<'END'
0
1
0
1
2
3
2
3
4
5
END
expect 0 '' nim 12 --game=list:1,4 --from=9 --format=bfile --offset=1 <<'END'
10 2
11 0
12 1
END
# A new largest value, and the first heap that has it; records below --from
# count, but are not printed.
expect 0 '' nim 1000 --max --from=5 <<'END'
heap	value
25	3
28	4
29	5
75	6
103	7
200	8
234	9
315	10
364	11
479	12
633	13
802	14
END
expect 0 '' nim 0 --max <<'END'
heap	value
END
expect 0 '' nim 30 --histogram --from=25 <<'END'
value	count
2	1
3	2
4	1
5	1
END
expect 0 '' nim 0 </dev/null
holds 'npy of values' sh -c 'takeaway nim 100 --format=npy -o v.npy &&
    [ "$(wc -c <v.npy)" -eq 928 ]'
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
refuses 'table on standard output' nim 10 --max -o x
refuses 'needs a file|npy with -o' nim 10 --format=npy
refuses 'from 11 is not accepted' nim 10 --from=11
fails 'value of heap 65536 is above 65535' nim 70000 --game=list:1-70000 -o x
