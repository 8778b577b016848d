# shellcheck shell=sh disable=SC2154 # run.sh sets them
# takeaway export: b-files, from the index that the OEIS begins with

first_terms() { # first_terms SEQUENCE INDEX VALUE...: what the OEIS has
    sequence=$1 index=$2
    shift 2
    for value in "$@"; do
        echo "$index $value"
        index=$((index + 1))
    done >want.txt
    expect 0 '' export "$sequence" $# <want.txt
}

# Beginnings as the OEIS prints them.
first_terms A030193 0 0 2 5 7 10 12 15 17 20 22 34 39 44 52 57
first_terms A014586 0 0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 0 1
first_terms A338027 0 0 1 2 3 1 2 3 4 5 1 4 3 6 7 3 4 1 8
first_terms A002187 0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3
first_terms A215721 1 0 1 5 9 15 21 25 29 35 39 43 55 59 63
first_terms A025043 1 0 1 9 10 25 34 35 49 55 85 91 100
first_terms A275432 0 0 3 10 13 44 47 102 105 146 149 232 235 636 639
first_terms A036685 1 0 1 2 4 7 10 20 23 26 50 53 270 273 276 282
first_terms A014589 0 0 0 1 1 2 2 3 3 4 0 0 1 1 2 2
first_terms A014588 0 0 1 2 3 0 1 2 3 4 5 0 1 2 3
first_terms A014587 0 0 1 2 0 1 2 3 0 1 2 0 1 2 3
first_terms A019509 0 0 1 0 1 0 1 2 3 2 0 1 0 1
first_terms A002186 0 0 1 2 3 1 4 3 2 1 4 2 6 4 1
first_terms A002188 0 0 0 0 1 0 2 1 0 2 1 0 2 1 3

# The OEIS's own b-files, byte for byte.
grep -v '^#' "$root/data/published/oeis-bfiles.tsv" >bfiles
while read -r sequence terms sum; do
    holds "the b-file of $sequence" [ "$("$takeaway" export "$sequence" "$terms" | sha256sum)" = "$sum  -" ]
done <bfiles
"$takeaway" export cold:fibonacci 1001 | sed 1d | sha256sum >sum
holds 'the b-file of A001581' grep -q '^a0b9e2f76b12cc84c7f6f3dcc7f58be6093bdc6bdd1cb404d27a1c7986f8e017' sum
head -n 101 "$root/data/oeis/b120904.txt" | sha256sum >sum
holds 'the b-file of A120904' grep -q '^1a1622b298c1c62c300f72332b659cedb806b62140e940ac685c0226e652f522' sum

# What has no number of its own begins as `cold --format=bfile` does.
"$takeaway" cold 1e4 --game=cubes --format=bfile --offset=1 | head -n 500 >want.txt
expect 0 '' export cold:cubes 500 --offset=1 <want.txt
"$takeaway" cold 1e4 --game=cubes --format=bfile | head -n 500 >want.txt
expect 0 '' export cold:cubes 500 <want.txt
refuses '--offset is for sequences without a number' export A025043 5 --offset=1
expect 2 '^takeaway: lengths are computed for subtraction games only$' export length:kayles 3
expect 0 '' export cold:cubes 500 -o out.txt </dev/null
holds 'export to a file' cmp -s out.txt want.txt
"$takeaway" length 300 --game=primes --format=bfile >want.txt
expect 0 '' export length:primes 300 <want.txt
"$takeaway" octal kayles 300 --format=bfile >want.txt
expect 0 '' export nim:kayles 300 <want.txt
expect 0 '' export cold:kayles 1 <<'OUT'
0 0
OUT
for sequence in A030193 A014586 A215721 nim:moser; do
    "$takeaway" export $sequence 2000 -o out.txt
    first=0
    [ $sequence = A215721 ] && first=1
    awk -v first=$first -v terms=2000 -f "$root/experiments/bfiles/check.awk" out.txt >err
    holds "check.awk accepts $sequence" [ $? -eq 0 ]
