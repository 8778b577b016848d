# gnuplot -c models.gp TABLES FOLDER svg|phone|png; see figures/style.gp
call system("dirname '".ARG0."'")."/../figures/style.gp" ARG1 ARG2 ARG3

figure = "growth-models"
heading = "One exponent or a changing one? AICc of the first less AICc of the second, by where the data begin"
x_name = "n where the data begin"
y_name = "difference of AICc"
log_x = 2
load begin
set offsets graph 0.04, graph 0.04, graph 0.1, graph 0.1
octaves(wanted) = strcol("sample") eq "octaves" ? column(wanted) : NaN
plot 0 with lines linecolor rgb grey linewidth 1.5 title "equal", \
     file("models") using (octaves("from_n")):(column("line_aicc") - column("bend_aicc")) with linespoints \
        linecolor rgb blue pointtype 7 pointsize 0.7 linewidth 1.5 title "above 0 the data support a changing exponent"
load end

figure = "growth-optimum"
heading = "The largest set without square differences, and the cold positions"
x_name = "n"
y_name = "members below n"
load begin
set yrange [0:*]
plot file("optimum") using "n":"optimum" with steps linecolor rgb red linewidth 2 title "largest possible (A100719)", \
     file("optimum") using "n":"cold" with steps linecolor rgb blue linewidth 2 title "cold positions, the greedy set"
load end
