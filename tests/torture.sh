#!/bin/sh
# Runs that are killed at random, that find the disk full at every write, and
# that are asked to stop: nothing is lost, and the result is the same to the
# byte. A few of each in `make check`; `make torture` has the full figures.
# TAKEAWAY_SEED=K repeats what a failure has printed.
set -u

root=$(cd "$(dirname "$0")/.." && pwd)
takeaway=${TAKEAWAY:-build/takeaway}
case $takeaway in
/*) ;;
*) takeaway=$root/$takeaway ;;
esac
kills=${TAKEAWAY_KILLS:-8}
[ -z "${TAKEAWAY_LONG:-}" ] || kills=${TAKEAWAY_KILLS:-200}
seed=${TAKEAWAY_SEED:-$(date +%s)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

checks=0 failures=0

failed() {
    failures=$((failures + 1))
    echo "failed, TAKEAWAY_SEED=$seed: $*"
}

holds() { # holds NAME COMMAND...
    checks=$((checks + 1))
    name=$1
    shift
    "$@" || failed "$name: $*"
}

# random BELOW: the next number of the sequence that the seed gives.
state=$seed
random() {
    state=$(((state * 1103515245 + 12345) % 2147483648))
    drawn=$((state / 65536 % $1))
}

digest() {
    sha256sum | cut -c 1-64
}

# pick ITEM...: one of them, in $picked.
pick() {
    random $#
    shift $drawn
    picked=$1
}

# Other engine, threads, blocks, memory and processor variant: all must give the
# same.
vary() { # vary COMMAND N
    case $1 in
    octal*) pick auto sparse ;;
    cold) pick auto wheel segments shift ${TAKEAWAY_LONG:+divide} ;;
    *) pick auto ;;
    esac
    how=--engine=$picked
    pick 1 2
    case $1 in
    length) ;; # which has one thread and no such blocks
    octal*)
        how="$how --threads=$picked"
        # With 8 MiB of all heaps a head and a tail are left.
        pick '' --max-memory=8M
        how="$how $picked"
        ;;
    *)
        how="$how --threads=$picked"
        random 3
        [ $drawn -gt 0 ] || how="${how%% *}:base=14 ${how#* }"
        ;;
    esac
    pick portable avx2 avx512
    isa=$picked
}

# ---- kill -9 at random moments ----

now_ms() {
    echo $(($(date +%s%N) / 1000000))
}

# Kills and resumes one command until it gets to its end.
killed_to_the_end() { # killed_to_the_end COMMAND N ROUND WANT
    command=$1 n=$2
    rm -f ck* part
    times=0
    while :; do
        vary "$command"
        # The first run is always cut short; the later ones perhaps.
        pick 0 0 1 30
        every=$picked
        # shellcheck disable=SC2086
        TAKEAWAY_ISA=$isa "$takeaway" $command "$n" $how --checkpoint=ck \
            --resume=ck --checkpoint-every="$every" >part 2>err &
        run=$!
        if [ $times -lt 1 ] || { random 3 && [ $drawn -eq 0 ]; }; then
            random "$took"
            sleep "$(printf '0.%03d' $((drawn % 1000)))"
            kill -9 $run 2>/dev/null && times=$((times + 1))
        fi
        status=0
        wait $run 2>/dev/null || status=$?
        # Whatever was killed when: the file is a whole checkpoint or absent.
        [ $status -eq 137 ] || break
    done
    got=$(digest <part)
    [ "$status" -eq 0 ] && [ "$got" = "$4" ] ||
        failed "$command $n, kill $3: status $status, $got, $(head -n 2 err)"
    killed=$((killed + times))
    checks=$((checks + 1))
}

kill_some() { # kill_some COUNT COMMAND N
    # shellcheck disable=SC2086
    want=$("$takeaway" $2 "$3" | digest)
    begin=$(now_ms)
    rm -f ck
    # shellcheck disable=SC2086
    "$takeaway" $2 "$3" --checkpoint=ck --checkpoint-every=0 >part
    took=$(($(now_ms) - begin + 20))
    [ $took -lt 1000 ] || took=999
    killed=0 round=0
    while [ $killed -lt "$1" ]; do
        round=$((round + 1))
        killed_to_the_end "$2" "$3" $round "$want"
    done
    echo "$2 $3: killed $killed times, $round results, all $want"
}

# Where a sanitizer watches, each run takes twenty times as long.
large=2^24
! grep -q '__[at]san_init' "$takeaway" || large=2^22
kill_some $((kills / 2)) cold $large
kill_some $((kills / 4)) cold 2^20
kill_some $((kills / 8)) nim 2^15
kill_some $((kills / 16 + 1)) length 2^20
kill_some $((kills / 16 + 1)) 'octal .376' 2^18
for table in --max --histogram --period; do
    kill_some $((kills / 16 + 1)) "octal $table .167" 2^20
done

# ---- no room for a write ----

# The blocks that a file may have grow from none: so every write of the
# checkpoint, and of the result, is the first that fails, once.
full_disk() { # full_disk COMMAND N GOAL
    want=$("$takeaway" "$1" "$3" | digest)
    rm -f ck* out*
    "$takeaway" "$1" "$2" --checkpoint=ck >part 2>err
    cp ck good
    "$takeaway" "$1" "$3" --checkpoint=ck-whole >part
    blocks=$(($(wc -c <ck-whole) / 512)) limit=0 ended=0
    while [ $limit -lt $blocks ]; do
        status=0
        cp good ck
        said=$(
            ulimit -f $limit
            "$takeaway" "$1" "$3" --checkpoint=ck --resume=ck \
                --checkpoint-every=0 2>&1 >/dev/null
        ) || status=$?
        case $status$said in
        1*'File too large'* | 1*'No space left'*) ;;
        *) failed "$1 $3, $limit blocks: status $status, $said" ;;
        esac
        # The last good one is there: that of the beginning, or a later one.
        got=$("$takeaway" "$1" "$3" --resume=ck | digest)
        [ "$got" = "$want" ] || failed "$1 $3, $limit blocks: $got from ck"
        [ "$(find . -name 'ck.part*' | wc -l)" -eq 0 ] ||
            failed "$1 $3, $limit blocks: a temporary file is left"
        checks=$((checks + 1))
        ended=$((ended + 1))
        limit=$((limit + step))
    done
    got=$("$takeaway" "$1" "$3" --checkpoint=ck --resume=ck | digest)
    holds "$1 $3, with room again" [ "$got" = "$want" ]
    echo "$1 $3: no room for $ended lengths of file, then the same result"
}

step=1
[ -n "${TAKEAWAY_LONG:-}" ] || step=7
full_disk cold 2^18 2^19
full_disk nim 2^12 2^13

# The status, and the file of the result.
status=0
(
    ulimit -f 4
    "$takeaway" cold 2^20 -o result --checkpoint=ck-new 2>/dev/null
) || status=$?
holds 'status of a full disk' [ $status -eq 1 ]
holds 'no result of a full disk' [ ! -e result ]
holds 'no remains of a full disk' [ -z "$(find . -name '*.part*')" ]

# A file system that is really full, where we may make one.
if [ "$(id -u)" -eq 0 ] && mkdir full &&
    mount -t tmpfs -o size=64k tmpfs full 2>/dev/null; then
    "$takeaway" cold 2^18 --checkpoint=full/ck >/dev/null
    cp full/ck good
    status=0
    "$takeaway" cold $large --checkpoint=full/ck --resume=full/ck \
        --checkpoint-every=0 >part 2>err || status=$?
    holds 'status of a full file system' [ $status -eq 1 ]
    holds 'message' grep -q 'No space left' err
    cp full/ck last
    umount full
    got=$("$takeaway" cold $large --resume=last | digest)
    holds 'resumed from the last good one' \
        [ "$got" = "$("$takeaway" cold $large | digest)" ]
fi

# ---- signals ----

# Asked to stop, a run of any engine ends within a second with status 130 and
# says how to go on. On a busy machine the best of three counts.
stop_once() { # stop_once SIGNAL ENGINE COMMAND N AFTER
    rm -f ck
    begin=$(now_ms) status=0
    # A background job of a shell would ignore SIGINT.
    timeout --preserve-status -s "$1" "$5" \
        "$takeaway" "$3" "$4" --engine="$2" --checkpoint=ck >part 2>err ||
        status=$?
    took=$(awk "BEGIN { print int($(now_ms) - $begin - 1000 * $5) }")
    [ "$took" -le 1000 ]
}

stopped() {
    checks=$((checks + 1))
    stop_once "$@" || stop_once "$@" || stop_once "$@"
    if [ "$status" -ne 130 ] || [ "$took" -gt 1000 ]; then
        failed "SIG$1, $3 $4, $2: status $status after $took ms"
    elif ! grep -q 'resume=ck\|nothing is known' err; then
        failed "SIG$1, $3 $4, $2: does not say how to go on: $(cat err)"
    else
        echo "SIG$1, $3 $4, $2: stopped after $took ms"
    fi
}

stopped TERM wheel cold 2^32 1
stopped INT naive cold 2^28 0.5
stopped HUP segments cold 2^30 0.5
if [ -n "${TAKEAWAY_LONG:-}" ]; then
    for engine in wheel divide textbook exact shift sieve segments; do
        for after in 0.3 1.7 4.9; do
            # Some are over with 2^27 before they can be stopped.
            case $engine in
            wheel) n=1e11 ;;
            shift) n=2^29 ;;
            *) n=2^27 ;;
            esac
            stopped TERM $engine cold $n $after
        done
    done
    stopped TERM wheel cold 1e10 9
    stopped HUP divide cold 2^28 12
fi

# Under nohup a hang-up is no reason to stop.
checks=$((checks + 1))
(
    trap '' HUP
    exec "$takeaway" count 2^27 -q >part 2>err
) &
run=$!
sleep 0.05
kill -HUP $run
wait $run
[ "$(cat part)" = 427500 ] || [ -s part ] || failed "SIGHUP was not ignored"

echo "seed $seed"
[ $failures -le $checks ] || failures=$checks
echo "$((100 * (checks - failures) / checks))%: Checks: $checks, Failures: $failures, Errors: 0"
[ $failures -eq 0 ]
