# gnuplot -c residues.gp TABLES FOLDER svg|phone|png; see figures/style.gp
call system("dirname '".ARG0."'")."/../figures/style.gp" ARG1 ARG2 ARG3

stats file("shares") using (column("to_n")) name "N" nooutput
octaves = "n (end of the octave)"

# The record run counted beyond in one stretch: drawn as a bar from end to end.
further = there("beyond")
stretch(m, r) = sprintf("<awk -F '\\t' '$1 == %s && $2 == %s && $5 > 0 { print $3, 100 * $6; print $4, 100 * $6 }' '%s' | tr ' ' '\\t'", m, r, file("beyond"))

# ---- lines, mod 5 ----
figure = "residues-mod5"
heading = "Share of the cold positions of each octave, by class mod 5"
x_name = octaves
y_name = "share of the octave's cold positions, %"
log_x = 2
load begin
set yrange [0:65]
plot for [r = 0:4] file("shares") \
    using (both("modulus", "5", "residue", sprintf("%d", r), "to_n")):(100 * column("share")) \
    with linespoints linecolor rgb colour(r + 1) pointtype shape(r + 1) pointsize 0.7 linewidth 2 \
    title sprintf("%d mod 5", r), \
    for [r = 0:4:2] further ? stretch("5", sprintf("%d", r)) : "/dev/null" using 1:2 \
    with lines linecolor rgb colour(r + 1) linewidth 6 title r == 0 ? "thick: the record run, all in one" : ""
load end

# ---- last digits ----
figure = "residues-digits"
heading = "Share of the cold positions of each octave, by last decimal digit"
x_name = octaves
y_name = "share of the octave's cold positions, %"
log_x = 2
load begin
set yrange [0:40]
digits = "0 5 2 7 4 9"
plot for [k = 1:6] file("shares") \
    using (both("modulus", "10", "residue", word(digits, k), "to_n")):(100 * column("share")) \
    with linespoints linecolor rgb colour(k) pointtype shape(k) pointsize 0.7 linewidth 2 \
    title "last digit ".word(digits, k), \
    for [k = 1:6] further ? stretch("10", word(digits, k)) : "/dev/null" using 1:2 \
    with lines linecolor rgb colour(k) linewidth 6 title k == 1 ? "thick: the record run, all in one" : ""
load end

# Octaves as columns of a heat map, and the record's stretch as a wide one; the
# shares of classes that are nearly empty are distinguished by a logarithmic scale.
columns(m) = sprintf("<awk -F '\\t' 'FNR == 1 { next } $1 == %s && $3 >= 1024 { a = log($3) / log(2); b = log($4) / log(2); if (b - a < 1) b = a + 1; printf \"%%g\\t%%d\\t%%g\\t%%.6f\\t%%s\\t%%s\\n\", (a + b) / 2 + 0.5, $2, (b - a) / 2, 100 * $6, $5, $4 }' '%s' '%s'", m, file("shares"), further ? file("beyond") : "/dev/null")
middle_last = further ? system(sprintf("awk -F '\\t' 'FNR > 1 && $4 > n { n = $4 } END { print log(n) / log(2) + 0.5 }' '%s'", file("beyond"))) + 0 : ceil(lg(N_max)) + 0.5
shade = "set logscale cb; set cbrange [0.01:100]; set format cb '%g'"
dim(share) = share < 0.01 ? 0.01 : share

# ---- heat maps: share of a class, octave by octave ----
do for [m in "13 17 25"] {
    figure = "residues-mod".m
    heading = "Share of the cold positions of each octave, by class mod ".m
    x_name = octaves
    y_name = "residue mod ".m
    tall = 1
    load begin
    set format x "2^{%.0f}"
    unset grid
    set yrange [-0.6:m - 0.4]
    set ytics 0, m > 20 ? 2 : 1
    set xtics 12, narrow ? 6 : 4
    set cblabel "share, %"
    # What the record did not count ends where this run does.
    if (m eq "17") { set cbrange [0:*] } else { eval shade }
    set xrange [10.5:(m eq "13" ? middle_last : ceil(lg(N_max)) + 0.5)]
    plot columns(m) using 1:2:3:(0.5):(dim($4)) with boxxyerror fillcolor palette notitle, \
        (paper ? "/dev/null" : columns(m)) using ($5 > 0 ? $1 : NaN):2:\
        (sprintf("%d mod %s, to n = %s: %.2f %% (%s)", $2, m, strcol(6), $4, strcol(5))) \
        with labels hypertext point pointtype 5 pointsize 0.01 notitle
    load end
}

