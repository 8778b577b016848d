# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# JSON says what the tables say.

json_of() { # json_of ARGUMENT...: the next file for json-tables.py
    cases=$((cases + 1))
    "$takeaway" "$@" --json >json.$cases 2>err || failed "JSON of $*" "$(cat err)"
}
cases=0
"$takeaway" cold 5000 --format=archive -o 5000.tka
"$takeaway" nim 0 --format=archive -o none.tka
"$takeaway" count 2^14 --at=powers2 >counts.tsv
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
count 5000 --at=1,77,5000 --in=5000.tka --from=50
cold 100
cold 4000 --from=3000 --in=5000.tka
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
fit counts.tsv
yardstick ruzsa 10^100 5 2^53
games
engines
info 5000.tka
verify 5000.tka --digest
verify 5000.tka --windows=2 --window-size=100
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
    holds 'JSON says what the tables say' python3 "$here/json-tables.py" $cases
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
