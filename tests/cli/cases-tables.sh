# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# compare, fit, games, engines, help, version

# ---- compare ----
columns='engine	n	rep	wall_s	plan_s	ns_per_position	predicted_bytes	peak_bytes	cold'
checks=$((checks + 1))
"$takeaway" compare 5000 --engines=naive,divide:ntt:threads=2,auto --reps=2 -q \
    >table 2>err || failed compare "status $?, $(cat err)"
[ "$(head -n 1 table)" = "$columns" ] || failed compare 'header'
cut -f 1-3,9 table | tail -n +2 >interleaved
cat >wanted <<'OUT'
naive	5000	1	353
divide:ntt:threads=2	5000	1	353
auto	5000	1	353
naive	5000	2	353
divide:ntt:threads=2	5000	2	353
auto	5000	2	353
OUT
cmp -s wanted interleaved || failed compare "rows: $(cat interleaved)"
holds 'nine columns' awk -F '\t' 'NF != 9 || ($4 !~ /^[0-9.]+$/ && NR > 1) { exit 1 }' table
"$takeaway" compare 2^16 --game=odds --engines=divide:fftw --reps=1 >table 2>err
holds 'preparing transforms takes time' [ "$(awk '$5 + 0 > 0' table | wc -l)" -eq 1 ]
# Medians and ratios follow, in rows of the same columns.
for quantity in cold nim length; do
    checks=$((checks + 1))
    "$takeaway" compare 3000 --quantity=$quantity --reps=3 >table 2>err ||
        failed "compare $quantity" "$(cat err)"
    awk -F '\t' '
        NF != 9 { exit 1 }
        NR == 1 { next }
        $3 == "median" { median[$1] = $4; least = least == "" || $4 < least ? $4 : least; next }
        $3 == "ratio" { ratio[$1] = $4; next }
        $9 != cold && cold != "" { exit 1 }
        { cold = $9; runs[$1]++; all[$1] = all[$1] " " $4 }
        END {
            for (e in runs) {
                n = split(all[e], t, " ")
                for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++)
                    if (t[j] < t[i]) { x = t[i]; t[i] = t[j]; t[j] = x }
                off = ratio[e] - median[e] / least
                if (n != 3 || t[2] != median[e] || off * off > 0.01 + ratio[e] / 20) exit 1
                engines++
            }
            if (engines < 2) exit 1
        }' table || failed "compare $quantity" "$(cat table)"
done
[ "$("$takeaway" compare 3000 --quantity=nim -q | cut -f 9 | tail -n 1)" = \
    "$("$takeaway" count 3000 -q)" ] || failed compare 'another count of nim-values 0'
# A build of the tool whose sieve is wrong in one place.
wrong=$(dirname "$takeaway")/tests/takeaway-wrong
if [ -x "$wrong" ]; then
    right=$takeaway
    takeaway=$wrong
    for at in 0 4999; do
        export TAKEAWAY_WRONG_AT=$at
        expect 3 "results of naive and sieve:threads=2 differ, first at position $at, which is (cold, hot|hot, cold)" \
            compare 5000 --engines=naive,sieve:threads=2,auto </dev/null
        one_line 'compare with a wrong sieve'
    done
    unset TAKEAWAY_WRONG_AT
    takeaway=$right
fi

# ---- fit ----
printf 'n\tcold\n1\t1\n4\t2\n16\t4\n64\t8\n' >square_root
cat >fitted <<'OUT'
quantity	n	value	standard_error
points	NA	4	NA
exponent	NA	0.500000	0.000000
constant	NA	1.000000	NA
log_constant	NA	0.000000	0.000000
residual_rms	NA	0.000000	NA
exponent_newey_west	NA	0.500000	0.000000
median_exponent	NA	0.500000	NA
median_constant	NA	1.000000	NA
local_exponent	4	0.500000	NA
local_exponent	16	0.500000	NA
local_exponent	64	0.500000	NA
residual	1	0.000000	NA
residual	4	0.000000	NA
residual	16	0.000000	NA
residual	64	0.000000	NA
OUT
expect 0 '' fit square_root <fitted
input=square_root
expect 0 '' fit - <fitted
input=/dev/null
sed 's/$/\r/' square_root >windows
expect 0 '' fit windows <fitted
expect 0 '' fit -q square_root <<'OUT'
0.500000
OUT
# fits WANTED ARGUMENT...: a fit through two points, which have no errors.
fits() {
    wanted=$1
    shift
    checks=$((checks + 1))
    "$takeaway" fit "$@" >out 2>err
    got=$(awk -F '\t' 'NR > 1 && $1 != "points" { printf "%s%s%s ", $2 == "NA" ? "" : $2 ":", $3, $4 == "NA" ? "" : "!" }' out)
    [ "$got" = "$wanted " ] || failed "fit $*" "$got, wanted $wanted; $(cat err)"
}
fits '0.500000 1.000000 0.000000 0.000000 0.500000 0.500000 1.000000 64:0.500000 16:0.000000 64:0.000000' \
    square_root --from=16
