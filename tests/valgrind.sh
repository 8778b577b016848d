#!/bin/sh
# Tests under valgrind's memcheck: any error, and any block that nothing points
# to at the end, is a failure. Arguments: test programs, as tests/run.sh takes
# them; each process of a file of command-line cases runs under valgrind, which
# knows no AVX-512, so that is not chosen here.
set -eu
export LC_ALL=C

work=${BUILD:-build}/valgrind
rm -rf "$work"
mkdir -p "$work/log" "$work/tests"
work=$(cd "$work" && pwd)

under_valgrind() { # under_valgrind PROGRAM WRAPPER
    cat >"$2" <<END
#!/bin/sh
exec valgrind -q --leak-check=full --show-leak-kinds=definite,indirect \\
    --errors-for-leak-kinds=definite,indirect --error-exitcode=9 \\
    --log-file='$work/log/$(basename "$1").%p' '$(realpath "$1")' "\$@"
END
    chmod +x "$2"
}

runs='' TAKEAWAY=${TAKEAWAY:-build/takeaway}
for test in "$@"; do
    case $test in
    */cases-*.sh)
        if [ "$TAKEAWAY" != "$work/takeaway" ]; then
            directory=$(dirname "$TAKEAWAY")
            under_valgrind "$TAKEAWAY" "$work/takeaway"
            under_valgrind "$directory/tests/takeaway-wrong" \
                "$work/tests/takeaway-wrong"
            TAKEAWAY=$work/takeaway
        fi
        runs="$runs $test"
        ;;
    *)
        program=${test#*:}
        wrapper=$work/$(basename "$program")
        under_valgrind "$program" "$wrapper"
        runs="$runs ${test%"$program"}$wrapper"
        ;;
    esac
done

status=0
# shellcheck disable=SC2086
TAKEAWAY_EMULATED=1 CK_FORK=no TAKEAWAY=$TAKEAWAY \
    tests/run.sh $runs || status=1
for log in "$work"/log/*; do
    if [ -s "$log" ]; then
        echo "valgrind: $log"
        cat "$log"
        status=1
    fi
done
[ "$status" -ne 0 ] || echo "valgrind: nothing found in $(find "$work/log" -type f | wc -l) processes"
exit "$status"
