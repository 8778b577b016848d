#!/bin/sh
# search.sh GAME HEAPS ROWS [OPTION]...: appends the row that table.sh has of a
# game to ROWS, found by one `takeaway octal GAME HEAPS --period OPTION...`;
# nothing where that is ended.
set -eu
export LC_ALL=C
game=$1 heaps=$2 rows=$3
shift 3
row=$("${TAKEAWAY:-build/takeaway}" octal "$game" "$heaps" --period "$@" |
    awk -F '\t' -v OFS='\t' -v game="$game" '
        { value[$1] = $2 }
        END {
            if (!("heaps" in value))
                exit 1
            sub(/:.*/, "", value["proof"])
            sub(/^0x/, "", value["mask"])
            if (value["proof"] == "none") # it may have been seen, which is of no interest here
                value["preperiod"] = value["period"] = "NA"
            print game, value["proof"], value["heaps"], value["preperiod"], value["period"],
                value["largest"], value["largest_at"], value["mask"], value["rare"], value["last_rare"]
        }')
printf '%s\n' "$row" >>"$rows"