printf '# a remark\nn\tcold\tmore\n0\t0\tx\n1\t0\tx\n\n2\t1\tx\n8\t4\tx' >extra
fits '1.000000 0.500000 -0.693147 0.000000 1.000000 1.000000 0.500000 8:1.000000 2:0.000000 8:0.000000' extra
holds 'points of cold 0 are left out' [ "$(cat err)" = '# left out: 2 points with cold 0' ]
# Constants have six significant digits at least, however small they are.
for c in 1 0.03 0.000555 0.0000012345678; do
    awk -v c=$c 'BEGIN { print "n\tcold"; for (k = 35; k <= 62; k++) printf "%.0f\t%.0f\n", 2 ^ k, c * 2 ^ k }' >small
    "$takeaway" fit small | awk -F '\t' -v c=$c '
        $1 ~ /constant$/ && $1 !~ /log/ {
            digits = $3; sub(/^[0.]*/, "", digits); gsub(/[^0-9]/, "", digits)
            if (length(digits) < 6 || ($3 / c - 1) ^ 2 > 1e-9) exit 1
            found++
        }
        END { if (found != 2) exit 1 }' >/dev/null
    holds "digits of the constant $c" [ $? -eq 0 ]
done
"$takeaway" count 2^16 --at=powers2 >counts
holds 'quantities of real counts' test "$("$takeaway" fit counts | cut -f 1 | uniq | paste -s -d ' ' -)" = \
    'quantity points exponent constant log_constant residual_rms exponent_newey_west median_exponent median_constant local_exponent residual'
holds 'fit of real counts' sh -c "'$takeaway' fit counts --from=2^8 -q | grep -q '^0\.[67]'"

printf 'n\tcold\n4503599627370496\t10\n4503599627370497\t20\n' >near
holds 'a doubling within one step' sh -c "'$takeaway' fit near -q | grep -q '^3121657384082[67][0-9][0-9]\.'" # log 2 * 2^52

refuses "FILE: cannot read 'missing.tsv': No such file" fit missing.tsv
refuses "FILE: cannot read '\.': Is a directory" fit .
refuses "FILE 'square_root' has 1 points" fit square_root --from=17
while read -r table pattern; do
    # shellcheck disable=SC2059
    printf "$table" | sed 's/,/\t/' >bad
    refuses "$pattern" fit bad
done <<'END'
n,cold\n9007199254740993,10\n9007199254740994,20\n line 3: n is above 2\^53 and differs from the one before by less than a 2\^32nd part
n,cold\n7,1\n7,2\n line 3: n does not increase
n,cold\n10,1\n5,1\n line 3: n does not increase
n,cold\n7,0\n8,0\n FILE 'bad' has 0 points to fit
n,cold\n18446744073709551614,18446744073709551614\n18446744073709551615,1\n too little for a fit
\n FILE 'bad' has 0 points to fit; accepted: at least 2
a,b\n1,2\n FILE 'bad': line 1: no header line 'n<TAB>cold'; accepted: a table
n,cold\n1,1\n2;1\n line 3: not two numbers joined by a tab, with digits only
n,cold\n1,1\n2,-1\n line 3: not two numbers
n,cold\n10,11\n line 2: more cold positions than positions
n,cold\n1,1\000\n2,2\n line 2 holds a byte 0
END

# ---- games, engines, help, version ----
checks=$((checks + 1))
"$takeaway" games >games || failed games 'status'
for form in squares cubes powers:D triangular pronic polygonal:K primes \
    fibonacci factorials moser odds 'list:S,...' file:PATH poly:a,b,c; do
    grep -q "^$form	" games || failed games "no $form"
done
grep -q '^squares	A000290	A030193	A014586	' games || failed games 'OEIS'
holds 'five columns' awk -F '\t' 'NF != 5 || $1 == "" { exit 1 }' games
expect 0 '' --version <<OUT
takeaway $(sed -n 's/^.define TA_VERSION  *"\(.*\)"/\1/p' "$root/include/takeaway.h")
OUT
holds '-V' sh -c "'$takeaway' -V | cmp -s - '$work/out'"
"$takeaway" --help >help
expect 0 '' -h <help
expect 0 '' help <help
"$takeaway" --man >man.txt
if command -v groff >/dev/null 2>&1; then
    holds 'man page' [ -z "$(groff -man -Tascii -ww man.txt 2>&1 >/dev/null)" ]
fi
holds 'the man page has the texts that single commands have for their options' [ "$(grep -c '^With ' man.txt)" -gt 20 ]
