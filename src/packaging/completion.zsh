#compdef takeaway
# Offers the words of a line of the table.
_takeaway_value() {
    local word
    [[ $1 == :files ]] && { _files; return }
    [[ $1 == , ]] && { shift; compset -P '*,' }
    for word in ${(M)@:#*:files}; do
        compset -P ${word%:files} && { _files; return }
    done
    compadd -S '' -- ${(M)${@%:files}:#*:} # no space behind these
    compadd -- ${@:#*:(|files)}
    ((compstate[nmatches]))
}
local command option letter values about only name
local -aU commands
local -a specs
while IFS='|' read -r command option letter values about; do
    commands+=$command
    [[ $command == $words[2] ]] || continue
    # _arguments calls what a space stands before, and unescapes '\:', '\[', '\]'.
    values=": : _takeaway_value ${values//:/\\:}"
    if [[ -z $option ]]; then
        specs+="*$values"
        continue
    fi
    only="(${option%=} $letter)" about="[${about//(#m)[]\\[]/\\$MATCH}]"
    [[ $option == *= ]] && letter=${letter:+$letter+} || values=
    for name in $option $letter; do
        specs+=$only$name$about$values
    done
done <<'END'
@TABLE@
END
_arguments "1: :($commands)" $specs
