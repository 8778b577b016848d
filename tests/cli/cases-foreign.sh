# shellcheck shell=sh disable=SC2154 # run.sh sets them
# Files that others made. One rule for every command that reads an archive: status
# 3 where it is damaged or no archive. No name in a file is opened, and
# none reaches the terminal as it is.

# finishes STATUS PATTERN ARGUMENT...: whatever is on stdout; a pipe that is opened
# would hang it, a byte that drives a terminal fails it.
finishes() {
    want_status=$1 pattern=$2
    shift 2
    checks=$((checks + 1))
    status=0
    timeout 600 "$takeaway" "$@" <"$input" >"$work/out" 2>"$work/err" || status=$?
    if [ "$status" -ne "$want_status" ] || ! grep -Eq -- "$pattern" "$work/err"; then
        failed "$*" "status $status, wanted $want_status; $(head -n 3 "$work/err")"
    elif LC_ALL=C grep -q '[^ -~	]' "$work/err" "$work/out"; then
        failed "$*" "prints what is no text"
    fi
}

# readers KIND FILE STATUS PATTERN: every command that reads such a file.
readers() {
    kind=$1 file=$2 want=$3 what=$4
    finishes "$want" "$what" info "$file" --digest
    finishes "$want" "$what" verify "$file"
    finishes "$want" "$what" verify "$file" --engine=naive
    case $kind in
    cold)
        finishes "$want" "$what" cold 17000 --in="$file"
        finishes "$want" "$what" cold 17000 --in="$file" --from=9 --format=bfile
        finishes "$want" "$what" cold 20000 --resume="$file"
        finishes "$want" "$what" count 17000 --in="$file"
        finishes "$want" "$what" count 20000 --resume="$file" --at=powers2
        finishes "$want" "$what" moves 16999 --in="$file"
        ;;
    nim | length)
        finishes "$want" "$what" "$kind" 17000 --in="$file"
        finishes "$want" "$what" "$kind" 17000 --in="$file" --max
        finishes "$want" "$what" "$kind" 17000 --in="$file" --histogram
        finishes "$want" "$what" "$kind" 20000 --resume="$file"
        ;;
    octal)
        finishes "$want" "$what" octal 0.1 17000 --in="$file"
        finishes "$want" "$what" octal 0.1 17000 --in="$file" --max
        finishes "$want" "$what" octal 0.1 20000 --resume="$file"
        ;;
    esac
    [ "$kind" != nim ] || finishes "$want" "$what" moves 16999 5 --in="$file"
}

mkfifo pipe
echo 'no archive' >text.tka
echo 'a secret' >secret
for kind in cold nim length octal; do
    game=squares command="$kind 17000 --game=list:3-70" # has other results
    [ "$kind" != octal ] || game=0.1 command='octal 0.07 17000'
    # shellcheck disable=SC2086
    "$takeaway" $command --format=archive -o "$kind.tka"
    # Named after a pipe, which would hang a command that opens it; after a file,
    # and after what a terminal obeys.
    for name in "file:$work/pipe" "file:$work/secret" 'squares\342\200\256\033[2J'; do
        rename "$kind.tka" forged.tka "$name"
        if [ "$name" = "file:$work/pipe" ]; then
            readers "$kind" forged.tka 3 'its game is none that such a file can name'
        else
            finishes 3 'its game is none that such a file can name' info forged.tka
        fi
    done
    # Damaged, and none at all.
    cp "$kind.tka" forged.tka
    printf 'x' | dd of=forged.tka bs=1 seek=520 conv=notrunc 2>/dev/null
    rename forged.tka bad.tka $game
    readers "$kind" bad.tka 3 'is damaged: frame 0'
    head -c 600 "$kind.tka" >bad.tka
    readers "$kind" bad.tka 3 'it has 600 bytes and should have'
    readers "$kind" text.tka 3 'is no takeaway archive'
    finishes 2 'no regular file' info pipe # others: cases-exit.sh
