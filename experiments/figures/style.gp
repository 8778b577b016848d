# The look of all figures. A figure script, NAME.gp, is run as
#   gnuplot -c NAME.gp TABLES FOLDER KIND
# with KIND svg (wide, for the page), phone (svg, narrow) or png (for papers).
# It calls this file first and draws each figure by
#   figure = "counts"; heading = "..."; load begin
#   ... plot ...
#   load end
# A figure has one panel, so that the page can show values: title and
# legend are the page's in SVG and are drawn in PNG.
tables = ARG1."/"
target = ARG2."/"
kind = ARG3
shared = system("dirname '".ARG0."'")."/"
begin = shared."begin.gp"
end = shared."end.gp"
classes = shared."classes.gp"
narrow = kind eq "phone"
paper = kind eq "png"
file(name) = tables.name.".tsv"
there(name) = system("test -s '".file(name)."' && echo 1") eq "1"

set datafile separator "\t"
# The one rule for what is not drawn: rows that are not picked, which give NaN, and
# cells NA alike are left out, and a line goes on over them.
set datafile missing NaN

# Okabe and Ito's palette, which colour-blind readers can distinguish, without its
# yellow, which is too pale on white.
black = "#000000"
orange = "#E69F00"
sky = "#56B4E9"
green = "#009E73"
blue = "#0072B2"
red = "#D55E00"
purple = "#CC79A7"
grey = "#7F7F7F"
colours = blue." ".red." ".green." ".purple." ".orange." ".sky." ".black." ".grey
colour(i) = word(colours, 1 + (i - 1) % 8)
# Points differ as well, for print in grey.
points = "7 5 9 13 11 6 4 8"
shape(i) = int(word(points, 1 + (i - 1) % 8))

# The rows of one thing: pick("set", "squares", "n") is NaN elsewhere.
pick(column_name, value, wanted) = strcol(column_name) eq value ? column(wanted) : NaN
both(c1, v1, c2, v2, wanted) = (strcol(c1) eq v1 && strcol(c2) eq v2) ? column(wanted) : NaN
lg(x) = log(x) / log(2)
