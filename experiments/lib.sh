# shellcheck shell=sh
# What the run scripts share; sourced by them. After
#   experiment NAME SIZE
# these are set, each from the environment where it is given there:
#   size      quick or full             build     the build folder (build)
#   takeaway  the tool                  out       $build/runs/NAME
#   threads   1                         seed      1, or none where none is used
# STOP_S=SECONDS ends a run of timing or dense-sets at the first data point after
# that time, with exit status 75; the same command goes on from there.
# A table is tidy TSV, one header line, units in the column names. What is in
# it is not computed again: has, add. A run that changed something (a file says
# so, as many of these functions run in subshells) ends with manifest, which
# appends to $out/manifest.txt.
export LC_ALL=C
unset GNUTERM # a terminal that gnuplot may lack

die() {
    echo "experiments/${name:-?}: $*" >&2
    exit 2
}

experiment() {
    name=$1
    size=${2:-quick}
    case $size in
    quick | full) ;;
    *) die "size '$size' is not accepted; accepted: quick, full" ;;
    esac
    build=${BUILD:-build}
    takeaway=${TAKEAWAY:-$build/takeaway}
    out=${OUT:-$build/runs/$name}
    export threads="${THREADS:-1}"
    seed=none
    begun=$(date +%s)
    load=$(uptime | sed 's/.*load average[s]*: *//')
    experiments=$(dirname "$0")/..
    [ -x "$takeaway" ] || die "$takeaway is not there; run make first"
    mkdir -p "$out"
    # Of two runs into one folder the table would hold rows twice.
    if ! mkdir "$out/lock" 2>/dev/null; then
        other=$(cat "$out/lock/pid" 2>/dev/null || echo 0)
        if kill -0 "$other" 2>/dev/null; then
            die "$out is in use by process $other"
        fi
    fi
    echo $$ >"$out/lock/pid"
    trap 'rm -rf "$out/lock" "$out/work"' EXIT
    trap 'exit 130' INT TERM
    mkdir -p "$out/work"
}

stop_due() {
    [ -z "${STOP_S:-}" ] || [ $(($(date +%s) - begun)) -lt "$STOP_S" ] || {
        manifest "$1"
        exit 75
    }
}

power() { # 2^K in full; awk's numbers are exact to 2^53
    awk -v k="$1" 'BEGIN { printf "%.0f", 2 ^ k }'
}

number() { # number EXPRESSION: 1e9, 2^30, 3*10^7 in full
    awk -v text="$1" 'BEGIN {
        k = split(text, factor, "*")
        value = 1
        for (i = 1; i <= k; i++)
            value *= split(factor[i], p, "^") == 2 ? p[1] ^ p[2] : factor[i]
        printf "%.0f", value
    }'
}

end() { # end QUICK FULL: N, or the one of this size, in full
    [ "$size" = quick ] || shift
    number "${N:-$1}"
}

# grid FROM TO STEP: 2^(k/STEP), rounded, FROM and TO as log2, with commas.
grid() {
    awk -v from="$1" -v to="$2" -v step="$3" 'BEGIN {
        for (k = from * step; k <= to * step; k++) {
            n = sprintf("%.0f", 2 ^ (k / step))
            if (n != last) printf "%s%s", (last == "" ? "" : ","), n
            last = n
        }
    }'
}

table() { # table FILE COLUMN...: begins it if it is not there
    file=$out/$1.tsv
    shift
    [ -f "$file" ] && return
    echo "$*" | tr ' ' '\t' >"$file"
}

has() { # has TABLE VALUE...: a row that begins with these values
    file=$out/$1.tsv
    shift
    awk -F '\t' -v want="$(printf '%s\t' "$@")" '
        index($0 "\t", want) == 1 { found = 1; exit }
        END { exit !found }' "$file" 2>/dev/null
}

# add TABLE: rows from stdin enter whole, or not at all.
add() {
    cat >"$out/work/rows"
    [ -s "$out/work/rows" ] || return 0
    cat "$out/$1.tsv" "$out/work/rows" >"$out/work/table"
    mv "$out/work/table" "$out/$1.tsv"
    : >"$out/work/added"
}

# derived TABLE: replaces the table by what stdin has.
derived() {
    cat >"$out/work/table"
    cmp -s "$out/work/table" "$out/$1.tsv" || : >"$out/work/added"
    mv "$out/work/table" "$out/$1.tsv"
}

# sorted TABLE SORT-OPTION...: the rows put in order, the header kept first.
sorted() {
    file=$out/$1.tsv
    shift
    {
        head -n 1 "$file"
        sed 1d "$file" | LC_ALL=C sort -t "$(printf '\t')" "$@"
    } >"$out/work/table"
    mv "$out/work/table" "$file"
}

