# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# Direct questions: is this heap cold, and which is the k-th cold one?

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
is 7 7@kayles 3 -> hot: take 2 from 7@kayles, leaving 2 3, nim-sum 0
is 2@kayles 2@nim -> cold: the player to move loses. 1 from 2@kayles is met by 1 from 2@nim; 2 from 2@kayles by 2 from 2; 1 from 2@nim by 1 from 2@kayles; ...
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
is 10^12 --game=list:1-65000 -> hot: take 45622 from 10^12, leaving 999999954378, which is cold
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
