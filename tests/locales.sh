#!/bin/sh
# Scripts and the tool under locales with a decimal comma and with a dotless i: the
# same tables, and tests that pass. In the slow tier, as they run once for each.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0 failures=0
export BUILD="${BUILD:-build}" NO_FIGURES=1 N=2^16 MAX=12 SETS=none LOCPATH="$work"

growth() { # growth LOCALE: its tables, and a fit by the tool alone
    LC_ALL=$1 OUT=$work/$1-growth experiments/growth/run.sh quick &&
        LC_ALL=$1 "$TAKEAWAY" fit "$work/$1-growth/squares.tsv" >"$work/$1-growth/fit.tsv" &&
        rm "$work/$1-growth/manifest.txt"
}
holds() { # holds NAME COMMAND...
    name=$1
    shift
    checks=$((checks + 1))
    "$@" >"$work/said" 2>&1 && return
    failures=$((failures + 1))
    echo "failed: $name"
    tail -n 20 "$work/said"
}

holds 'growth' growth C
for land in de_DE tr_TR; do
    if ! localedef -i $land -f UTF-8 "$work/$land.UTF-8" 2>/dev/null; then
        echo "left out: localedef cannot make $land here (Debian: locales)"
        checks=$((checks + 1))
        continue
    fi
    locale=$land.UTF-8
    holds "growth, $land" growth $locale
    holds "the tables of growth, $land" diff -r "$work/C-growth" "$work/$locale-growth"
    holds "published values, $land" env LC_ALL=$locale experiments/growth/published.sh
    holds "tests, $land" env -u TAKEAWAY_LONG -u N LC_ALL=$locale tests/run.sh tests/make.sh \
        tests/cli/cases-plot.sh tests/cli/cases-readme.sh tests/cli/cases-tables.sh
done

echo "$((100 * (checks - failures) / checks))%: Checks: $checks, Failures: $failures, Errors: 0"
[ "$failures" -eq 0 ]
