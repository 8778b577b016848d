# gnuplot -c lengths.gp TABLES FOLDER svg|phone|png; see figures/style.gp
call system("dirname '".ARG0."'")."/../figures/style.gp" ARG1 ARG2 ARG3
stats file("largest") using (column("n")) name "N" nooutput

figure = "lengths-records"
heading = "Longest play below n, when both play as well as they can"
x_name = "n (heap size)"
y_name = "moves"
log_x = 2
load begin
set xtics 1, narrow ? 256 : 16
set xrange [1:N_max * 1.5]
plot file("records") using (column("position") + 1):(column("value")) with steps \
        linecolor rgb blue linewidth 2 title "longest play"
load end

figure = "lengths-square-log"
heading = "Longest play below n over the square of log_2 n"
x_name = "n (heap size of the record)"
y_name = "moves over log_2^2 n"
log_x = 2
load begin
set yrange [0:0.6]
plot file("records") using (column("position") >= 64 ? column("position") : NaN):(column("value") / lg(column("position")) ** 2) \
        with points linecolor rgb blue pointtype 7 pointsize 0.6 title "each record"
load end

figure = "lengths-exponents"
heading = "Exponent of the longest play, octave by octave"
x_name = "n (end of the octave)"
y_name = "exponent"
log_x = 2
load begin
of(kind, wanted) = strcol("kind") eq kind ? column(wanted) : NaN
set yrange [0:0.5]
set xtics 2 ** 10, narrow ? 64 : 4
set offsets graph 0.03, graph 0.03, 0, 0
plot file("growth") using (of("octave", "to_n")):(column("exponent")) with linespoints linecolor rgb blue \
        pointtype 7 pointsize 0.7 linewidth 1.5 title "log_2 of the growth of the record", \
     2 / log(x) with lines linecolor rgb orange linewidth 2 title "2 / ln n, the exponent of log^2 n"
load end

figure = "lengths-histogram"
heading = "How often each length occurs"
x_name = "moves"
y_name = "share of the positions below n, %"
log_y = 10
load begin
set format y "%g"
end_n = system(sprintf("tail -n 1 '%s' | cut -f 1", file("histogram")))
plot for [odd = 0:1] file("histogram") using (strcol("n") eq end_n && int(column("value")) % 2 == odd ? column("value") : NaN): \
    (100.0 * column("positions") / column("n")) with linespoints linecolor rgb colour(2 - odd) pointtype shape(2 - odd) \
    pointsize 0.5 linewidth 1.5 title odd ? "odd: hot positions" : "even: cold positions"
load end

figure = "lengths-classes"
heading = "Classes mod 5 of the heaps of each length"
x_name = "moves"
y_name = "residue mod 5"
tall = 1
share_name = "share of the heaps of the length, %"
note = "%d moves"
load classes
