#!/bin/sh
# Runs every experiment: all.sh quick|full [NAME...]. One that fails is named
# at the end, and does not keep the others from running. Environment: lib.sh.
set -u
size=${1:-quick}
[ $# -gt 0 ] && shift
here=$(dirname "$0")
[ $# -gt 0 ] || set -- residues growth accuracy dense-sets octal nim-growth lengths finite-sets plane primes timing
failed=''
for name in "$@"; do
    if [ ! -x "$here/$name/run.sh" ]; then
        echo "$name: no run script" >&2
        continue
    fi
    begin=$(date +%s)
    if "$here/$name/run.sh" "$size"; then
        echo "$name: $(($(date +%s) - begin)) s"
    else
        status=$?
        [ "$status" -eq 130 ] && exit 130
        failed="$failed $name"
    fi
done
if [ -n "$failed" ]; then
    echo "failed:$failed" >&2
    exit 1
fi
