#!/bin/sh
# Prints the completion script of a shell: completion.bash, .zsh or .fish beside
# this file, with the table of `takeaway --completion` (src/cli/completion.c) in
# place of @TABLE@. In fish the table stands between single quotes.
# Usage: completion.sh TAKEAWAY SHELL
set -eu
export LC_ALL=C
table=$("$1" --completion)
[ "$2" != fish ] || table=$(printf '%s\n' "$table" | sed "s/[\\\\']/\\\\&/g")
export table
awk 'sub(/@TABLE@$/, "") { printf "%s", $0; print ENVIRON["table"]; next } { print }' \
    "${0%.sh}.$2"
