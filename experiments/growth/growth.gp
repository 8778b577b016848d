# gnuplot -c growth.gp TABLES FOLDER svg|phone|png; see figures/style.gp
call system("dirname '".ARG0."'")."/../figures/style.gp" ARG1 ARG2 ARG3

squares(wanted) = both("set", "squares", "convention", "normal", wanted)
window(name, wanted) = strcol("window") eq name ? squares(wanted) : NaN
stats file("windows") using (strcol("window") eq "to the end" && column("from_n") == 65536 ? squares("exponent") : NaN) name "E" nooutput
stats file("windows") using (strcol("window") eq "to the end" && column("from_n") == 65536 ? squares("constant") : NaN) name "C" nooutput
stats file("squares") using (column("n")) name "N" nooutput
by(source, wanted) = (strcol("source") eq "record") == (source eq "record") ? column(wanted) : NaN
ruzsa = (1 + log(7) / log(65)) / 2
beigel = (1 + log(12) / log(205)) / 2

# ---- the first picture of the page: counts, and below them the exponent ----
record_end = N_max * 1.6
figure = "growth-first"
heading = "Cold positions of subtract-a-square below n"
x_name = "n (heap size)"
y_name = "cold positions below n"
log_x = 2
log_y = 10
half = 1
load begin
set lmargin narrow ? 8 : 10
set xtics 1, narrow ? 256 : 16
set xrange [1:record_end]
set label 1 sprintf("%.3f n^{%.4f}, fitted from 2^{16} on", C_min, E_min) at 2 ** (narrow ? 12 : 20), narrow ? 2e1 : 2e2 left textcolor rgb red
plot [1:record_end] C_min * x ** E_min with lines linecolor rgb red linewidth 2 title "", \
     file("squares") using "n":"cold" with points linecolor rgb blue pointtype 7 pointsize 0.3 title ""
unset label
load end

figure = "growth-first-exponent"
heading = "Exponent of each octave, log2 of C(n) / C(n/2)"
x_name = "n (end of the octave)"
y_name = "exponent"
log_x = 2
half = 1
load begin
set lmargin narrow ? 8 : 10
set yrange [0.64:0.76]
set ytics 0.64, 0.04
set xtics 1, narrow ? 256 : 16
set xrange [1:record_end]
set label 1 "Ruzsa's set" at 2, ruzsa + 0.008 left textcolor rgb green
set label 2 "the fit" at 2, E_min + 0.008 left textcolor rgb red
plot ruzsa with lines linecolor rgb green linewidth 2 title "", \
     E_min with lines linecolor rgb red linewidth 2 title "", \
     file("octaves") using (squares("to_n")):(column("exponent")) \
        with linespoints linecolor rgb blue pointtype 7 pointsize 0.5 linewidth 1.5 title ""
unset label
load end

figure = "growth-ratio"
heading = "Cold positions, and two constructed sets without square differences: members below n, over n^0.7"
x_name = "n (heap size)"
y_name = "members below n, over n^{0.7}"
log_x = 2
tall = 1
over(wanted) = column("n") >= 1024 ? column(wanted) / column("n") ** 0.7 : NaN
load begin
set xtics 2 ** 10, narrow ? 64 : 16
set yrange [0:*]
plot file("yardsticks") using (strcol("name") eq "ruzsa" ? column("n") : NaN):(over("members")) \
        with lines linecolor rgb green linewidth 2 title "Ruzsa's set mod 65, counted", \
     '' using (strcol("name") eq "beigel-gasarch" ? column("n") : NaN):(over("members")) \
        with lines linecolor rgb purple linewidth 2 dashtype (8, 4) title "Beigel and Gasarch's set mod 205, counted", \
     [65536:N_max] C_min * x ** (E_min - 0.7) with lines linecolor rgb orange linewidth 2 \
        title sprintf("fit from 2^{16} on: %.3f n^{%.4f}", C_min, E_min), \
     file("squares") using (by("run", "n")):(over("cold")) with points linecolor rgb blue pointtype 7 \
        pointsize 0.4 title "cold positions", \
     file("squares") using (by("record", "n")):(over("cold")) with points linecolor rgb red pointtype 5 \
        pointsize 0.6 title "cold positions, the wheel's record run"
