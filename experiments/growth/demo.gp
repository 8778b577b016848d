# gnuplot -c demo.gp COUNTS FIT OUTPUT [TITLE]
#   COUNTS  table of `takeaway count --at=...`: n, cold
#   FIT     table of `takeaway fit`: quantity, n, value, standard_error
#   OUTPUT  a name in .png or .svg
counts = ARG1
fit = ARG2
output = ARG3
title = ARG4 eq "" ? "Cold positions of subtract-a-square" : ARG4

set datafile separator "\t"
set datafile missing "NA"

# The fit's figures, by their names in the table.
is(name) = strcol("quantity") eq name
stats fit using (is("exponent") ? column("value") : NaN) name "E" nooutput
stats fit using (is("exponent") ? column("standard_error") : NaN) name "S" nooutput
stats fit using (is("constant") ? column("value") : NaN) name "C" nooutput
stats fit using (is("residual") ? column("n") : NaN) name "R" nooutput
stats counts using (column("n")) name "N" nooutput

if (output[strlen(output) - 3:] eq ".svg") {
    set terminal svg size 960,720 dynamic background "white" font "DejaVu Sans,14"
    large = ",17"; medium = ",14"; small = ",12"
} else {
    large = ",24"; medium = ",19"; small = ",17"
    if (strstrt(GPVAL_TERMINALS, "pngcairo") > 0) {
        set terminal pngcairo size 1440,1080 font "DejaVu Sans,20"
    } else {
        set terminal png size 1440,1080 large
    }
}
set output output

# Okabe and Ito's palette, which colour-blind readers can tell apart.
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
set xrange [1:N_max * 1.5]
set xtics 1, 16

set multiplot

# ---- counts ----
set origin 0, 0.36
set size 1, 0.64
set lmargin 10
set title title font large noenhanced
set logscale y 10
set format y "10^{%L}"
set yrange [0.7:*]
set ylabel "cold positions below n"
set key left top Left reverse samplen 2.5 spacing 1.2 noopaque
power(x, e, c) = c * x**e
plot power(x, E_min, C_min) with lines linewidth 2.5 linecolor rgb orange \
         title sprintf("fit from n = 2^{%.0f}: %.3f n^{%.4f ± %.4f}", \
                       log(R_min) / log(2), C_min, E_min, S_min), \
     counts using (column("n")):(column("cold")) with points pointtype 7 pointsize 0.8 \
         linecolor rgb blue title "computed"

# ---- local exponents ----
unset logscale y
set format y "%.2f"
set origin 0, 0
set size 1, 0.38
set title "The exponent from n/2 to n" font medium
set xlabel "n (heap size, in coins)"
set ylabel "exponent"
set yrange [*:0.76 < *]
set ytics 0.04
set key off
set label 1 "0.7331 of Ruzsa's sets without square differences" at graph 0.02, first ruzsa + 0.012 left \
    textcolor rgb green font small
set label 2 sprintf("%.4f, the fit", E_min) at graph 0.02, first E_min + 0.012 left textcolor rgb orange font small
plot ruzsa with lines linewidth 2 linecolor rgb green, \
     E_min with lines linewidth 2.5 linecolor rgb orange, \
     fit using (is("local_exponent") ? column("n") : NaN):(column("value")) \
         with linespoints pointtype 7 pointsize 0.8 linewidth 1.5 linecolor rgb blue
unset multiplot
