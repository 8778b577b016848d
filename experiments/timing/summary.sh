#!/bin/sh
# What the timing table says. summary.sh TIMES OUTPUT-FOLDER writes there
#   medians.tsv     of every set, engine, n and warm: median, least, greatest
#   crossovers.tsv  which engine passes which, and where: slower below, faster
#                   from the first measured n on to the last both have; the
#                   crossing itself on the straight line between the two
#                   measured n around it, in log-log. Only pairs of which each
#                   was 1.2 times slower once: less is noise on a busy machine
#   fastest.tsv     the fastest engine other than auto, and auto beside it
set -eu

times=$1
out=$2
tab=$(printf '\t')

sed 1d "$times" | sort -t "$tab" -k 1,1 -k 4,4n -k 2,2 -k 3,3n -k 6,6n |
    awk -F '\t' '
    function row() {
        if (count == 0) return
        half = int((count + 1) / 2)
        median = count % 2 ? wall[half] : (wall[half] + wall[half + 1]) / 2
        printf "%s\t%s\t%.0f\t%d\t%d\t%.6f\t%.6f\t%.6f\t%.4f\t%.4f\t%.4f\t%s\n",
            set, engine, n, warm, count, median, wall[1], wall[count],
            1e9 * median / n, 1e9 * wall[1] / n, 1e9 * wall[count] / n, bytes
    }
    BEGIN {
        print "set\tengine\tn\twarm\treps\twall_s\tleast_wall_s\tgreatest_wall_s" \
              "\tns_per_position\tleast_ns_per_position\tgreatest_ns_per_position\tpredicted_bytes"
    }
    {
        if ($1 != set || $2 != engine || $3 != n || $4 != warm) {
            row()
            count = 0; set = $1; engine = $2; n = $3; warm = $4; bytes = $9
        }
        wall[++count] = $6
    }
    END { row() }' >"$out/medians.tsv.part"
mv "$out/medians.tsv.part" "$out/medians.tsv"

sed 1d "$out/medians.tsv" | sort -t "$tab" -k 1,1 -k 4,4n -k 3,3n |
    awk -F '\t' -v fastest="$out/fastest.tsv.part" '
    # One set and one kind of run at a time: time[engine, place of n].
    function crossing(a, b,    j, since, before, common, clearly, ratio, slope, x) {
        since = before = common = clearly = 0
        for (j = 1; j <= sizes; j++)
            if ((a, j) in time && (b, j) in time) {
                common = j
                if (time[b, j] >= 1.2 * time[a, j]) clearly = 1
                if (time[b, j] >= time[a, j]) { before = j; since = 0 }
                else if (since == 0) since = j
            }
        if (!clearly || since == 0 || time[a, common] < 1.2 * time[b, common]) return
        ratio = log(time[b, before] / time[a, before])
        slope = log(time[b, since] / time[a, since]) - ratio
        x = log(n[before]) - ratio / slope * log(n[since] / n[before])
        printf "%s\t%d\t%s\t%s\t%.0f\t%.0f\t%.2g\t%.0f\t%.2f\n", set, warm, a, b,
            n[before], n[since], exp(x), n[common], time[a, common] / time[b, common]
    }
    function group(    i, j, e, best) {
        if (sizes == 0) return
        for (i = 1; i <= engines; i++)
            for (j = 1; j <= engines; j++)
                if (i != j && name[i] != "auto" && name[j] != "auto")
                    crossing(name[i], name[j])
        for (j = 1; j <= sizes; j++) {
            best = ""
            for (i = 1; i <= engines; i++) {
                e = name[i]
                if (e != "auto" && (e, j) in time &&
                    (best == "" || time[e, j] < time[best, j])) best = e
            }
            if (best != "" && ("auto", j) in time)
                printf "%s\t%d\t%.0f\t%s\t%.6f\t%.6f\t%.2f\n", set, warm, n[j], best,
                    time[best, j], time["auto", j], time["auto", j] / time[best, j] > fastest
        }
    }
    BEGIN {
        print "set\twarm\tslower\tfaster\tslower_to_n\tfaster_from_n\tcrossing_n\tlast_n\tratio_at_last_n"
        print "set\twarm\tn\tfastest\tfastest_wall_s\tauto_wall_s\tauto_to_fastest" > fastest
    }
    {
        if ($1 != set || $4 != warm) {
            group()
            set = $1; warm = $4; sizes = engines = 0
            split("", time); split("", known); split("", n); split("", name)
        }
        if (sizes == 0 || $3 != n[sizes]) n[++sizes] = $3
        if (!($2 in known)) { known[$2] = 1; name[++engines] = $2 }
        time[$2, sizes] = $6
    }
    END { group() }' >"$out/crossovers.tsv.part"
mv "$out/crossovers.tsv.part" "$out/crossovers.tsv"
mv "$out/fastest.tsv.part" "$out/fastest.tsv"
