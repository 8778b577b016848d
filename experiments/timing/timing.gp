# gnuplot -c timing.gp TABLES FOLDER svg|phone|png; see figures/style.gp
call system("dirname '".ARG0."'")."/../figures/style.gp" ARG1 ARG2 ARG3

# The engines that are drawn, each in its colour and point in all figures; the
# tables have the others too.
names = "naive textbook shift divide:ntt wheel auto blocked layers planes push"
index_of(e) = sum [k = 1:words(names)] (word(names, k) eq e ? k : 0)
tint(e) = colour(int(word("7 4 3 1 2 8 2 3 4 5", index_of(e))))
sign(e) = shape(index_of(e))
dash(e) = e eq "auto" ? "-" : ""
engines(task, set, warm) = system(sprintf("awk -F '\\t' '$1 == \"%s\" && $2 == \"%s\" && $6 == %d && $4 == 1 && !seen[$3]++ { printf \"%%s \", $3 }' '%s'", task, set, warm, file("medians")))
is(task, set, engine, threads, warm, wanted) = (strcol("task") eq task && strcol("set") eq set && strcol("engine") eq engine && column("threads") == threads && column("warm") == warm) ? column(wanted) : NaN
stats file("medians") using (column("n")) name "N" nooutput

tasks = "cold cold cold cold nim nim length"
sets = "squares primes residues:1,4mod5 random squares residues:1,4mod5 squares"
ids = "squares primes dense random nim nim-dense length"
array what[7] = ["Cold positions, squares", "Cold positions, primes", "Cold positions, {1, 4} mod 5", "Cold positions, a random set of density s^{-0.3}", "Nim-values, squares", "Nim-values, {1, 4} mod 5", "Lengths of play, squares"]
do for [p = 1:7] {
    task = word(tasks, p)
    set_name = word(sets, p)
    warm = task eq "cold" ? 1 : 0
    measured = " ".engines(task, set_name, warm)
    present = ""
    do for [e in names] { present = strstrt(measured, " ".e." ") ? present." ".e : present }
    if (words(present) > 0) {
        figure = "timing-".word(ids, p)
        heading = what[p].": time per position, one thread, ".(warm ? "steady" : "a process each")
        x_name = "n (positions computed)"
        y_name = "time per position, ns"
        log_x = 2
        log_y = 10
        load begin
        set xtics 2 ** 12, narrow ? 16 : 4
        end_n = real(system(sprintf("awk -F '\\t' '$1 == \"%s\" && $2 == \"%s\" && $6 == %d && $5 > n { n = $5 } END { print n }' '%s'", task, set_name, warm, file("medians"))))
        set xrange [N_min / 1.4:end_n * 1.4]
        plot for [e in present] file("medians") \
            using (is(task, set_name, e, 1, warm, "n")):(column("ns_per_position")): \
            (column("least_ns_per_position")):(column("greatest_ns_per_position")) \
            with yerrorlines linecolor rgb tint(e) dashtype dash(e) pointtype sign(e) pointsize 0.8 linewidth 1.6 title e
        load end
    }
}

four = "naive textbook divide:ntt wheel"
spoken(e) = e[1:7] eq "divide:" ? "divide" : e
ends = "<awk -F '\\t' 'NR == 1 { print; next } $1 == \"cold\" && $2 == \"squares\" && $4 == 1 && $6 == 1 && $5 > n[$3] + 0 { n[$3] = $5; row[$3] = $0 } END { for (e in row) print row[e] }' '".file("medians")."'"
cold_squares(e, wanted) = is("cold", "squares", e, 1, 1, wanted)

# The slower of naive and textbook where both end: its name goes to the left.
slower = system(sprintf("awk -F '\\t' '$1 == \"cold\" && $2 == \"squares\" && $4 == 1 && $6 == 1 && ($3 == \"naive\" || $3 == \"textbook\") { t[$5, $3] = $8; if (t[$5, \"naive\"] && t[$5, \"textbook\"] && $5 > n) { n = $5; s = t[$5, \"naive\"] > t[$5, \"textbook\"] ? \"naive\" : \"textbook\" } } END { print s }' '%s'", file("medians")))

