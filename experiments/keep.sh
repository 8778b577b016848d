#!/bin/sh
# Copies full runs from $BUILD/runs to data/runs/<date>-NAME, to be committed:
# keep.sh [NAME...]. Quick runs are left where they are.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
runs=${BUILD:-build}/runs
[ $# -gt 0 ] || set -- residues growth accuracy dense-sets octal nim-growth lengths finite-sets plane primes timing
for name in "$@"; do
    from=$runs/$name
    [ "$(grep '^size' "$from/manifest.txt" 2>/dev/null | tail -n 1 | awk '{ print $2 }')" = full ] || continue
    to=$root/data/runs/$(date -u +%Y-%m-%d)-$name
    mkdir -p "$to"
    cp "$from"/*.tsv "$from/manifest.txt" "$to"
    echo "$to: $(du -sk "$to" | cut -f 1) KiB"
done
