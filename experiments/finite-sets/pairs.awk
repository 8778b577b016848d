# Two elements a < b: the least period of the values is 2a if b is an odd
# multiple of a, else a + b, always from 0 on (Benesh et al. 2020 and before).
BEGIN { FS = "\t"; OFS = "\t" }
NR == 1 { next }
{
    split($1, s, ",")
    a = s[1]; b = s[2]
    if (b > last) last = b
    sets[b]++
    predicted = b % (2 * a) == a ? 2 * a : a + b
    twice[b] += predicted == 2 * a
    as_predicted[b] += $5 == predicted && $4 == 0
}
END {
    print "max_s", "sets", "period_2a", "period_a_plus_b", "as_predicted"
    for (b = 2; b <= last; b++)
        print b, sets[b], twice[b] + 0, sets[b] - twice[b], as_predicted[b] + 0
}
