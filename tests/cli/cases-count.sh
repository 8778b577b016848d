# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# takeaway count

prints <<'END'
count 2^10 -> 118 of the 1024 positions below 1024 are cold (squares, normal play)
count 2^16 --quiet -> 2053
-q count 2^20 -> 14421
count --at=powers2 100 -> n	cold|1	1|2	1|4	2|8	4|16	7|32	10|64	16
count 2^6 --at powers2 -q -> 1|1|2|4|7|10|16
count 1e4 --at=powers10 -> n	cold|1	1|10	4|100	21|1000	115|10000	579
END
# A list is sorted and freed of repeats; 0 and N may be in it.
prints <<'END'
count 1000 --at=1e2,10,0,1000,10 -> n	cold|0	0|10	4|100	21|1000	115
count 0 -> 0 of the 0 positions below 0 are cold (squares, normal play)
count 0 --at=powers2 -> n	cold
count -q 1 -> 1
count -q --misere 1 -> 0
END
# In misere play the cold positions are the normal ones plus 1.
prints <<'END'
count 1025 --misere -> 118 of the 1025 positions below 1025 are cold (squares, misere play)
count 40 --game=odds -q -> 20
count 10^12 --game=allbut:3,30000 -q -> 2
END

# Every engine says the same, with every setting.
for engine in $("$takeaway" engines | tail -n +2 | cut -f 1 | sed 's/^gpu$/gpu:emulate/'); do
    for setting in '' :threads=2 :ntt :fftw :gmp :shift :base=8 :check :fftw:base=8:threads=2; do
        expect 0 '' count -q 20000 --engine="$engine$setting" <<'OUT'
911
OUT
    done
done

expect 0 '^# predicted_bytes: [0-9]+' count -q 1000 --stats <<'OUT'
115
OUT
holds 'stats lines' sh -c "! grep -Ev '^# [a-z0-9_]+: ' '$work/err'"
"$takeaway" count -q 2^18 --game=primes --engine=divide:ntt --stats >out 2>err
holds 'transforms are counted' awk '
    /^# transforms: ntt/ { n++; bad += !($5 > 0 && $7 > 0 && $5 + $7 < 1e4) }
    END { exit !n || bad }' err
# Beyond 2^24 auto takes the wheel for the values of polynomials, if they are not
# few, and no other.
for of in squares:1 triangular:1 primes:0 residues:1,4mod5:0 cubes:0 powers:5:0; do
    "$takeaway" count -q 2^24+1 --game="${of%:*}" --stats >out 2>err
    holds "the wheel for ${of%:*}: ${of##*:}" \
        [ "$(grep -c '^# chosen: wheel' err)" -eq "${of##*:}" ]
done
# --stats says what auto has chosen, and why.
while IFS='|' read -r command why; do
    # shellcheck disable=SC2086
    "$takeaway" $command --stats >out 2>err
    holds "$command: $why" grep -qx "# chosen: $why" err
done <<'END'
count 1000|recursion, because N is at most 2^24
count 1000 --engine=auto:ntt|recursion, because only it uses the convolver asked for
count 1000 --game=primes|recursion, because S is no set of values of a polynomial .*
count 2^24+1|wheel, because S has the values of a polynomial, and N is above 2^24
count 2^24+1 --game=cubes|recursion, because S has a degree above 2, and fewer than 1500 .*
count 2^22 --game=list:2,4,7|period, because S is finite, and N is at least 2^22
nim 1000|layers, because N is below 2^19
nim 2^19 --max --game=odds|layers, because S has more than N / 512 moves
nim 2^19 --max --game=moser|layers, because S has so few moves that all values are small
length 1000|push, because .*
octal .77 1000|sparse, because no digit 8 to F splits in three
octal .3F 1000|sets, because digits 8 to F split in three
END
# Auto leaves quadratics of little structure to shifts, unless the wheel is asked
# for by name. 74138 is what `segments` counts.
for of in auto:1 wheel:0; do
    "$takeaway" count -q 2^24+1 --game=poly:5,1,0 --engine="${of%:*}" --stats >out 2>err
    holds "no structure for ${of%:*}: ${of#*:}" \
        [ "$(grep -c '^# fallback: recursion' err)" -eq "${of#*:}" ]
    holds 'and no transforms' sh -c "! grep -q '^# transforms' '$work/err'"
    holds 'the count' grep -qx 74138 out
done
prints <<'END'
count -q 1000 --max-memory=1G -> 115
count -q 1000 --max-memory=2^30 -> 115
count -q 1000 --max-memory=512MiB -> 115
count -q -- 1000 -> 115
END
# Published counts; the slow ones only on request.
if [ -n "${TAKEAWAY_LONG:-}" ]; then
    prints <<'END'
count -q 2^26 --engine=divide -> 262950
count -q 2^26 --engine=segments -> 262950
count -q 104857943 -> 358248
END
fi

# A long item of --at is read whole.
expect 0 '' count 1000 --at="$(printf '%070d' 100)" <<'OUT'
n	cold
100	21
OUT
