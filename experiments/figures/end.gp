# Closes a figure, writes what the page has to know of its axes, and leaves
# nothing of it behind.
if (!paper) {
    set print target.figure.suffix.".axes"
    print "title\t".heading
    print "x\t".sprintf("%.10g\t%.10g\t%.10g\t%.10g\t%g", GPVAL_TERM_XMIN, GPVAL_TERM_XMAX, GPVAL_X_MIN, GPVAL_X_MAX, log_x)."\t".x_name
    print "y\t".sprintf("%.10g\t%.10g\t%.10g\t%.10g\t%g", GPVAL_TERM_YMIN, GPVAL_TERM_YMAX, GPVAL_Y_MIN, GPVAL_Y_MAX, log_y)."\t".y_name
    set print
}
unset output
reset
unset datafile
set datafile separator "\t"
set datafile missing NaN
undefine tall half x_name y_name log_x log_y
