# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# One meaning, one form: JSON of every table, --at, numbers, options without
# effect, direct questions.

# ---- JSON says what the table says ----
cat >same.py <<'END'
# The files json.1, json.2, ... are JSON, and say what those of table.1, table.2,
# ... say that there are.
import json, os, sys

def text(value):
    assert isinstance(value, (str, bool, float)) or value is None or abs(value) <= 2**53, value
    return "NA" if value is None else {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

def compare(lines, data):
    if isinstance(data, dict):
        data = [{"quantity": name, "value": value} for name, value in data.items()]
    if not data or isinstance(data[0], dict):
        names = lines.pop(0).split("\t") if lines else []
    else:
        data, names = [{"": value} for value in data], [""]
    assert len(data) == len(lines), (len(data), lines[:3])
    for row, line in zip(data, lines):
        assert list(row) == names, (row, names)
        for cell, value in zip(line.split("\t"), row.values()):
            assert (float(cell) == value if isinstance(value, float) else
                    cell.replace("-", "NA") == text(value).replace("-", "NA")), (line, row)

for k in range(1, int(sys.argv[1]) + 1):
    data = json.load(open("json.%d" % k))
    if os.path.exists("table.%d" % k):
        compare(open("table.%d" % k).read().splitlines(), data)
END
json_of() { # json_of ARGUMENT...: the next file for same.py
    cases=$((cases + 1))
    "$takeaway" "$@" --json >json.$cases 2>err || failed "JSON of $*" "$(cat err)"
}
cases=0
"$takeaway" cold 5000 --format=archive -o forms.tka
"$takeaway" nim 0 --format=archive -o none.tka
"$takeaway" count 2^14 --at=powers2 >forms.tsv
if command -v python3 >/dev/null 2>&1; then
    while read -r arguments; do
        # shellcheck disable=SC2086
        set -- $arguments
        json_of "$@"
        "$takeaway" "$@" >table.$cases 2>err
    done <<'END'
count 1000 --at=powers2
count 0 --at=powers2
count 1000 --at=cubes --digest
count 5000 --at=1,77,5000 --in=forms.tka --from=50
cold 100
cold 4000 --from=3000 --in=forms.tka
nim 0
nim 300 --max
nim 300 --histogram
length 300 --max
octal .77 40
octal .77 2^60 --histogram --from=2^59
octal .16 2^20 --period
period --game=list:2,4,7
period --game=list:1,18446744073709551614
census --size=2 --within=9 --limit=8
grid 5 --moves=(1,0):1
grid 9 --moves=(1,0):1 --nim
fit forms.tsv
yardstick ruzsa 10^100 5 2^53
games
engines
info forms.tka
verify forms.tka --digest
verify forms.tka --windows=2 --window-size=100
verify none.tka --windows=2
END
    # Answers that are sentences.
    while read -r arguments; do
        # shellcheck disable=SC2086
        json_of $arguments
    done <<'END'
count 1000
count 1000 --digest --from=10 --misere
nim 0 --digest --in=none.tka
line 0
compare 1000 --engines=naive,auto --reps=1
END
    printf '5\n' >"$(printf 'latin\351')"
    json_of count 10 --game=file:"$(printf 'latin\351')" # no UTF-8
    name=$(printf 'caf\303\251 \340\240\200 \360\220\200\200') # U+0800, U+10000
    printf '5\n' >"$name"
    json_of count 10 --game=file:"$name"
    holds 'JSON of UTF-8' grep -q "\"file:$name\"" json.$cases
    holds 'JSON says what the tables say' python3 same.py $cases
fi
golden <<'END'
$ count 100 --json
{
  "game": "squares",
  "convention": "normal",
  "n": 100,
  "cold": 21
}
$ count 10 --json --at=powers10 -q -> [|  {"n": 1, "cold": 1},|  {"n": 10, "cold": 4}|]
$ cold 7 --json -> [|  0,|  2,|  5|]
$ line 2 --json
[
  {"heap": 2, "take": 1, "leave": 1, "player": "loser"},
  {"heap": 1, "take": 1, "leave": 0, "player": "winner"}
]
END
refuses '--json prints a list on standard output' cold 10 --json -o x
refuses '--json prints a list on standard output' nim 10 --json --format=bfile
refuses "not an option of 'export'" export A030193 5 --json

# ---- --at ----
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
expect 0 '' count 5000 --from=77 --in=forms.tka <<END
$("$takeaway" cold 5000 --from=77 | wc -l | tr -d ' ') of the 4923 positions in [77, 5000) are cold (squares, normal play)
END
expect 0 '' count 5000 --from=77 --digest -q --in=forms.tka <<END
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
engine cold 10 --in=forms.tka --engine=naive
stats count 10 --in=forms.tka --stats
max-memory count 10 --in=forms.tka --max-memory=1G
threads moves 10 --in=forms.tka --threads=2
max-memory nth 3 --in=forms.tka --max-memory=1G
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

# ---- direct questions ----
for game in squares primes 'list:1,2 --misere' 'cubes --misere'; do
    # shellcheck disable=SC2086
    set -- --game=$game
    "$takeaway" cold 3000 "$@" >list
    "$takeaway" cold 3000 "$@" --format=archive -o is.tka
    for k in 1 17 300; do
        sed -n ${k}p list >want.txt
        [ -s want.txt ] || continue
        expect 0 '' nth $k "$@" -q <want.txt
        expect 0 '' nth $k --in=is.tka -q <want.txt
    done
    for heap in 0 1 2 5 7 100 777 1000 2999; do
        answer=hot
        grep -qx $heap list && answer=cold
        echo $answer >want.txt
        expect 0 '' is $heap "$@" -q <want.txt
        "$takeaway" is $heap "$@" >computed
        expect 0 '' is $heap --in=is.tka <computed
        # The move that is named is a winning one.
        left=$(sed -n 's/.*, leaving \(.*\), which is cold$/\1/p' computed)
        [ -z "$left" ] || holds "is $heap of $*: the move" grep -qx "$left" list
    done
    refuses "holds \[0, 3000\)" is 3001 --in=is.tka
    refuses "K 3001 is not accepted: the file holds" nth 3001 --in=is.tka
done
prints <<'END'
is 13 27 100 -> hot: take 1 from 100, leaving 99, nim-sum 0
is 7@kayles 5@squares -q -> hot
is 10^60+7@moser 13 -q -> hot
is --misere 4 6 -> hot: take 4 from 4, leaving 0, a cold sum
is --misere 0 -> hot: there is no move, and who cannot move wins
is 0 -> cold: the player to move loses, having no move
is 5 -> cold: the player to move loses. 1 from 5 is met by 4 from 4; 4 from 5 by 1 from 1
is 20 -> cold: the player to move loses. 1 from 20 is met by 4 from 19; 4 from 20 by 1 from 16; 9 from 20 by 1 from 11; ...
is 26215012 -> cold: the player to move loses, whatever the move
is 5 --json -> {|  "cold": true,|  "moves": []|}
is 6 --json -> {|  "cold": false,|  "moves": [|    {"heap_number": 1, "take": 1, "leave": [5]}|  ]|}
END
prints <<'END'
nth 2^40 7 --game=list:1,2 -q -> 3298534883325|18
nth 5 --game=list:1-10^7 -q -> 40000004
nth 10^5 --game=cubes+10^6 --misere --max-memory=64M -q -> 1100000
END
fails 'there are only 6148914691236517205 cold positions below 18446744073709551615' nth 2^63 --game=list:1,2
fails 'there is only 1 cold position below' nth 2 --game=kayles
refuses "K '0'.*from 1" nth 0
refuses "'nth' needs K" nth
refuses 'HEAP: .5x.: .* is not understood after the number' is 5x
if [ -n "${TAKEAWAY_LONG:-}" ]; then
    prints <<'END'
is 3*10^8 -> hot: take 102400 from 3*10^8, leaving 299897600, which is cold
nth 358248 -> k	cold|358248	104857942
END
fi
