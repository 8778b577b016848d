#!/bin/bash
# The engine gpu with the model of CUDA of this folder: its kernels, and what the
# tool says of a device that is missing or lost.
set -u
export LC_ALL=C

build=${BUILD:-build}
takeaway=$build/tests/takeaway-cuda
if [ ! -x "$takeaway" ] || grep -q -e -fsanitize "$build/flags"; then
    echo 'left out: needs a C++ compiler, and no sanitizers'
    echo '100%: Checks: 1, Failures: 0, Errors: 0'
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=1 failures=0

failed() {
    failures=$((failures + 1))
    echo "failed: $*"
}

TAKEAWAY_EMULATED=1 "$build/tests/t-gpu-device" >"$work/tests" 2>&1 || {
    failed 'the kernels'
    tail -n 5 "$work/tests"
}

# says STATUS SENTENCE "CALL K ERROR" ARGUMENT...: if call K fails so
says() {
    status=$1 sentence=$2 how=$3
    shift 3
    checks=$((checks + 1)) got=0
    CUDA_MODEL=$how "$takeaway" "$@" >"$work/out" 2>"$work/err" || got=$?
    [ "$got" -eq "$status" ] && grep -qF -- "$sentence" "$work/out" "$work/err" && return
    failed "$how: takeaway $*: status $got"
    head -n 5 "$work/out" "$work/err"
}

n=2100000 # little above the heaps that another engine decides
says 0 'model of CUDA' '' engines
says 0 'the driver of the device is missing, or older than CUDA 13.0' 'cudaGetDeviceCount 1 35' engines
says 2 'no device is visible' 'cudaGetDeviceCount 1 100' count $n --engine=gpu
for call in cudaSetDevice cudaGetDeviceProperties cudaMemGetInfo; do
    says 2 'the engine gpu has no device: the device failed to' "$call 1 719" count $n --engine=gpu
done
for k in 1 5 20; do
    says 1 'GB left of 4.3, and the next table' "cudaMalloc $k 2" count $n --engine=gpu
    says 1 'the device failed to clear memory' "cudaMemsetAsync $k 719" count $n --engine=gpu
    says 1 'the device failed to take data' "cudaMemcpy $k 719" count $n --engine=gpu
    says 1 'the device failed to' "cudaLaunchKernel $k 719" count $n --engine=gpu
done

# What was decided before the device was lost is kept, and another engine goes on.
rm -f "$work/kept"
says 1 'the device failed to' 'cudaLaunchKernel 9 719' count $n --engine=gpu --checkpoint="$work/kept"
says 0 '2097152' '' info "$work/kept"
"$takeaway" count $n --digest >"$work/whole"
says 0 "$(tail -n 1 "$work/whole")" '' count $n --engine=wheel --resume="$work/kept" --digest

echo "100%: Checks: $checks, Failures: $failures, Errors: 0"
[ "$failures" -eq 0 ]
