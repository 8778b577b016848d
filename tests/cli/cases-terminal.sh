# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# On a terminal: tables in columns, a progress line that never wraps.

if command -v python3 >/dev/null 2>&1; then
    checks=$((checks + 1))
    python3 "$here/terminal.py" "$takeaway" >out 2>&1 || failed 'on a terminal' "$(cat out)"
    grep '^skipped' out
fi
