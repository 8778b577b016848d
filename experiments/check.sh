#!/bin/sh
# The experiments' own machinery: tables that go on where they stopped, a
# comparison that finds what was changed, a page that refuses what its tables
# do not say, a browser check that finds what is broken.
#   check.sh    TAKEAWAY, BUILD as in lib.sh. Exit status 1 if something fails.
# Functions are called through try and refuse, which shellcheck cannot see.
# shellcheck disable=SC2317
set -eu
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${BUILD:-build}" && pwd)
TAKEAWAY=$(cd "$(dirname "${TAKEAWAY:-$build/takeaway}")" && pwd)/takeaway
BUILD=$build NO_FIGURES=1
export TAKEAWAY BUILD NO_FIGURES
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

says() { # says WHAT STATUS
    if [ "$2" -eq 0 ]; then echo "ok: $1"; else
        echo "not ok: $1" >&2
        bad=1
    fi
}

try() { # try WHAT COMMAND...: it succeeds
    what=$1
    shift
    if "$@" >"$work/log" 2>&1; then says "$what" 0; else
        says "$what" 1
        cat "$work/log" >&2
    fi
}

refuse() { # refuse WHAT PATTERN COMMAND...: it fails and says PATTERN
    what=$1
    pattern=$2
    shift 2
    if "$@" >"$work/log" 2>&1; then says "$what" 1; elif grep -q -- "$pattern" "$work/log"; then says "$what" 0; else
        says "$what" 1
        cat "$work/log" >&2
    fi
}

run() { # run NAME N
    N=$2 OUT=$work/$1 "$here/$1/run.sh" quick
}

# ---- tables go on ----
try 'residues to 2^16' run residues 2^16
cp -r "$work/residues" "$work/first"
try 'the same again' run residues 2^16
try 'nothing was computed anew, not even the manifest' diff -r "$work/first" "$work/residues"

others='MAX=16'
try 'accuracy to 2^16' env $others OUT="$work/accuracy" "$here/accuracy/run.sh" quick
sed '5d' "$work/accuracy/errors.tsv" >"$work/less"
cp "$work/accuracy/errors.tsv" "$work/all"
cp "$work/less" "$work/accuracy/errors.tsv"
try 'a row that is missing is computed' env $others OUT="$work/accuracy" "$here/accuracy/run.sh" quick
sort "$work/all" >"$work/a"
sort "$work/accuracy/errors.tsv" >"$work/b"
try 'and is the same' diff "$work/a" "$work/b"
try 'and the manifest has both runs' test "$(grep -c '^command' "$work/accuracy/manifest.txt")" -eq 2

mkdir "$work/residues/lock"
echo $$ >"$work/residues/lock/pid"
refuse 'two runs into one folder' 'in use by process' run residues 2^16
rm -r "$work/residues/lock"
refuse 'an unknown size' "size 'huge' is not accepted" "$here/residues/run.sh" huge

# ---- the counts are those of the tool, by another engine ----
"$TAKEAWAY" count 2^16 --at="$(cut -f 1 "$work/residues/counts.tsv" | sed 1d | paste -s -d ,)" \
    --engine=sieve >"$work/sieve"
try 'counts agree with the sieve' diff "$work/sieve" "$work/residues/counts.tsv"

# ---- take-a-prime: the digests are the tool's, and heaps found late are listed ----
primes=$BUILD/experiments/primes/primes
if [ -x "$primes" ]; then
    try 'take-a-prime, compared with the tool' env COLD=2^18 VALUES=2^18 SAME=2^16 OUT="$work/primes" \
        "$here/primes/run.sh" quick
    for of in 'cold 1 64' 'nim 13 256'; do
        # shellcheck disable=SC2086 # values, and from where on events are settled
        set -- $of
        "$primes" 4096 "$2" 2 "$3" print 2>"$work/late" >"$work/ours"
        "$TAKEAWAY" "$1" 4096 --game=primes >"$work/theirs"
        try "$1 from heap $3 on" diff "$work/ours" "$work/theirs"
        try 'with heaps found late' grep -q 'heap 310 has the value 0, too\|heap 1996 has the value 3, too' "$work/late"
    done
fi

