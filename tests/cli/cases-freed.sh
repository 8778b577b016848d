# shellcheck shell=sh disable=SC2154 # run.sh sets them
# What the library allocates is freed by ta_free: in a build of the tool whose
# ta_alloc gives blocks that free() refuses, all commands end well.

wrong=$(dirname "$takeaway")/tests/takeaway-wrong
if [ -x "$wrong" ]; then
    ends_well() {
        checks=$((checks + 1))
        "$wrong" "$@" <"$input" >out 2>err || failed "$*" "$(head -n 2 err)"
    }
    for command in cold nim length; do
        for engine in $("$takeaway" engines $command | sed 1d | cut -f 1); do
            ends_well $command 5000 --engine="$engine" --format=archive -o $command.tka
            ends_well $command 9000 --engine="$engine" --game=list:1,5,7 -o text
        done
        ends_well verify $command.tka --full --windows=2 --window-size=100
    done
    for engine in $("$takeaway" engines octal | sed 1d | cut -f 1); do
        ends_well octal .77 1000 --engine="$engine" --format=archive -o octal.tka
        ends_well octal .77 2000 --engine="$engine" --resume=octal.tka --max
    done
    ends_well octal .77 2000 --period
    ends_well octal .3F 500 --period
    ends_well moves 13 27 100
    ends_well moves 13 27 --misere
    ends_well moves 100 --misere
    ends_well moves 100 --shortest
    ends_well moves 10^20@moser 10^20@list:1,4 7@kayles 100
    ends_well moves 100 --in=cold.tka
    ends_well is 358 --in=cold.tka
    ends_well is 359 5@kayles
    ends_well nth 10
    ends_well nth 10 --in=cold.tka
    ends_well line 40
    ends_well period --game=list:1,4,9
    ends_well period
    ends_well census --size=3 --within=9
    ends_well census --digits=1 --limit=1000
    printf '1,2,3\n' >sets
    ends_well census --sets=sets
    ends_well yardstick ruzsa 10^100
    ends_well yardstick poly:3,0,0 10^6 --at=powers2
    ends_well export A030193 100 -o text
    ends_well compare 2000
    ends_well info cold.tka --digest
    "$takeaway" count 2^14 --at=powers2 >counts
    ends_well fit counts
    printf '1\n2\n' >moves
    input=moves
    for game in 3 '3 4' '3 --misere' '3 4 --misere' 4@kayles; do
        # shellcheck disable=SC2086
        ends_well play $game
    done
    input=/dev/null
fi