# record: the folder of the wheel's largest record (experiments/wheel-record)
# in data/runs, or in RECORDS; nothing where there is none.
record() {
    for folder in "${RECORDS:-$experiments/../data/runs}"/*-wheel-*; do
        [ -f "$folder/counts-2.tsv" ] || continue
        cat "$folder/counts-2.tsv" "$folder/counts-10.tsv" | awk -v folder="$folder" '
            $1 + 0 > end { end = $1 + 0 }
            END { printf "%.0f\t%s\n", end, folder }'
    done | LC_ALL=C sort -n | tail -n 1 | cut -f 2-
}

told() { # the manifest has every table as it is now
    digest=$(command -v sha256sum || echo shasum -a 256)
    for file in "$out"/*.tsv; do
        sum=$($digest <"$file")
        grep -q "^sha256 *${sum%% *}  $(basename "$file")\$" "$out/manifest.txt" || return 1
    done
}

manifest() { # manifest COMMAND
    [ -f "$out/work/added" ] || [ ! -f "$out/manifest.txt" ] || ! told || return 0
    (
        export TAKEAWAY_LOAD="$load at the start"
        [ -f "$build/flags" ] && TAKEAWAY_FLAGS=$(tr -s ' ' <"$build/flags") &&
            export TAKEAWAY_FLAGS
        if [ -s "$out/manifest.txt" ]; then
            # Checksums are of the tables as they are now: the last ones count.
            grep -v '^sha256' "$out/manifest.txt"
            echo
        fi
        echo "size         $size"
        "$experiments/manifest.sh" "$takeaway" "$1" "$seed" "$out"/*.tsv
    ) >"$out/work/manifest"
    mv "$out/work/manifest" "$out/manifest.txt"
}

# python ARGUMENT...: runs a Python that has NumPy, which finds our module.
python() {
    for python in ${PYTHON:-python3 /usr/bin/python3} ''; do
        [ -n "$python" ] || die 'no Python 3 with NumPy is there; please install it (Debian: python3-numpy)'
        "$python" -c 'import numpy' 2>/dev/null && break
    done
    [ -e "$build/libtakeaway.so" ] || die "$build/libtakeaway.so is not there; run make first"
    TAKEAWAY_LIBRARY=$(cd "$build" && pwd)/libtakeaway.so PYTHONPATH=$experiments/../src/python \
        PYTHONDONTWRITEBYTECODE=1 "$python" "$@"
}

# random_set N: random.txt has the random set of seed 1 below N.
random_set() {
    [ -f "$out/random.txt" ] || {
        python "$experiments/random-set.py" "$1" 1 >"$out/random.part"
        mv "$out/random.part" "$out/random.txt"
    }
}

# values nim|length N [OPTION]...: the tables of nim-growth/values.py, unless they are there,
# and growth.tsv: exponents of the largest value, by octave and over windows.
values() {
    if [ "$(tail -n 1 "$out/largest.tsv" 2>/dev/null | cut -f 1)" != "$2" ]; then
        "$takeaway" "$@" --format=npy -o "$out/work/values.npy"
        python "$experiments/nim-growth/values.py" "$out/work/values.npy" "$out/work"
        for table in records largest histogram classes; do
            mv "$out/work/$table.tsv" "$out/$table.tsv"
        done
        : >"$out/work/added"
    fi
    {
        printf 'kind\tfrom_n\tto_n\texponent\tstandard_error\n'
        awk -F '\t' '
            NR == 1 { next }
            { k = log($1) / log(2) }
            k - int(k + 1e-9) > 1e-9 { next }
            {
                value[int(k + 1e-9)] = $2
                k = int(k + 1e-9)
                if (k >= 11)
                    printf "octave\t%.0f\t%.0f\t%.6f\tNA\n", 2 ^ (k - 1), 2 ^ k,
                        log(value[k] / value[k - 1]) / log(2)
            }' "$out/largest.tsv"
        # The fit reads counts, so the largest value goes by that name.
        awk -F '\t' '
            NR == 1 { print "n\tcold"; next }
            { k = log($1) / log(2) }
            k - int(k + 1e-9) < 1e-9 && $2 > 0 { print }' "$out/largest.tsv" >"$out/work/fit"
        end=$(tail -n 1 "$out/work/fit" | cut -f 1)
        for from in 10 14 18 22; do
            "$takeaway" fit "$out/work/fit" --from="2^$from" 2>/dev/null | awk -F '\t' \
                -v from="$(power $from)" -v to="$end" '
                $1 == "points" { points = $3 }
                $1 == "exponent" && points >= 4 { print "fit\t" from "\t" to "\t" $3 "\t" $4 }'
        done
    } | derived growth
}

draw() { # the figures, for papers, beside the tables; NO_FIGURES=1: none
    [ -z "${NO_FIGURES:-}" ] || return 0
    if command -v gnuplot >/dev/null 2>&1; then
        gnuplot -c "$experiments/$name/$name.gp" "$out" "$out" png 2>"$out/work/gnuplot" || {
            cat "$out/work/gnuplot" >&2
            die "gnuplot could not draw the figures"
        }
    else
        echo "no gnuplot here, no figures" >&2
    fi
}

finish() { # finish COMMAND
    manifest "$1"
    draw
    echo "$name: $(find "$out" -maxdepth 1 -name '*.tsv' | wc -l) tables in $out"
}
