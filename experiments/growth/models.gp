# gnuplot -c models.gp TABLES FOLDER svg|phone|png; see figures/style.gp
call system("dirname '".ARG0."'")."/../figures/style.gp" ARG1 ARG2 ARG3

figure = "growth-models"
heading = "Does one exponent do? What one that changes gains, by where the data begin"
x_name = "n where the data begin"
y_name = "AICc gained by a change"
log_x = 2
load begin
set offsets graph 0.04, graph 0.04, graph 0.1, graph 0.1
octaves(wanted) = strcol("sample") eq "octaves" ? column(wanted) : NaN
plot 0 with lines linecolor rgb grey linewidth 1.5 title "equal", \
     file("models") using (octaves("from_n")):(column("line_aicc") - column("bend_aicc")) with linespoints \
        linecolor rgb blue pointtype 7 pointsize 0.7 linewidth 1.5 title "above 0 the changing exponent is better supported"
load end

figure = "growth-optimum"
heading = "The largest sets without square differences, and the cold numbers"
x_name = "n"
y_name = "numbers below n"
load begin
set yrange [0:*]
plot file("optimum") using "n":"optimum" with steps linecolor rgb red linewidth 2 title "the most there can be (A100719)", \
     file("optimum") using "n":"cold" with steps linecolor rgb blue linewidth 2 title "cold numbers, the greedy set"
load end
