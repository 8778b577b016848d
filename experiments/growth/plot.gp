# gnuplot -c plot.gp COUNTS FIT OUTPUT GAME [TITLE]: see plot.sh.
#   COUNTS  table of `takeaway count --at=...`: n, cold
#   FIT     table of `takeaway fit`: quantity, n, value, standard_error
#   OUTPUT  a name in .png or .svg
counts = ARG1
fit = ARG2
output = ARG3
squares = ARG4 eq "squares"
title = ARG5 ne "" ? ARG5 : \
        squares ? "Cold positions of subtract-a-square" : "Cold positions of the game ".ARG4

set datafile separator "\t"
set datafile missing "NA"

# The fit's figures, by their names in the table.
is(name) = strcol("quantity") eq name
stats fit using (is("exponent") ? column("value") : NaN) name "E" nooutput
stats fit using (is("exponent") ? column("standard_error") : NaN) name "S" nooutput
stats fit using (is("constant") ? column("value") : NaN) name "C" nooutput
stats fit using (is("residual") ? column("n") : NaN) name "R" nooutput
stats fit using (is("local_exponent") ? column("n") : NaN):(column("value")) name "L" nooutput
stats counts using (column("n")) name "N" nooutput

if (output[strlen(output) - 3:] eq ".svg") {
    set terminal svg size 960,720 dynamic background "white" font "DejaVu Sans,14"
    large = ",17"; medium = ",14"
} else {
    large = ",24"; medium = ",19"
    if (strstrt(GPVAL_TERMINALS, "pngcairo") > 0) {
        set terminal pngcairo size 1440,1080 font "DejaVu Sans,20"
    } else {
        set terminal png size 1440,1080 large
    }
}
set output output

# Okabe and Ito's palette, which colour-blind readers can distinguish.
blue = "#0072B2"
orange = "#D55E00"
green = "#009E73"
grey = "#666666"

ruzsa = (1 + log(7) / log(65)) / 2    # 0.7331: Period. Math. Hungar. 15 (1984)

set border 3 linecolor rgb grey
set tics nomirror out
set grid linecolor rgb "#dddddd" linetype 1
set logscale x 2
set format x "2^{%L}"
# Some eight tics, at powers of two.
step(from, to) = 2 ** ceil(log(to / from) / log(2) / 8)
last = N_max * 1.2
# The legends are coloured labels above the panels, where they hide nothing.
set key off

set multiplot

# ---- counts ----
set origin 0, 0.4
set size 1, 0.6
set lmargin 10
set tmargin 4
set title title offset 0, 0.9 font large noenhanced
set label 1 "computed" at graph 0, 1.06 left textcolor rgb blue font medium
octave = log(R_min) / log(2)
from = abs(octave - floor(octave + 0.5)) < 1e-9 ? sprintf("2^{%.0f}", octave) : sprintf("%.0f", R_min)
set label 2 sprintf("fit from n = %s: %.3g n^{%.4f ± %.4f}", from, C_min, E_min, S_min) \
    at graph 1, 1.06 right textcolor rgb orange font medium
set logscale y 10
set format y "10^{%L}"
set yrange [0.7:*]
set ylabel "cold positions below n"
set xrange [1:last]
set xtics 1, step(1, last)
power(x, e, c) = c * x**e
plot power(x, E_min, C_min) with lines linewidth 2.5 linecolor rgb orange, \
     counts using (column("n")):(column("cold")) with points pointtype 7 pointsize 0.8 \
         linecolor rgb blue

# ---- local exponents ----
unset logscale y
set format y "%g"
set origin 0, 0
set size 1, 0.41
set title "The exponent from one point to the next" offset 0, 0.9 font medium
set label 1 sprintf("%.4f of the fit", E_min) at graph 0, 1.11 left textcolor rgb orange font medium
set label 2 squares ? "0.7331 of Ruzsa's sets without square differences" : "" \
    at graph 1, 1.11 right textcolor rgb green font medium
set xlabel "n (heap size, in coins)"
set ylabel "exponent"
# Some four tics, 1, 2 or 5 times a power of ten apart.
smaller(a, b) = a < b ? a : b
larger(a, b) = a > b ? a : b
low = smaller(L_min_y, E_min)
high = squares ? larger(larger(L_max_y, E_min), ruzsa) : larger(L_max_y, E_min)
apart = larger(high - low, 0.04) / 4
decade = 10 ** floor(log10(apart))
tic = decade * (apart < 1.5 * decade ? 1 : apart < 3.5 * decade ? 2 : apart < 7.5 * decade ? 5 : 10)
set yrange [tic * floor(low / tic - 0.1):tic * ceil(high / tic + 0.1)]
set ytics tic
set xrange [L_min_x / 1.2:last]
set xtics 1, step(L_min_x, last)
plot E_min with lines linewidth 2.5 linecolor rgb orange, \
     squares ? ruzsa : NaN with lines linewidth 2 linecolor rgb green, \
     fit using (is("local_exponent") ? column("n") : NaN):(column("value")) \
         with linespoints pointtype 7 pointsize 0.8 linewidth 1.5 linecolor rgb blue
unset multiplot
