# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# The completion scripts offer all options of each command, values that are
# accepted, and the same in each shell that there is.

refuses "--completion takes no value, got 'bash'" --completion=bash

for shell in bash zsh fish; do
    "$root/src/packaging/completion.sh" "$takeaway" $shell >completion.$shell
    sed "s/^echo '//" completion.$shell | grep '^[a-z]*|[^|]*|[^|]*|[^|]*|' >table.$shell
    "$takeaway" --completion >table
    holds "the table in the script for $shell" cmp -s table table.$shell
done

# ---- the table: command, option, letter, words, description ----

# offered COMMAND OPTION: the words for the option's value; with OPTION '' for
# the command's operands.
offered() {
    awk -F '|' -v command="$1" -v option="$2" \
        '$1 == command && $2 == option && $4 != ":files" { print $4 }' table.bash
}
operands_of() { # operands with which a command is quick
    case $1 in
    octal) echo 'kayles 20' ;;
    compare) echo '20 --reps=1 --warmup=0 --engines=naive' ;;
    moves | line | play | is | nth) echo 5 ;;
    yardstick) echo 'ruzsa 20' ;;
    info | verify) echo completion.ta ;;
    export) echo 'A030193 5' ;;
    period) echo --search=1000 ;;
    census) echo '--size=2 --within=5' ;;
    fit) echo completion.tsv ;;
    *) echo 20 ;;
    esac
}
"$takeaway" cold 100 -o completion.ta
"$takeaway" count 64 --at=powers2 >completion.tsv

# accepted COMMAND WORD...: no wrong usage, whatever else may come of it.
accepted() {
    sampled 3 || return 0
    checks=$((checks + 1))
    status=0
    "$takeaway" "$@" <"$input" >out 2>err || status=$?
    # An archive is of one game only.
    [ $status -ne 2 ] || grep -q 'is of the game' err ||
        failed "completion: $*" "not accepted: $(cat err)"
}

commands=$(awk -F '|' '$2 == "" { print $1 }' table.bash)
holds 'all commands' [ "$("$takeaway" help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p')" = "$commands" ]
for command in $commands; do
    "$takeaway" help "$command" | grep -oE '^  (-., )?--[a-z-]+=?' | sed 's/.*--/--/' >listed
    awk -F '|' -v command="$command" '$1 == command && $2 != "" { print $2 }' table.bash >all
    holds "completion offers the options of $command" cmp -s listed all
    while read -r option; do
        for value in $(offered "$command" "$option"); do
            word=$option$value
            case $word in
            *:) continue ;; # a parameter is to come
            --format=npy | --format=archive) word="$word -o completion.out" ;;
            --at=*) [ "$command" != verify ] || word="$word --windows=1" ;;
            esac
            # shellcheck disable=SC2046,SC2086 # several words
            accepted "$command" $(operands_of "$command") $word
        done
    done <all
    more=
    case $command in octal | yardstick | export) more=5 ;; esac
    for name in $(offered "$command" ''); do
        case $name in *:) name=${name}squares ;; esac
        # shellcheck disable=SC2086 # or nothing
        accepted "$command" "$name" $more
    done
done
holds 'operands are offered' [ "$(offered export '' | wc -w)" -ge 15 ]
for command in nim length octal cold; do
    holds "engines of $command" [ "$(offered $command --engine=)" = \
        "$("$takeaway" engines $command | tail -n +2 | cut -f 1 | paste -sd ' ')" ]
done

# ---- the scripts in the shells themselves ----

# A command line, and what a shell offers for its last word.
cat >asked <<'EOF'
takeaway co|cold compare count
takeaway cold --format=b|bfile
takeaway nim 5 --engine=bl|blocked
takeaway nim 5 --engine bl|blocked
takeaway count 5 --at=powers1|powers10
takeaway count --max-m|--max-memory=
takeaway cold 9 -o completion.t|completion.ta completion.tsv
takeaway info completion.t|completion.ta completion.tsv
takeaway engines l|length
EOF
in_shell() { # in_shell SHELL COMMAND...: runs a script that prints differences
    if ! command -v "$1" >/dev/null 2>&1; then
        echo "skipped: completion in $1, which is not here"
        return
    fi
    checks=$((checks + 1))
    HOME=$work "$@" >out 2>&1 || echo "status $?" >>out
    [ ! -s out ] || failed "completion in $1" "$(cat out)"
}

# Bash hands '=' to the function as a word of its own.
cat >complete.bash <<'EOF'
. ./completion.bash
while IFS='|' read -r line wanted; do
    read -ra COMP_WORDS <<<"${line//=/ = }"
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
    _takeaway
    got=$(printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort | paste -sd ' ')
    [[ $got == "$wanted" ]] || echo "$line: '$got', wanted '$wanted'"
done <asked
EOF
in_shell bash complete.bash

# Fish offers an option's value with the option before it.
cat >complete.fish <<'EOF'
source completion.fish
while read -d '|' -l line wanted
    set -l got (complete -C "$line" | string replace -r '\t.*' '' |
        string replace -r '^--(?!max).*=' '' | sort | string join ' ')
    set wanted (string replace = '' -- $wanted)
    test "$got" = "$wanted"; or echo "$line: '$got', wanted '$wanted'"
end <asked
EOF
in_shell fish --no-config complete.fish

# Zsh completes on a terminal only: here a stand-in for _arguments prints what
# the script hands to it.
cat >complete.zsh <<'EOF'
compdef() { : }
_arguments() { print -r -- "${(F)@}" }
. ./completion.zsh
words=(takeaway cold)
got=$(_takeaway)
for wanted in "1: :(count cold compare" "--format=[text, one number a line" \
    ": :(text bfile npy archive)" "--output=[" ": :_files" "--misere[misere play" "*: :()"; do
    [[ $got == *$wanted* ]] || print -r -- "no '$wanted' in '$got'"
done
EOF
in_shell zsh -f complete.zsh
