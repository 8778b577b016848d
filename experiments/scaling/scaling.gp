# gnuplot -c scaling.gp TABLES FOLDER svg|phone|png; see figures/style.gp
call system("dirname '".ARG0."'")."/../figures/style.gp" ARG1 ARG2 ARG3

distinct(table, k) = system(sprintf("awk -F '\\t' 'NR > 1 && !seen[$%d]++ { printf \"%%s \", $%d }' '%s'", k, k, file(table)))
codes = distinct("curve", 1)
sizes = distinct("curve", 2)
of(code, n, wanted) = (strcol("code") eq code && column("n") == real(n)) ? column(wanted) : NaN
spoken(code) = words(codes) > 1 ? code.": " : ""
power_of(n) = sprintf("10^%.0f", log10(real(n)))

# The least time with so many threads: a busy machine only adds.
least(code, n, threads) = real(system(sprintf("awk -F '\\t' '$1 == \"%s\" && $2 == %s && $3 == %d && (!t || $5 < t) { t = $5 } END { print t + 0 }' '%s'", code, n, threads, file("measured"))))

do for [n in sizes] {
    figure = sprintf("scaling-speedup-%.0f", log10(real(n)))
    heading = "The wheel to ".power_of(n)." on many cores: simulated, no contention, an upper bound"
    x_name = "cores"
    y_name = "speed-up over one core"
    load begin
    set logscale x 2
    set logscale y 2
    set xtics 1, 4
    set ytics 1, 2
    set xrange [0.9:1150]
    set yrange [0.9:256]
    plot x with lines linecolor rgb grey linewidth 1 title "as many times as cores", \
        for [k = 1:words(codes)] file("curve") using (of(word(codes, k), n, "cores")):(column("bandwidth")) \
            with lines linecolor rgb colour(k) dashtype "." linewidth 1.6 title spoken(word(codes, k))."memory at its assumed rate", \
        for [k = 1:words(codes)] file("curve") using (of(word(codes, k), n, "cores")):(column("amdahl")) \
            with lines linecolor rgb colour(k) dashtype "-" linewidth 1.6 title spoken(word(codes, k))."Amdahl", \
        for [k = 1:words(codes)] file("curve") using (of(word(codes, k), n, "cores")):(column("speedup")) \
            with linespoints linecolor rgb colour(k) pointtype shape(k) pointsize 0.7 linewidth 2.2 title spoken(word(codes, k))."simulated", \
        for [k = 1:words(codes)] for [p = 1:2] "+" using (p == 1 ? 1 : 2):(least(word(codes, k), n, 1) / least(word(codes, k), n, p)) every ::0::0 \
            with points linecolor rgb black pointtype (k == 1 ? 6 : 8) pointsize 1.6 linewidth 1.6 title (p == 1 ? spoken(word(codes, k))."measured" : "")
    load end
}

do for [code in distinct("gantt", 1)] {
    n = system(sprintf("awk -F '\\t' '$1 == \"%s\" { print $2 }' '%s' | sort -n | tail -n 1", code, file("gantt")))
    bars = "<awk -F '\\t' 'NR == 1 || ($1 == \"".code."\" && $2 == ".n.")' '".file("gantt")."'"
    stages = system(sprintf("awk -F '\\t' 'NR > 1 && $1 == \"%s\" && $2 == %s { s[$6] += $5 - $4 } END { for (k in s) print s[k] \"\\t\" k }' '%s' | sort -rn | cut -f 2 | head -n 8 | tr '\\n' ' '", code, n, file("gantt")))
    stats bars using (column("end_s")) name "END" nooutput
    stats bars using (column("core")) name "CORE" nooutput
    figure = "scaling-gantt-".code
    heading = sprintf("Two blocks of the wheel at %s on %.0f cores, %s: simulated, no contention", power_of(n), CORE_max + 1, code)
    x_name = "milliseconds"
    y_name = "core"
    load begin
    set xrange [0:END_max * 1000]
    set yrange [CORE_max + 0.6:-0.6]
    set ytics 0, 4
    unset grid
    plot for [k = 1:words(stages)] bars \
        using (strcol("stage") eq word(stages, k) ? column("begin_s") * 1000 : NaN):(column("core")): \
        (column("begin_s") * 1000):(column("end_s") * 1000):(column("core") - 0.4):(column("core") + 0.4) \
        with boxxyerror linecolor rgb colour(k) fillstyle solid 1 noborder title word(stages, k)
    load end
}

# The largest n that all code was traced to.
n = system(sprintf("awk -F '\\t' 'NR > 1 && !seen[$1, $2]++ { if (++codes[$2] == %d && $2 > n) n = $2 } END { print n }' '%s'", words(codes), file("ranks")))
figure = "scaling-ranks"
heading = "Ranks of 16 cores, the wheel to ".power_of(n).": simulated, an upper bound"
x_name = "ranks"
y_name = "efficiency, %"
load begin
set logscale x 2
set xtics 1, 2
set xrange [0.9:72]
set yrange [0:105]
plot for [k = 1:words(codes)] file("ranks") using (of(word(codes, k), n, "ranks")):(100 * column("efficiency")) \
    with linespoints linecolor rgb colour(k) pointtype shape(k) pointsize 0.8 linewidth 2.2 title word(codes, k)
load end