load end

figure = "growth-octaves"
heading = "Exponent of each octave, with error bars"
x_name = "n (end of the octave)"
y_name = "exponent"
log_x = 2
load begin
set yrange [0.63:0.77]
set xtics 2 ** 10, narrow ? 64 : 16
set xrange [1500:N_max * 1.3]
plot ruzsa with lines linecolor rgb green linewidth 2 title sprintf("%.4f, Ruzsa's exponent", ruzsa), \
     beigel with lines linecolor rgb purple linewidth 2 dashtype (8, 4) title sprintf("%.4f, Beigel and Gasarch's", beigel), \
     E_min with lines linecolor rgb orange linewidth 2 title sprintf("%.4f, the fit from 2^{16} on", E_min), \
     file("octaves") using (squares("to_n")):(column("exponent")):(column("chance_error")) \
        with yerrorbars linecolor rgb blue pointtype 7 pointsize 0.7 linewidth 1.5 \
        title "cold positions; bars as if they fell by chance"
load end

figure = "growth-windows"
heading = "Does the exponent still rise? Fits over windows of n"
x_name = "n where the window begins"
y_name = "fitted exponent"
log_x = 2
load begin
set offsets graph 0.04, graph 0.04, 0, 0
plot file("windows") using (window("eight octaves", "from_n")):(column("exponent")):(column("standard_error")) \
        with yerrorlines linecolor rgb blue pointtype 7 pointsize 0.7 linewidth 1.5 title "over eight octaves", \
     file("windows") using (window("to the end", "from_n")):(column("exponent")):(column("standard_error")) \
        with yerrorlines linecolor rgb red pointtype 5 pointsize 0.7 linewidth 1.5 dashtype (8, 4) title "from there to the end"
load end

figure = "growth-residuals"
heading = "How far the counts stray from the fit from 2^16 on"
x_name = "n (heap size)"
y_name = "difference from the fit, %"
log_x = 2
load begin
set xtics 2 ** 16, narrow ? 16 : 4
plot 0 with lines linecolor rgb orange linewidth 2 notitle, \
     file("residuals") using (column("n")):(100 * (exp(column("residual")) - 1)) \
        with linespoints linecolor rgb blue pointtype 7 pointsize 0.5 linewidth 1.5 title "cold positions, squares"
load end

sets = "squares triangular pronic cubes primes moser"
what(s) = s eq "moser" ? "Moser and de Bruijn's sequence" : s
figure = "growth-sets"
heading = "Cold positions below n over n^0.7, for other sets"
x_name = "n (heap size)"
y_name = "cold positions below n, over n^{0.7}"
log_x = 2
log_y = 10
tall = 1
load begin
set format y "%g"
set xtics 2 ** 10, narrow ? 64 : 16
plot for [k = 1:6] file("counts") using (both("set", word(sets, k), "convention", "normal", "n")):(over("cold")) \
        with lines linecolor rgb colour(k) linewidth 2 title what(word(sets, k)), \
     file("counts") using (both("set", "squares", "convention", "misere", "n")):(over("cold")) \
        with points linecolor rgb black pointtype 6 pointsize 0.5 title "squares, misère"
load end

figure = "growth-sets-octaves"
heading = "Exponent of each octave for other sets"
x_name = "n (end of the octave)"
y_name = "exponent"
log_x = 2
load begin
set yrange [0.5:1.1]
set xtics 2 ** 10, narrow ? 64 : 16
plot for [k = 1:5] file("octaves") using (both("set", word(sets, k), "convention", "normal", "to_n")):(column("exponent")) \
        with linespoints linecolor rgb colour(k) pointtype shape(k) pointsize 0.7 linewidth 1.5 title what(word(sets, k))
load end
