# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# The exit statuses: --help and --man say the same, and each one is
# what some command ends with.

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
holds 'five exit statuses' [ "$(wc -l <exit-help)" -eq 5 ]
holds '--man as --help' cmp exit-help exit-man
holds 'README.md points to them' grep -q '`takeaway help` and the man page say more' "$root/README.md"

ended() { # ended STATUS ARGUMENT...
    want_status=$1 status=0
    shift
    checks=$((checks + 1))
    "$takeaway" "$@" >/dev/null 2>err || status=$?
    [ "$status" -eq "$want_status" ] ||
        failed "$*" "status $status, wanted $want_status; $(cat err)"
    grep -q "^$want_status " exit-help ||
        failed "status $want_status" 'the help does not have it'
}

printf 'no archive' >exit-text
"$takeaway" cold 100000 --format=archive -o damaged.ta
printf 'x' | dd of=damaged.ta bs=1 seek=200 conv=notrunc 2>/dev/null
while read -r line; do
    # shellcheck disable=SC2086
    ended $line
done <<'END'
0 count 100
1 count 2^60
2 count 100 --game=file:not-there
2 count 100 --game=file:.
2 fit not-there
2 moves 5 --in=.
3 cold 100 --in=exit-text
3 count 100 --resume=exit-text
3 info exit-text
3 moves 5 --in=exit-text
3 verify damaged.ta
1 cold 100 -o not-there/file
1 cold 100 --checkpoint=not-there/file
END
# A missing file, or a folder in its place: the same status from every option.
for file in not-there . not-there/file /dev/null; do
    for use in 'cold 100 --in=' 'count 100 --resume=' 'info ' 'verify ' 'moves 5@file:' \
        'line 5 --game=file:'; do
        # shellcheck disable=SC2086
        ended 2 $use$file
    done
done
if command -v timeout >/dev/null 2>&1; then
    checks=$((checks + 1))
    interrupted_by INT cold 2^28 --engine=naive -o exit-interrupted.txt
    [ "$status" -eq 130 ] && grep -q '^130 ' exit-help ||
        failed interrupted "status $status, wanted 130"
fi
