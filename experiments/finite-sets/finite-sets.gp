# gnuplot -c finite-sets.gp TABLES FOLDER svg|phone|png; see figures/style.gp
call system("dirname '".ARG0."'")."/../figures/style.gp" ARG1 ARG2 ARG3
size(k, wanted) = column("size") == k ? column(wanted) : NaN

# ---- the longest period of each max S ----
figure = "finite-sets-longest"
heading = "Longest period of the nim-values of sets within {1..max S}, max S in them"
x_name = "max S"
y_name = "longest period"
log_x = 2
log_y = 10
load begin
set xtics 2, 2
set format x "%g"
plot for [k = 3:7] file("longest") using (column("max_s")):(size(k, "longest_nim_period")) \
    with linespoints linecolor rgb colour(k - 2) pointtype shape(k - 2) pointsize 0.5 linewidth 1.5 \
    title sprintf("%d elements", k)
load end

# ---- all periods of four elements ----
figure = "finite-sets-often"
heading = "Periods of the nim-values of all sets of four elements"
x_name = "max S"
y_name = "period"
log_y = 10
tall = 1
load begin
set cblabel "sets in a bin of a sixteenth of an octave" offset 1.5
set logscale cb
set format cb "10^{%L}"
plot file("often") using (column("max_s")):(size(4, "nim_period")):(column("sets")) \
    with points pointtype 5 pointsize (paper ? 0.7 : 0.45) linecolor palette notitle
load end

# ---- purely periodic ----
figure = "finite-sets-pure"
heading = "Sets that are purely periodic, of all with that max S"
x_name = "max S"
y_name = "share, %"
load begin
set yrange [0:103]
plot for [k = 3:7] file("longest") using (column("max_s")):(100 * size(k, "purely_periodic_outcomes") / column("sets")) \
    with linespoints linecolor rgb colour(k - 2) pointtype shape(k - 2) pointsize 0.5 linewidth 1.5 \
    title sprintf("outcomes, %d elements", k), \
    for [k = 3:7] file("longest") using (column("max_s")):(100 * size(k, "purely_periodic_values") / column("sets")) \
    with lines dashtype 2 linecolor rgb colour(k - 2) linewidth 1.5 title sprintf("values, %d elements", k)
load end

# ---- heat map of {1, a, b} ----
figure = "finite-sets-family"
heading = "Period of the outcomes of {1, a, b}"
x_name = "a"
y_name = "b"
tall = 1
load begin
unset grid
stats file("family") using (column("b")) name "B" nooutput
set xrange [0:B_max + 1]
set yrange [0:B_max + 1]
set cblabel "period over b"
set cbrange [0:2.2]
plot file("family") using (column("first") == 1 ? column("a") : NaN):(column("b")):(0.5):(0.5):(column("outcome_period") / column("b")) \
    with boxxyerror fillcolor palette notitle
load end

# ---- which sum is the period ----
forms = "first+a first+b a+b divisor additive"
array named[5] = ["16 + a", "16 + b", "a + b", "a proper divisor of one of these", "additive"]
figure = "finite-sets-sums"
heading = "Which sum of two moves is the period of the outcomes of {16, a, b}"
x_name = "a"
y_name = "b"
tall = 1
load begin
unset grid
set xrange [0:B_max + 1]
set yrange [0:B_max + 1]
plot for [k = 1:5] file("family") \
    using (column("first") == 16 && strcol("sum") eq word(forms, k) ? column("a") : NaN):(column("b")):(0.5):(0.5) \
    with boxxyerror fillcolor rgb colour(k) title named[k]
load end

# ---- three elements: how often each form ----
kinds = "a+b a+c b+c divisor none"
array of_kind[5] = ["a + b", "a + c", "b + c", "a proper divisor of one of these", "none of these"]
figure = "finite-sets-triples"
heading = "Periods of the outcomes of {a, b, c}, a < b < c, not additive"
x_name = "c"
y_name = "share of the sets, %"
load begin
set yrange [0:100]
total(c) = (c - 1) * (c - 2) / 2 - floor((c - 1) / 2)
plot for [k = 1:5] file("triples") \
    using (column("max_s") > 8 ? both("kind", "other", "period", word(kinds, k), "max_s") : NaN):(100.0 * column("sets") / total(column("max_s"))) \
    with linespoints linecolor rgb colour(k) pointtype shape(k) pointsize 0.4 linewidth 1.5 title of_kind[k]
load end

# ---- the first squares ----
figure = "finite-sets-squares"
heading = "The sets {1, 4, 9, ..., m^2}"
x_name = "m"
y_name = "positions"
log_y = 10
load begin
array what[4] = ["period of the outcomes", "period of the values", "preperiod of the outcomes", "preperiod of the values"]
columns = "outcome_period nim_period outcome_preperiod nim_preperiod"
plot for [k = 1:4] file("squares") using (column("squares")):(column(word(columns, k)) > 0 ? column(word(columns, k)) : NaN) \
    with linespoints linecolor rgb colour(k) pointtype shape(k) pointsize 0.7 linewidth 1.5 title what[k]
load end
