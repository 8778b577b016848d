#compdef takeaway
_takeaway() {
    local command option letter values about
    local -aU commands
    local -a specs
    while IFS='|' read -r command option letter values about; do
        commands+=$command
        [[ $command == $words[2] ]] || continue
        [[ $values == :files ]] && values=_files || values="($values)"
        case $option in
        '') specs+="*: :$values" ;;
        *=) specs+="${option}[$about]: :$values" ;;
        *) specs+="${option}[$about]" ;;
        esac
    done <<'END'
@TABLE@
END
    _arguments "1: :($commands)" $specs
}
if [[ $funcstack[1] == _takeaway ]]; then
    _takeaway "$@"
else
    compdef _takeaway takeaway
fi
