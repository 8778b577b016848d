# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# Every example of README.md gives the output that stands there. In its
# blocks marked "console", lines that begin with "$ " are commands; the first one
# makes `takeaway` known in a folder that has the tool as build/takeaway.

readme=$root/README.md
awk '
    /^```console$/ { inside = 1; next }
    /^```/ { inside = 0 }
    inside && /^\$ / { command = substr($0, 3); number++
        file = sprintf("readme-%02d", number)
        print command > (file ".sh"); printf "" > (file ".want"); next }
    inside { print > (file ".want") }
' "$readme"
ln -s "$(dirname "$takeaway")" build
for script in readme-*.sh; do
    [ -e "$script" ] || continue
    checks=$((checks + 1))
    # Without the folder that run.sh has put in front.
    cat readme-01.sh "$script" | PATH=${PATH#*:} sh >out 2>&1 || true
    cmp -s "${script%.sh}.want" out || {
        failed "README.md: $(cat "$script")" 'other output'
        diff "${script%.sh}.want" out | head -n 10
    }
done
