#!/bin/bash
# takeaway-mpi on 1 to 4 ranks of this machine against takeaway alone: results,
# and every way in which one rank may differ from the others, be lost or stopped.
# TAKEAWAY_LONG=1 for larger runs and 50 kills; MPIRUN for another launcher.
set -u
export LC_ALL=C

build=${BUILD:-build}
takeaway=${TAKEAWAY:-$build/takeaway}
ranked=${TAKEAWAY_MPI:-$build/takeaway-mpi}
mpirun=${MPIRUN:-mpirun}
long=${TAKEAWAY_LONG:+1}

left_out() {
    echo "left out: $1"
    echo '100%: Checks: 1, Failures: 0, Errors: 0'
    exit 0
}
[ -z "${TAKEAWAY_EMULATED:-}" ] || left_out 'ranks are too slow here'
command -v "$mpirun" >/dev/null || left_out "no $mpirun (openmpi-bin)"
[ -x "$ranked" ] || left_out "no $ranked (make mpi)"

work=$(mktemp -d)
job='' # mpirun, while it runs in the background
trap '[ -z "$job" ] || kill "$job" 2>/dev/null; rm -rf "$work"' EXIT
checks=0 failures=0

flags=()
if "$mpirun" --version 2>&1 | grep -q 'Open MPI\|OpenRTE'; then
    flags=(--oversubscribe)
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    # Containers may not let processes read each other's memory.
    export OMPI_MCA_btl_vader_single_copy_mechanism=none
fi

timeout 250 "$mpirun" "${flags[@]}" -np 2 true >"$work/start" 2>&1 </dev/null ||
    left_out "$mpirun cannot start two processes here: $(grep -m 1 . "$work/start")"

# Each rank leaves its process id in $work/pid.RANK, and may have settings of its
# own in $work/rank.RANK.
cat >"$work/rank" <<END
#!/bin/sh
rank=\${OMPI_COMM_WORLD_RANK:-\${PMI_RANK:-0}}
echo \$\$ >"$work/pid.\$rank"
own=
[ ! -e "$work/rank.\$rank" ] || . "$work/rank.\$rank"
# shellcheck disable=SC2086
exec "$ranked" "\$@" \$own
END
chmod +x "$work/rank"

limit=(timeout 250)
begin() { # begin NUMBER ARGUMENT...: in the background, until `end`
    local n=$1
    shift
    rm -f "$work"/pid.*
    "${limit[@]}" "$mpirun" "${flags[@]}" -np "$n" "$work/rank" "$@" \
        >"$work/out" 2>"$work/err" </dev/null &
    job=$!
}

end() { # output in $work/out and err, status in $status
    wait "$job"
    status=$?
    job=
}

ranks() { # ranks NUMBER ARGUMENT...
    begin "$@"
    end
}

signal() { # signal NAME RANK: false if the rank is not there
    local pid
    pid=$(cat "$work/pid.$2" 2>/dev/null) && [ -n "$pid" ] &&
        kill "-$1" "$pid" 2>/dev/null
}

expect() { # expect WHAT COMMAND...: the command must succeed
    local what=$1
    shift
    checks=$((checks + 1))
    "$@" && return
    failures=$((failures + 1))
    echo "failed: $what (status $status)"
    sed 's/^/    /' "$work/out" "$work/err" | head -n 20
}

says() { # says STATUS WORDS: how the last run ended
    [ "$status" -eq "$1" ] && grep -q -e "$2" "$work/err"
}

prints() { # prints TEXT
    [ "$status" -eq 0 ] && [ "$(cat "$work/out")" = "$1" ]
}

# ---- results ----

agree() { # agree NUMBER ARGUMENT...: the ranks print what takeaway alone prints
    ranks "$@"
    shift
    expect "$*" prints "$("$takeaway" "$@")"
}
# Every number of ranks and threads with every size in `make check-long`.
for np in 1 2 3 4; do
    for n in 2^24 2^25 2^26 2^30; do
        for threads in 1 2; do
            case "$long $np $n $threads" in
            1* | ' 1 2^24 1' | ' 2 2^26 2' | ' 3 2^25 1' | ' 4 2^24 2') ;;
            *) continue ;;
            esac
            agree $np cold $n --engine=wheel:check --digest --threads=$threads
        done
    done
done
"$takeaway" cold 2^24 --engine=wheel --checkpoint="$work/known" -q >/dev/null
"$takeaway" cold 2^23 --engine=wheel --checkpoint="$work/less" -q >/dev/null
head -c 20000 "$work/known" >"$work/short"
ranks 4 cold 2^25 -o "$work/whole" --format=archive
expect 'an archive' "$takeaway" verify "$work/whole" -q
row=0
sampled() { # every second row of a table; all in `make check-long`
    row=$((row + 1))
    [ -n "$long" ] || [ $((row % 2)) -eq 1 ]
}
# Engines that share their work, and that do not; games without structure.
while read -r number arguments; do
    sampled || continue
    # shellcheck disable=SC2086
    agree "$number" $arguments
done <<END
3 count 20M --at=powers10 --digest -q
2 cold 100000 --game=primes --digest
2 cold 2^20 --engine=wheel --game=primes --digest
3 census --size=3 --within=40 -q
3 census --digits=2 --limit=2^13 -q
3 verify $work/whole --windows=4 --window-size=50000 --positions=0
3 cold 2^25 --digest --resume=$work/known
2 --version
END

