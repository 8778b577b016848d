# {first,a,b}: the elements in columns of their own, and which sum of two of
# them is the period of the outcomes, or a multiple of it.
BEGIN { FS = OFS = "\t" }
NR == 1 { print "first", "a", "b", "outcome_preperiod", "outcome_period", "nim_preperiod", "nim_period", "sum"; next }
{
    n = split($1, s, ",")
    a = 0
    for (k = 1; k <= n; k++)
        if (s[k] != first) { b = s[k]; if (a == 0) a = b }
    p = $3
    sum = first + a == b || first + b == a || a + b == first ? "additive" : \
          p == first + a ? "first+a" : p == first + b ? "first+b" : p == a + b ? "a+b" : \
          (first + a) % p == 0 || (first + b) % p == 0 || (a + b) % p == 0 ? "divisor" : "none"
    print first, a, b, $2, $3, $4, $5, sum
}