# ---- the wheel's records: the largest is taken, and has to agree ----
record() { # record NAME N: as experiments/wheel-record leaves it
    folder=$work/records/2000-01-01-wheel-$1
    mkdir -p "$folder"
    "$TAKEAWAY" cold "$2" --engine=sieve >"$work/cold"
    for base in 2 10; do
        at=$(awk -v base=$base -v n="$2" 'BEGIN { for (p = 1; p <= n; p *= base) printf "%s%d", (p > 1 ? "," : ""), p }')
        "$TAKEAWAY" count "${at##*,}" --at="$at" --engine=sieve >"$folder/counts-$base.tsv"
    done
    awk 'BEGIN { print "residue\tposition" } $1 % 5 == 1 || $1 % 5 == 3 { print $1 % 5 "\t" $1 }' \
        "$work/cold" >"$folder/one-or-three-mod-5.tsv"
    awk 'BEGIN { print "modulus\tresidue\tcold" }
        { m[5 "\t" $1 % 5]++; m[10 "\t" $1 % 10]++ }
        END { for (k in m) print k "\t" m[k] }' "$work/cold" >"$folder/residues.tsv"
}
export RECORDS="$work/records" SETS=none
record small 65536
record large 262144
try 'growth beside records' run growth 2^14
try 'goes as far as the largest' test "$(tail -n 1 "$work/growth/squares.tsv")" = "$(printf '262144\t5394\trecord\t2000-01-01-wheel-large')"
try 'and says what both have' grep -q "^16384	812	both	2000-01-01-wheel-large" "$work/growth/squares.tsv"
try 'residues beside records' run residues 2^14
try 'have those of the record' grep -q "^1 mod 5	16384	2	.*	2000-01-01-wheel-large	262144	" "$work/residues/exceptional.tsv"
sed -i '/^16384\t/s/812/813/' "$work/records/2000-01-01-wheel-large/counts-2.tsv"
refuse 'a record that counts otherwise' 'below 16384 are' run growth 2^14
sed -i 2d "$work/records/2000-01-01-wheel-large/one-or-three-mod-5.tsv"
refuse 'a record with other rare numbers' 'other rare numbers' run residues 2^14
rm -r "$work/records"
mkdir "$work/records"
try 'growth without records' run growth 2^14
unset RECORDS SETS
try 'residues once more, for what follows' run residues 2^16