figure = "timing-total"
heading = "Naive against fast: seconds for all positions below n"
x_name = "n (positions computed)"
y_name = "seconds, one thread"
log_x = 2
log_y = 10
half = 2
load begin
set xtics 2 ** 12, narrow ? 16 : 4
set xrange [N_min / 1.4:N_max * (narrow ? 12 : 6)]
set offsets 0, 0, graph 0.12, 0
plot for [e in four] file("medians") using (cold_squares(e, "n")):(column("wall_s")) \
        with linespoints linecolor rgb tint(e) pointtype sign(e) pointsize 0.6 linewidth 2.5 title "", \
     for [e in four] ends using (cold_squares(e, "n")):(column("wall_s")):(e eq slower ? "" : spoken(e)) \
        with labels left rotate by 45 offset 0.4, 0.5 textcolor rgb tint(e) title "", \
     ends using (cold_squares(slower, "n")):(column("wall_s")):(slower) \
        with labels right offset -0.8, 0.3 textcolor rgb tint(slower) title ""
load end

figure = "timing-memory"
heading = "Memory of four engines, squares: predicted and measured"
x_name = "n (positions computed)"
y_name = "bytes per position"
log_x = 2
log_y = 10
load begin
set xtics 2 ** 12, narrow ? 16 : 4
plot for [e in four] file("medians") \
    using (cold_squares(e, "n")):(column("predicted_bytes") / column("n")) \
    with lines linecolor rgb tint(e) linewidth 2 title spoken(e), \
    for [e in four] file("medians") \
    using (column("n") >= 2 ** 16 ? cold_squares(e, "n") : NaN):(column("peak_bytes") > 0 ? column("peak_bytes") / column("n") : NaN) \
    with points linecolor rgb tint(e) pointtype 6 pointsize 1 linewidth 1.4 title (e eq word(four, 1) ? "measured" : "")
load end

figure = "timing-threads"
heading = "Cold positions, squares: two threads against one, steady"
x_name = "n (positions computed)"
y_name = "time with one thread over time with two"
log_x = 2
load begin
set xtics 2 ** 12, narrow ? 16 : 4
set xrange [N_min / 1.4:N_max * 1.4]
set yrange [0:2.2]
pair(e, wanted) = (strcol("task") eq "cold" && strcol("set") eq "squares" && strcol("engine") eq e && column("warm") == 1) ? column(wanted) : NaN
plot 1 with lines linecolor rgb grey linewidth 1 notitle, \
     for [e in word(four, 3)." wheel auto"] file("threads") using (pair(e, "n")):(column("speedup")) \
        with linespoints linecolor rgb tint(e) dashtype dash(e) pointtype sign(e) pointsize 0.8 linewidth 1.6 title spoken(e)
load end

# The largest n that every engine has: what a first run pays in addition.
figure = "timing-onset"
onset_n = system(sprintf("awk -F '\\t' '$1 == \"cold\" && $2 == \"squares\" && $4 == 1 { have[$5]++; if (!seen[$3]++) engines++ } END { for (n in have) if (have[n] == engines && n + 0 > top) top = n + 0; print top }' '%s'", file("onset")))
heading = sprintf("First run in a process, squares, n = 2^%.0f: shares of its time", lg(real(onset_n)))
x_name = "engine"
y_name = "share of the time, %"
load begin
set datafile columnheaders
set style data histograms
set style histogram rowstacked
set boxwidth 0.7
set xtics rotate by -35 nomirror
part(wanted) = column(wanted) * 100 / (column("steady_s") + column("plan_s") + column("first_touch_and_rest_s"))
rows = "<awk -F '\\t' -v n=".onset_n." 'NR == 1 { print; next } $1 == \"cold\" && $2 == \"squares\" && $4 == 1 && $5 == n { print | \"sort\" }' '".file("onset")."'"
set yrange [0:112]
set ytics 0, 20, 100
plot rows using (part("steady_s")):xtic(strcol("engine")) linecolor rgb sky title "steady", \
     '' using (part("plan_s")) linecolor rgb red title "planning", \
     '' using (part("first_touch_and_rest_s")) linecolor rgb orange title "first touch of memory, and the rest", \
     rows using 0:(104):(narrow ? "" : column("first_run_s") < 1 ? sprintf("%.0f ms", 1e3 * column("first_run_s")) : sprintf("%.1f s", column("first_run_s"))) with labels title ""
load end
