/* takeaway --completion=SHELL: the shells' parts of completion, which ask
 * `takeaway --complete` (complete.c). `make install` puts them in place. */
#include <stdio.h>
#include <string.h>

#include "cli.h"

const char cli_shells[] = "bash, zsh, fish";

/* Bash cuts words at '=', ':' and '@' too, and replaces only what follows the
 * last of them: candidates lose what stands before. */
static const char bash[] =
    "# bash completion for takeaway\n"
    "_takeaway() {\n"
    "    local line=${COMP_LINE:0:COMP_POINT} words current cut='' mark head\n"
    "    read -ra words <<<\"$line\"\n"
    "    [[ $line == *[[:space:]] ]] && words+=('')\n"
    "    current=${words[${#words[@]} - 1]}\n"
    "    for mark in = : @; do\n"
    "        [[ $COMP_WORDBREAKS == *\"$mark\"* && $current == *\"$mark\"* ]] "
    "|| continue\n"
    "        head=${current%\"$mark\"*}$mark\n"
    "        ((${#head} > ${#cut})) && cut=$head\n"
    "    done\n"
    "    mapfile -t COMPREPLY < <(\"$1\" --complete \"${words[@]:1}\" "
    "2>/dev/null | cut -f 1)\n"
    "    if [[ ${COMPREPLY[0]-} == :files ]]; then\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        mapfile -t COMPREPLY < <(compgen -f -- \"${current##*=}\")\n"
    "        return\n"
    "    fi\n"
    "    COMPREPLY=(\"${COMPREPLY[@]#\"$cut\"}\")\n"
    "    [[ ${COMPREPLY[0]-} == *[=:] ]] && compopt -o nospace 2>/dev/null\n"
    "    return 0\n"
    "}\n"
    "complete -F _takeaway takeaway\n";

static const char zsh[] = "#compdef takeaway\n"
                          "_takeaway() {\n"
                          "    local -a lines names shown\n"
                          "    local line\n"
                          "    lines=(\"${(@f)$(\"$words[1]\" --complete "
                          "\"${(@)words[2,CURRENT]}\" 2>/dev/null)}\")\n"
                          "    if [[ $lines[1] == :files ]]; then\n"
                          "        compset -P '*='\n"
                          "        _files\n"
                          "        return\n"
                          "    fi\n"
                          "    for line in $lines; do\n"
                          "        names+=(\"${line%%$'\\t'*}\")\n"
                          "        shown+=(\"${line/$'\\t'/  }\")\n"
                          "    done\n"
                          "    if [[ $names[1] == *[=:] ]]; then\n"
                          "        compadd -Q -l -S '' -d shown -a names\n"
                          "    else\n"
                          "        compadd -Q -l -d shown -a names\n"
                          "    fi\n"
                          "}\n"
                          "if [[ $funcstack[1] == _takeaway ]]; then\n"
                          "    _takeaway \"$@\"\n"
                          "else\n"
                          "    compdef _takeaway takeaway\n"
                          "fi\n";

static const char fish[] =
    "# fish completion for takeaway\n"
    "function __takeaway_complete\n"
    "    set -l current (commandline -ct)\n"
    "    set -l words (commandline -opc) \"$current\"\n"
    "    set -l lines ($words[1] --complete $words[2..-1] 2>/dev/null)\n"
    "    if test \"$lines[1]\" = :files\n"
    "        set -l head (string replace -r '^(--[^=]*=|).*' '$1' -- "
    "\"$current\")\n"
    "        for file in (__fish_complete_path (string replace -r "
    "'^--[^=]*=' '' -- \"$current\"))\n"
    "            echo $head$file\n"
    "        end\n"
    "    else\n"
    "        printf '%s\\n' $lines\n"
    "    end\n"
    "end\n"
    "complete -c takeaway -f -a '(__takeaway_complete)'\n";

int cli_completion(const char *shell)
{
    const char *script = strcmp(shell, "bash") == 0   ? bash
                         : strcmp(shell, "zsh") == 0  ? zsh
                         : strcmp(shell, "fish") == 0 ? fish
                                                      : NULL;
    if (script == NULL)
        return cli_unknown("--completion", shell, cli_shells);
    fputs(script, stdout);
    return CLI_DONE;
}
