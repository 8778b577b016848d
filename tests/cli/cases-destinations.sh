# shellcheck shell=sh disable=SC2154,SC3045 # run.sh sets and reads them
# Every file that a command may write is begun before the work, whatever
# command and option it is: one that cannot be made costs nothing.

# Every option with a file stands here: is the file read, or written?
holds 'all options with files are known here' [ \
    "$("$takeaway" --man | sed 's/\\f.//g; s/\\//g' | grep -oE -- '--[a-z]+=FILE' | sort -u |
        tr '\n' ' ')" = \
    '--checkpoint=FILE --codes=FILE --in=FILE --output=FILE --resume=FILE --sets=FILE ' ]

# Work of minutes, in seconds of processor time.
seconds=${TAKEAWAY_EMULATED:+60} seconds=${seconds:-2}
mkdir folder
: >file
cant_write() { # cant_write OPTION ARGUMENT...
    option=$1
    shift
    for to in nowhere/x folder file/x /proc/x "$(printf 'x%0300d' 0)"; do
        checks=$((checks + 1)) status=0
        (
            ulimit -t "$seconds"
            "$takeaway" "$@" "$option$to" </dev/null >"$work/out" 2>"$work/err"
        ) || status=$?
        [ "$status" -eq 1 ] || [ "$status" -eq 2 ] ||
            failed "$* $option$to" "status $status"
        grep -Eq "^takeaway: .*$(echo "$to" | cut -c 1-40)" "$work/err" ||
            failed "$* $option$to" "$(head -n 3 "$work/err")"
        one_line "$* $option$to"
        [ ! -s "$work/out" ] || failed "$* $option$to" 'prints something'
    done
}

for what in 'cold 2^24' 'nim 2^24' 'length 2^24' 'octal 0.16 10^8'; do
    for format in text archive; do
        # shellcheck disable=SC2086
        cant_write -o $what --engine=naive --format=$format
    done
done
while read -r line; do
    # shellcheck disable=SC2086
    cant_write $line
done <<'END'
--output= cold 2^24 --engine=naive --digest
-o octal 0.16 10^8 --engine=naive --cold --format=archive
-o export cold:squares 10^8
-o count 2^24 --engine=naive --at=powers2
-o nim 2^24 --engine=naive --max
-o export nim:0.16 10^8
-o grid 2^15 --moves=(1,0):1 --nim
--checkpoint= count 2^24 --engine=naive
--checkpoint= cold 2^24 --engine=naive
--checkpoint= nim 2^24 --engine=naive --max
--checkpoint= length 2^24 --engine=naive --histogram
--checkpoint= octal 0.16 10^8 --engine=naive --max
END

if chmod 555 folder && ! (: >folder/x) 2>/dev/null; then
    cant_write -o cold 2^24 --engine=naive --format=archive
    chmod 755 folder && : >folder/x && chmod 555 folder
    fails "cannot write 'folder/x': no new file can be made in its folder.*Permission" cold 9 -o folder/x
fi
chmod 755 folder

begun() {
    [ -n "$(find . -name 'unfinished*')" ]
}

# An interrupted run takes its unfinished files with it.
interrupted() { # interrupted ARGUMENT...
    checks=$((checks + 1)) status=0
    "$takeaway" "$@" >/dev/null 2>"$work/err" </dev/null &
    run=$!
    waits_until begun
    begun || failed "$*" "begins no file, says: $(head -n 3 "$work/err")"
    kill -TERM $run
    wait $run || status=$?
    [ "$status" -eq 130 ] || failed "$*" "status $status, wanted 130; $(head -n 3 "$work/err")"
    [ -z "$(find . -name '*.part-*')" ] || failed "$*" 'leaves a file'
    rm -f unfinished*
}
interrupted cold 2^24 --engine=naive --format=archive -o unfinished
interrupted octal 0.16 10^8 --engine=naive --format=archive -o unfinished
interrupted export nim:squares 10^8 -o unfinished
interrupted count 2^24 --engine=naive --checkpoint=unfinished
interrupted count 2^24 --engine=naive --at=powers2 -o unfinished

