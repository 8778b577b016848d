# Opens $target/$figure: see style.gp. Optional before it: tall = 1 for a
# figure with more height, half = 1 for one of half the page's width (half = 2:
# of twice the height), x_name and y_name for the axes, log_x and log_y the base
# of a logarithmic axis.
if (!exists("tall")) { tall = 0 }
if (!exists("half")) { half = 0 }
if (!exists("x_name")) { x_name = "" }
if (!exists("y_name")) { y_name = "" }
if (!exists("log_x")) { log_x = 0 }
if (!exists("log_y")) { log_y = 0 }
suffix = paper ? ".png" : (narrow ? ".phone.svg" : ".svg")
if (paper) {
    if (strstrt(GPVAL_TERMINALS, "pngcairo") > 0) {
        set terminal pngcairo enhanced size 1800, (tall ? 1500 : 1150) font "DejaVu Sans,24" linewidth 2 pointscale 2
    } else {
        set terminal png enhanced size 1800, (tall ? 1500 : 1150) giant
    }
} else {
    if (narrow) {
        set terminal svg enhanced size 400, (half == 1 ? 270 : tall ? 460 : 350) dynamic name 'figure' font "DejaVu Sans,13"
    } else {
        set terminal svg enhanced size (half ? 580 : 820), (half ? 285 * half : tall ? 640 : 460) dynamic name 'figure' font "DejaVu Sans,14"
    }
}
set output target.figure.suffix

set border 3 linewidth 1 linecolor rgb "#666666"
set tics nomirror out scale 0.6
set grid linecolor rgb "#DDDDDD" linetype 1 linewidth 0.7
set pointintervalbox 0
set xlabel x_name offset 0, (paper ? 0.4 : 0)
set ylabel y_name
if (log_x > 0) {
    set logscale x log_x
    set format x sprintf("%d^{%%L}", log_x)
    if (log_x == 2) { set xtics 2 ** 10, narrow ? 64 : 16 }
}
if (log_y > 0) {
    set logscale y log_y
    set format y sprintf("%d^{%%L}", log_y)
}
set style fill solid 1 noborder
if (paper) {
    set title heading noenhanced
    set key tmargin center horizontal Left reverse samplen 2.5 width 1 maxrows 8
} else {
    unset title
    set key noenhanced # titles go to the page as they are
    unset key
}
set palette defined (0 "#00204D", 0.25 "#414D6B", 0.5 "#7C7B78", 0.75 "#BCAF6F", 1 "#FFEA46") # cividis
