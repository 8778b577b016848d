# shellcheck shell=sh disable=SC2154,SC2317 # run.sh sets them; eval runs it
# The command lines of lines.tsv, good and bad, in order, in a folder of their
# own: exit status, digests of stdout and stderr, command line. Where an output
# changes on purpose: RECORD=1 tests/cli/run.sh tests/cli/cases-lines.sh; `git
# diff` then shows whose. Nothing here depends on time, processors or terminal.
table=$here/lines.tsv
mkdir -p recorded/place
cut -f 4- "$table" >line.all
(
    cd recorded/place || exit 1
    takeaway() { "$takeaway" "$@"; }
    turn=1000
    while IFS= read -r line <&3; do
        turn=$((turn + 1)) status=0
        eval "$line" >../$turn.out 2>../$turn.err </dev/null || status=$?
        echo "$status"
    done 3<../../line.all >../../line.status
)
for kind in out err; do
    sha256sum recorded/*.$kind | cut -c 1-10 >line.$kind
done
paste line.status line.out line.err line.all >line.got
if [ -n "${RECORD-}" ] && ! awk '$1 >= 128 { exit 1 }' line.status; then
    failed RECORD 'a command line crashed: nothing is recorded'
elif [ -n "${RECORD-}" ]; then
    cp line.got "$table"
fi
checks=$((checks + $(wc -l <line.all)))
awk -F '\t' 'NR == FNR { was[FNR] = $0; next }
    was[FNR] != $0 {
        split(was[FNR], old)
        print (old[1] != $1 ? " status" : "") (old[2] != $2 ? " stdout" : "") (old[3] != $3 ? " stderr" : "") "\t" $4
    }' "$table" line.got >line.differ
while IFS='	' read -r what line; do
    failed "$line" "not as recorded: $what"
done <line.differ
