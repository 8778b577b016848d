# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# takeaway census: which sets, in which order, and how it ends.

printf '2,4,7\n# comment\n\n7,2,4\n4,8,14\r\n1' >sets.txt
printf '2,5,10\n1,2,3,4,5,6,7,8\n2,3,5,8\n' >columns.txt
printf '8,18,20,24\n4,9,10,12' >short.txt
printf '\357\273\2773\n1,2\n1\n1,2\n' >order.txt # with a byte order mark
: >empty.txt
golden <<'END'
$ census --size=2 --within=4
set	outcome_preperiod	outcome_period	nim_preperiod	nim_period	cold_in_period	largest	pure	sum	reverse
1,2	0	3	0	3	1	2	yes	1+2	yes
1,3	0	2	0	2	1	1	yes	1+3	yes
1,4	0	5	0	5	2	2	yes	1+4	yes
2,3	0	5	0	5	2	2	yes	2+3	yes
2,4	0	6	0	6	2	2	yes	2+4	yes
3,4	0	7	0	7	3	2	yes	3+4	yes
# 2,4 is 1,2 with all doubled; outcomes may begin to repeat before values do.
$ census --sets=sets.txt -q -> 2,4,7	4	3	8	3	1	3	no	2+4	no|2,4,7	4	3	8	3	1	3	no	2+4	no|4,8,14	8	6	16	6	2	3	no	4+8	no|1	0	2	0	2	1	1	yes	NA	yes
# The order of the file is kept, and what stands there twice.
$ census --sets=order.txt -q --limit=99 -> 3	0	6	0	6	3	1	yes	NA	yes|1,2	0	3	0	3	1	2	yes	1+2	yes|1	0	2	0	2	1	1	yes	NA	yes|1,2	0	3	0	3	1	2	yes	1+2	yes
$ census --sets=order.txt -q --limit=99 --resume-after=2,1 -> 1	0	2	0	2	1	1	yes	NA	yes|1,2	0	3	0	3	1	2	yes	1+2	yes
# NA: not found below the limit.
$ census --sets=short.txt --limit=60 --json
[
  {"set": "8,18,20,24", "outcome_preperiod": 12, "outcome_period": 38, "nim_preperiod": null, "nim_period": null, "cold_in_period": 12, "largest": null, "pure": null, "sum": "18+20", "reverse": null},
  {"set": "4,9,10,12", "outcome_preperiod": 6, "outcome_period": 19, "nim_preperiod": null, "nim_period": null, "cold_in_period": 6, "largest": null, "pure": null, "sum": "9+10", "reverse": null}
]
$ census --sets=short.txt --limit=12 -q -> 8,18,20,24	NA	NA	NA	NA	NA	NA	NA	NA	NA|4,9,10,12	NA	NA	NA	NA	NA	NA	NA	NA	NA
# reverse: NA above 7 moves; 2,5,10 is the first pure set without.
$ census --sets=columns.txt -q -> 2,5,10	0	15	0	15	5	3	yes	5+10	no|1,2,3,4,5,6,7,8	0	9	0	9	1	8	yes	4+5	NA|2,3,5,8	0	17	13	17	4	4	no	NA	no
$ census --sets=empty.txt -q ->
END

# Which sets, and in which order.
sets_of() {
    "$takeaway" census -q "$@" | cut -f 1 | paste -s -d ' ' -
}
holds 'sets that contain others' [ "$(sets_of --size=3 --within=5 --with=4,2)" = '1,2,4 2,3,4 2,4,5' ]
holds '--with with a size of its own' [ "$(sets_of --size=3 --within=1000000 --with=4,2 --limit=64 | cut -d ' ' -f 1-4)" = '1,2,4 2,3,4 2,4,5 2,4,6' ]
# Periods are those of `takeaway period`, of many elements too.
for set in 2,4,7 3,5,31,64 1,8,65,90 5,6,100,129 2,3,5,7,11,13,17,19; do
    echo $set >one.txt
    holds "census and period of $set" [ "$("$takeaway" census --sets=one.txt -q | cut -f 4,5)" = \
        "$("$takeaway" period --game=list:$set -q)" ]
done

# Threads change nothing; a part and what comes after it are the whole.
"$takeaway" census --size=3 --within=40 >whole.tsv
"$takeaway" census --size=3 --within=40 --threads=3 >threads.tsv
holds 'threads' cmp -s whole.tsv threads.tsv
holds 'there are 9880 sets' [ "$(wc -l <whole.tsv)" -eq 9881 ]
resumed_after() { # resumed_after ROW OPTION...: the rest of whole.tsv
    head -n "$1" whole.tsv >part.tsv
    shift
    last=$(tail -n 1 part.tsv | cut -f 1)
    "$takeaway" census "$@" -q --resume-after="$last" >>part.tsv
    holds "resumed after $last" cmp -s whole.tsv part.tsv
}
for row in 2 5000 9881; do
    resumed_after $row --size=3 --within=40
done
for last in 2 2,5 1,2,3 5,6; do
    refuses "resume-after: '$last' is not one of the sets" census --size=2 --within=4 --resume-after=$last
done
refuses "resume-after: '1,5' is not one of the sets" census --size=2 --within=9 --with=2 --resume-after=1,5
refuses "resume-after: '5' is not one of the sets" census --sets=sets.txt --resume-after=5

