#!/bin/sh
# The command line against golden text: what it prints, what it says on
# stderr, how it ends. Each file beside this one holds cases: those given as
# arguments are run, or all. Under valgrind TAKEAWAY_EMULATED is set: all takes
# much longer, and more memory.
set -u
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
takeaway=${TAKEAWAY:-build/takeaway}
case $takeaway in
/*) ;;
*) takeaway=$root/$takeaway ;;
esac
PATH=$(dirname "$takeaway"):$PATH # the README's examples say just `takeaway`
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
# Seconds until a command is certainly under way.
moment=${TAKEAWAY_EMULATED:+6} moment=${moment:-0.5}

# The search for leaks doubles the time of a short command under ASan.
[ -n "${TAKEAWAY_LONG:-}" ] || case $* in *cases-[et]*) ;; *) export ASAN_OPTIONS=detect_leaks=0 ;; esac

checks=0 failures=0 input=/dev/null

failed() { # failed NAME WHY
    failures=$((failures + 1))
    echo "failed: $1: $2"
}

# expect STATUS PATTERN ARGUMENT... <WANTED-STDOUT: runs takeaway; stderr must
# match the extended regular expression, or be empty if that is ''.
expect() {
    want_status=$1 pattern=$2
    shift 2
    checks=$((checks + 1)) status=0
    "$takeaway" "$@" <"$input" >"$work/out" 2>"$work/err" || status=$?
    if [ "$status" -ne "$want_status" ]; then
        failed "$*" "status $status, wanted $want_status; $(head -n 5 "$work/err")"
    elif ! diff - "$work/out" >"$work/diff"; then
        failed "$*" "stdout differs: $(head -n 20 "$work/diff")"
    elif [ -z "$pattern" ] && [ -s "$work/err" ]; then
        failed "$*" "stderr is not empty: $(head -n 5 "$work/err")"
    elif [ -n "$pattern" ] && ! grep -Eq -- "$pattern" "$work/err"; then
        failed "$*" "stderr does not match '$pattern': $(head -n 5 "$work/err")"
    fi
}

# prints <TABLE: each line is "ARGUMENTS -> LINE|LINE...": takeaway prints these
# lines, and nothing on stderr.
prints() {
    while read -r line; do
        arguments=${line%% ->*} line=${line#*->}
        [ -z "$line" ] || echo "${line# }" | tr '|' '\n' >"$work/lines"
        [ -n "$line" ] || : >"$work/lines"
        # shellcheck disable=SC2086
        expect 0 '' $arguments <"$work/lines"
    done
}

# golden <<END: cases, with nothing on stderr. "$ ARGUMENTS" stands above the
# lines that takeaway prints. "$ ARGUMENTS -> LINE|LINE..." has these lines
# behind it. "$ ARGUMENTS < LINE|LINE..." reads LINE... from standard input. A
# line that begins with "# " is a comment.
golden() {
    arguments=
    { cat && echo '$ '; } >"$work/golden"
    while IFS= read -r line <&3; do
        case $line in
        '# '*) ;;
        '$ '*)
            [ -z "$arguments" ] || eval "expect 0 '' $arguments" <"$work/lines"
            input=/dev/null arguments=${line#??}
            : >"$work/lines"
            case $arguments in
            *' ->'*)
                line=${arguments#* ->} arguments=${arguments%% ->*}
                [ -z "$line" ] || printf '%s\n' "${line# }" | tr '|' '\n' >"$work/lines"
                ;;
            *' < '*)
                printf '%s\n' "${arguments#* < }" | tr '|' '\n' >"$work/said"
                input=$work/said arguments=${arguments%% < *}
                ;;
            esac
            ;;
        *) printf '%s\n' "$line" >>"$work/lines" ;;
        esac
    done 3<"$work/golden"
}

# ends STATUS PATTERN ARGUMENT...: nothing on stdout, one line on stderr.
ends() {
    end=$1 pattern=$2
    shift 2
    expect "$end" "^takeaway: .*$pattern" "$@" </dev/null
    one_line "$@"
}
refuses() { ends 2 "$@"; }
fails() { ends 1 "$@"; }

one_line() {
    { read -r _ && ! read -r _; } <"$work/err" || failed "$*" "not one line on stderr"
}

# sampled K: whether this case is one of those that `make check` takes, one in K;
# `make check-long` takes all.
turn=0
sampled() {
    turn=$((turn + 1))
    [ -n "${TAKEAWAY_LONG:-}" ] || [ $((turn % $1)) -eq 1 ]
}

# holds NAME COMMAND...: any other condition.
holds() {
    name=$1
    shift
    checks=$((checks + 1))
    "$@" || failed "$name" "does not hold: $*"
}

# Archives are forged by the three functions that follow.
# bytes HEX: as they are.
bytes() {
    rest=$1
    while [ -n "$rest" ]; do
        tail=${rest#??}
        # shellcheck disable=SC2059
        printf "\\$(printf '%03o' "0x${rest%"$tail"}")"
        rest=$tail
    done
}

# reseal FILE: the header's checksum is right again.
reseal() {
    sum=$(head -c 480 "$1" | sha256sum | cut -c1-64)
    bytes "$sum" | dd of="$1" bs=1 seek=480 conv=notrunc 2>/dev/null
}

# rename FROM TO NAME: FROM with another game's name, a printf format.
rename() {
    cp "$1" "$2"
    head -c 256 /dev/zero | dd of="$2" bs=1 seek=224 conv=notrunc 2>/dev/null
    # shellcheck disable=SC2059
    printf "$3" | dd of="$2" bs=1 seek=224 conv=notrunc 2>/dev/null
    reseal "$2"
}

# waits_until COMMAND...: five minutes at most.
waits_until() {
    tries=0
    until "$@" || [ $((tries += 1)) -gt 3000 ]; do
        sleep 0.1
    done
}

# interrupted_by SIGNAL ARGUMENT...: sets status, out and err of takeaway when
# the signal comes. A machine that was too busy to begin by then, or to print $least
# lines, gets longer.
least=0
interrupted_by() {
    signal=$1
    shift
    for after in "$moment" 5 30 200; do
        status=0
        timeout --preserve-status -s "$signal" "$after" "$takeaway" "$@" \
            </dev/null >out 2>err || status=$?
        ! grep -q '^takeaway: interrupted' err || [ "$(wc -l <out)" -lt "$least" ] || break
    done
}

[ $# -gt 0 ] || set -- "$here"/cases-*.sh
for cases in "$@"; do
    case $cases in
    /*) ;;
    *) cases=$root/$cases ;;
    esac
    # shellcheck source=/dev/null
    . "$cases"
done

[ "$failures" -le "$checks" ] || failures=$checks # two faults of one case
echo "$((100 * (checks - failures) / checks))%: Checks: $checks, Failures: $failures, Errors: 0"
[ "$failures" -eq 0 ]
