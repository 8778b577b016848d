#!/bin/sh
# Games on the plane: how many positions are cold below a side, and pictures.
#   run.sh quick|full     to a side of 2^10, or 2^13
# Environment: experiments/lib.sh.
set -eu
# shellcheck source=experiments/lib.sh
. "$(dirname "$0")/../lib.sh"
experiment plane "${1:-quick}"
case $size in
quick) log_side=10 ;;
full) log_side=13 ;;
esac
three() { # three SET: Wythoff's directions with this set
    echo "(1,0):$1 (0,1):$1 (1,1):$1"
}

table counts set side cold exponent
for set in all squares triangular primes fibonacci; do
    has counts "$set" "$(power "$log_side")" && continue
    # Cold positions by the least power of two above both coordinates.
    "$takeaway" grid "$(power "$log_side")" --moves="$(three $set)" -q | awk -F '\t' -v set="$set" -v last="$log_side" '
        {
            larger = $1 > $2 ? $1 : $2
            for (k = 0; 2 ^ k <= larger; k++)
                ;
            count[k]++
        }
        END {
            for (k = 0; k <= last; k++) {
                sum += count[k]
                printf "%s\t%d\t%d\t%s\n", set, 2 ^ k, sum,
                    k == 0 ? "NA" : sprintf("%.6f", log(sum / before) / log(2))
                before = sum
            }
        }' | add counts
done
"$takeaway" grid 200 --moves="$(three squares)" | derived cold
"$takeaway" grid 100 --moves="$(three all)" --nim | derived nim
finish "experiments/plane/run.sh $size"
