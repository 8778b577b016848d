# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# Interruption: status 130, nothing under the final name, soon.

if command -v timeout >/dev/null 2>&1; then
    for signal in INT TERM USR1; do
        checks=$((checks + 1))
        interrupted_by $signal cold 2^28 --engine=naive -o interrupted.txt
        [ "$status" -eq 130 ] && [ ! -s out ] && [ "$(cat err)" = 'takeaway: interrupted' ] ||
            failed "SIG$signal" "status $status, $(cat err)"
        [ -z "$(find . -name 'interrupted*')" ] || failed "SIG$signal" 'a file is left'
    done
fi

# A second signal, some time later, ends at once, even where the engine does
# not look: the reader of this pipe takes nothing, so that it cannot.
checks=$((checks + 1))
mkfifo full_pipe
# shellcheck disable=SC2217 # it holds the pipe open, and reads nothing
sleep 1000 <full_pipe &
reader=$!
"$takeaway" cold 2^22 >full_pipe 2>err &
writer=$!
sleep 2 # until it waits for the reader, which nobody sees
kill -TERM $writer
sleep "$moment"
kill -TERM $writer
status=0
wait $writer || status=$?
[ "$status" -eq 130 ] || failed 'second signal' "status $status"
kill $reader || failed 'second signal' 'it waited for the reader'
wait $reader 2>/dev/null

# Every reader of an archive: an interruption that comes with the K-th read ends
# it with status 130 and leaves no file. The first two reads are the header and
# the index; then comes a frame each.
wrong=$(dirname "$takeaway")/tests/takeaway-wrong
if [ -x "$wrong" ]; then
    for what in 'cold 3e6' 'nim 1e6' 'length 1e6'; do
        # shellcheck disable=SC2086
        "$takeaway" $what --game=cubes -o "long-${what% *}.ta"
    done
    "$takeaway" octal kayles 1e6 -o long-octal.ta
    frames=$("$takeaway" info long-cold.ta | sed -n 's/^frames	//p')
    holds 'an archive of several frames' [ "$frames" -ge 4 ]

    # interrupted FIRST-READ ARGUMENT...: at this read, and the one after.
    interrupted() {
        first=$1
        shift
        for at in "$first" $((first + 1)); do
            checks=$((checks + 1))
            status=0
            TAKEAWAY_INTERRUPT_AT=$at "$wrong" "$@" >out 2>err </dev/null || status=$?
            [ "$status" -eq 130 ] && grep -q '^takeaway: interrupted$' err ||
                failed "$* at read $at" "status $status, $(head -n 3 err)"
            rm -f kept.ta
            [ -z "$(find . -name 'never*')" ] || failed "$*" 'a file is left'
        done
    }
    while read -r archive line; do
        # shellcheck disable=SC2086
        interrupted 3 $line=long-$archive.ta
    done <<'END'
cold cold 3e6 --in
cold cold 3e6 -o never.txt --in
cold cold 3e6 -o never.ta --in
cold moves 2999999 --in
cold cold 3e6 --game=cubes --resume
cold cold 4e6 --game=cubes --checkpoint=kept.ta --engine=sieve --resume
nim nim 1e6 --max --game=cubes --resume
nim moves 999999 5 --in
length length 1e6 -o never.ta --in
octal octal kayles 1e6 --max --in
octal octal kayles 1e6 --cold --in
octal octal kayles 2e6 --resume
END
    for content in cold nim length octal; do
        interrupted 3 info long-$content.ta --digest
        # By the definition a million heaps of kayles take minutes.
        engine=naive
        [ $content != octal ] || engine=sparse
        for how in --digest "--engine=$engine" '--windows=3 --window-size=1e5'; do
            [ "$content$how" = "octal$how" ] && [ "${how#--w}" != "$how" ] && continue
            # shellcheck disable=SC2086
            interrupted 3 verify long-$content.ta $how
        done
    done
    holds 'one place reads archives for all commands' \
        [ "$(grep -lwE 'ta_archive_read' "$root"/src/cli/*.c)" = \
        "$root/src/cli/archives.c" ]
    # The frames of what comes after the checksums.
    for k in 1 2 3 4; do
        interrupted $((3 + k * frames)) verify long-cold.ta --windows=2 --digest
    done
fi

# --until: as by a signal, with the checkpoint.
checks=$((checks + 1))
for until in 1s 5s 30s 200s; do # until something is known
    status=0
    "$takeaway" cold 2^30 --engine=naive --until=$until --checkpoint=until.ta >out 2>err || status=$?
    [ ! -s until.ta ] || break
done
[ "$status" -eq 130 ] && grep -q 'the time of --until is over' err &&
    grep -q 'go on by' err && [ -s until.ta ] || failed '--until' "status $status, $(cat err)"
for time in 0 1.5x 5w -1 '' 2000000d; do
    refuses '--until' cold 10 --until="$time"
done
prints <<'END'
cold 3 --until=1d -> 0|2
END
# Where no checkpoint is kept, none is mentioned.
for command in 'compare 2^26 --engines=naive' 'count 10^9 --game=.007' 'nth 10^8 --engine=naive'; do
    checks=$((checks + 1)) status=0
    # shellcheck disable=SC2086
    timeout --preserve-status -s INT 1 "$takeaway" $command >out 2>err || status=$?
    [ "$status" -eq 130 ] && ! grep -q checkpoint err || failed "$command" "status $status, $(cat err)"
done
