#!/bin/sh
# The picture of README.md, from a run of this experiment: the cold positions of
# two heaps with squares, x and y below 128.
#   picture.sh data/runs/2026-11-27-plane >experiments/plane/cold.svg
set -eu
awk -F '\t' '
    NR == 1 {
        print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"384\" height=\"384\" viewBox=\"0 0 128 128\">"
        print "<rect width=\"128\" height=\"128\" fill=\"white\"/><path stroke=\"black\" d=\""
    }
    $1 ~ /^[0-9]+$/ && $1 < 128 && $2 < 128 { printf "M%d %.1fh1\n", $1, 127.5 - $2 }
    END { print "\"/></svg>" }' "$1/cold.tsv"
