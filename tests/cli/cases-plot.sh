# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# experiments/growth/plot.sh: a picture of any table of counts.

plot=$root/experiments/growth/plot.sh
drawn() { # drawn TABLE PICTURE [GAME [FROM]]: without a word
    checks=$((checks + 1))
    TAKEAWAY=$takeaway "$plot" "$@" 2>err && [ ! -s err ] && [ -s "$2" ] ||
        failed "plot.sh $*" "$(head -n 3 err)"
}
if command -v gnuplot >/dev/null 2>&1; then
    for game in squares primes .16 .07 residues:1,4mod5; do
        "$takeaway" count 2^16 --at=powers2 --game=$game >table
        for kind in svg png; do
            drawn table picture.$kind $game
        done
        holds "a picture of $game names it" grep -q -e "$game" -e subtract-a-square picture.svg
        [ "$(grep -c Ruzsa picture.svg)" -eq "$([ $game = squares ] && echo 1 || echo 0)" ] ||
            failed "picture of $game" 'the sets of Ruzsa belong to squares only'
    done
    "$takeaway" count 3e5 --at=cubes --game=cubes >table
    drawn - cubes.svg cubes 100 <table
    holds 'from standard input' grep -q 'fit from n = 125' cubes.svg
    # The line of the fit is said with the figures that `fit` prints.
    "$takeaway" count 2^16 --at=powers2 >table
    drawn table picture.svg
    exponent=$(printf '%.4f' "$("$takeaway" fit table --from=2^10 -q)")
    holds "the exponent $exponent" grep -q "$exponent of the fit" picture.svg
    # Its panel begins where the fit does: 2^0 and 10^0 stand at the counts only.
    holds 'a panel that is filled' [ "$(grep -c '>0</tspan>' picture.svg)" -eq 2 ]
fi
for wrong in picture.pdf picture; do
    checks=$((checks + 1)) status=0
    "$plot" table $wrong 2>err || status=$?
    [ "$status" -eq 2 ] && grep -q "'$wrong' is not accepted; accepted: a name in .png or .svg" err ||
        failed "plot.sh to $wrong" "status $status, $(cat err)"
done
