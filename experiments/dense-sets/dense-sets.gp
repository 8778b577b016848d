# gnuplot -c dense-sets.gp TABLES FOLDER svg|phone|png; see figures/style.gp
call system("dirname '".ARG0."'")."/../figures/style.gp" ARG1 ARG2 ARG3

groups = "^squares$|^cubes$|^triangular$|^fibonacci$ ^primes$ ^odds$|^residues ^random$"
array named[4] = ["sparse: squares, cubes, triangular, Fibonacci", "primes", "residue classes and odd numbers", "random set of density s^{-0.3}"]
stats file("ratios") using (column("n")) name "N" nooutput

ratios = "pairs_over_n_log2n_squared lesser_over_log2n_squared"
array named_ratio[2] = ["pairs |S| · |cold| over n log_2^2 n", "the lesser of |S| and |cold| over log_2^2 n"]
do for [r = 1:2] {
    ratio = word(ratios, r)
    figure = "dense-sets-".word("pairs lesser", r)
    heading = "Who wins, direct marking or transforms, by ".word("sieve word-parallel", r)." cost"
    x_name = named_ratio[r]
    y_name = "time of the best direct way over transforms"
    log_x = 10
    log_y = 10
    load begin
    set format y "%g"
    plot 1 with lines linecolor rgb grey linewidth 1.5 title "equal", \
         for [k = 1:4] sprintf("<awk -F '\\t' 'NR == 1 || $1 ~ /%s/' '%s'", word(groups, k), file("ratios")) \
            using (column(ratio)):(column("direct_to_transforms")) \
            with points linecolor rgb colour(k) pointtype shape(k) pointsize 0.9 title named[k], \
         (paper ? "/dev/null" : file("ratios")) using (column(ratio)):(column("direct_to_transforms")): \
            (sprintf("%s, n = 2^%.0f: %s %.4g s, %s %.4g s", strcol("set"), lg(column("n")), strcol("direct"), column("direct_s"), strcol("transforms"), column("transforms_s"))) \
            with labels hypertext point pointtype 7 pointsize 0.01 notitle
    load end
}