# Killed, and resumed from what there is.
if command -v timeout >/dev/null 2>&1; then
    checks=$((checks + 1))
    least=2
    interrupted_by INT census --size=6 --within=64
    least=0
    mv out killed.tsv
    [ "$status" -eq 130 ] && [ "$(cat err)" = 'takeaway: interrupted' ] ||
        failed 'interrupted census' "status $status, $(cat err)"
    "$takeaway" census --size=6 --within=64 --status >/dev/null 2>err &
    waits_until grep -Eq '^# status: [0-9.]+ %, [0-9]+ positions, ' err
    holds 'status, by a run that goes on' kill $!
    wait $!
    last=$(tail -n 1 killed.tsv | cut -f 1) rows=$(wc -l <killed.tsv)
    "$takeaway" census --size=6 --within=64 2>err | head -n $((rows + 1)) >whole.tsv
    "$takeaway" census --size=6 --within=64 -q --resume-after="$last" 2>err | head -n 1 >>killed.tsv
    holds 'the next row is behind those that were printed' cmp -s killed.tsv whole.tsv
fi

# ---- octal games ----
expect 0 '' census --digits=1 --limit=2^10 <<'END'
game	proof	heaps	preperiod	period	largest	largest_at	mask	rare	last_rare
0.0	long	64	1	1	0	0	NA	NA	NA
0.1	long	64	2	1	1	1	NA	NA	NA
0.2	long	64	1	2	1	2	NA	NA	NA
0.3	long	64	1	2	1	1	NA	NA	NA
0.4	long	177	54	34	9	87	NA	NA	NA
0.5	long	64	1	2	1	1	NA	NA	NA
0.6	none	1024	NA	NA	33	1005	NA	NA	NA
0.7	long	64	1	2	1	1	NA	NA	NA
4.0	long	64	1	2	1	2	NA	NA	NA
4.1	long	64	1	1	1	1	NA	NA	NA
4.2	long	64	1	2	1	2	NA	NA	NA
4.3	long	64	2	2	2	2	NA	NA	NA
4.4	long	169	72	12	8	28	NA	NA	NA
4.5	long	64	1	1	1	1	NA	NA	NA
4.6	long	169	72	12	8	28	NA	NA	NA
4.7	long	64	1	2	2	2	NA	NA	NA
END
printf 'kayles\n# comment\n\n0.F\r\n.6\n0.77' >codes.txt
prints <<'END'
census --codes=codes.txt --limit=2^12 -q -> 0.77	long	168	71	12	8	27	NA	NA	NA|0.F	long	64	1	2	1	1	NA	NA	NA|0.6	none	4096	NA	NA	126	4074	NA	NA	NA|0.77	long	168	71	12	8	27	NA	NA	NA
END
# One that is ended shows the games that it has done, as far as none is left out.
printf '.77\n.2\n.6\n.3\n' >codes-ended.txt
checks=$((checks + 1))
status=0
"$takeaway" census --codes=codes-ended.txt --limit=2^40 --threads=2 -q --until=1s \
    >out 2>err || status=$?
[ "$status" -eq 130 ] && [ "$(cut -f 1-3 out | tr '\t\n' ' ,')" = '0.77 long 168,0.2 long 64,' ] ||
    failed 'a census that is ended' "status $status, $(cat out err)"
"$takeaway" census --digits=2 --limit=2^12 --threads=1 >whole.tsv
"$takeaway" census --digits=2 --limit=2^12 --threads=3 >threads.tsv
holds 'octal games on threads' cmp -s whole.tsv threads.tsv
holds 'there are 128 codes' [ "$(wc -l <whole.tsv)" -eq 129 ]
resumed_after 66 --digits=2 --limit=2^12
# Rows are what `octal --period` says.
for code in .16 .45 .165 grundy; do
    echo $code >one.txt
    holds "census and period of $code" [ \
        "$("$takeaway" census --codes=one.txt --limit=2^14 -q | cut -f 3,6-7,9-10)" = \
        "$("$takeaway" octal $code 2^14 --period | awk -F '\t' '{ v[$1] = $2 } END {
            printf "%s\t%s\t%s\t%s\t%s", v["heaps"], v["largest"], v["largest_at"], v["rare"], v["last_rare"] }')" ]
done
refuses '"squares" is no octal game' census --resume-after=squares --digits=1
refuses "'.12' is not one of the games" census --digits=1 --resume-after=.12
refuses "cannot read 'nothing.txt': No such file" census --codes=nothing.txt
printf '.6\n.9\n0.x\n' >bad.txt
refuses "codes 'bad.txt': line 3: " census --codes=bad.txt
refuses 'limit=4611686018427387905 is not accepted' census --digits=1 --limit=2^62+1
refuses 'needs one of --size' census --size=2 --within=5 --digits=1
refuses 'no effect here: it goes with --size' census --sets=sets.txt --with=2
fails 'of memory, above the limit of 1.0 MiB; fewer threads' census --digits=1 --limit=2^30 --max-memory=1M --threads=64

# ---- what is refused ----
refuses "needs one of --size=K, --sets=FILE, --digits=K and --codes=FILE" census
refuses -- '--size needs --within=M' census --size=3
refuses 'no set of --size=3 within .1..2.; accepted' census --size=3 --within=2
refuses "with: the element 'x' is not accepted" census --size=2 --within=9 --with=x
refuses 'no effect here: it goes with --size' census --sets=sets.txt --within=5
refuses "cannot read 'nothing.txt': No such file" census --sets=nothing.txt
for line in 1,,2 0 18446744073709551616 '1 2' -3; do
    printf '1,2\n%s\n' "$line" >bad.txt
    refuses "sets 'bad.txt': line 2: the element" census --sets=bad.txt
done
refuses "resume-after: the element '0'" census --size=2 --within=4 --resume-after=0
refuses 'limit=4294967297 is not accepted' census --size=2 --within=4 --limit=2^32+1
fails '2.0 GiB of memory, above the limit of 1.0 GiB; fewer threads' census --size=2 --within=4 \
    --limit=2^30 --max-memory=1G
refuses 'operand' census 5
refuses "game is not an option of 'census'" census --game=primes
