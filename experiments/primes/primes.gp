# gnuplot -c primes.gp TABLES FOLDER svg|phone|png; see figures/style.gp
call system("dirname '".ARG0."'")."/../figures/style.gp" ARG1 ARG2 ARG3

figure = "primes-density"
heading = "Take-a-prime: share of cold heaps below n"
x_name = "n (end of the heaps)"
y_name = "cold heaps below n over n"
log_x = 2
load begin
set yrange [0:0.3]
set xtics 2 ** 10, narrow ? 256 : 16
set xrange [2 ** 10:]
plot file("counts") using (column("n")):(column("cold") / column("n")) with linespoints linecolor rgb blue \
        pointtype 7 pointsize 0.6 linewidth 1.5 title "counted", \
     0.25 - 1.25 / log(x) * (1 + 1 / log(x) + 2 / log(x) ** 2) with lines linecolor rgb orange linewidth 2 \
        title "the heuristic, for five even cold heaps", \
     0.25 with lines linecolor rgb grey title "1/4, the conjectured limit"
load end

figure = "primes-values"
heading = "Take-a-prime: share of each nim-value below n"
x_name = "n (end of the heaps)"
y_name = "heaps of the value below n over n"
log_x = 2
log_y = 10
load begin
set xtics 2 ** 10, narrow ? 256 : 16
set xrange [2 ** 10:]
plot for [v = 0:11] file("values") using (column("value") == v && column("n") >= 1024 ? column("n") : NaN):\
        ((column("even") + column("odd")) / column("n")) with linespoints linecolor rgb colour(v + 1) \
        pointtype shape(v + 1 + v / 8) pointsize 0.4 title sprintf("%d", v)
load end