# ---- ranks that differ, and requests that are refused ----

echo 'export TAKEAWAY_ISA=portable' >"$work/rank.0"
echo 'export TAKEAWAY_ISA=avx2; own=--threads=2' >"$work/rank.2"
agree 3 cold 2^25 --engine=wheel:check --digest --threads=1
rm "$work"/rank.?

# Options of rank 1 alone | ranks and arguments of all | status | message.
while IFS='|' read -r own arguments wanted message; do
    sampled || continue
    echo "own=$own" >"$work/rank.1"
    # shellcheck disable=SC2086
    ranks $arguments
    expect "$arguments, rank 1: $own" says "$wanted" "$message"
    expect 'prints nothing' [ ! -s "$work/out" ]
    expect 'one message of all ranks' [ "$(grep -c '^takeaway:' "$work/err")" = 1 ]
done <<END
--max-memory=1M|3 cold 2^25 --digest|1|^takeaway: rank 1: the limit of 1.0 MiB of memory is reached
--resume=$work/short|3 cold 2^25 --digest --resume=$work/known|3|^takeaway: rank 1: --resume
--resume=/nowhere/at/all|3 cold 2^25 --digest --resume=$work/known|2|^takeaway: rank 1: --resume
--resume=$work/less|3 cold 2^25 --digest --resume=$work/known|3|rank 1 has another game, range, engine or resumed file
--limit=1000|2 census --size=2 --within=9 -q|3|rank 1 has another set of items
|2 nim 100|2|takeaway: ranks share .count
|2 cold 100 --colour|2|colour
|2 census --sets=- -q|2|takeaway: --sets: rank 0 alone has standard input
|2 cold 100 --in=$work/whole|2|takeaway: ranks share .count
|2 cold 1O0|2|is not accepted
|2 cold 2^25 -o /nowhere/at/all|1|takeaway: .*'/nowhere/at/all
END
rm "$work"/rank.?

# The sample job without Slurm, and once more when it is done.
export LAUNCH="$mpirun ${flags[*]} -np 2" TAKEAWAY_MPI=$ranked
for time in first second; do
    bash src/mpi/job.slurm 2^25 "$work/job" >"$work/out" 2>"$work/err"
    status=$?
    expect "the $time run of the job" prints \
        "$("$takeaway" count 2^25 --at=powers10)"
done

# ---- stopped, lost, and gone on ----

size=2^25
[ -z "$long" ] || size=2^29
export TAKEAWAY_ISA=portable
want=$("$takeaway" cold "$size" --digest)
keep=(cold "$size" --digest --threads=1 --checkpoint="$work/ck"
    --resume="$work/ck" --checkpoint-every=0)
hold() { # hold FILE SECONDS: until it is there, or the job is over; then a while
    while [ ! -e "$1" ] && kill -0 "$job" 2>/dev/null; do sleep 0.02; done
    sleep "$2"
}
for rank in 0 1; do
    rm -f "$work/ck"
    begin 3 "${keep[@]}"
    hold "$work/ck" 0
    signal TERM $rank
    end
    expect "SIGTERM to rank $rank" says 130 'go on by the same command with --resume='
    expect 'leaves a checkpoint' [ -s "$work/ck" ]
done

# Asked to end by its launcher, a job has a checkpoint however long a block takes:
# SIGCONT, which comes a second before SIGTERM, is enough. Not behind timeout, which
# passes on no other signals.
limit=()
while read -r last wanted; do
    tries=0
    rm -f "$work/long"
    begin 2 cold 2^40 --digest --threads=1 --checkpoint="$work/long"
    until [ -e "$work/long" ] || ! kill -0 "$job" 2>/dev/null || [ $((tries += 1)) -gt 600 ]; do
        signal CONT 0
        sleep 0.1
    done
    expect 'the job goes on at SIGCONT' kill "-$last" "$job"
    end
    expect "SIG$last to the launcher" [ "$status" -eq "$wanted" ]
    expect "SIG$last leaves a checkpoint" [ -s "$work/long" ]
done <<END
TERM $((${#flags[@]} > 0 ? 1 : 130))
USR1 130
END
limit=(timeout 250)
ranks 2 "${keep[@]}"
expect 'gone on by two' prints "$want"

rm -f "$work/ck"
kills=0 tries=0 most=${long:+50}
while [ $kills -lt "${most:-1}" ] && [ $tries -lt 500 ]; do
    tries=$((tries + 1))
    begin 3 "${keep[@]}"
    hold "$work/pid.2" 0.$((RANDOM % 9 + 1))
    [ $((RANDOM % 2)) -eq 0 ] || hold "$work/ck" 0.$((RANDOM % 9 + 1))
    signal KILL $((RANDOM % 3)) && kills=$((kills + 1))
    end
    # One that was done before it was killed: from the beginning.
    if [ $status -eq 0 ]; then
        expect 'done before it was killed' prints "$want"
        rm -f "$work/ck"
        continue
    fi
    expect 'a lost rank ends all, soon' [ $status -ne 124 ]
    expect 'and it is reported' grep -q 'signal 9' "$work/out" "$work/err"
done
expect 'ranks were killed' [ $kills -eq "${most:-1}" ]
ranks 3 "${keep[@]}"
expect "the same after $kills kills" prints "$want"

echo "$((100 * (checks - failures) / checks))%: Checks: $checks, Failures: $failures, Errors: 0"
[ "$failures" -eq 0 ]
