# bash completion for takeaway
_takeaway() {
    local command option letter values words='' options=''
    local current=${COMP_WORDS[COMP_CWORD]}
    local before=${COMP_WORDS[COMP_CWORD - 1]}
    [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD - 2]}
    [[ $current == = ]] && current=''
    while IFS='|' read -r command option letter values _; do
        if ((COMP_CWORD == 1)); then
            words+=" $command"
        elif [[ $command == "${COMP_WORDS[1]}" ]]; then
            options+=" $option"
            [[ -z $option || $before == "$letter" ||
                $before= == "$option" ]] && words=$values
        fi
    done <<'END'
@TABLE@
END
    [[ $current == -* ]] && words=$options
    if [[ $words == :files ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    else
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current" | uniq)
        [[ ${COMPREPLY[0]-} == *[=:] ]] && compopt -o nospace 2>/dev/null
    fi
    return 0
}
complete -F _takeaway takeaway
