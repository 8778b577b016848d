# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# What completion offers: all options of each command, values that are accepted,
# and the same in each shell that there is.

refuses "--completion 'tcl' is not accepted; accepted: bash, zsh, fish" \
    --completion=tcl

offered() { # offered WORD...: the candidates for the last word
    "$takeaway" --complete "$@" | cut -f 1
}

# Operands with which a command is quick, and does nothing by itself.
"$takeaway" cold 100 --format=archive -o completion.tka
"$takeaway" count 64 --at=powers2 >completion.tsv
operands_of() {
    case $1 in
    count | cold | nim | length) echo 20 ;;
    compare) echo '20 --engines=naive --reps=1 --warmup=0' ;;
    fit) echo completion.tsv ;;
    octal) echo 'kayles 20' ;;
    moves | line | play | is | nth) echo 5 ;;
    yardstick) echo 'ruzsa 20' ;;
    info | verify) echo completion.tka ;;
    export) echo 'A030193 5' ;;
    period) echo --search=1000 ;;
    census) echo '--size=2 --within=5' ;;
    *) echo ;;
    esac
}

# accepted COMMAND WORD...: no wrong usage, whatever else may come of it.
accepted() {
    checks=$((checks + 1))
    status=0
    "$takeaway" "$@" <"$input" >out 2>err || status=$?
    # An archive is of one game only.
    [ $status -ne 2 ] || grep -q 'is of the game' err || failed "completion: $*" "not accepted: $(cat err)"
}

for command in $(offered ''); do
    "$takeaway" "$command" --help >command.txt
    grep -oE '^  (-.,|   ) --[a-z-]+=?' command.txt | sed 's/.*--/--/' |
        sort -u >listed
    offered "$command" -- | sort -u >all
    holds "completion offers the options of $command" cmp -s listed all
    while read -r option; do
        case $option in
        # What goes with others only, or is no value.
        --help | --version) continue ;;
        esac
        for value in $(offered "$command" "$option"); do
            case $value in
            --format=npy | --format=archive) value="$value -o completion.out" ;;
            --at=*) [ "$command" != verify ] || value="$value --windows=1" ;;
            *: | *= | :files) continue ;; # more is to come
            esac
            [ "$value" != "$option" ] || continue
            # shellcheck disable=SC2046,SC2086 # several words
            accepted "$command" $(operands_of "$command") $value
        done
    done <all
done
for file in --in --resume --checkpoint --wisdom --output; do
    holds "files after $file" [ "$(offered cold 5 $file=)" = :files ]
done
for command in info verify fit; do
    holds "files after $command" [ "$(offered $command '')" = :files ]
done
for topic in $(offered help ''); do
    accepted help "$topic"
done
for quantity in $(offered engines ''); do
    accepted engines "$quantity"
done
for name in $(offered export ''); do
    case $name in
    *:) name=${name}squares ;;
    esac
    accepted export "$name" 5
done
for name in $(offered octal ''); do
    accepted octal "$name" 5
done
for name in $(offered yardstick ''); do
    accepted yardstick "$name" 5
done
for command in nim length octal cold; do
    "$takeaway" engines $command | tail -n +2 | cut -f 1 >want
    for form in --engine= '--engine '; do
        # shellcheck disable=SC2086 # '--engine' and an empty word, or one word
        case $form in
        *=) offered $command $form | sed 's/.*=//' >got ;;
        *) offered $command --engine '' >got ;;
        esac
        holds "engines of $command" cmp -s want got
    done
done
holds 'games of a heap' [ "$(offered moves 7@prim)" = 7@primes ]
holds 'games of a second heap' [ "$(offered moves 5 7@prim)" = 7@primes ]
holds 'games of a third heap' [ "$(offered play 5 6@cubes 7@prim)" = 7@primes ]
holds 'nothing after the last operand' [ -z "$(offered line 5 7@prim)" ]
holds 'contenders' [ "$(offered compare 9 --engines=naive,wh)" = --engines=naive,wheel ]

# ---- in the shells themselves ----

# What each is asked to complete, and what it should make of it: the lines that
# bash is to replace the part behind its word breaks by.
cat >asked <<'EOF'
takeaway co|count cold compare
takeaway count --ma|--max-memory=
takeaway cold --format=b|bfile
takeaway nim 5 --engine=bl|blocked
takeaway nim 5 --engine bl|blocked
takeaway count 5 --at=powers1|powers10
takeaway moves 7@kay|kayles
takeaway export nim:prim|primes
takeaway info completion.t|completion.tka completion.tsv
takeaway cold 5 --in=completion.tk|completion.tka
EOF
"$takeaway" --completion=bash >completion.bash
if command -v bash >/dev/null 2>&1; then
    cat >complete.bash <<'EOT2'
. ./completion.bash
while IFS='|' read -r COMP_LINE wanted; do
    COMP_POINT=${#COMP_LINE} COMPREPLY=()
    _takeaway "$1"
    [[ ${COMPREPLY[*]} == "$wanted" ]] ||
        echo "$COMP_LINE: '${COMPREPLY[*]}', wanted '$wanted'"
done <asked
EOT2
    checks=$((checks + 1))
    bash complete.bash "$takeaway" >out 2>&1
    [ ! -s out ] || failed 'completion in bash' "$(cat out)"
else
    echo 'skipped: completion in bash, which is not here'
fi
"$takeaway" --completion=fish >completion.fish
if command -v fish >/dev/null 2>&1; then
    cat >complete.fish <<'EOT2'
source completion.fish
while read -d '|' -l line wanted
    set -l got (complete -C "$line" | string replace -r '\t.*' '' | sort)
    set -l last (string replace -r '.* ' '' -- $line)
    set -l head (string replace -r '[^=:@]*$' '' -- $last)
    set -l all (for word in (string split ' ' -- $wanted); echo $head$word; end | sort)
    test "$got" = "$all"; or echo "$line: '$got', wanted '$all'"
end <asked
EOT2
    checks=$((checks + 1))
    HOME=$work fish --no-config complete.fish >out 2>&1
    [ ! -s out ] || failed 'completion in fish' "$(cat out)"
else
    echo 'skipped: completion in fish, which is not here'
fi
# Zsh completes in a terminal only: its own functions are stood in for.
"$takeaway" --completion=zsh >_takeaway
if command -v zsh >/dev/null 2>&1; then
    cat >complete.zsh <<'EOT2'
compdef() { : }
compset() { : }
_files() { got=(files) }
compadd() { got=($names) }
. ./_takeaway
while IFS='|' read -r line wanted; do
    words=("${(@s: :)line}") CURRENT=${#${(@s: :)line}} got=()
    words[1]=$1
    _takeaway
    head=${${line##* }%%[^=:@]#}
    case $wanted in
    completion.*) wanted=files head= ;;
    esac
    all=()
    for word in ${(s: :)wanted}; do all+=($head$word); done
    [[ "$got" == "$all" ]] || print -r -- "$line: '$got', wanted '$all'"
done <asked
EOT2
    checks=$((checks + 1))
    zsh -f -o extendedglob complete.zsh "$takeaway" >out 2>&1
    [ ! -s out ] || failed 'completion in zsh' "$(cat out)"
else
    echo 'skipped: completion in zsh, which is not here'
fi
