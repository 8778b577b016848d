# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# The exit statuses: README.md, --help and --man say the same, and each one is
# what some command ends with.

sed -n 's/^| \([0-9][0-9]*\) | \(.*\) |$/\1 \2/p' "$root/README.md" >exit-readme
"$takeaway" --help | awk '
    /^Exit status:/ { inside = 1; next }
    inside && /^ +[0-9]+  / { if (line) print line; $1 = $1; line = $0; next }
    inside && /^ / { $1 = $1; line = line " " $0 }
    END { print line }' >exit-help
"$takeaway" --man | sed 's/\\-/-/g' | awk '
    /^.SH EXIT STATUS/ { inside = 1; next }
    inside && /^.TP/ { if (line) print line; line = ""; next }
    inside && /^.B / { line = $2; next }
    inside { sub(/\.$/, "") }
    inside { line = line " " $0 }
    END { print line }' >exit-man
holds 'five exit statuses' [ "$(wc -l <exit-readme)" -eq 5 ]
holds '--help as README.md' cmp exit-readme exit-help
holds '--man as README.md' cmp exit-readme exit-man

ended() { # ended STATUS ARGUMENT...
    want_status=$1 status=0
    shift
    checks=$((checks + 1))
    "$@" >/dev/null 2>err || status=$?
    [ "$status" -eq "$want_status" ] ||
        failed "$*" "status $status, wanted $want_status; $(cat err)"
    grep -q "^$want_status " exit-readme ||
        failed "status $want_status" 'README.md does not have it'
}

ended 0 "$takeaway" count 100
ended 1 "$takeaway" count 2^60
ended 2 "$takeaway" count 100 --game=file:not-there
ended 2 "$takeaway" count 100 --game=file:.
ended 2 "$takeaway" fit not-there
# A file to be read that is not there, or is none: the same from every option.
for file in not-there . not-there/file /dev/null; do
    ended 2 "$takeaway" cold 100 --in="$file"
    ended 2 "$takeaway" count 100 --resume="$file"
    ended 2 "$takeaway" info "$file"
    ended 2 "$takeaway" verify "$file"
    ended 2 "$takeaway" moves "5@file:$file"
    ended 2 "$takeaway" line 5 --game="file:$file"
done
ended 2 "$takeaway" moves 5 --in=.
printf 'no archive' >exit-text
ended 3 "$takeaway" cold 100 --in=exit-text
ended 3 "$takeaway" count 100 --resume=exit-text
ended 3 "$takeaway" info exit-text
ended 3 "$takeaway" moves 5 --in=exit-text
# Output is another matter.
ended 1 "$takeaway" cold 100 -o not-there/file
ended 1 "$takeaway" cold 100 --checkpoint=not-there/file
"$takeaway" cold 100000 --format=archive -o damaged.tka
printf 'x' | dd of=damaged.tka bs=1 seek=200 conv=notrunc 2>/dev/null
ended 3 "$takeaway" verify damaged.tka
if command -v timeout >/dev/null 2>&1; then
    ended 130 timeout --preserve-status -s INT "$moment" "$takeaway" cold 2^28 \
        --engine=naive -o exit-interrupted.txt
fi
