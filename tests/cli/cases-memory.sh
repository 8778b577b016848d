# shellcheck shell=sh disable=SC2154,SC3045 # run.sh sets and reads them
# What a process really takes at its peak, FFTW, GMP and zstd included, against
# what it predicts, where sizes are fixed, and against --max-memory. Without what
# any command takes.

# Under a sanitizer and valgrind memory is another's.
if [ -n "${TAKEAWAY_EMULATED:-}" ] || grep -q '__[at]san_init' "$takeaway" ||
    ! "$takeaway" compare 1000 --engines=shift --reps=1 --warmup=0 |
    awk 'NR == 2 { exit $8 == "NA" || $8 > 8000000 }'; then
    holds 'left out: the peak cannot be measured here' true
else
    # A thread that cannot be made is reported in one line.
    for run in 'count 2^18 --engine=divide' 'count 2^18 --engine=wheel' 'count 2^18' \
        'nim 2^14 --max --engine=blocked' 'nim 2^14 --max --engine=layers' 'nim 2^14 --max'; do
        checks=$((checks + 1)) status=0
        (
            ulimit -v 200000
            # shellcheck disable=SC2086
            "$takeaway" $run --threads=1000 >out 2>err
        ) || status=$?
        [ "$status" -eq 1 ] &&
            grep -Eq '^takeaway: .*the system gives [0-9]+ of 1000 threads' err ||
            failed "$run" "status $status, wanted 1; $(head -n 3 err)"
        one_line "$run"
    done

    # compare has both figures: predicted_bytes, peak_bytes.
    # Beyond what is predicted: lists of moves; of the transforms, FFTW's code and
    # tables.
    while read -r spare arguments; do
        sampled 7 || continue
        checks=$((checks + 1))
        # shellcheck disable=SC2086
        "$takeaway" compare $arguments --reps=1 --warmup=0 >memory.tsv
        awk -v spare="$spare" 'NR == 2 { exit $8 > $7 + spare }' memory.tsv ||
            failed "memory of $arguments" "$(tail -n 1 memory.tsv)"
    done <<'END'
700000 2^23 --engines=naive --game=fibonacci
700000 2^23 --engines=sieve
700000 2^24 --engines=segments
700000 2^25 --engines=shift
4000000 2^20 --engines=textbook
1500000 2^20 --engines=exact
1500000 2^19 --engines=exact --game=primes
700000 2^22 --engines=divide:ntt
700000 2^22 --engines=divide:fftw
700000 2^22 --engines=divide
700000 2^23 --engines=divide --game=factorials
700000 2^23 --engines=divide --game=powers:3
700000 2^21 --engines=auto --game=primes
700000 2^22 --engines=divide --game=primes --max-memory=30M
END

    # What a checkpoint takes is not the engine's: it makes do with less.
    said() { # said ARGUMENT...: predicted_bytes
        "$takeaway" count 2^22 --game=primes --stats "$@" 2>&1 |
            awk '/^# predicted_bytes/ { print $3 }'
    }
    alone=$(said --max-memory=30M)
    with=$(said --max-memory=60M --checkpoint=memory.tka)
    beside=$((with - $(said --max-memory=60M)))
    rm -f memory.tka
    holds 'a checkpoint leaves less memory to the engine' "$takeaway" \
        count 2^22 --game=primes -q --checkpoint=memory.tka \
        --max-memory=$((alone + beside / 2)) >memory.out

    # What other commands take at their peak, less that of a small run, is at
    # most what --stats predicts. What malloc keeps of the arrays of octal games
    # as they grow is up to 1.1 MB more. t-memory compares what is
    # allocated, to the byte.
    peak_of=$(dirname "$takeaway")/tests/peak
    took() { # took ARGUMENT...: bytes, those included that any command takes
        "$peak_of" "$takeaway" "$@" <input 2>memory.err |
            awk '/^peak / { print $2 }'
    }
    : >input
    [ ! -x "$peak_of" ] || idle=$(took games) small=$(took nim 1000 --max)
    while read -r spare arguments; do
        [ -x "$peak_of" ] && sampled 7 || continue
        checks=$((checks + 1))
        rm -f memory.tka
        # shellcheck disable=SC2086
        peak=$(($(took $arguments --stats) - small))
        said=$(awk '/^# predicted_bytes/ { print $3 }' memory.err)
        [ "$peak" -le $((said + spare)) ] ||
            failed "memory of $arguments" "said and took: $said, $peak"
    done <<'END'
