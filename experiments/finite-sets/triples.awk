# Three elements a < b < c: of each kind how often the least period of the
# outcomes is a sum of two moves, a proper divisor of one, or neither.
BEGIN { FS = OFS = "\t" }
NR == 1 { next }
{
    split($1, s, ",")
    a = s[1]; b = s[2]; c = s[3]; p = $3
    kind = c == a + b ? "additive" : "other"
    form = p == a + b ? "a+b" : p == a + c ? "a+c" : p == b + c ? "b+c" : \
           (a + b) % p == 0 || (a + c) % p == 0 || (b + c) % p == 0 ? "divisor" : \
           2 * a % p == 0 || 2 * b % p == 0 || 2 * c % p == 0 ? "divides_2s" : "none"
    if (kind == "additive" && form == "none") form = p > c + b ? "longer" : "none"
    key = c OFS kind OFS form
    sets[key]++
    pure[key] += $2 == 0
    same[key] += $3 == $5
    if (p + 0 > longest[key] + 0) longest[key] = p
    if (kind == "other" && (form == "none" || form == "divides_2s")) print $1, $2, $3, $4, $5 >exceptions ".rows"
    any = any || (kind == "other" && (form == "none" || form == "divides_2s"))
}
END {
    print "set", "outcome_preperiod", "outcome_period", "nim_preperiod", "nim_period" >exceptions
    close(exceptions)
    if (any) {
        close(exceptions ".rows")
        system("cat '" exceptions ".rows' >>'" exceptions "'; rm '" exceptions ".rows'")
    }
    print "max_s", "kind", "period", "sets", "purely_periodic", "values_have_the_same", "longest"
    sort = "LC_ALL=C sort -t '\t' -k 1,1n -k 2,2 -k 3,3"
    for (key in sets) print key, sets[key], pure[key], same[key], longest[key] | sort
    close(sort)
}
