# shellcheck shell=sh disable=SC2154,SC3045 # run.sh sets and reads them
# What --trace writes: rows of one form, each item of a job between its fork and
# its join, and the same answer as without.

rows() { # rows FILE: is it as src/base/trace.h says?
    awk -F '\t' '
        NR == 1 { bad = $0 != "phase\tblock\tstage\tkind\tjob\titem\titems\tthread\tbegin_s\tcpu_s"; next }
        NF != 10 || $9 !~ /^[0-9]+\.[0-9]+$/ || $10 !~ /^[0-9]+\.[0-9]+$/ { bad = 1 }
        $4 == "fork" { if ($5 != ++jobs) bad = 1; left[$5] = $7; open[$5] = 1; next }
        $4 == "task" { if (!open[$5]) bad = 1; left[$5] -= $7; next }
        $4 == "join" { if (!open[$5] || ($3 == "-" && left[$5] != 0)) bad = 1; if ($3 == "-") done[$5] = 1; next }
        $4 != "serial" || $5 != 0 { bad = 1 }
        END { for (j in open) if (!done[j]) bad = 1; exit bad || NR < 2 }' "$1"
}

for run in 'count 2^24+5*10^6 --engine=wheel --threads=1' 'count 2^24+5*10^6 --engine=wheel --threads=3' \
    'count 2^18 --engine=divide --threads=2' 'count 1000 --engine=naive' 'count 0' \
    'cold 2000 --from=1900' 'cold 3000 --digest' 'count 1000 --at=powers10' 'count 2^64-1 --game=list:2,4,7'; do
    # shellcheck disable=SC2086
    "$takeaway" $run >plain
    # shellcheck disable=SC2086
    expect 0 '' $run --trace=trace.tsv <plain
    holds "the rows of $run" rows trace.tsv
done
"$takeaway" count 2^23+9*10^6 --engine=wheel --threads=5 --trace=trace.tsv >plain
for stage in start learn store plan sparse far quiet exact open decide; do
    holds "the wheel has the stage $stage" grep -q "	$stage	" trace.tsv
done
holds 'each block has its far items' awk -F '\t' '
    $4 == "fork" && $3 == "far" { want++ }
    $4 == "serial" && $2 > 0 { block[$1, $2] = 1 }
    END { for (b in block) have++; exit !(want == have && want > 1) }' trace.tsv

# No more threads than there are processors do the work of many.
if command -v taskset >/dev/null 2>&1 && taskset -c 0 true 2>/dev/null; then
    taskset -c 0 "$takeaway" count 2^24 --engine=wheel --threads=7 --trace=trace.tsv >plain
    holds 'one processor, one thread' awk -F '\t' 'NR > 1 && $8 != 0 { exit 1 }' trace.tsv
    # Sparse and far items: at least one of each for each of the seven.
    holds 'work for seven' awk -F '\t' '
        $3 == "far" && $4 == "task" && $6 + $7 > items { items = $6 + $7 }
        END { exit items < 14 }' trace.tsv
fi

# Files: what is there stays until the new one is whole.
echo old >kept.tsv
fails "cannot write .nowhere/x.: No such file" count 10 --trace=nowhere/x
refuses 'not accepted' count 10 --engine=nothing --trace=kept.tsv
[ ! -w /dev/full ] || fails "'/dev/full': No space left" count 2^20 --trace=/dev/full
holds 'the old one is there' [ "$(cat kept.tsv)" = old ]
ln -s kept.tsv link.tsv
"$takeaway" count 10 --trace=link.tsv >plain
holds 'links are followed' rows kept.tsv
holds 'and stay' [ -L link.tsv ]
"$takeaway" cold 100 --format=archive -o trace.tka
refuses '--trace has no effect here: --in computes nothing' count 9 --in=trace.tka --trace=x
refuses "trace is not an option of 'nim'" nim 9 --trace=x
holds 'no file of a run that was refused' [ ! -e x ]
holds 'nothing is left behind' [ -z "$(find . -name '*.part-*')" ]
