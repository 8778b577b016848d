# gnuplot -c plane.gp TABLES FOLDER svg|phone|png; see figures/style.gp
call system("dirname '".ARG0."'")."/../figures/style.gp" ARG1 ARG2 ARG3

figure = "plane-cold"
heading = "Cold positions if a move takes a square from one heap, or from both"
x_name = "x"
y_name = "y"
tall = 1
load begin
unset grid
set size ratio -1
set xrange [-1:200]
set yrange [-1:200]
plot file("cold") using (column("x")):(column("y")) with points linecolor rgb blue pointtype 7 \
        pointsize (narrow ? 0.15 : 0.25) title "cold positions"
load end

figure = "plane-nim"
heading = "Nim-values of Wythoff's game"
x_name = "x"
y_name = "y"
tall = 1
load begin
unset grid
set size ratio -1
set xrange [-0.5:99.5]
set yrange [-0.5:99.5]
set palette defined (0 "#08306b", 1 "#f7fbff")
set cblabel "nim-value"
plot file("nim") using (column("x")):(column("y")):(column("value")) with image notitle, \
     file("nim") using (column("value") == 0 ? column("x") : NaN):(column("y")) with points \
        linecolor rgb orange pointtype 7 pointsize 0.4 title "cold positions, value 0"
load end

figure = "plane-exponents"
heading = "Exponent of the number of cold positions below a side, octave by octave"
x_name = "side (end of the octave)"
y_name = "exponent"
log_x = 2
load begin
set xrange [8:*]
set yrange [0.8:2]
games = "all squares triangular primes fibonacci"
plot for [i = 1:words(games)] file("counts") using \
    (pick("set", word(games, i), "side")):(column("exponent")) with linespoints linecolor rgb colour(i) pointtype shape(i) pointsize 0.7 \
    title word(games, i)
load end
