# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# What arguments mean: --at, numbers, options without effect; a message cuts none of
# them without a mark.

# ---- --at ----
"$takeaway" cold 5000 --format=archive -o 5000.tka
prints <<'END'
count 30 --at=cubes -> n	cold|1	1|8	4|27	10
nim 1000 --at=powers10 -> n	largest	largest_at|1	0	0|10	2	4|100	6	75|1000	14	802
END
for what in nim length; do
    for at in powers2 cubes 0,1,2,999,3000; do
        "$takeaway" $what 3000 --at=$at | tail -n +2 >rows
        "$takeaway" $what 3000 |
            awk -v rows=rows 'BEGIN { largest = "NA"; at = "NA"; getline line <rows; split(line, want, "\t") }
            { while (line != "" && want[1] == NR - 1) {
                  print want[1] "\t" largest "\t" at
                  line = ""; getline line <rows; split(line, want, "\t") }
              if (largest == "NA" || $1 > largest) { largest = $1; at = NR - 1 } }
            END { if (line != "") print want[1] "\t" largest "\t" at }' >scanned
        holds "$what --at=$at" cmp rows scanned
    done
done
expect 0 '' count 5000 --from=77 --in=5000.tka <<END
$("$takeaway" cold 5000 --from=77 | wc -l | tr -d ' ') of the 4923 positions in [77, 5000) are cold (squares, normal play)
END
expect 0 '' count 5000 --from=77 --digest -q --in=5000.tka <<END
$("$takeaway" cold 5000 --from=77 | wc -l | tr -d ' ')	$("$takeaway" cold 5000 --from=77 | sha256sum | cut -d ' ' -f 1)
END
refuses '--from 11 is not accepted; accepted: 0 to N' count 10 --from=11
refuses '--max, --histogram and --at exclude' nim 10 --at=powers2 --max
refuses "--at 'squares'.*powers2, powers10, cubes, numbers" length 10 --at=squares

# ---- numbers ----
for n in 1_000_0 10K 0.01M 1.0e4 1e4 2^4*5^4 2^14-6384; do
    expect 0 '' count "$n" -q <<END
$("$takeaway" count 10000 -q)
END
done
refuses "N '1.55e1' is not accepted; accepted: a number, such as 1000000, 1_000_000, 1.5e6, 10M" count 1.55e1
refuses "N '5-7' is not accepted" count 5-7
refuses "HEAP: .5-7. is negative; accepted are" moves 5-7
expect 0 '' moves 10^30-10^30+5 -q <<'END'
END

# ---- a message cuts nothing without a mark ----
# Operands and values of 300 characters are whole in a message, or cut at a mark.
unmarked() { # FILE: a stretch of sevens or of letters x that is a mere part
    sed -E 's/(^|[^7x])(7{300}|x{300})($|[^7x])/\1\3/g
        s/(7{12,}|x{12,})?\.\.\.(7{12,}|x{12,})?//g' "$1" |
        grep -E '7{12}|x{12}'
}
long_one() { # COMMAND ARGUMENT...
    sampled 3 || return 0
    status=0
    timeout 600 "$takeaway" "$@" </dev/null >out 2>>long.err || status=$?
    [ "$status" -lt 124 ] || failed "long: $(echo "$*" | cut -c 1-50)" "status $status"
}
sevens=$(awk 'BEGIN { for (i = 0; i < 300; i++) printf "7" }')
letters=$(echo "$sevens" | tr 7 x)
for command in $("$takeaway" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    case $command in
    octal) operands='.77 5' ;;
    export) operands='A030193 5' ;;
    yardstick) operands='ruzsa 5' ;;
    grid) operands='5 --moves=(1,0):1' ;;
    compare) operands='5 --engines=naive --reps=1' ;;
    games | period | engines | help) operands='' ;;
    census) operands='--within=5 --size=2' ;;
    *) operands=5 ;;
    esac
    for long in "$sevens" "$letters"; do
        long_one "$command" "$long"
        long_one "$command" ruzsa "$long"
        long_one "$command" "--$long"
    done
    for option in $("$takeaway" help "$command" | sed -n 's/^ .*\(--[a-z-]*=\).*/\1/p'); do
        # shellcheck disable=SC2086
        long_one "$command" $operands "$option$letters"
    done
done
unmarked long.err | cut -c 1-400 >cut.txt
holds "a message is cut without a mark: $(head -n 3 cut.txt)" [ -s long.err -a ! -s cut.txt ]
fails_or_refused=$("$takeaway" moves 10^100 2>&1)
holds 'moves 10^100' [ "$fails_or_refused" != "${fails_or_refused#*0...0*(101 digits)}" ]

# ---- options without effect ----
while read -r option arguments; do
    # shellcheck disable=SC2086
    refuses "--$option has no effect here: " $arguments
done <<'END'
offset cold 10 --offset=5
checkpoint-every count 10 --checkpoint-every=5
engine cold 10 --in=5000.tka --engine=naive
stats count 10 --in=5000.tka --stats
max-memory count 10 --in=5000.tka --max-memory=1G
threads moves 10 --in=5000.tka --threads=2
max-memory nth 3 --in=5000.tka --max-memory=1G
format cold 10 --digest --format=bfile
from octal .77 10 --period --from=5
output octal .77 10 --period -o x
from nim 10 --at=powers2 --from=2
END
refuses "--threads is not an option of 'length'" length 10 --threads=2

# ---- heaps, engines, versions ----
prints <<'END'
play 3@list:1,2 -q -> heap: 3|end of input: the game is left
END
refuses "play has heaps of one game, not of 'kayles' and 'squares'" play 3@kayles 5
"$takeaway" line 40 --game=primes >want.txt
expect 0 '' line 40@primes <want.txt
refuses "game 'nothing' is not accepted; accepted: squares" line 40@nothing
holds 'engines of octal games' sh -c \
    "[ \"\$('$takeaway' engines octal | cut -f 1 | paste -s -d ' ')\" = 'engine naive sets sparse auto' ]"
