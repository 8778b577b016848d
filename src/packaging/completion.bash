# bash completion for takeaway
_takeaway() {
    local line=${COMP_LINE:0:COMP_POINT} command option letter values
    local current before word list='' lead=''
    local -a words
    read -rd '' -a words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=('')
    current=${words[-1]} before=${words[-2]}
    [[ $current == --*=* ]] && before=${current%%=*} lead=$before=
    while IFS='|' read -r command option letter values _; do
        if ((${#words[@]} == 2)); then
            [[ $option ]] || list+=" $command"
        elif [[ $command == "${words[1]}" ]]; then
            if [[ $current == -* && ! $lead ]]; then
                list+=" $option"
            elif [[ ! $option || $option == *= &&
                ($before == "$letter" || $before == "${option%=}") ]]; then
                list=$values
            fi
        fi
    done <<'END'
@TABLE@
END
    [[ $list == ,* && $current == *,* ]] && lead=${current%"${current##*,}"}
    for word in ${list#,}; do
        if [[ $word == *:files && $current == "$lead${word%:files}"* ]]; then
            compopt -o default
            COMPREPLY=()
            return
        fi
        word=$lead${word%:files}
        [[ $word == "$current"* ]] || continue
        # Bash puts it in place of $2, what follows the last '=' or ':'.
        COMPREPLY+=("${word#"${current%"${2#[=:]}"}"}")
        [[ $word == *[=:] ]] && compopt -o nospace
    done
    return 0
}
complete -F _takeaway takeaway
