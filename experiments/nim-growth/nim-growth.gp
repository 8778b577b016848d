# gnuplot -c nim-growth.gp TABLES FOLDER svg|phone|png; see figures/style.gp
call system("dirname '".ARG0."'")."/../figures/style.gp" ARG1 ARG2 ARG3
stats file("largest") using (column("n")) name "N" nooutput

figure = "nim-growth-records"
heading = "Largest nim-value below n, and the number of moves"
x_name = "n (heap size)"
y_name = "nim-value, moves"
log_x = 2
log_y = 10
load begin
set xtics 1, narrow ? 256 : 16
set xrange [1:N_max * 1.5]
plot file("records") using (column("position") + 1):(column("value") > 0 ? column("value") : NaN) with steps \
        linecolor rgb blue linewidth 2 title "largest nim-value", \
     sqrt(x) with lines linecolor rgb grey linewidth 1.5 dashtype "-" title "√n, the number of moves"
load end

figure = "nim-growth-exponents"
heading = "Exponent of the largest nim-value, octave by octave"
x_name = "n (end of the octave)"
y_name = "exponent"
log_x = 2
load begin
of(kind, wanted) = strcol("kind") eq kind ? column(wanted) : NaN
set yrange [0:0.6]
set xtics 2 ** 10, narrow ? 64 : 4
set offsets graph 0.03, graph 0.03, 0, 0
plot file("growth") using (of("octave", "to_n")):(column("exponent")) with linespoints linecolor rgb blue \
        pointtype 7 pointsize 0.7 linewidth 1.5 title "log_2 of the growth of the largest value", \
     0.5 with lines linecolor rgb grey linewidth 1.5 dashtype "-" title "1/2, the number of moves"
load end

figure = "nim-growth-histogram"
heading = "How often each nim-value occurs below n"
x_name = "nim-value"
y_name = "share of the positions, %"
log_y = 10
load begin
set format y "%g"
ends = system(sprintf("awk -F '\\t' 'NR > 1 && !seen[$1]++ { printf \"%%s \", $1 }' '%s'", file("histogram")))
plot for [k = 1:words(ends)] file("histogram") using (strcol("n") eq word(ends, k) ? column("value") : NaN): \
    (100.0 * column("positions") / column("n")) with lines linecolor rgb colour(k) linewidth 2 \
    title sprintf("n = %s", word(ends, k))
load end

figure = "nim-growth-classes"
heading = "Classes mod 5 of the heaps of each nim-value"
x_name = "nim-value"
y_name = "residue mod 5"
tall = 1
share_name = "share of the heaps of the value, %"
note = "value %d"
load classes
