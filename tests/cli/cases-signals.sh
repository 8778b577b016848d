# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# Interruption: status 130, nothing under the final name, soon.

if command -v timeout >/dev/null 2>&1; then
    for signal in INT TERM; do
        checks=$((checks + 1))
        status=0
        timeout --preserve-status -s $signal 0.3 "$takeaway" cold 2^28 \
            --engine=naive -o interrupted.txt \
            >out 2>err || status=$?
        [ "$status" -eq 130 ] && [ ! -s out ] && [ "$(cat err)" = 'takeaway: interrupted' ] ||
            failed "SIG$signal" "status $status, $(cat err)"
        [ -z "$(find . -name 'interrupted*')" ] || failed "SIG$signal" 'a file is left'
    done
fi
