#!/bin/sh
# Pages that can be published as they are: the interface, the man page, the report.
#   docs.sh TAKEAWAY REPORT FOLDER    TAKEAWAY the tool, REPORT what report.py made
set -eu
export LC_ALL=C
takeaway=$1
report=$2
out=$3
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
version=$("$takeaway" --version | awk 'NR == 1 { print $2 }')
rm -rf "$out"
mkdir -p "$out/api"

# The header has plain comments; Doxygen is given those it reads.
mkdir "$out/takeaway"
for part in "$root"/include/takeaway.h "$root"/include/takeaway/*.h; do
    awk '
    /^\/\* -+ .* -+ \*\/$/ {
        gsub(/^\/\* -+ | -+ \*\/$/, "")
        printf "%s/** @name %s\n * @{ */\n", (open ? "/** @} */\n" : ""), toupper(substr($0, 1, 1)) substr($0, 2)
        open = 1
        next
    }
    /^#ifdef __cplusplus/ && open { print "/** @} */"; open = 0 }
    NR == 1 { sub(/^\/\* /, "/** @file\n * ") }
    /^ *\/\* / { sub(/\/\* /, "/** ") }
    /[^ ] *\/\* / { sub(/\/\* /, "/**< ") }
    { print }' "$part" >"$out/${part#"$root"/include/}"
done
(
    cd "$out"
    doxygen - <<EOF
PROJECT_NAME = takeaway
PROJECT_NUMBER = $version
PROJECT_BRIEF = "evaluate take-away (subtraction) games"
INPUT = takeaway.h takeaway
STRIP_FROM_PATH = .
OUTPUT_DIRECTORY = .
HTML_OUTPUT = api
GENERATE_LATEX = NO
OPTIMIZE_OUTPUT_FOR_C = YES
EXTRACT_ALL = YES
MARKDOWN_SUPPORT = NO
JAVADOC_AUTOBRIEF = YES
SORT_MEMBER_DOCS = NO
TYPEDEF_HIDES_STRUCT = YES
SHOW_INCLUDE_FILES = NO
VERBATIM_HEADERS = NO
SEARCHENGINE = NO
HAVE_DOT = NO
HTML_TIMESTAMP = NO
QUIET = YES
WARN_IF_UNDOCUMENTED = NO
WARN_NO_PARAMDOC = NO
EOF
    rm -r takeaway.h takeaway
)

"$takeaway" --man >"$out/takeaway.1"
mandoc -Thtml -O style=man.css "$out/takeaway.1" >"$out/takeaway.1.html"
rm "$out/takeaway.1"
cp "$here/man.css" "$out/man.css"
cp -R "$report" "$out/report"
rm -rf "$out/report/check"
cp "$root/experiments/growth/cold-count.svg" "$out/cold-count.svg"
sed "s/@VERSION@/$version/" "$here/docs.html" >"$out/index.html"
echo "$out/index.html: $(find "$out" -type f | wc -l | tr -d ' ') files, $(du -sk "$out" | cut -f 1) KiB"
