# shellcheck shell=sh disable=SC2154 # run.sh sets and reads them
# The tool as built: position independent, its tables of addresses read only
# from the start, stacks guarded, and functions of libc that check their
# buffers, where the compiler was asked for it (Makefile: HARD_CC, HARD_LINK).

flags=$(dirname "$takeaway")/flags
compiler=$(sed 's/ -std=c11 .*//' "$flags" 2>/dev/null) || true # may be "ccache gcc"
has() { # has FLAG PATTERN READELF-OPTION...: the flag shows in the program
    flag=$1 pattern=$2
    shift 2
    grep -q -e "$flag" "$flags" || return 0
    readelf -W "$@" "$takeaway" | grep -Eq "$pattern" ||
        failed "readelf $*" "built with $flag, but nothing like '$pattern'"
}
if command -v readelf >/dev/null && [ -r "$flags" ] &&
    readelf -h "$takeaway" >/dev/null 2>&1; then
    checks=$((checks + 5))
    has -pie 'Type: +DYN' -h
    has relro GNU_RELRO -l
    has now 'BIND_NOW|Flags:.* NOW' -d
    has -fstack-protector-strong __stack_chk_fail --dyn-syms
    has -D_FORTIFY_SOURCE=2 '__[a-z]+_chk' --dyn-syms
    # With gcc or clang and a GNU linker nothing of it may be missing.
    case ${compiler##*[ /]}:$(uname -s) in
    cc:Linux | gcc:Linux | clang*:Linux)
        for flag in -pie relro now -fstack-protector-strong; do
            holds "$flag is asked for" grep -q -e "$flag" "$flags"
        done
        grep -q -e -fsanitize "$flags" || ! grep -q -e '-O[1-3s]' "$flags" ||
            holds 'fortified' grep -q -e _FORTIFY_SOURCE "$flags"
        ;;
    esac
else
    holds 'left out: no ELF, or no readelf' true
fi

# All users can read what is installed, whatever the umask of the user who installs
# it. Without a compiler's folder there is nothing to install from.
if [ -r "$flags" ] && [ -z "${TAKEAWAY_EMULATED:-}" ]; then
    checks=$((checks + 1))
    (
        umask 077
        cd "$root" && make -s install BUILD="$(dirname "$takeaway")" \
            CC="$compiler" DESTDIR="$work/installed" -o all
    ) >"$work/out" 2>"$work/err" || failed 'make install' "$(head -n 3 "$work/err")"
    shared=$(find "$(dirname "$takeaway")" -maxdepth 1 -name '*.so' | wc -l)
    headers=$(find "$root/include" -name '*.h' | wc -l)
    [ "$(find installed -type f | wc -l)" -eq "$((7 + headers + shared))" ] ||
        failed 'make install' "$(find installed -type f)"
    [ -z "$(find installed ! -perm -044)" ] ||
        failed 'umask 077; make install' "$(find installed ! -perm -044)"
fi
