#!/bin/sh
# abi.sh DESCRIPTION LIBRARY: what programs built against the library that
# DESCRIPTION was made of (abidw) would miss in this one; additions are well.
set -eu

if abidiff --headers-dir2 include --drop-private-types \
    --exported-interfaces-only --no-added-syms "$1" "$2"; then
    echo 'abi-check: programs built against the last release go on working'
else
    echo 'abi-check: programs built against the last release would break; raise SOVERSION (src/shared.mk), then make abi-record' >&2
    exit 1
fi
