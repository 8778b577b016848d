#!/bin/sh
# The page in the browser (`make web`): its library beside the tool on random cases
# in Node, then the page itself in Chromium. SEED for other cases.
set -u
export LC_ALL=C

build=${BUILD:-build}
takeaway=${TAKEAWAY:-$build/takeaway}
here=$(dirname "$0")

left_out() {
    echo "left out: $1"
    echo '100%: Checks: 1, Failures: 0, Errors: 0'
    exit 0
}
[ -z "${TAKEAWAY_EMULATED:-}" ] || left_out 'the page is of this machine'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
.ci/packages --to-web node chromedriver 2>"$work/lacks" ||
    left_out "$(sed -n 's/^takeaway needs what this machine lacks: //p' "$work/lacks") (make web-check installs it)"
if ! make -s web-files BUILD="$build" >"$work/out" 2>&1; then
    why=$(grep '^web: ' "$work/out") && left_out "$why"
    cat "$work/out"
    echo '0%: Checks: 1, Failures: 1, Errors: 0'
    exit 1
fi
seed=${SEED:-$(date +%s)}
{ node "$here/compare.mjs" "$build/web" "$takeaway" "$seed" 210 && node "$here/page.mjs" "$build/web" "$takeaway"; } >"$work/out" 2>&1
status=$?
grep -v '^[0-9]*%: Checks' "$work/out"
# One line of counts for both.
awk -F '[:,] ' '/^[0-9]+%: Checks/ { checks += $3; failures += $5 }
    END { checks += !checks; printf "%d%%: Checks: %d, Failures: %d, Errors: 0\n", 100 * (checks - failures) / checks, checks, failures; exit failures > 0 }' "$work/out" &&
    [ "$status" -eq 0 ]