# A run that is killed leaves its temporary file. The next run that writes the
# same file removes it, but no file of a run that still goes on, of another
# machine, of another destination, or with a name that only looks alike.
left() {
    find . -name "$1.part-*" | sort
}
# killed FILE ARGUMENT...: sets `file` to what a killed run leaves for FILE.
killed() {
    to=$1
    shift
    "$takeaway" "$@" >/dev/null 2>&1 </dev/null &
    run=$!
    until file=$(left "$to") && [ -n "$file" ]; do sleep 0.1; done
    kill -KILL $run
    wait $run 2>/dev/null
}
for how in '-o killed' '--format=archive -o killed' '--checkpoint=killed'; do
    # shellcheck disable=SC2086
    killed killed cold 2^24 --engine=naive $how
    holds "a killed run leaves a file: $how" [ -f "$file" ]
    for other in "$(echo "$file" | sed 's/part-/part-another-/')" "$file.txt" \
        "$(echo "$file" | sed 's/killed/killed2/')"; do
        cp "$file" "$other"
    done
    ln -s nowhere killed.part-1-1
    mkfifo "$file-2"
    before=$(ls)
    # shellcheck disable=SC2086
    "$takeaway" cold 100 $how >/dev/null
    holds "the next run removes it and nothing else: $how" \
        [ "$(ls)" = "$(printf '%s\nkilled\n' "$before" | grep -vx "${file#./}" | sort)" ]
    rm -f killed*
done

# Two runs at once that write the same file: neither spoils the other.
"$takeaway" cold 2^24 --engine=naive -o both >/dev/null 2>&1 </dev/null &
run=$!
until file=$(left both) && [ -n "$file" ]; do sleep 0.1; done
expect 0 '' cold 100 -o both </dev/null
holds 'the file of a run that goes on stays' [ "$(left both)" = "$file" ]
kill -TERM $run
wait $run 2>/dev/null
holds 'it ends as it would have alone' [ -z "$(left both)" ]

# A descriptor is written as what it is: appended to, as a pipe, or as a file
# that has no name any more. The same for archives and checkpoints.
for to in /dev/stdout /dev/fd/1 /proc/self/fd/1 -; do
    (echo a && "$takeaway" cold 9 -o "$to" && echo b) >>log
    (echo a && "$takeaway" export cold:squares 2 -o "$to" && echo b) >>log
done
printf '%s\n' a 0 2 5 7 b a '0 0' '1 2' b >once
cat once once once once >wanted
holds 'what stood there stays' cmp -s log wanted
ln -s /dev/stdout link
holds 'a pipe, through a link' [ "$("$takeaway" cold 6 -o link | paste -s -d ' ' -)" = '0 2 5' ]
"$takeaway" cold 900 --format=archive -o kept
"$takeaway" cold 900 --format=archive -o /dev/stdout | cat >copy
holds 'an archive on a pipe' cmp -s kept copy
(
    exec 8>>gone 9<gone && rm gone
    "$takeaway" cold 6 -o /dev/fd/8 && "$takeaway" cold 6 -o /proc/self/fd/8 && cat <&9
) >log
holds 'a file without a name' [ "$(paste -s -d ' ' log)" = '0 2 5 0 2 5' ]
holds 'no file is named after a link' [ -z "$(find . -name '*deleted*')" ]
fails 'Bad file descriptor' cold 9 -o /dev/stdin
fails 'No such file' cold 9 -o /dev/fd/77
refuses 'needs a regular file' cold 9 --format=npy -o /dev/stdout
# A pipe with a name is opened once, by whatever command.
mkfifo named
for what in 'cold 9' 'cold 9 --format=archive' 'count 9 --at=9' 'nim 9 --max' 'export cold:squares 2' \
    'export nim:squares 2'; do
    cat named >log &
    # shellcheck disable=SC2086
    "$takeaway" $what -o plain && timeout -k 1 60 "$takeaway" $what -o named
    wait $!
    holds "$what on a named pipe" cmp -s plain log
done

# A name as long as the file system takes; one that is longer is refused before
# the run.
long=$(printf '%0255d' 7)
for to in "$long" "${long%???}"; do
    "$takeaway" cold 100 --format=archive -o "$to"
    "$takeaway" cold 9e5 --checkpoint="./$to" --resume="./$to" >out
    holds "${#to} bytes" [ "$(ls 0*)" = "$to" ]
    rm -f "$to"
done
fails 'File name too long' cold 2^40 -o "0$long"

# A file that is replaced keeps its permissions; a new one gets the usual ones.
mode() {
    # shellcheck disable=SC2012
    ls -l "$1" | cut -c 1-10
}
(umask 022 && "$takeaway" cold 9 -o mode.txt)
holds 'the usual permissions' [ "$(mode mode.txt)" = '-rw-r--r--' ]
for permissions in 600 640 666 755 400; do
    for how in '3e5 -o mode.txt' '3e5 --format=archive -o mode.txt' \
        '4e5 --checkpoint=mode.txt --resume=mode.txt'; do
        chmod $permissions mode.txt
        before=$(mode mode.txt)
        # shellcheck disable=SC2086
        "$takeaway" cold $how >out
        holds "mode $permissions: $how" [ "$(mode mode.txt)" = "$before" ]
    done
done
