#!/bin/sh
# Prints the manifest of a run: its command, its files, the program, the machine.
#   manifest.sh TAKEAWAY 'COMMAND' 'SEED' FILE...
# COMMAND is what reproduces the FILEs; no path of this machine and no name of
# it is printed. CC, PKG_CONFIG as for make. Run where the commit can be seen.
set -eu
export LC_ALL=C

takeaway=$1
command=$2
seed=$3
shift 3

line() {
    printf '%-12s %s\n' "$1" "$2"
}

first_of() { # the first non-empty line, with its blanks squeezed
    awk 'NF && !seen { $1 = $1; print; seen = 1 }'
}

version_of() { # version_of PKG-CONFIG-NAME
    ${PKG_CONFIG:-pkg-config} --modversion "$1" 2>/dev/null || echo unknown
}

cpu() {
    if [ -r /proc/cpuinfo ]; then
        awk -F ': *' '/^model name/ && !seen { print $2; seen = 1 }' /proc/cpuinfo
    else
        sysctl -n machdep.cpu.brand_string 2>/dev/null
    fi
}

gmp() { # older packages bring no .pc file
    version=$(version_of gmp)
    if [ "$version" = unknown ]; then
        version=$(printf '#include <gmp.h>\n__GNU_MP_VERSION.__GNU_MP_VERSION_MINOR.__GNU_MP_VERSION_PATCHLEVEL\n' |
            ${CC:-cc} -E -P - 2>/dev/null | tail -n 1 | tr -d ' ')
    fi
    echo "${version:-unknown}"
}

# Tables that a run has just written are no change to what made them.
dirty() {
    if [ -n "$(git status --porcelain -- . ':(exclude,top)data/runs' 2>/dev/null)" ]; then
        echo yes
    else
        echo no
    fi
}

line command "$command"
line tool "$("$takeaway" --version | first_of)"
line commit "$(git rev-parse HEAD 2>/dev/null || echo unknown)"
line dirty "$(dirty)"
line date "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
line seed "$seed"
line compiler "$(${CC:-cc} --version | first_of)"
line flags "${TAKEAWAY_FLAGS:-unknown}"
line fftw "$(version_of fftw3)"
line gmp "$(gmp)"
line primesieve "$(version_of primesieve)"
line system "$(uname -srm)"
line cpu "$(cpu | first_of)"
line isa "$("$takeaway" count 1 -q --stats 2>&1 | awk '$2 == "isa:" { print $3 }')"
line cores "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo unknown)"
line load "${TAKEAWAY_LOAD:-$(uptime | sed 's/.*load average[s]*: *//')}"
digest=$(command -v sha256sum || echo shasum -a 256)
for file in "$@"; do
    line sha256 "$($digest <"$file" | cut -d ' ' -f 1)  $(basename "$file")"
done
