# The longest period of each size against max S, over the upper half of it:
# least squares of log2 p by log2 m (a power) and by m (exponential).
function fit(how,    k, n, x, y, sx, sy, sxx, sxy, b, a, r) {
    for (k = 1; k <= count; k++) {
        if (m[k] < m[count] / 2) continue
        x = how == "power" ? log(m[k]) / log(2) : m[k]
        y = log(p[k]) / log(2)
        n++; sx += x; sy += y; sxx += x * x; sxy += x * y
    }
    b = (n * sxy - sx * sy) / (n * sxx - sx * sx)
    a = (sy - b * sx) / n
    for (k = 1; k <= count; k++)
        if (m[k] >= m[count] / 2) {
            x = how == "power" ? log(m[k]) / log(2) : m[k]
            r += (log(p[k]) / log(2) - a - b * x) ^ 2
        }
    printf "%s\t%s\t%s\t%d\t%d\t%.4f\t%.4f\t%.4f\n", size, what, how, m[count] / 2, m[count], b, a, sqrt(r / n)
}
function both() { if (count > 3) { fit("power"); fit("exponential") } count = 0 }
BEGIN { FS = "\t"; print "size\tperiod_of\tlaw\tfrom_max_s\tto_max_s\tslope\tintercept\tresidual_rms" }
FNR == 1 { next }
{ rows++; s[rows] = $1; ms[rows] = $2; os[rows] = $6; ns[rows] = $8 }
END {
    for (w = 1; w <= 2; w++) {
        what = w == 1 ? "outcomes" : "values"
        for (i = 1; i <= rows; i++) {
            if (i > 1 && s[i] != s[i - 1]) both()
            size = s[i]
            count++; m[count] = ms[i]; p[count] = w == 1 ? os[i] : ns[i]
        }
        both()
    }
}
