# gnuplot -c timing.gp MEDIANS WARM OUTPUT
#   MEDIANS  medians.tsv of summary.sh
#   WARM     1: steady times, 0: one-shot
#   OUTPUT   a name in .png or .svg
medians = ARG1
warm = int(ARG2)
output = ARG3

set datafile separator "\t"
set datafile missing "NA"

if (output[strlen(output) - 3:] eq ".svg") {
    set terminal svg size 1100,1150 dynamic background "white" font "DejaVu Sans,14"
    large = ",17"; medium = ",15"
} else {
    large = ",24"; medium = ",21"
    if (strstrt(GPVAL_TERMINALS, "pngcairo") > 0) {
        set terminal pngcairo size 1650,1725 font "DejaVu Sans,20"
    } else {
        set terminal png size 1650,1725 large
    }
}
set output output

# Colours by Okabe and Ito, told apart by the colour-blind; each engine has a
# point of its own besides, since there are more engines than colours.
engines = "naive sieve segments shift textbook divide:single divide:double exact wheel auto"
colours = "#8C564B #E69F00 #D55E00 #009E73 #CC79A7 #0072B2 #56B4E9 #999999 #806000 #000000"
points = "4 6 8 10 12 7 5 14 11 2"
set for [i = 1:10] linetype i linecolor rgb word(colours, i) linewidth 2.5 \
    pointtype int(word(points, i)) pointsize 1.7
set linetype 10 linewidth 3 dashtype (5, 4) pointsize 1.5

sets = "squares primes residues:1,4mod5 random"
array titles[4] = ["squares", "primes", "numbers 1 or 4 mod 5", \
                   "random set of density s^{-0.3}"]

set border 3 linecolor rgb "#666666"
set tics nomirror out
set grid linecolor rgb "#cccccc" linetype -1 linewidth 0.7
set logscale x 2
set logscale y 10
set format x "2^{%L}"
set format y "10^{%L}"
set xlabel "n (positions computed)"
set ylabel "time a position, in ns"

stats medians using (column("n")) name "N" nooutput
stats medians using (column("ns_per_position")) name "T" nooutput
set xrange [N_min / 1.5:N_max * 1.5]
set xtics 2 ** floor(log(N_min) / log(2)), 4
set yrange [10 ** floor(log10(T_min)):10 ** ceil(log10(T_max))]

has(e) = int(system(sprintf("awk -F '\\t' '$2 == \"%s\" { k++ } END { print k + 0 }' '%s'", e, medians))) > 0
present = ""
do for [i = 1:words(engines)] {
    if (has(word(engines, i))) { present = present . sprintf(" %d", i) }
}

of(s, e, what) = (strcol("set") eq s && strcol("engine") eq e && \
                  column("warm") == warm) ? column(what) : NaN

set multiplot
set label 1 (warm ? "Cold positions of [0, n), one thread: steady times" \
                  : "Cold positions of [0, n), one thread: first run of a process, planning and first touch of memory with it") \
    at screen 0.5, 0.977 center font (warm ? large : medium)
set label 2 "median of the repetitions, bars from the least to the greatest" \
    at screen 0.5, 0.953 center font medium
set key off
do for [p = 1:4] {
    set origin (p % 2 == 1 ? 0 : 0.5), (p <= 2 ? 0.525 : 0.105)
    set size 0.5, 0.405
    set title titles[p] font medium
    plot for [i in present] medians using \
             (column("n")):(of(word(sets, p), word(engines, int(i)), "ns_per_position")) \
             with lines linetype int(i), \
         for [i in present] medians using \
             (column("n")):(of(word(sets, p), word(engines, int(i)), "ns_per_position")): \
             (column("least_ns_per_position")):(column("greatest_ns_per_position")) \
             with yerrorbars linetype int(i) linewidth 1.5 dashtype 1
    unset label
}

# ---- one key for all panels ----
set origin 0, 0
set size 1, 0.12
set title ""
set border 0
unset tics
unset grid
unset xlabel
unset ylabel
unset logscale
set xrange [0:1]
set yrange [0:1]
set key at screen 0.5, 0.095 center top horizontal Left reverse maxrows 2 \
    samplen 3 width 2 spacing 1.3
plot for [i in present] NaN with linespoints linetype int(i) title word(engines, int(i))
unset multiplot
