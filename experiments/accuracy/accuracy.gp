# gnuplot -c accuracy.gp TABLES FOLDER svg|phone|png; see figures/style.gp
call system("dirname '".ARG0."'")."/../figures/style.gp" ARG1 ARG2 ARG3

row(engine, precision, wanted) = (strcol("engine") eq engine && strcol("precision") eq precision) ? column(wanted) : NaN

figure = "accuracy-margin"
heading = "Rounding: the largest error seen in a run against the bound proved for it"
x_name = "largest bound that was used"
y_name = "largest deviation from an integer seen"
log_x = 10
log_y = 10
tall = 1
load begin
set xrange [1e-14:2]
set yrange [1e-17:2]
set xtics 1e-14, narrow ? 1e4 : 1e2
plot x with lines linecolor rgb grey linewidth 1.5 dashtype "-" title "deviation = bound", \
     '+' using (0.5):($1 * 0 + 10 ** (-17 + 17.3 * $0 / 99.0)) with lines linecolor rgb red linewidth 1.5 title "1/2: where rounding to an integer could fail", \
     file("errors") using (row("divide", "single", "bound")):(column("deviation")) \
        with points linecolor rgb orange pointtype 7 pointsize 0.8 title "divide, single precision", \
     '' using (row("divide", "double", "bound")):(column("deviation")) \
        with points linecolor rgb blue pointtype 5 pointsize 0.8 title "divide, double precision"
load end

figure = "accuracy-growth"
heading = "The proved bound in double precision, by n and set"
x_name = "n (positions computed)"
y_name = "largest bound that was used"
log_x = 2
log_y = 10
load begin
set xtics 2 ** 14, narrow ? 16 : 4
sets = "squares triangular cubes primes odds residues:1,4mod5"
bound_of(s, wanted) = (strcol("set") eq s && strcol("engine") eq "divide" && strcol("precision") eq "double") ? column(wanted) : NaN
plot for [k = 1:6] file("errors") using (bound_of(word(sets, k), "n")):(column("bound")) \
        with linespoints linecolor rgb colour(k) pointtype shape(k) pointsize 0.7 linewidth 1.8 title word(sets, k)
load end
