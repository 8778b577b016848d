#!/bin/sh
# Prints the completion script of a shell: completion.bash, .zsh or .fish beside
# this file, with the table of `takeaway --completion` in place of @TABLE@.
# Usage: completion.sh TAKEAWAY SHELL
set -eu
export LC_ALL=C
table=$("$1" --completion)
export table
awk 'sub(/@TABLE@$/, "") { printf "%s", $0; print ENVIRON["table"]; next } { print }' \
    "${0%.sh}.$2"
