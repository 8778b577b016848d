# gnuplot -c timing.gp TABLES FOLDER svg|phone|png; see figures/style.gp
call system("dirname '".ARG0."'")."/../figures/style.gp" ARG1 ARG2 ARG3

# Each engine has its colour and its point in all figures; more engines than
# colours, so a dash tells the two that share one apart.
names = "naive sieve segments shift textbook divide:single divide:double divide:ntt divide:fftw exact wheel auto blocked layers classes planes push"
tints = "8 5 2 3 4 1 6 9 7 7 2 3 1 4 3"
signs = "4 6 8 10 12 7 5 14 11 2 7 5 9 13 7"
index_of(e) = int(system(sprintf("echo '%s' | tr ' ' '\\n' | grep -nx '%s' | cut -d : -f 1", names, e)))
dash(e) = e eq "auto" ? "-" : (e eq "textbook" ? "." : "")
tint(e) = (k = index_of(e), k > 0 ? colour(int(word(tints, k))) : grey)
sign(e) = (k = index_of(e), k > 0 ? int(word(signs, k)) : 1)
engines(task, set, warm) = system(sprintf("awk -F '\\t' '$1 == \"%s\" && $2 == \"%s\" && $6 == %d && $4 == 1 && !seen[$3]++ { printf \"%%s \", $3 }' '%s'", task, set, warm, file("medians")))
is(task, set, engine, threads, warm, wanted) = (strcol("task") eq task && strcol("set") eq set && strcol("engine") eq engine && column("threads") == threads && column("warm") == warm) ? column(wanted) : NaN
stats file("medians") using (column("n")) name "N" nooutput

tasks = "cold cold cold cold nim nim length"
sets = "squares primes residues:1,4mod5 random squares residues:1,4mod5 squares"
ids = "squares primes dense random nim nim-dense length"
array what[7] = ["Cold numbers, squares", "Cold numbers, primes", "Cold numbers, {1, 4} mod 5", "Cold numbers, a random set of density s^{-0.3}", "Nim-values, squares", "Nim-values, {1, 4} mod 5", "Lengths of play, squares"]
do for [p = 1:7] {
    task = word(tasks, p)
    set_name = word(sets, p)
    warm = task eq "cold" ? 1 : 0
    present = engines(task, set_name, warm)
    if (words(present) > 0) {
        figure = "timing-".word(ids, p)
        heading = what[p].": time a position, one thread, ".(warm ? "steady" : "a process each")
        x_name = "n (positions computed)"
        y_name = "time a position, ns"
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

figure = "timing-memory"
heading = "Memory, squares: stated before work starts, and seen"
x_name = "n (positions computed)"
y_name = "bytes a position"
log_x = 2
log_y = 10
load begin
set xtics 2 ** 12, narrow ? 16 : 4
present = engines("cold", "squares", 1)
plot for [e in present] file("medians") \
    using (is("cold", "squares", e, 1, 1, "n")):(column("predicted_bytes") / column("n")) \
    with linespoints linecolor rgb tint(e) dashtype dash(e) pointtype sign(e) pointsize 0.8 linewidth 1.6 title e, \
    for [e in present] file("medians") \
    using (column("n") >= 2 ** 16 ? is("cold", "squares", e, 1, 1, "n") : NaN):(column("peak_bytes") > 0 ? column("peak_bytes") / column("n") : NaN) \
    with points linecolor rgb tint(e) pointtype 6 pointsize 1.5 linewidth 1.4 title (e eq word(present, 1) ? "seen: circles" : "")
load end

figure = "timing-threads"
heading = "Cold numbers, squares: two threads against one, steady"
x_name = "n (positions computed)"
y_name = "time with one thread over time with two"
log_x = 2
load begin
set xtics 2 ** 12, narrow ? 16 : 4
set xrange [N_min / 1.4:N_max * 1.4]
set yrange [0:2.2]
pair(e, wanted) = (strcol("task") eq "cold" && strcol("set") eq "squares" && strcol("engine") eq e && column("warm") == 1) ? column(wanted) : NaN
plot 1 with lines linecolor rgb grey linewidth 1 notitle, \
     for [e in "divide:double divide:ntt wheel auto"] file("threads") using (pair(e, "n")):(column("speedup")) \
        with linespoints linecolor rgb tint(e) dashtype dash(e) pointtype sign(e) pointsize 0.8 linewidth 1.6 title e
load end

# The largest n of each engine: what a first run pays besides.
figure = "timing-onset"
heading = "First run in a process, squares: where the time goes (largest n of each engine)"
x_name = ""
y_name = "time a position, ns"
load begin
set datafile columnheaders
set style data histograms
set style histogram rowstacked
set boxwidth 0.7
set xtics rotate by -35 nomirror
part(wanted) = column(wanted) * 1e9 / column("n")
rows = "<awk -F '\\t' 'NR == 1 { print; next } $1 == \"cold\" && $2 == \"squares\" && $4 == 1 { row[$3] = $0 } END { for (e in row) print row[e] | \"sort\" }' '".file("onset")."'"
set yrange [0:*]
plot rows using (part("steady_s")):xtic(strcol("engine")) linecolor rgb sky title "steady", \
     '' using (part("plan_s")) linecolor rgb red title "FFTW's planning", \
     '' using (part("first_touch_and_rest_s")) linecolor rgb orange title "first touch of memory, and the rest"
load end