# ---- mod 65, octave by octave: classes by their residue mod 5, then mod 13 ----
figure = "residues-mod65"
heading = "Share of the cold positions of each octave, by class mod 65"
x_name = octaves
y_name = "class mod 65: residue mod 5, within it mod 13"
tall = 1
row65(r) = 14 * int(word("1 4 2 5 3", r % 5 + 1)) + r % 13 # 0, 2 and 4 mod 5 first
load begin
set format x "2^{%.0f}"
unset grid
set xtics 12, narrow ? 6 : 4
set xrange [10.5:middle_last]
set yrange [13.2:83.2]
set ytics ("0" 20, "2" 34, "4" 48, "1" 62, "3" 76)
set cblabel "share, %"
eval shade
plot columns("65") using 1:(row65(int($2))):3:(0.5):(dim($4)) with boxxyerror fillcolor palette notitle, \
    (paper ? "/dev/null" : columns("65")) using ($5 > 0 ? $1 : NaN):(row65(int($2))):\
    (sprintf("%d mod 65 (%d mod 5, %d mod 13), to n = %s: %.2f %% (%s)", $2, int($2) % 5, int($2) % 13, strcol(6), $4, strcol(5))) \
    with labels hypertext point pointtype 5 pointsize 0.01 notitle
load end

# ---- grids mod 65, 205 and 1105: one residue against another ----
grid_of(wanted) = strcol("modulus") eq m ? column(wanted) : NaN
# The tick list of an axis: residue mod f at its place, every so many.
ticks(f, axis, every) = system(sprintf("awk -F '\\t' '$1 == %s && $7 == 1 && !(($2 %% %d) in s) { s[$2 %% %d] = 1; if (%s %% %d == 0) printf \"%%s\\\"%%d\\\" %%g\", sep, $2 %% %d, %s; sep = \", \" }' '%s'", m, f, f, axis eq "x" ? "$8" : "-$9", every, f, axis eq "x" ? "$8" : "$9", file("grids")))
captions = system(sprintf("awk -F '\\t' 'NR > 1 && !(($1, $7) in s) { s[$1, $7] = 1; printf \"%%s:%%d:%%d \", $1, $7, log($4) / log(2) + 0.5 }' '%s'", file("grids")))
do for [m in "65 205 1105"] {
    figure = "residues-grid".m
    heading = "Classes mod ".m." by two residues, in octaves"
    x_name = m eq "65" ? "residue mod 13, the fullest first" : (m eq "205" ? "residue mod 41" : "residue mod 5; within it mod 13, the fullest first")
    y_name = m eq "1105" ? "residue mod 17, the fullest first" : "residue mod 5"
    tall = m eq "1105" ? 1 : 0
    load begin
    unset grid
    set cblabel "times the share it had if all were equal"
    set logscale cb
    set cbrange [0.01:*]
    set format cb "%g"
    set format x "%g"
    if (m eq "1105") {
        eval "set xtics (".system(sprintf("awk -F '\\t' '$1 == 1105 && $7 == 1 && !(($2 %% 5) in s) { s[$2 %% 5] = 1; printf \"%%s\\\"%%d%%s\\\" %%g\", sep, $2 %% 5, $8 < 14 ? \" mod 5\" : \"\", 14 * int($8 / 14) + 6; sep = \", \" }' '%s'", file("grids"))).")"
        eval "set ytics (".ticks(17, "y", narrow ? 4 : 2).")"
    } else {
        eval "set xtics (".ticks(m eq "65" ? 13 : 41, "x", m eq "65" ? 1 : (narrow ? 8 : 4)).")"
        eval "set ytics (".ticks(5, "y", 1).")"
    }
    high = m eq "1105" ? 17 : 5
    do for [c in captions] {
        if (c[1:strlen(m) + 1] eq m.":") {
            b = int(c[strlen(m) + 2:strlen(m) + 2])
            to = int(c[strlen(m) + 4:*])
            set label sprintf("from 2^{%d} to 2^{%d}", to - 1, to) at -0.5, -(b - 1) * (high + 1.6) + 1.0 left
        }
    }
    set yrange [*:1.8]
    set xrange [-0.8:*]
    plot file("grids") using (grid_of("x")):(column("y")):(0.5):(0.5):(dim(column("times_equal_share"))) \
        with boxxyerror fillcolor palette notitle, \
        (paper ? "/dev/null" : file("grids")) using (column("cold") > 0 ? grid_of("x") : NaN):(column("y")): \
        (sprintf("%s mod %s, to n = %s: %.2f times (%s)", strcol("residue"), m, strcol("to_n"), column("times_equal_share"), strcol("cold"))) \
        with labels hypertext point pointtype 5 pointsize 0.01 notitle
    load end
}

