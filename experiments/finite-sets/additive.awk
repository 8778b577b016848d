# {a,b,a+b}, a < b: two censuses side by side, as games usually are and with a
# sink. With g = gcd(a, b), A = a / g, B = b / g, r = B mod 2A the period is
#   g A (2B + r)       if r <= A
#   g (2A + 2B - r)    if r > A
# of outcomes and of values: a formula found in these tables.
BEGIN { FS = OFS = "\t" }
NR == 1 { print "max_s", "sets", "quadratic", "as_formula", "with_sink_as_formula", "purely_periodic", "with_sink_purely_periodic", "longest"; next }
function gcd(x, y) { return y == 0 ? x : gcd(y, x % y) }
{
    split($1, s, ",")
    a = s[1]; b = s[2]; m = s[3]
    g = gcd(b, a); A = a / g; B = b / g; r = B % (2 * A)
    p = r <= A ? g * A * (2 * B + r) : g * (2 * A + 2 * B - r)
    if (m > within) next # of larger ones not all pairs are there
    sets[m]++
    quadratic[m] += r <= A && A > 1
    wall[m] += $3 == p && $5 == p
    sink[m] += $10 == p && $12 == p
    pure[m] += $2 == 0 && $4 == 0
    pure_sink[m] += $9 == 0 && $11 == 0
    if (p > longest[m]) longest[m] = p
}
END {
    for (m = 3; m <= within; m++)
        print m, sets[m], quadratic[m] + 0, wall[m], sink[m], pure[m], pure_sink[m], longest[m]
}
