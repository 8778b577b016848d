# Three elements a < b < c: of each kind how often the least period of the
# outcomes is a sum of two moves, a proper divisor of one, or longer.
BEGIN { FS = OFS = "\t" }
NR == 1 { print $1, $2, $3, $4, $5 >exceptions; next }
{
    split($1, s, ",")
    a = s[1]; b = s[2]; c = s[3]; p = $3
    kind = c == a + b ? "additive" : "other"
    form = p == a + b ? "a+b" : p == a + c ? "a+c" : p == b + c ? "b+c" : \
           (a + b) % p == 0 || (a + c) % p == 0 || (b + c) % p == 0 ? "divisor" : "none"
    key = c OFS kind OFS form
    sets[key]++
    pure[key] += $2 == 0
    same[key] += $3 == $5
    if (p + 0 > longest[key] + 0) longest[key] = p
    if (kind == "other" && form == "none") print $1, $2, $3, $4, $5 >exceptions
}
END {
    print "max_s", "kind", "period", "sets", "purely_periodic", "values_have_the_same", "longest"
    sort = "LC_ALL=C sort -t '\t' -k 1,1n -k 2,2 -k 3,3"
    for (key in sets) print key, sets[key], pure[key], same[key], longest[key] | sort
    close(sort)
}
