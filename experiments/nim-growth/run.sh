#!/bin/sh
# Nim-values of subtract-a-square: how large, how often, in which classes.
#   run.sh quick|full     to 2^20, or 10^8; N=... for another end
# Environment: experiments/lib.sh. Tables that reach as far are kept.
set -eu
# shellcheck source=experiments/lib.sh
. "$(dirname "$0")/../lib.sh"
experiment nim-growth "${1:-quick}"
n=$(end 2^20 1e8)
values nim "$n" --threads="$threads"
finish "THREADS=$threads N=$n experiments/nim-growth/run.sh $size"
