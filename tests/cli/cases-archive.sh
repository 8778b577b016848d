# shellcheck shell=sh disable=SC2154 # run.sh sets them
# Archives: --format=archive, --in, info, verify; digests; the Python reader

sum_of() { # sum_of ARGUMENT...: of what takeaway prints, by another program
    "$takeaway" "$@" | sha256sum | cut -d' ' -f1
}

# same ARGUMENT... -- ARGUMENT...: the first command prints what the second one
# prints.
same() {
    first=
    while [ "$1" != -- ]; do
        first="$first $1"
        shift
    done
    shift
    "$takeaway" "$@" >same.txt
    # shellcheck disable=SC2086
    expect 0 '' $first <same.txt
}

# Written and read back.
expect 0 '' cold 1e5 --format=archive -o cold.tka </dev/null
"$takeaway" cold 1e5 >cold.txt
expect 0 '' cold 1e5 --in=cold.tka <cold.txt
same cold 70000 --from=60000 --format=bfile --offset=1 --in=cold.tka -- \
    cold 70000 --from=60000 --format=bfile --offset=1
prints <<'END'
cold 5e4 --from=5e4 --in=cold.tka ->
count 1e5 --in=cold.tka -> 2781 of the 100000 positions below 100000 are cold (squares, normal play)
END
same count 1e5 --at=powers10 --in=cold.tka -- count 1e5 --at=powers10
expect 0 '' cold 1e5 --in=cold.tka --format=archive -o copy.tka </dev/null
holds 'a copy' cmp -s cold.tka copy.tka
# Whatever computes it, the same file.
expect 0 '' cold 1e5 --engine=divide --threads=2 --format=archive -o copy.tka </dev/null
holds 'another engine' cmp -s cold.tka copy.tka
expect 0 '' cold 1e5 --checkpoint=check.tka -o /dev/null </dev/null
holds 'a checkpoint that is complete' cmp -s cold.tka check.tka

for sequence in nim length; do
    expect 0 '' $sequence 2e4 --format=archive -o $sequence.tka </dev/null
    same $sequence 2e4 --from=100 --in=$sequence.tka -- $sequence 2e4 --from=100
    same $sequence 2e4 --max --in=$sequence.tka -- $sequence 2e4 --max
    same $sequence 1e4 --histogram --from=9 --in=$sequence.tka -- $sequence 1e4 --histogram --from=9
    sum_of $sequence 2e4 >sum.txt
    expect 0 '' $sequence 2e4 --digest <sum.txt
    expect 0 '' $sequence 2e4 --digest --in=$sequence.tka <sum.txt
done
expect 0 '' cold 300 --misere --game=list:1,3 --format=archive -o misere.tka </dev/null
same cold 300 --in=misere.tka -- cold 300 --misere --game=list:1,3
same cold 300 --in=misere.tka --misere --game=list:1,3 -- cold 300 --misere --game=list:1,3
prints <<'END'
cold 0 --format=archive -o empty.tka ->
cold 0 --in=empty.tka ->
cold 1e3 --game=kayles --format=archive -o kayles.tka ->
END

# Digests: what sha256sum says of the text.
sum_of cold 1e6 >sum.txt # of more than a buffer of text
expect 0 '' cold 1e6 --digest <sum.txt
"$takeaway" cold 1e6 --format=npy -o long.npy
{ "$takeaway" cold 1e6 --format=bfile | cut -d' ' -f2; tail -c +129 long.npy | od -An -v -t u8 -w8 | tr -d ' '; } >both
holds 'long b-files and npy files' [ "$(sha256sum <both)" = "$({ "$takeaway" cold 1e6; "$takeaway" cold 1e6; } | sha256sum)" ]
sum_of cold 1e5 >sum.txt
expect 0 '' cold 1e5 --digest <sum.txt
expect 0 '' cold 1e5 --digest --engine=divide --threads=2 -o text.txt <sum.txt
holds 'with -o, the file too' cmp -s text.txt cold.txt
expect 0 '' cold 1e5 --digest --in=cold.tka <sum.txt
sum_of cold 1e5 --from=777 >sum.txt
expect 0 '' cold 1e5 --digest --from=777 <sum.txt
{
    printf 'n\tcold\tsha256\n'
    for end in 1 10 1000 65537; do
        printf '%s\t%s\t%s\n' "$end" "$("$takeaway" count $end -q)" "$(sum_of cold $end)"
    done
} >table.txt
expect 0 '' count 1e5 --digest --at=1,10,1000,65537 <table.txt
expect 0 '' count 1e5 --digest --at=1,10,1000,65537 --in=cold.tka <table.txt
expect 0 '' count 10 --digest <<'OUT'
4 of the 10 positions below 10 are cold (squares, normal play)
sha256 of these positions, one a line: d162047d3528b53f74d4de793feb66278be2ff62015131b20edc7a4a34ac09c4
OUT
holds 'the digest as JSON' [ "$("$takeaway" count 10 --digest --json | grep -o '[0-9a-f]\{64\}')" = \
    d162047d3528b53f74d4de793feb66278be2ff62015131b20edc7a4a34ac09c4 ]