done
# Nim-values have no misere play.
rename nim.tka bad.tka squares
printf '\001' | dd of=bad.tka bs=1 seek=16 conv=notrunc 2>/dev/null
reseal bad.tka
readers nim bad.tka 3 'its game is none that such a file can name'

# A set is known by its numbers: the file does not say which file has them.
printf 'complete\n1\n2\n' >small
"$takeaway" cold 17000 --game=file:small --format=archive -o small.tka
finishes 2 'only its set can tell: give that by --game' moves 16999 --in=small.tka
finishes 2 'only its set can tell: give that by --game' verify small.tka
expect 0 '' moves 16999 --in=small.tka --game=file:small -q <<'END'
1	1	16998
END

# Names of files and what is in them: C0, C1, bidi, invalid UTF-8.
for bad in '\033[2J' '\302\233' '\342\200\256' '\377'; do
    # shellcheck disable=SC2059
    name=$(printf "a${bad}z")
    finishes 2 'a(\?|\\x[0-9a-f]{2}|\[2J)+z.*No such file' info "$name"
    finishes 2 'a(\?|\\x[0-9a-f]{2}|\[2J)+z' count 9 --game="$name"
    printf '%s\n' "$name" >a.set
    finishes 2 'line 1' count 9 --game=file:a.set
done
# So do those of sets that are there, in sentences, tables and statistics; a tab
# or the end of a line adds no cell.
for bad in '\t' '\n' '\033[2J' '\302\233' '\342\200\256' '\377'; do
    # shellcheck disable=SC2059
    odd=$(printf "a${bad}${bad}b") && printf '1\n4\n' >"$odd"
    for command in 'count 9' 'nim 9 --stats' 'is 5' 'moves 5 3' period 'play 3'; do
        # shellcheck disable=SC2086
        "$takeaway" $command --game="file:$odd" </dev/null >out 2>&1 ||
            failed "$command of '$odd'" "$(cat out)"
        tr -d '\t\n -~' <out >rest
        holds "text: $command of '$odd'" [ ! -s rest ]
    done
    "$takeaway" moves 5 3 --game="file:$odd" -q --json >out
    holds "JSON: '$odd'" grep -q '"value"' out
    "$takeaway" moves 5 3 --game="file:$odd" | awk -F '\t' 'NR < 4 { print NF }' >out
    holds "cells: '$odd'" [ "$(paste -s -d ' ' out)" = '3 3 3' ]
done
# No message and no quotation of one cuts a character.
e=é$(printf 'é%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29)
for command in "is $e$e" "is x$e$e" "count 9 --game=file:$e$e$e$e$e$e$e$e$e$e$e$e$e$e$e$e$e$e$e" \
    "count 9 --game=file:x$e$e$e$e$e$e$e$e$e$e$e$e$e$e$e$e$e$e$e"; do
    # shellcheck disable=SC2086
    expect 2 'é\.\.\.' $command </dev/null
    holds "whole characters: $command" [ -z "$(grep '\\x' "$work/err")" ]
done
expect 2 "'Größe.tka': No such file" info 'Größe.tka' </dev/null

# An eighth of the free memory is left to other processes.
"$takeaway" count 2^60 2>"$work/err"
if [ -r /proc/meminfo ] && free=$(sed -n 's/.*machine has free: \([0-9.]*\) GiB.*/\1/p' "$work/err") &&
    [ -n "$free" ]; then
    holds 'an eighth of the memory is left' awk -v free="$free" \
        '/^MemAvailable:/ { exit !(free < 0.9 * $2 / 1048576) }' /proc/meminfo
fi

# A byte 0 finishes no number.
printf '7 8\n3\000 4\n' >heaps
input=heaps
finishes 2 'standard input: line 2 holds a byte 0' moves -
input=/dev/null
rm -f pipe forged.tka bad.tka
