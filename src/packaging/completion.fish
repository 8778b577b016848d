# fish completion for takeaway
complete -c takeaway -f
echo '@TABLE@
' | while read -d '|' -l command option letter values about
    set -l name -c takeaway
    set -l when "contains -- '$command' (commandline -opc)[2]"
    if test -z "$option"
        complete -c takeaway -n __fish_use_subcommand -a "$command"
    else
        set -a name -d "$about" -l (string trim -c '-=' -- $option)
    end
    test -n "$letter"; and set -a name -s (string sub -s 2 -- $letter)
    string match -q '*=' -- $option; and set -a name -r
    set -l words (string replace -a :files '' -- $values)
    # Fish puts a space behind a word that is there already.
    set -l begun (string join '|' : (string match -ar '\S+:(?= |$)' -- $words))
    string match -q ', *' -- $words; and set words "(__fish_append $words)"
    complete $name -f -a "$words" \
        -n "$when; and not string match -qr '(^|=)($begun)\$' -- (commandline -ct) ''"
    set -l prefix (string match -r '(\S*):files' -- $values)
    and complete $name -F \
        -n "$when; and string match -q '*$prefix[2]*' -- (commandline -ct) ''"
end
