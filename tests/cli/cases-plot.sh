# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# The command plot, and the tables with their games that -o writes for it.

# ---- tables in files ----
while read -r what; do
    game=${what#*-> } what=${what%% ->*}
    # shellcheck disable=SC2086
    "$takeaway" $what >wanted
    # shellcheck disable=SC2086
    expect 0 '' $what -o table </dev/null
    holds "$what: the game in a comment line" [ "$(head -n 1 table)" = "# game: $game" ]
    holds "$what: the table itself" sh -c 'sed 1d table | cmp -s - wanted'
done <<'END'
count 2^12 --at=powers2 -> squares, normal play
count 2^12 --at=1,5,4096 --misere --game=primes -> primes, misere play
count 100 --at=powers10 --digest -> squares, normal play
nim 3000 --max --game=cubes -> cubes, nim-values
nim 3000 --at=cubes -> squares, nim-values
length 3000 --histogram -> squares, lengths
octal .16 3000 --max -> .16, nim-values
END
"$takeaway" count 2^16 --at=powers2 -o counts
"$takeaway" count 2^16 --at=powers2 | "$takeaway" fit - >wanted
expect 0 '' fit counts <wanted
echo kept >old
fails 'memory' count 2^24 --at=powers2 --max-memory=100K -o old
holds 'a run that fails leaves the file' [ "$(cat old)" = kept ]
refuses 'no effect here: it goes with --at' count 9 -o x
refuses 'it goes without -o FILE' count 9 --at=1 -o x --json
refuses 'print a table, which is text' count 9 --at=1 -o x.npy
refuses 'print a table, which is text' nim 9 --max -o x.ta
refuses 'digest goes with the values' nim 9 --max -o x --digest
if [ -w /dev/full ]; then
    fails "cannot write '/dev/full': No space" count 9 --at=1 -o /dev/full
fi

# ---- programs: these cases need no gnuplot ----
program() { # program ARGUMENT...: writes the program, without a word
    checks=$((checks + 1))
    "$takeaway" plot "$@" --script >program 2>err && [ ! -s err ] || failed "plot $*" "$(cat err)"
}
program counts
# The law is said with the figures that `fit` prints from the same n on.
"$takeaway" fit counts --from=1024 >fit
law=$(awk -F '\t' '$1 == "constant" { c = $3 } /^exponent_newey/ { e = $3; s = $4 }
    END { printf "%.3g n^(%.4f ± %#.2g)", c, e, s }' fit)
holds "the law $law" grep -qF "title '$law'" program
holds 'the exponents are those of fit' [ \
    "$(sed -n '/^\$d0/,/^EOD/p' program | awk 'NF == 5 { print $1 "\t" $5 }')" = \
    "$(awk -F '\t' '$1 == "local_exponent" { print $2 "\t" $3 }' fit)" ]
printf 'n\tcold\n5\t1\n1024\t10\n2048\t20\n' | program - --from=1024
holds 'two points have no standard error' grep -qF "title '0.00977 n^(1.0000)'" program
holds 'standard input' grep -qF 'title "standard input"' program
"$takeaway" cold 1000 | program - --residues=5
holds 'residues' [ "$(sed -n '/^\$d0/,/^EOD/p' program | awk 'NF == 2 { s += $2; n++ } END { print n, s }')" = '5 100' ]
program counts -o "it's.png" --width=390
holds 'no picture with --script' [ ! -e "it's.png" ]
holds 'the name of the picture' grep -qxF 'set output "it\047s.png"' program
# Names run no command, wherever their quotes stand.
odd=$(printf 'a"b`touch run1`$(touch run2)'"'"'.system("touch run3").'"'"'\\\\c@D\n_e^f\t{g}\377\033')
sed 1d counts >"$odd"
sed "1s/.*/# game: '.system('touch run4').'\`touch run5\`\\\\/" counts >commented
sed -i '2i # a remark' commented
program "$odd" commented
holds 'control characters' sh -c "! LC_ALL=C grep -q '[^ -~±]' program && ! grep -q '^_e' program"

while read -r arguments; do
    pattern=${arguments#*-> } arguments=${arguments%% ->*}
    # shellcheck disable=SC2086
    refuses "$pattern" plot $arguments
done <<'END'
counts -> 'plot' needs -o FILE
counts -o picture -> -o 'picture' is not accepted; accepted: a name in .png, .svg or .pdf
counts -o x.gif -> -o 'x.gif' is not accepted
missing -o x.png -> cannot read 'missing'
/dev/null --script -> FILE '/dev/null' has nothing to draw
counts --script --from=65536 -> FILE 'counts' has 1 points with n at or above 65536
counts fit --script -> FILE 'fit': line 1: this is no table of the kind of 'counts'
counts --residues=5 --script -> line 2: --residues goes with a list
fit --script -> FILE 'fit': line 1: not a number of digits only
END
"$takeaway" nim 99 >values
refuses 'from has no effect here' plot values --from=3 --script
"$takeaway" nim 1 --max -o single
printf 'value\tcount\n0\t0\n1\t5\n' | program -
holds 'a count of 0 has no logarithm' grep -q '^set yrange \[0.7' program
program single
seq 0 1048576 >many
refuses "FILE 'many': line 1048577: too many numbers" plot many --script
program many --residues=3
# gnuplot reads each of these as 1, without a warning.
for number in 1_000 1,5 1d5 1e5 0x10 ' 1' '' 2^64 18446744073709551616; do
    printf 'n\tcold\n1\t1\n%s\t1\n' "$number" >bad
    refuses "FILE 'bad': line 3: not two numbers joined by a tab, with digits only" fit bad
    refuses "FILE 'bad': line 3: not two numbers" plot bad --script
    printf 'value\tcount\n1\t1\n1\t%s\n' "$number" >bad
    refuses "FILE 'bad': line 3: not numbers of digits only" plot bad --script
done

# ---- pictures ----
"$takeaway" cold 2000 >positions
"$takeaway" count 2^16 --at=powers2 --game=primes -o primes
if command -v gnuplot >/dev/null 2>&1; then
    for kind in png svg pdf; do
        for tables in counts 'counts primes' values 'positions values --residues=6' single 'table --width=390'; do
            # shellcheck disable=SC2086
            expect 0 '' plot $tables -o picture.$kind </dev/null
            holds "$tables as $kind" [ -s picture.$kind ]
        done
    done
    input=counts
    GNUTERM=none expect 0 '' plot - primes -o picture.svg </dev/null
    input=/dev/null
    for name in 'squares, normal play' 'primes, normal play'; do
        holds "the legend has $name" grep -q ">$name</text>" picture.svg
    done
    expect 0 '' plot "$odd" commented -o picture.svg </dev/null
    holds 'a name as it is' grep -qF 'a"b`touch run1`$(touch run2)' picture.svg
    program "$odd" commented -o 'p`touch run6`.svg'
    holds 'the program runs' sh -c 'LC_ALL=C.UTF-8 gnuplot program 2>err && [ ! -s err ]'
    holds 'no name has run a command' [ -z "$(find . -name 'run[0-9]')" ]
fi
# gnuplot that is not there, fails, or is ended.
mkdir -p none some
echo kept >old.png
checks=$((checks + 1)) status=0
PATH=$work/none "$takeaway" plot counts -o old.png 2>err || status=$?
[ "$status" -eq 1 ] && grep -q '^takeaway: gnuplot is not installed' err ||
    failed 'no gnuplot' "status $status, $(cat err)"
for script in 'cat; exit 3' 'cat; kill -9 $$' 'exit 0'; do
    printf '#!/bin/sh\n%s\n' "$script" >some/gnuplot
    chmod +x some/gnuplot
    checks=$((checks + 1)) status=0
    PATH=$work/some:$PATH "$takeaway" plot counts -o old.png 2>err || status=$?
    [ "$status" -eq 1 ] && grep -q '^takeaway: gnuplot has failed' err ||
        failed "gnuplot: $script" "status $status, $(cat err)"
done
holds 'a picture that is not made leaves the file' [ "$(cat old.png)" = kept ]
holds 'and nothing else' [ -z "$(find . -name '*.part-*')" ]