done
# It refuses text that is no b-file.
for bad in 's/ /  /' 's/$/ /' '7d' '3s/^/+/' 's/^5 /6 /' '9s/ / 0/' '$d' '1d'; do
    sed "$bad" out.txt >bad.txt
    awk -v first=0 -v terms=2000 -f "$root/experiments/bfiles/check.awk" bad.txt >err 2>&1
    holds "check.awk refuses $bad" [ $? -ne 0 ]
done

refuses "SEQUENCE 'A000001' is not accepted" export A000001 10
refuses "SEQUENCE 'cubes' is not accepted" export cubes 10
refuses "no such|unknown|nonsense" export cold:nonsense 10
refuses "subtraction games only" export length:kayles 10
refuses "misere" export A014586 10 --misere
refuses '--misere is for cold:GAME; A030193 is a sequence of normal play' export A030193 10 --misere
"$takeaway" cold 1e4 --misere --format=bfile | head -n 100 >want.txt
expect 0 '' export cold:squares 100 --misere <want.txt
refuses "TERMS" export A030193 0
fails "there is only 1 cold position below" export cold:kayles 2

# The ending of -o FILE says the format, unless --format is given.
for command in 'cold 300' 'nim 300' 'length 300' 'octal .77 300' 'octal .77 300 --cold'; do
    for pair in npy:npy ta:archive txt:text other:text; do
        ending=${pair%:*} format=${pair#*:}
        # shellcheck disable=SC2086
        expect 0 '' $command --format="$format" -o as-asked.txt </dev/null
        # shellcheck disable=SC2086
        expect 0 '' $command -o "by-ending.$ending" </dev/null
        holds "$command: .$ending is $format" cmp -s as-asked.txt "by-ending.$ending"
    done
done
# Of no values at all, too, the array is one of 16-bit numbers.
holds '.npy without values' sh -c "'$takeaway' nim 0 -o none.npy && grep -aq '<u2.*(0,)' none.npy"

# A b-file, ours or from the OEIS, is a set.
expect 0 '' export cold:cubes 50 -o b.txt </dev/null
"$takeaway" cold 1e6 --game=cubes | head -n 50 | tail -n +2 >numbers.txt
holds 'the set of a b-file' [ "$("$takeaway" count 1e4 --game=file:b.txt -q)" = \
    "$("$takeaway" count 1e4 --game=file:numbers.txt -q)" ]

# Indices are below 2^64.
expect 0 '' nim 2^64-1 --game=list:1,2 --from=2^64-3 --format=bfile --offset=1 <<'END'
18446744073709551614 1
18446744073709551615 2
END
for how in 'nim 2^64-1 --game=list:1,2' 'octal .77 2^64-1' 'cold 2^64-1 --game=list:1,2'; do
    # shellcheck disable=SC2086
    refuses '--offset 3 is not accepted; accepted: at most 2\^64 - N' \
        $how --from=2^64-3 --format=bfile --offset=3
done

# From an archive of the same game, nothing is computed.
"$takeaway" cold 100 -o cold.ta
"$takeaway" octal kayles 50 -o kayles.ta
golden <<'END'
$ export A030193 3 --in=cold.ta -> 0 0|1 2|2 5
$ export cold:squares 2 --in=cold.ta -> 0 0|1 2
$ export A002186 4 --in=kayles.ta -> 0 0|1 1|2 2|3 3
END
refuses "is of the game 'squares', not of 'cubes'" export cold:cubes 3 --in=cold.ta
refuses "'cold.ta' is of normal play" export cold:squares 3 --in=cold.ta --misere
refuses "holds cold positions, not nim-values" export A014586 3 --in=cold.ta
refuses "'kayles.ta' holds \[0, 50\); to compute the rest" export nim:kayles 51 --in=kayles.ta
fails 'only 21 cold positions below 100, where the archive ends' export A030193 22 --in=cold.ta
refuses 'computes nothing' export A030193 3 --in=cold.ta --max-memory=1G
