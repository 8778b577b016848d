# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# Bad input: one line that names the option, the value and what is accepted;
# status 2; nothing written.

# Commands and options
refuses 'no command given'
refuses "unknown command 'cuont'; did you mean 'count'\?" cuont 5
refuses "unknown command 'xyzzy'; .takeaway help. lists" xyzzy
for command in count cold compare fit octal moves is nth yardstick nim length info verify line play export; do
    refuses "'$command' needs [A-Z]" $command
done
refuses "'6' is one operand too many" count 5 6
refuses "'x' is one operand too many; see .takeaway help games" games x
refuses "unknown option '--thread'; did you mean '--threads'\?" count 5 --thread=2
refuses "unknown option '--xyzzy'; .takeaway help count. lists" count 5 --xyzzy
refuses "unknown option '-x'; .takeaway help COMMAND. lists" -x count 5
refuses '-o: .takeaway plot. draws .png' count 5 --at=powers2 -o x.png
refuses '--threads needs a value: a number from 1 to 1024' count 5 --threads
refuses '--game needs a value: the game; .takeaway games. lists them' count 5 --game
refuses '--at is empty; it needs WHERE: print a table with a row for each power' count 5 --at=
refuses '--resume needs a value: .*of the same game$' count 5 --resume
refuses '--engine is empty; it needs NAME: how to compute: see .takeaway help engines.$' count 5 --engine=
refuses "--limit '0' is not accepted; accepted: a number from 1 on" moves 5 --limit=0
refuses 'standard input has no HEAP; accepted: numbers' moves -
refuses "SEQUENCE: game 'nonsense' is not accepted" export cold:nonsense 5
refuses 'accepted: --size up to --within' census --size=3 --within=2
refuses "--stats takes no value, got 'yes'" count 5 --stats=yes
refuses "--format is not an option of 'count', but of: cold" count 5 --format=text
refuses "unknown command 'conut'; did you mean 'count'" help conut
refuses "'--help' is one operand too many" count 5 -- --help

# N
for n in '' -5 -1e3 1e-3 1.5 abc 5x '5 ' ' 5' 0xg 1e 2^ '3*' 1,000 +5 nan 2^^3; do
    for command in count cold; do
        refuses "N .*accepted: a number" $command "$n"
    done
    refuses "N .*accepted: a number" compare "$n" --engines=naive
done
for n in 18446744073709551616 1e20 2^64 2^10000 99999999999999999999999999999; do
    refuses "N '.*accepted: numbers below 2\^64" count $n
done
refuses 'N 18446744073709551615 is not accepted' count 18446744073709551615

# Values of options
refuses "--threads '0'.*from 1 to 1024" count 5 --threads=0
refuses "--threads is empty.*from 1 to 1024" count 5 --threads=
refuses "--engine: base '5'.*from 6 to 20" count 5 --engine=divide:base=5
refuses "--engine: threads '0'.*from 1 to 1024" count 5 --engine=divide:threads=0
refuses "--engine: the setting 'half'.*accepted: ntt, fftw" count 5 --engine=divide:half
refuses "--engine: the setting 'check'.*accepted: ntt, .*base=K\$" nim 5 --engine=blocked:check
refuses "--engine: the setting 'ntt'.*accepted: threads=K" octal kayles 5 --engine=auto:ntt
refuses "--engine: the setting 'ntt'.*accepted: threads=K" count 5 --game=kayles --engine=auto:ntt
refuses "--engine: the setting 'threads=2'.*accepted: no settings" length 5 --engine=push:threads=2
refuses "--engine: the setting is empty; accepted: ntt" count 5 --engine=divide:
refuses "--engine 'div'.*did you mean 'divide'" count 5 --engine=div:ntt
refuses "--format 'csv'.*accepted: text, bfile, npy" cold 5 --format=csv
refuses "--format 'npy'.*npy with -o FILE" cold 5 --format=npy
refuses '--from 6 is not accepted; accepted: 0 to N, which is 5' cold 5 --from=6
refuses "--from '-1'.*accepted: a number" cold 5 --from=-1
refuses '--output is empty' cold 5 -o ''
for size in '' 0 -1 1.5G 2X G 2GG 2^64 20000000T 5iB; do
    refuses '--max-memory .*accepted: a number of bytes, such as 500M' \
        count 5 --max-memory="$size"
done
refuses "--at 'powers3'.*accepted: powers2, powers10, cubes, numbers" count 5 --at=powers3
refuses '--at is empty' count 5 --at=
refuses "--at: the number '6'.*from 0 to 5" count 5 --at=1,6
refuses '--at: the number is empty' count 5 --at=1,,2
refuses "--at: the number '2x'" count 5 --at=1,2x
refuses "--engine 'naiv' is unknown; did you mean 'naive'\? accepted: naive, sieve" \
    count 5 --engine=naiv
refuses "--engine 'x'.*accepted: naive, sieve" count 5 --engine=x
refuses "--quantity 'nmi' is unknown; did you mean 'nim'" compare 5 --quantity=nmi
refuses "CODE 'grundi' is unknown; did you mean 'grundy'" octal grundi 5
refuses "--engines 'wheel'.*accepted: naive, layers" compare 5 --quantity=nim --engines=wheel
refuses '--misere: nim-values belong to normal play' compare 5 --quantity=nim --misere
refuses "--engines: an item is empty" compare 5 --engines=naive,
refuses "--engines: base '99'" compare 5 --engines=divide:base=99
refuses '--engines has more items' compare 5 \
    --engines=naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive,naive

# Games
: >empty
printf '\0\1\2\3' >binary
echo 99999999999999999999 >large
printf '1\n0\n' >zero
printf '1\n-4\n' >negative
echo '# nothing' >comment
for game in x list:0 powers: poly:1,2 file: file:missing file:empty file:binary \
    file:large file:zero file:negative file:comment file:.; do
    refuses '--game' count 5 --game="$game"
done
refuses '--game is empty' count 5 --game=
for game in list:2^64-1 list:1,2^20-1; do # no expression with a minus
    refuses "in a list '-' makes a range" count 5 --game=$game
done
# What is echoed cannot break the line or drive a terminal.
refuses "--game .*a\?\?\[31mb" count 5 --game="$(printf 'a\n\033[31mb')"

# Too much memory: refused before any work, with both figures.
fails 'needs .* of memory .*more than the machine has free: .*' count 2^60
fails 'needs .* of memory .*--max-memory allows: 1000 bytes' count 2^20 --max-memory=1000
fails 'no memory for a list of numbers within the limit of 1 bytes' count 1000 --max-memory=1
fails 'needs .* of memory' cold 2^60 -o never.txt
fails 'needs .* of memory' compare 2^60 --engines=naive
holds 'nothing written' [ ! -e never.txt ]

# A wrong command is not to be repeated.
"$takeaway" cold 100 --game=primes -o primes.ta
refuses 'sets that are the values of one polynomial' \
    cold 200 --game=primes --engine=gpu:emulate --checkpoint=primes.ta --resume=primes.ta
