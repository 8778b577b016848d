# A heat map of classes.tsv: the share of each class mod 5 in the heaps of a
# value. Before it: what is drawn (style.gp), y_name, share_name, and note, the
# format of a value.
load begin
stats file("classes") using (column("value")) name "V" nooutput
unset grid
set yrange [-0.6:4.6]
set xrange [-0.6:(V_max < 60 ? V_max : 60) + 0.6]
set ytics 0, 1
set cblabel share_name
set cbrange [0:*]
shares = sprintf("<awk -F '\\t' 'NR == 1 { print \"value\\tresidue\\tshare\\theaps\"; next } $2 == 5 { all[$1] += $4; n[$1, $3] = $4; if ($1 > last) last = $1 } END { for (v = 0; v <= last && v <= 60; v++) for (r = 0; r < 5; r++) if (all[v]) print v \"\\t\" r \"\\t\" 100 * n[v, r] / all[v] \"\\t\" n[v, r] }' '%s'", file("classes"))
plot shares using (column("value")):(column("residue")):(0.5):(0.5):(column("share")) with boxxyerror fillcolor palette notitle, \
     (paper ? "/dev/null" : shares) using (column("value")):(column("residue")): \
        (sprintf(note.", %d mod 5: %.2f %% (%d heaps)", column("value"), column("residue"), column("share"), column("heaps"))) \
        with labels hypertext point pointtype 5 pointsize 0.01 notitle
load end
