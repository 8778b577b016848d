# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# The completion scripts offer all options of each command, values that are
# accepted, and the same in each shell that there is.

refuses "--completion takes no value, got 'bash'" --completion=bash

for shell in bash zsh fish; do
    "$root/src/packaging/completion.sh" "$takeaway" $shell >completion.$shell
    sed "s/^echo '//; s/\\\\\(['\\\\]\)/\\1/g" completion.$shell | grep '^[a-z]*|[^|]*|[^|]*|[^|]*|' >table.$shell
    "$takeaway" --completion >table
    holds "the table in the script for $shell" cmp -s table table.$shell
done

# ---- the table: command, option, letter, words, description ----

# offered COMMAND OPTION: the words for the option's value, without those for
# lists and files; with OPTION '' for the command's operands.
offered() {
    awk -F '|' -v command="$1" -v option="$2" \
        '$1 == command && $2 == option { gsub(/^, |:files/, "", $4); print $4 }' table
}
operands_of() { # operands with which a command is quick
    case $1 in
    octal) echo 'kayles 20' ;;
    compare) echo '20 --reps=1 --warmup=0 --engines=naive' ;;
    moves | line | play | is | nth) echo 5 ;;
    yardstick) echo 'ruzsa 20' ;;
    grid) echo '20 --moves=(1,0):1' ;;
    info | verify) echo completion.ta ;;
    export) echo 'A030193 5' ;;
    period) echo '--search=1000 --game=list:1,2' ;;
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
    # An archive is of one game only; a device needs a program of its own.
    [ $status -ne 2 ] || grep -qE 'is of the game|without a device' err ||
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

# ---- the scripts in the shells themselves: see shells.py ----

mkdir -p files/folder
touch files/one.ta files/two.tsv 'files/folder/wi th.ta'
in_folder='one.ta two.tsv folder/'
cat >asked <<EOF
takeaway co|cold compare count
takeaway |$(offered help '')
takeaway engines l|length
takeaway engines nim --en|
takeaway octal ka|kayles
takeaway export nim|nim:
takeaway count |
takeaway count --threads=|
takeaway count --threads |
takeaway count --max-m|--max-memory=
takeaway nim 9 --m|--max --max-memory=|print only the records: each new largest value and its first heap
takeaway cold --format=b|bfile
takeaway cold --format b|bfile
takeaway count 5 --at=powers1|powers10
takeaway play --begin=|you computer
takeaway compare --quantity=|cold nim length
takeaway nim 5 --engine=bl|blocked
takeaway count 5 --engine |$(offered count --engine=)
takeaway compare 5 --engines=|$(offered compare --engines=)
takeaway compare 5 --engines=naive,|$(offered compare --engines=)
takeaway compare 5 --engines=naive,si|naive,sieve
takeaway compare 5 --engines naive,si|naive,sieve
takeaway cold --game=|$(offered cold --game=)
takeaway cold --game |$(offered cold --game=)
takeaway nim --game=oct|
takeaway cold --game=p|poly: polygonal: powers: practical primes pronic proper-divisors
takeaway cold --game=oc|octal:
takeaway cold --game li|list:
takeaway cold --game=pow|powers:
takeaway cold --game=fil|file:
takeaway cold --game=file:|$in_folder
takeaway cold --game=file:tw|file:two.tsv
takeaway cold --game file:tw|file:two.tsv
takeaway cold --game=file:./tw|file:./two.tsv
takeaway cold --game=file:folder/|file:folder/wi\\ th.ta
takeaway cold -o |$in_folder
takeaway cold -o tw|two.tsv
takeaway cold -q -o folder/|folder/wi\\ th.ta
takeaway cold --output=|$in_folder
takeaway cold --output tw|two.tsv
takeaway info |$in_folder
takeaway info -h |$in_folder
takeaway info --json tw|two.tsv
takeaway moves 5 --in=tw|two.tsv
EOF
# The options of every command, and every value after '=', a space and the letter.
[ -z "${TAKEAWAY_LONG:-}" ] || awk -F '|' -v in_folder="$in_folder" '
    { words = $4; gsub(/^, |:files/, "", words) }
    $4 == ":files" { words = in_folder }
    $2 == "" { print "takeaway " $1 " |" words; next }
    { options[$1] = options[$1] " " $2 }
    $2 ~ /=$/ {
        print "takeaway " $1 " " $2 "|" words
        print "takeaway " $1 " " substr($2, 1, length($2) - 1) " |" words
        if ($3 != "")
            print "takeaway " $1 " " $3 " |" words
    }
    END {
        for (command in options)
            print "takeaway " command " --|" substr(options[command], 2)
    }' table >>asked

# A table of what the shells could take for their own.
cat >odd-table <<'EOF'
odd||||
odd|--first=|-f|a: a:b: a:b:c d|say `date`, it's "so" [or so], $HOME, \n: 100% {of} <it>
odd|--files=||x:y::files z:|files
odd|--flag|-F||a flag
EOF
printf '#!/bin/sh\ncat odd-table\n' >odd-takeaway
chmod +x odd-takeaway
cat >odd-asked <<'EOF'
takeaway odd --fi|--first= --files=|say `date`, it's "so" [or so], $HOME, \n: 100% {of} <it>
takeaway odd -f |a: a:b: a:b:c d
takeaway odd -F --first=|a: a:b: a:b:c d
takeaway odd --first=a:b|a:b: a:b:c
takeaway odd --first a:b:c|a:b:c
takeaway odd --files=x:|x:y:
takeaway odd --files=x:y:|one.ta two.tsv folder/
takeaway odd --files x:y:tw|x:y:two.tsv
takeaway odd --files z:|
takeaway odd -F |
EOF

for shell in bash zsh fish; do
    if ! command -v $shell >/dev/null 2>&1 || ! command -v python3 >/dev/null 2>&1; then
        echo "skipped: completion in $shell, which is not here, or without Python"
        continue
    fi
    "$root/src/packaging/completion.sh" ./odd-takeaway $shell >odd-completion.$shell
    for lines in '' odd-; do
        checks=$((checks + 1))
        python3 "$root/tests/cli/shells.py" $shell "${lines}completion.$shell" <"${lines}asked" >out 2>&1 ||
            echo "status $?" >>out
        [ ! -s out ] || failed "completion in $shell" "$(cat out)"
    done
done
