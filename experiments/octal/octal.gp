# gnuplot -c octal.gp TABLES FOLDER svg|phone|png; see figures/style.gp
call system("dirname '".ARG0."'")."/../figures/style.gp" ARG1 ARG2 ARG3

if (there("games")) {
    figure = "octal-periods"
    heading = "Octal games with up to three digits: proved periods"
    x_name = "preperiod, heaps"
    y_name = "period, heaps"
    log_x = 10
    log_y = 10
    tall = 1
    load begin
    set offsets graph 0.03, graph 0.03, graph 0.03, graph 0.03
    proved(p, wanted) = strcol("proof") eq p ? column(wanted) : NaN
    plot file("games") using (proved("long", "preperiod")):(column("period")) with points linecolor rgb blue \
            pointtype 7 pointsize 0.8 title "by Guy and Smith's condition", \
         '' using (proved("short", "preperiod")):(column("period")) with points linecolor rgb red \
            pointtype 9 pointsize 1 title "by bounded rare heaps and witnesses", \
         (paper ? "/dev/null" : file("games")) using (strcol("proof") ne "none" ? column("preperiod") : NaN):(column("period")): \
            (sprintf("%s: preperiod %s, period %s", strcol("game"), strcol("preperiod"), strcol("period"))) \
            with labels hypertext point pointtype 7 pointsize 0.01 notitle
    load end
}

of(game, wanted) = strcol("game") eq game ? column(wanted) : NaN
games = ".04 .14 .6 grundy .36 .16"
figure = "octal-rare"
heading = "Rare heaps below n: the sparse space of some octal games"
x_name = "n (heaps)"
y_name = "rare heaps below n"
log_x = 2
log_y = 10
load begin
set xtics 2 ** 10, narrow ? 16 : 4
plot for [k = 1:6] file("rare") using (of(word(games, k), "n")):(column("rare")) \
    with linespoints linecolor rgb colour(k) pointtype shape(k) pointsize 0.6 linewidth 1.6 title word(games, k)
load end

figure = "octal-largest"
heading = "Largest nim-value below n"
x_name = "n (heaps)"
y_name = "largest value"
log_x = 2
log_y = 10
load begin
set xtics 2 ** 10, narrow ? 16 : 4
plot for [k = 1:6] file("rare") using (of(word(games, k), "n")):(column("largest")) \
    with linespoints linecolor rgb colour(k) pointtype shape(k) pointsize 0.6 linewidth 1.6 title word(games, k)
load end

if (there("rate")) {
    figure = "octal-rate"
    heading = "Open octal games: heaps per second against rare heaps"
    x_name = "rare heaps"
    y_name = "heaps per second"
    log_x = 10
    log_y = 10
    load begin
    plot file("rate") using (column("rare")):(column("heaps_per_s")) with points linecolor rgb blue \
            pointtype 7 pointsize 0.8 notitle, \
         (paper ? "/dev/null" : file("rate")) using (column("rare")):(column("heaps_per_s")): \
            (sprintf("%s: %s rare heaps, %s heaps per second", strcol("game"), strcol("rare"), strcol("heaps_per_s"))) \
            with labels hypertext point pointtype 7 pointsize 0.01 notitle
    load end
}