550000 nim 2^21 --engine=blocked --max
550000 nim 2^21 --engine=layers --max
550000 nim 2^21 --engine=layers --max --game=primes --max-memory=20M
550000 nim 2^22 --engine=naive --max --game=fibonacci
550000 nim 2^21 --max
550000 nim 1500000 --max --game=triangular
550000 length 2e7 --max
550000 length 2^20 --engine=naive --max
550000 count 2^26 --engine=shift
1300000 octal .167 2^24 --max
1300000 octal .167 2^24 --cold -q
1300000 count 2^24 --game=.167
1300000 octal .16 2^22 --period
550000 nim 2^20 --max --checkpoint=memory.tka
550000 length 1e7 --max --checkpoint=memory.tka
550000 count 2^25 --engine=segments --checkpoint=memory.tka
550000 length 2^21 --max --game=triangular --checkpoint=memory.tka
1300000 octal .167 2^24 --max --checkpoint=memory.tka
END

    # A run that reaches its limit says so and leaves a checkpoint, with which a
    # higher limit goes on to the same result.
    digest=$("$takeaway" count 6e7 --engine=wheel --digest -q)
    reaches() { # reaches LIMIT THREADS: on from the checkpoint that is there
        status=0
        "$takeaway" count 6e7 --engine=wheel --digest -q --threads="$2" \
            --max-memory="$1" --checkpoint=limit.tka --resume=limit.tka \
            >memory.out 2>memory.err || status=$?
    }
    rm -f limit.tka
    reaches 9M 1
    holds 'a limit that is reached ends a run' [ "$status" -eq 1 ]
    holds 'the limit is named' grep -q 'the limit of .* of memory is reached' memory.err
    holds 'there is a checkpoint' [ -s limit.tka ]
    holds 'how to go on is said' grep -q -- '--resume=limit.tka' memory.err
    holds 'it can be read' "$takeaway" verify limit.tka --positions=100 -q
    reaches 11M 2
    [ "$status" -eq 0 ] || reaches 64M 3
    holds 'a higher limit goes on' [ "$(cat memory.out)" = "$digest" ]

    # Commands that report nothing: what they took is enough for them, but for a
    # few MB, and nine tenths of it are not.
    heeds() { # heeds MB ARGUMENT...
        sampled 7 || return
        slack=$(($1 * 1000000))
        shift
        checks=$((checks + 1))
        peak=$(($(took "$@") - idle))
        "$takeaway" "$@" --max-memory=$((peak + slack)) <input >memory.out \
            2>memory.err || failed "memory of $*" "$peak: $(cat memory.err)"
        "$takeaway" "$@" --max-memory=$((peak * 9 / 10 - slack)) <input \
            >memory.out 2>memory.err
        [ $? -eq 1 ] && grep -q 'limit\|--max-memory allows' memory.err ||
            failed "memory of $*" "$peak: less is not refused"
    }
    if [ -x "$peak_of" ]; then
        # What compare's first round has touched, later ones find.
        touched() { # touched REPS
            "$peak_of" "$takeaway" compare 2^15 --game=primes --reps="$1" \
                --engines=divide,naive | awk '/^faults / { print $2 }'
        }
        once=$(touched 1)
        holds 'repetitions find their memory' [ $(($(touched 9) - once)) -lt "$once" ]
        echo quit >input
        rm -f sq.tka few.tka nv.tka oc.tka
        "$takeaway" cold 2^25 --format=archive -o sq.tka -q
        "$takeaway" cold 5e5 --format=archive -o few.tka -q
        "$takeaway" nim 2^20 --format=archive -o nv.tka -q
        "$takeaway" octal .376 2^21 --format=archive -o oc.tka -q
        # What is read from files is held, too.
        seq 1 2 2000000 >odd.txt
        seq -s , 1 3000000 >long.txt
        seq -f '1,2,%.0f' 3 300000 >many.txt
        awk 'BEGIN { for (k = 0; k < 20000; k++) printf "0.7%o\n", 8 * k + 1 }' >codes.txt
        while read -r arguments; do
            checks=$((checks + 1))
            # shellcheck disable=SC2086
            peak=$(($(took $arguments --max-memory=12M) - idle))
            [ "$peak" -lt 14000000 ] && grep -q 'the limit of 12.0 MiB' memory.err ||
                failed "$arguments within 12 MB" "$peak: $(cat memory.err)"
        done <<'END'
count 9 --game=file:odd.txt
moves 9@file:odd.txt
play 9@file:odd.txt
line 9 --game=file:odd.txt
census --sets=many.txt
census --sets=long.txt
census --codes=codes.txt
END
        # Lengths: the lists of cold heaps are predicted by a bound, 8 MB above.
        heeds 9 line 1e7
        heeds 2 moves 3e6 2e6
        heeds 3 moves --misere 3e6 2e6
        heeds 1 period --search=6e5
        heeds 9 play 1e7
        heeds 3 play 1e6 9e5 --misere
        heeds 5 verify few.tka --positions=5e5
        heeds 2 verify sq.tka --positions=0 --windows=25 --window-size=2e6
        heeds 4 verify nv.tka --positions=0 --windows=1 --window-size=5e5
        heeds 3 verify sq.tka --engine=shift
        heeds 2 verify nv.tka --engine=blocked
        heeds 2 verify oc.tka --engine=sparse
        holds 'records of an archive stream' \
            [ $(($(took octal .376 2^21 --max --in=oc.tka) - idle)) -lt 2000000 ]
        heeds 3 export A030193 200000
    fi
fi