# ---- verify finds what was changed ----
fake=$work/tree
mkdir -p "$fake/data/runs/2000-01-01-residues" "$fake/experiments"
cp -r "$here/." "$fake/experiments/"
cp -r "$here/../data/published" "$fake/data/"
cp "$here/../CITATION.cff" "$fake/"
cp "$work"/residues/*.tsv "$fake/data/runs/2000-01-01-residues"
export N=2^16
try 'a true table is the same' "$fake/experiments/verify.sh" residues
sed -i 's/^1024\t118$/1024\t119/' "$fake/data/runs/2000-01-01-residues/counts.tsv"
refuse 'a changed count is found' 'was 1024.119, is 1024.118' "$fake/experiments/verify.sh" residues
printf '2000-01-01-residues/counts\t1024\t119\n' >"$fake/data/withdrawn.tsv"
try 'unless it has been withdrawn' "$fake/experiments/verify.sh" residues
unset N

# ---- the notes ----
if command -v python3 >/dev/null 2>&1; then
    try 'the notes say what the tables say' "$here/report/prose.py"
    printf '# a\n\nFound: 42.5 %% in 118 of 2^10.\n\n# b\n777\n' >"$fake/note.md"
    manifest=$fake/data/runs/2000-01-01-residues/manifest.txt
    printf 'size full\ndate 2000-01-01\n' >"$manifest"
    says_so() { # says_so PIECE: checked against the changed count, 119
        printf '== note.md Found:\n\n%s\n' "$1" >"$work/prose.txt"
        ROOT=$fake "$fake/experiments/report/prose.py" "$work/prose.txt"
    }
    refuse 'a stale figure' 'does not say' says_so 'Found: 42.5 % in {{ last("residues/counts", "cold", n=1024) }} of 2^10.'
    sed -i 's/118/119/' "$fake/note.md"
    try 'and the right one' says_so 'Found: 42.5 % in {{ last("residues/counts", "cold", n=1024) }} of 2^10.'
    refuse 'a figure that nothing checks' 'not checked: 42.5' says_so '% in {{ last("residues/counts", "cold", n=1024) }} of 2^10.'
    refuse 'a statement that does not hold' 'does not hold: .*1 > 2' says_so 'Found: 42.5 % in 119 of 2^10.{{ must(1 > 2) }}'
    refuse 'a figure that is gone' 'does not say' says_so 'Found: 42.5 % in 119 of 2^10, 7 %.'
    rm "$manifest"
fi

# ---- the page ----
if command -v python3 >/dev/null 2>&1 && command -v gnuplot >/dev/null 2>&1; then
    mkdir -p "$work/build/runs"
    cp -r "$work/accuracy" "$work/build/runs/"
    page() { BUILD=$work/build RUNS=here "$fake/experiments/report/report.py" "$work/page"; }
    text=$fake/experiments/accuracy/findings.html
    printf '<h2>x</h2>{{ one("errors", "n", set="squares", engine="divide", precision="double", n=65536) }}{%% call figure("accuracy-margin") %%}y{%% endcall %%}' >"$text"
    echo 'repository-code: https://example.org/takeaway' >>"$fake/CITATION.cff"
    try 'a page' page
    try 'with the place of the source in it' grep -q 'href="https://example.org/takeaway"' "$work/page/index.html"
    try 'with the number in it' grep -q '65536<figure' "$work/page/index.html"
    browser() { "$here/report/check.py" "$work/page/index.html"; }
    try 'which the browser takes' browser
    # All that the page needs, but git.
    mkdir "$work/tools"
    for tool in sh awk dirname gnuplot sort test; do
        ln -s "$(command -v $tool)" "$work/tools/$tool"
    done
    python=$(python3 -c 'import sys; print(sys.executable)')
    try 'a page without git' env PATH="$work/tools" BUILD="$work/build" RUNS=here \
        "$python" "$fake/experiments/report/report.py" "$work/gitless"
    try 'says so' grep -q 'commit <code>unknown' "$work/gitless/index.html"
    if ! grep -q skipped "$work/log"; then
        index=$work/page/index.html
        cp "$index" "$work/whole"
        sed 's#</main>#<img src="http://127.0.0.1:9/x.png"></main>#' "$work/whole" >"$index"
        refuse 'a request to elsewhere is found' 'asks for http://127' browser
        sed 's#</main>#<script>console.error("oh")</script></main>#' "$work/whole" >"$index"
        refuse 'an error on the console is found' 'console: oh' browser
        sed 's#<use [^>]*/>##g; s#<path d=[^>]*/>##g' "$work/whole" >"$index"
        refuse 'an empty figure is found' 'empty' browser
        sed 's#&quot;name&quot;: &quot;[^&]*&quot;#\&quot;name\&quot;: \&quot;\&quot;#' "$work/whole" >"$index"
        refuse 'an axis without a name is found' 'accuracy-margin: an axis has no name' browser
        sed 's#</main>#<div class="plain"><div style="height:9px;overflow:auto">1<br>2<br>3</div></div></main>#' "$work/whole" >"$index"
        refuse 'a table that is cut is found' 'a table is cut' browser
        sed ':a;$!{N;ba};s#<nav.*</nav>##;s#</main>#<nav></nav></main>#' "$work/whole" >"$index"
        refuse 'contents after the figures are found' 'contents do not come first' browser
        awk '/<figure/ { for (i = 0; i < 26; i++) print } 1' "$work/whole" >"$index"
        refuse 'too many figures are found' 'are not folded away' browser
        sed 's#</main>#cold heaps</main>#' "$work/whole" >"$index"
        refuse 'a second word for cold positions is found' 'not every cold position' browser
        sed 's#<figure#<details class="more"><figure#; s#</figure>#</figure></details>#; s#<path d=[^>]*/>##g; s#<use [^>]*/>##g' "$work/whole" >"$index"
        refuse 'an empty figure that is folded away is found' 'accuracy-margin: empty' browser
        sed 's#</main>#<div style="width:3000px">x</div></main>#' "$work/whole" >"$index"
        refuse 'a page too wide for its screen is found' 'on a screen of' browser
    fi
    printf '<h2>x</h2>{{ must(top("errors", "n").n > 10**9) }}' >"$text"
    refuse 'a statement that does not hold' 'does not hold' page
    printf '<h2>x</h2>{{ one("errors", "n", set="nothing") }}' >"$text"
    refuse 'a number that no table has' 'no row with' page
fi
exit "$bad"
