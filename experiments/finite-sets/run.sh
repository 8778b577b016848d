#!/bin/sh
# Periods of finite subtraction sets, by the census of the Python module.
#   run.sh quick|full     the sizes and bounds are in tables.py
# Environment: experiments/lib.sh; PYTHON, one with NumPy. Two minutes of one core
# in full. A row says how far its table goes, so that the rows of a quick run are
# rows of a full one.
set -eu
# shellcheck source=experiments/lib.sh
. "$(dirname "$0")/../lib.sh"
experiment finite-sets "${1:-quick}"

python "$(dirname "$0")/tables.py" "$size" "$threads" "$out/work"
for new in "$out/work/"*.tsv; do
    derived "$(basename "$new" .tsv)" <"$new"
done
finish "THREADS=$threads experiments/finite-sets/run.sh $size"
