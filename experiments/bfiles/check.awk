# Is this a b-file? OEIS: a line a term, "index value" with one space, indices
# from the offset on without a gap, no signs or leading zeros here, nothing
# else, a newline at the end, ASCII.  awk -v first=0 -v terms=10000 -f check.awk
function wrong(what) {
    printf "%s:%d: %s: %s\n", FILENAME, FNR, what, $0 > "/dev/stderr"
    failed = 1
    exit 1
}
!/^(0|[1-9][0-9]*) (0|[1-9][0-9]*)$/ { wrong("not \"index value\"") }
$1 + 0 != first + FNR - 1 { wrong("index out of turn") }
length($0) > 1000 { wrong("longer than the OEIS takes") }
END {
    if (!failed && FNR != terms) {
        printf "%s: %d terms and not %d\n", FILENAME, FNR, terms > "/dev/stderr"
        failed = 1
    }
    if (!failed) {
        printf "%s: %d terms from index %d\n", FILENAME, FNR, first
    }
    exit failed
}
