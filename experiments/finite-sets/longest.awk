# A census of one size: a row for each largest element. Columns: run.sh.
BEGIN { FS = OFS = "\t" }
NR == 1 { next }
{
    m = $1
    sub(/.*,/, "", m)
    m += 0
    sets[m]++
    if (m > last) last = m
    if ($5 == "NA") { none[m]++; next }
    pure_outcomes[m] += $2 == 0
    pure_values[m] += $4 == 0
    if ($3 + 0 > outcome[m]) { outcome[m] = $3 + 0; outcome_set[m] = $1 }
    if ($5 + 0 > nim[m]) { nim[m] = $5 + 0; nim_set[m] = $1 }
    if ($4 + 0 > pre[m]) { pre[m] = $4 + 0; pre_set[m] = $1 }
    periods[m, $5 + 0]++
}
END {
    for (m = size; m <= last; m++)
        print size, m, sets[m], pure_outcomes[m], pure_values[m], outcome[m], outcome_set[m], \
            nim[m], nim_set[m], pre[m] + 0, (pre[m] ? pre_set[m] : "NA"), none[m] + 0
    printf "" >often
    close(often)
    # log-spaced: sixteen bins an octave, so that few sets do not make many rows
    for (key in periods) {
        split(key, k, SUBSEP)
        bin = exp(log(2) * int(16 * log(k[2]) / log(2) + 0.5) / 16)
        count[k[1] OFS sprintf("%.1f", bin)] += periods[key]
    }
    sort = "LC_ALL=C sort -t '\t' -k 2,2n -k 3,3n >>'" often "'"
    for (row in count) print size, row, count[row] | sort
    close(sort)
}