prints <<'END'
count 0 --digest -q -> 0	e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
END

# info
expect 0 '' info misere.tka --digest <<OUT
quantity	value
content	cold positions
game	list:1,3
convention	misere
end	300
goal	300
complete	yes
numbers	150
bytes	$(wc -c <misere.tka)
bits_per_number	$(awk "BEGIN { printf \"%.3f\", 8 * $(wc -c <misere.tka) / 150 }")
frames	1
hash	$("$takeaway" info misere.tka | sed -n 's/^hash	//p')
sha256	$(sum_of cold 300 --misere --game=list:1,3)
OUT

# verify
for file in cold nim length misere empty kayles; do
    "$takeaway" verify $file.tka --positions=200 --seed=5 --digest >out 2>err
    holds "verify $file" [ $? -eq 0 ]
    [ $file = empty ] || [ $file = kayles ] ||
        holds "verify $file: seed and number" [ "$(grep -Ecx 'seed	5|positions	200' out)" -eq 2 ]
    holds "verify $file: digest" grep -qx "$("$takeaway" info $file.tka --digest | tail -n 1)" out
    "$takeaway" verify $file.tka --engine=naive >out 2>err
    holds "verify $file --engine=naive" grep -q '^computed_again	\[0, [0-9]*), the same$' out
done
# A value as large as can be: an only move, which ends the heap.
prints <<'END'
octal .14 1000 --format=archive -o ends.tka ->
verify ends.tka -q ->
END
expect 2 "engine 'nonsense'" verify cold.tka --engine=nonsense </dev/null
"$takeaway" verify cold.tka --engine=divide --threads=2 >out 2>err
holds 'verify with divide: said' grep -qx 'engine	divide' out
expect 0 '' verify cold.tka --engine=divide -q </dev/null

# Archives of a set from a file name its numbers, not the file.
printf 'complete\n1\n4\n9\n' >set.txt
expect 0 '' cold 100 --game=file:set.txt --format=archive -o set.tka </dev/null
holds 'no path in it' [ "$(grep -c 'set\.txt' set.tka)" -eq 0 ]
refuses 'give that by --game' verify set.tka
expect 0 '' verify set.tka --game=file:set.txt -q </dev/null
printf '1\n4\n10\n' >set.txt
refuses 'is of the game' verify set.tka --game=file:set.txt

# Damage: status 3 and one line, from every command; see cases-foreign.sh.
cp cold.tka bad.tka
printf 'x' | dd of=bad.tka bs=1 seek=1000 conv=notrunc 2>dd.txt
"$takeaway" cold 1e5 --in=bad.tka -o never.txt 2>err
holds 'a damaged --in writes nothing' [ ! -e never.txt ]
printf 'x' | dd of=bad.tka bs=1 seek=100 conv=notrunc 2>dd.txt
expect 3 "^takeaway: 'bad.tka' is damaged: its header" info bad.tka </dev/null

# Used wrongly
refuses "npy with -o FILE, archive with -o FILE" cold 10 --format=archive
refuses "leave out *--from" cold 10 --from=5 --format=archive -o never.tka
refuses "holds cold positions, not nim-values" nim 10 --in=cold.tka
refuses "is of the game 'squares', not of 'cubes'" cold 10 --game=cubes --in=cold.tka
refuses "is of normal play" cold 10 --misere --in=cold.tka
refuses "is of misere play" cold 10 --game=list:1,3 --in=misere.tka
refuses "holds \[0, 100000\)" cold 1e6 --in=cold.tka
refuses "computes nothing" cold 10 --in=cold.tka --checkpoint=never.tka
refuses "digest" nim 10 --max --digest
fails "'missing/a.tka'" cold 10 --format=archive -o missing/a.tka
holds 'nothing was written' [ ! -e never.tka ]

# The reader in Python reads them all.
if command -v python3 >where.txt && command -v zstd >where.txt; then
    for file in cold nim misere empty set; do
        python3 "$root/src/archive/read-archive.py" $file.tka >python.txt 2>err
        want=$("$takeaway" info $file.tka --digest | sed -n 's/^sha256	//p')
        holds "read-archive.py $file.tka" [ "$(sha256sum <python.txt | cut -d' ' -f1)" = "$want" ]
    done
    python3 "$root/src/archive/read-archive.py" bad.tka >python.txt 2>err
    holds 'read-archive.py refuses damage' [ $? -ne 0 ]
else
    echo "skipped: read-archive.py needs python3 and zstd"
fi

# Octal games
expect 0 '' octal .77 5000 --format=archive -o octal.tka </dev/null
same octal .77 5000 --from=70 --in=octal.tka -- octal .77 5000 --from=70
same octal kayles 4000 --cold --in=octal.tka -- octal kayles 4000 --cold
sum_of octal .77 5000 >sum.txt
expect 0 '' octal .77 5000 --digest <sum.txt
expect 0 '' octal .77 5000 --cold --format=archive -o kayles.tka </dev/null
expect 0 '' verify octal.tka --positions=100 -q </dev/null
expect 0 '' verify kayles.tka -q </dev/null
refuses "is of the game '0.77', not of '0.07'" octal .07 10 --in=octal.tka
refuses "holds cold positions" octal .77 10 --in=kayles.tka
refuses "period prints no list" octal .77 10 --period --digest
[ ! -w /dev/full ] || fails "'/dev/full': No space left" cold 1000 --format=archive -o /dev/full

