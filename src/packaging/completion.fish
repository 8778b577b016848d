# fish completion for takeaway
complete -c takeaway -f
echo '@TABLE@
' | while read -d '|' -l command option letter values about
    set -l when -c takeaway -n "__fish_seen_subcommand_from $command"
    set -l offers -f -a "$values"
    test "$values" = :files; and set offers -F
    set -l name -l (string trim -c '-=' -- $option)
    test -n "$letter"; and set -a name -s (string sub -s 2 -- $letter)
    if test -z "$option"
        complete -c takeaway -n __fish_use_subcommand -a $command
        complete $when $offers
    else if string match -q '*=' -- $option
        complete $when $name -r -d "$about" $offers
    else
        complete $when $name -d "$about"
    end
end
