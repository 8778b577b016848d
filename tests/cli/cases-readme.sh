# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# Every example of README.md gives the output that stands there. In its
# blocks marked "console", lines that begin with "$ takeaway" are commands.

readme=$root/README.md
awk '
    /^```console$/ { inside = 1; next }
    /^```/ { inside = 0 }
    inside && /^\$ / { command = substr($0, 3); number++
        file = sprintf("readme-%02d", number)
        print command > (file ".sh"); printf "" > (file ".want"); next }
    inside { print > (file ".want") }
' "$readme"
for script in readme-*.sh; do
    [ -e "$script" ] || continue
    checks=$((checks + 1))
    sh "$script" >out 2>&1 || true
    cmp -s "${script%.sh}.want" out || {
        failed "README.md: $(cat "$script")" 'other output'
        diff "${script%.sh}.want" out | head -n 10
    }
done