# ---- does the exponent of a class rise? ----
figure = "residues-exponents"
heading = "Exponent of each octave, by class mod 5"
x_name = "n (end of the octave)"
y_name = "exponent"
log_x = 2
load begin
set yrange [0:0.9]
plot for [r = 0:4:2] file("exponents") \
    using (both("modulus", "5", "residue", sprintf("%d", r), "to_n")):(column("exponent")):(column("chance_error")) \
    with yerrorlines linecolor rgb colour(r + 1) pointtype shape(r + 1) pointsize 0.7 linewidth 1.6 \
    title sprintf("%d mod 5; bars as if they fell by chance", r)
load end

# ---- how few classes hold how much ----
figure = "residues-ranked"
heading = "Share of all cold positions in the fullest classes"
x_name = "classes taken, the fullest first, % of all classes"
y_name = "share of all cold positions below N, %"
log_x = 10
load begin
set format x "%g"
set xrange [0.08:100]
set yrange [0:103]
plot for [k = 1:3] file("ranked") \
    using (strcol("modulus") eq word("65 205 1105", k) ? 100.0 * column("rank") / column("modulus") : NaN):(100 * column("share_so_far")) \
    with linespoints linecolor rgb colour(k) pointtype shape(k) pointsize 0.35 linewidth 1.5 \
    title "classes mod ".word("65 205 1105", k)
load end

# ---- the information in a residue, by modulus ----
stats file("told") using (column("to_n")) name "T" nooutput
last(wanted) = column("to_n") == T_max ? column(wanted) : NaN
figure = "residues-told"
heading = "Information in the class mod m of a cold position: log2 m less the entropy, last octave"
x_name = "modulus m"
y_name = "information, bits"
load begin
set xrange [0:505]
set yrange [0:3.2]
plot file("told") using (column("modulus")):(last("told_bits")) \
        with impulses linecolor rgb sky linewidth 1.3 title "all of m", \
     '' using (last("beyond_divisors_bits") > 0.02 ? column("modulus") : NaN):(column("beyond_divisors_bits")) \
        with impulses linecolor rgb red linewidth 3 title "m beyond its divisors (above 0.02 bits)", \
     '' using (last("beyond_divisors_bits") > 0.02 && column("modulus") > 20 ? column("modulus") : NaN):(column("beyond_divisors_bits")):\
        (sprintf("%d", column("modulus"))) with labels offset 0, 0.8 textcolor rgb red notitle, \
     '' using (last("beyond_divisors_bits") > 0.02 && column("modulus") < 20 ? column("modulus") : NaN):(column("beyond_divisors_bits")):\
        (sprintf("%d", column("modulus"))) with labels left offset 0.5, 0.2 textcolor rgb red notitle # 5, 13, 17: beside each other
load end

# ---- each class, octave by octave ----
figure = "residues-octaves"
heading = "Cold positions of each octave, by class mod 5"
x_name = octaves
y_name = "cold positions in the octave"
log_x = 2
log_y = 10
load begin
# An octave that N cuts off is left out. Classes 1 and 3 have no line: it would
# join their points over octaves with none.
of_class(r) = column("to_n") == 2 * column("from_n") && column("cold") > 0 ? both("modulus", "5", "residue", sprintf("%d", r), "to_n") : NaN
plot for [r = 0:4:2] file("shares") using (of_class(r)):"cold" \
    with linespoints linecolor rgb colour(r + 1) pointtype shape(r + 1) pointsize 0.7 linewidth 2 \
    title sprintf("%d mod 5", r), \
    for [r = 1:3:2] '' using (of_class(r)):"cold" \
    with points linecolor rgb colour(r + 1) pointtype shape(r + 1) pointsize 0.9 title sprintf("%d mod 5", r)
load end
