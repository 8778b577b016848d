# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# takeaway cold: positions in three formats, to stdout and to files

# A030193 as OEIS prints it.
a030193='0 2 5 7 10 12 15 17 20 22 34 39 44 52 57 62 65 67 72 85 95 109 119 124
127 130 132 137 142 147 150 170 177 180 182 187 192 197 204 210 215 238 243 249
255 257 260 262 267'
# shellcheck disable=SC2086
printf '%s\n' $a030193 >a030193
expect 0 '' cold 268 <a030193
awk '{ print $1 + 1 }' a030193 >misere
expect 0 '' cold 269 --misere <misere
awk '$1 >= 100' a030193 >from
expect 0 '' cold 268 --from=100 <from
awk '{ print NR - 1, $1 }' a030193 >bfile
expect 0 '' cold 268 --format=bfile <bfile
awk '$1 >= 100 { print NR, $1 }' a030193 >bfile1
expect 0 '' cold 268 --format=bfile --offset=1 --from=1e2 <bfile1
expect 0 '' cold 268 --quiet <a030193
prints <<'END'
cold 0 ->
cold 5 --from=5 ->
cold 30 --game=list:1,3-4 -> 0|2|7|9|14|16|21|23|28
END

# Files
expect 0 '' cold 268 -o out.txt </dev/null
holds 'file as stdout' cmp -s out.txt a030193
expect 0 '' cold 268 --format=bfile --output=out.txt </dev/null
holds 'file replaced' cmp -s out.txt bfile
expect 0 '' cold 268 -oout.txt </dev/null
expect 0 '' cold 268 -o - <a030193
expect 0 '' cold 268 --format=npy -o out.npy </dev/null
holds 'npy size' [ "$(wc -c <out.npy)" -eq $((128 + 8 * 49)) ]
tail -c +129 out.npy | od -An -v -t u8 -w8 | tr -d ' ' >npy.txt
holds 'npy values' cmp -s npy.txt a030193
"$takeaway" cold 268 --from=100 --format=npy -o out.npy
holds 'the header of npy' grep -aq "'descr': '<u8', 'fortran_order': False, 'shape': (28,), }" out.npy
tail -c +129 out.npy | od -An -v -t u8 -w8 | tr -d ' ' >npy.txt
holds 'npy values from 100 on' cmp -s npy.txt from

# Output that cannot be written: status 1, nothing under the final name.
fails "'missing/out.txt': No such file or directory" cold 10 -o missing/out.txt
fails "'\.'|Is a directory" cold 10 -o .
if [ -w /dev/full ]; then
    fails "'/dev/full': No space left" cold 10 -o /dev/full
    for arguments in 'cold 1000' 'count 1000' 'count 1000 --at=powers2' games \
        engines --help '--version' 'compare 10 --engines=naive'; do
        checks=$((checks + 1))
        status=0
        # shellcheck disable=SC2086
        "$takeaway" $arguments >/dev/full 2>err || status=$?
        [ "$status" -eq 1 ] && grep -q 'No space left' err ||
            failed "$arguments >/dev/full" "status $status, $(cat err)"
    done
fi
holds 'no temporary files' [ -z "$(find . -name '*.part-*')" ]

# A reader that goes away ends the run quietly; a closed stdout is an error.
checks=$((checks + 1))
{
    status=0
    "$takeaway" cold 1e7 2>err || status=$?
    echo "$status" >status
} | head -n 2 >head.txt
[ "$(cat status)" -eq 0 ] && [ ! -s err ] && [ "$(wc -l <head.txt)" -eq 2 ] ||
    failed 'cold | head' "status $(cat status), $(cat err)"
if [ -z "${TAKEAWAY_EMULATED:-}" ]; then # valgrind opens it
    checks=$((checks + 1))
    status=0
    "$takeaway" cold 10 >&- 2>err || status=$?
    [ "$status" -eq 1 ] && grep -q 'cannot write standard output: ' err ||
        failed 'stdout closed' "status $status, $(cat err)"
fi
"$takeaway" cold 268 -o closed.txt >&- 2>&- <&-
holds 'all closed' cmp -s closed.txt a030193