# Cold heaps of octal games, hexadecimal codes too, are checked by computing them.
for code in 0.77 0.3F; do
    "$takeaway" cold 500 --game=$code --format=archive -o code.tka
    expect 0 '' verify code.tka -q </dev/null
done

# Forged: the cold positions of another set under the name of the squares, with
# right checksums. Up to 5000 they are the same, so that beginnings do not differ.
set_of=$(awk 'BEGIN { printf "list:1"; for (k = 2; k <= 70; k++) printf ",%d", k * k }')
"$takeaway" octal .07 5000 --format=archive -o other.tka
rename other.tka forged-octal.tka 0.77
"$takeaway" cold 1e4 --game=.07 --format=archive -o other.tka
rename other.tka forged-zeros.tka 0.77
for command in cold nim length; do
    "$takeaway" $command 1e5 --game="$set_of" --format=archive -o other.tka
    rename other.tka forged-$command.tka squares
    "$takeaway" $command 1e5 --format=archive -o true-$command.tka
    [ $command = cold ] || expect 3 'is wrong: position' \
        verify forged-$command.tka --positions=0 --windows=1 --window-size=1e4 \
        --from=5e4 -q </dev/null
    expect 0 '' verify true-$command.tka --positions=0 --windows=2 --at=powers10 -q </dev/null
done
first=$("$takeaway" cold 1e5 --in=forged-cold.tka | cat - cold.txt | sort -n | uniq -u | head -n 1)
expect 3 "is wrong: position $first is " \
    verify forged-cold.tka --positions=0 --windows=1 --window-size=1e6 -q </dev/null
"$takeaway" verify forged-cold.tka --positions=0 --engine=divide >out 2>err
holds 'forged: not said to be the same' [ $? -eq 3 -a "$(grep -c 'the same' out)" -eq 0 ]
for command in cold nim length octal; do
    expect 3 'differ first at position' verify forged-$command.tka \
        --positions=0 --engine=auto -q </dev/null
done
expect 3 'differ first at position' verify forged-zeros.tka --engine=naive -q </dev/null

# Windows
"$takeaway" cold 2e6 --format=archive -o windows.tka
set -- verify windows.tka --positions=0 --windows=2 --window-size=2e3 --at=powers2 --from=2^18 --seed=5
expect 0 '' "$@" -q </dev/null
"$takeaway" "$@" >out
holds 'a row for each window' [ "$(grep -c '^window_[0-9]*	\[' out)" -eq 6 ]
holds 'the seed' grep -qx 'seed	5' out
holds 'a window in each octave' awk -F '[[, )]+' '
    /^window_/ { n++; lo = 2 ^ (18 + int((n - 1) / 2)) }
    /^window_/ && ($2 < lo || $3 > 2 * lo || $3 - $2 != 2000) { bad = 1 }
    END { exit bad || n != 6 }' out
holds 'what was computed' grep -qx 'computed_anew	12000 positions, the same' out
expect 0 '' "$@" <out # a seed gives its windows
a=$(sed -n 's/^window_[0-9]*	\[\([0-9]*\),.*/\1/p' out | head -n 1)
holds 'the cold positions of a window are counted' [ \
    "$(sed -n 's/^window_.*), \([0-9]*\) cold$/\1/p' out | head -n 1)" -eq \
    "$("$takeaway" cold $((a + 2000)) --from="$a" --in=windows.tka | wc -l)" ]
for option in --from=5 --at=powers2 --window-size=5; do
    refuses 'has no effect here: it goes with --windows' verify windows.tka $option
done
refuses 'powers2 or powers10' verify windows.tka --windows=2 --at=5,6
refuses '--from 2000000 is not accepted' verify windows.tka --windows=2 --from=2e6
refuses 'only of subtraction sets' verify octal.tka --windows=2
fails 'the limit of 10.0 KiB of memory is reached' verify windows.tka --positions=0 --windows=2 --max-memory=10K -q
expect 0 '' verify empty.tka --windows=2 -q </dev/null

# The residues of cold positions are learned and kept apart, which makes files
# small.
for most in squares:8.1 cubes:5.2 triangular:10; do
    "$takeaway" cold 2^22 --game="${most%:*}" --format=archive -o small.tka -q
    "$takeaway" info small.tka >out
    holds "the size of ${most%:*}" awk -v most="${most#*:}" '
        /^bits_per_number/ { found = 1; small = $2 <= most }
        END { exit !(found && small) }' out
done
holds 'one frame, not "1 frames"' sh -c "'$takeaway' cold 100 --format=archive -o one.ta && '$takeaway' verify one.ta | grep -qx 'checksums	right, 1 frame'"
