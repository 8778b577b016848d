# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# Each command's help speaks of that command: of its own quantity, and of
# options that it takes.

options_of() { # options_of COMMAND: the part of its help that lists them
    "$takeaway" "$1" --help | sed '/^Examples:/,$d' | grep '^  '
}

# silent COMMAND PATTERN: its options say nothing of that.
silent() {
    checks=$((checks + 1))
    options_of "$1" | grep -E -- "$2" >found && failed "help of $1" "$(cat found)"
}
for command in count cold; do
    silent $command 'nim-value|length|moves|one value'
done
silent nim 'cold|length|moves|one position a line|--misere'
silent length 'cold|nim|moves|--misere'
silent octal 'length|moves|subtraction|--misere'
silent moves '`moves|`period`|lengths'
silent period 'moves|heaps that are not below|--misere'
for command in info verify; do
    silent $command 'takeaway (cold|nim|length)'
done
"$takeaway" help >help
commands=$("$takeaway" --completion | sed -n 's/|||.*|$//p')
for command in $commands; do
    others=$(echo "$commands" | tr ' ' '\n' | paste -sd '|' |
        sed -E "s/\\b($command|games|engines|help|verify|info)\\b//g; s/\|+/|/g; s/^\||\|$//g")
    silent "$command" "takeaway ($others)\b|\`($others)\`|^ *($others):"
    "$takeaway" "$command" --help >command.txt
    expect 0 '' help "$command" <command.txt
    holds "help of $command" grep -q "^Usage: takeaway $command" command.txt
    holds "help names $command" grep -q "^  $command " help
    holds "exit statuses are not in the help of $command" \
        [ "$(grep -c '^Exit status' command.txt)" -eq 0 ]
    # Twelve lines at most say what the command prints; options have headings.
    lines=$(sed -n '3,/^$/p' command.txt | grep -c .)
    holds "the help of $command is short" [ "$lines" -ge 1 -a "$lines" -le 12 ]
    grep '^[A-Z].*:$' command.txt | paste -sd ' ' >headings
    holds "headings in the help of $command" grep -Eqx \
        '(What to compute: )?Output: (Long runs: )?(Speed and memory: )?Examples:' headings
    # What stands behind an example is what it prints; ` / ` may stand between rows.
    sed -n '/^Examples:/,$s/^  \(.*[^ ]\)  # \(.*\)$/\1\n\2/p' command.txt >example
    if [ -s example ]; then
        checks=$((checks + 1))
        sed -n 1p example >example.sh
        rows=' '
        grep -q ' / ' example && rows=' / '
        sh ./example.sh 2>err | tr '\t' ' ' | paste -sd ';' | sed "s|;|$rows|g" >got
        [ "$(sed -n 2p example)" = "$(cat got)" ] ||
            failed "example of $command" "$(cat example got)"
    fi
    holds "lines of $command's help fit" [ "$(awk 'length > 79' command.txt | wc -l)" -eq 0 ]
done
holds 'exit statuses are in takeaway help' grep -q '^Exit status' help
# What is never accepted is said why, and not offered.
for command in nim length line period octal; do
    case $command in
    octal) set -- kayles 5 ;;
    period) set -- ;;
    *) set -- 5 ;;
    esac
    refuses 'misere: ' $command "$@" --misere
done
# The help of engines names each setting, and each is accepted.
"$takeaway" help engines | tr '\n' ' ' >engines.txt
for setting in $("$takeaway" count 9 --engine=divide:x 2>&1 | sed 's/.*accepted: //;s/,//g'); do
    holds "the help of engines names $setting" grep -qE "[ (]${setting}[ ,(]" engines.txt
    case $setting in
    *=K) setting=${setting%K}8 ;;
    esac
    checks=$((checks + 1))
    "$takeaway" compare 2000 --engines="divide:$setting" --reps=1 -q >out 2>err ||
        failed "compare with $setting" "$(cat err)"
done
