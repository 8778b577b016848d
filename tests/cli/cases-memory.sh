# shellcheck shell=sh disable=SC2154 # run.sh sets and reads them
# What a process really takes at its peak, FFTW, GMP and zstd included, against
# what it said it would: never more, and at least nine tenths of it where
# that can be known beforehand. Without what any command takes.

# Under a sanitizer and valgrind memory is another's.
if [ -n "${TAKEAWAY_EMULATED:-}" ] || grep -q '__[at]san_init' "$takeaway" ||
    ! "$takeaway" compare 1000 --engines=shift --reps=1 --warmup=0 |
    awk 'NR == 2 { exit $8 == "NA" || $8 > 8000000 }'; then
    holds 'left out: no peak to be had here' true
else
    # compare has both figures: predicted_bytes, peak_bytes.
    near() { # near PERCENT N ENGINE OPTION...
        percent=$1 n=$2 engine=$3
        shift 3
        checks=$((checks + 1))
        "$takeaway" compare "$n" --engines="$engine" --reps=1 --warmup=0 "$@" \
            >memory.tsv
        # The base: lists of moves; of the transforms, FFTW's code and tables.
        case $engine in
        textbook | divide) base=4000000 ;;
        *) base=700000 ;;
        esac
        awk -v percent="$percent" -v base=$base 'NR == 2 {
            exit $8 > $7 + base || 100 * ($8 + 400000) < percent * $7
        }' memory.tsv ||
            failed "memory of $engine $*" "$(tail -n 1 memory.tsv)"
    }
    near 90 2^24 naive
    near 90 2^24 sieve
    near 90 2^25 segments
    near 90 2^25 shift
    near 90 2^20 textbook
    near 85 2^20 exact
    near 90 2^22 divide --precision=single
    near 90 2^22 divide --precision=double
    near 40 2^22 divide # whether single will do is known only in the run

    # Any other command with --stats says both, predicted_bytes and peak_bytes.
    whole() { # whole PERCENT ARGUMENT...
        percent=$1
        shift
        checks=$((checks + 1))
        rm -f memory.tka
        "$takeaway" "$@" --stats 2>&1 >memory.out |
            awk '/^# predicted_bytes/ { said = $3 }
                 /^# peak_bytes/ { print said, $3 }' >memory.txt
        awk -v percent="$percent" 'END {
            exit NR != 1 || $2 > $1 + 1000000 ||
                100 * ($2 + 1000000) < percent * $1
        }' memory.txt ||
            failed "memory of $*" "said and took: $(cat memory.txt)"
    }
    whole 90 nim 2^22 --engine=blocked --max
    whole 90 length 2e7 --max
    whole 90 count 2^26 --engine=shift
    # With what is kept of the results, which is told as 2 bytes a value.
    whole 45 nim 2^20 --max --checkpoint=memory.tka
    whole 45 length 1e7 --max --checkpoint=memory.tka
    # How many there will be, and how small they pack, is known only then.
    whole 80 count 2^26 --engine=segments --checkpoint=memory.tka
    # An octal game is told what the worst would take.
    whole 30 octal .376 2^20 --max
fi
