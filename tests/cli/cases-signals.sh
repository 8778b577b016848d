# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# Interruption: status 130, nothing under the final name, soon.

if command -v timeout >/dev/null 2>&1; then
    for signal in INT TERM; do
        checks=$((checks + 1))
        status=0
        timeout --preserve-status -s $signal "$moment" "$takeaway" cold 2^28 \
            --engine=naive -o interrupted.txt \
            >out 2>err || status=$?
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
sleep 20 <full_pipe &
reader=$!
"$takeaway" cold 2^22 >full_pipe 2>err &
writer=$!
sleep "$moment"
kill -TERM $writer
sleep "$moment"
kill -TERM $writer 2>/dev/null # unless the watch has ended it by now
status=0
wait $writer || status=$?
[ "$status" -eq 130 ] || failed 'second signal' "status $status"
kill $reader
wait $reader 2>/dev/null
