#!/bin/sh
# In the chroot of chroot.sh: installs the packages of /packages, uses each,
# removes them, and uses the wheel.
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

apt_get() {
    apt-get -qq -o Dpkg::Use-Pty=0 "$@" >/log 2>&1 || {
        grep -A 3 '^dpkg.*error' /log || tail -n 20 /log
        exit 1
    }
}

same() { # same WHAT WANTED SEEN
    [ "$2" = "$3" ] || {
        echo "failed: $1: '$3' instead of '$2'"
        exit 1
    }
    echo "good: $1"
}

rm -f /packages/*-dbgsym_*.deb
apt_get update
apt_get install --no-install-recommends /packages/*.deb gcc libc6-dev pkg-config man-db
files=$(dpkg -L takeaway libtakeaway0 libtakeaway-dev python3-takeaway | sort -u |
    while read -r file; do [ -d "$file" ] || echo "$file"; done)

same 'the tool counts' 13952 "$(takeaway count 10^6 --quiet)"
same 'its man page' yes "$(man takeaway | grep -q subtraction && echo yes)"
completion='. /usr/share/bash-completion/completions/takeaway
COMP_WORDS=(takeaway yard) COMP_CWORD=1 COMP_LINE="takeaway yard" COMP_POINT=13
_takeaway takeaway yard takeaway && echo "${COMPREPLY[*]}"'
same 'completion in bash' yardstick "$(bash -c "$completion" | tr -d ' ')"
same 'the tour of README.md' '' "$(TAKEAWAY=/usr/bin/takeaway /tree/tests/cli/run.sh tests/cli/cases-readme.sh |
    grep -v ' Failures: 0, ')"
# shellcheck disable=SC2046
gcc -o /use /use.c $(pkg-config --cflags --libs takeaway)
same 'a program on the shared library' 0 "$(/use | tail -n 1 | cut -d ' ' -f 2)"
# shellcheck disable=SC2046
gcc -o /use /use.c $(pkg-config --cflags takeaway) -Wl,-Bstatic -ltakeaway \
    -Wl,-Bdynamic $(pkg-config --static --libs-only-l takeaway | sed 's/-ltakeaway//')
same 'a program on the static library' 0 "$(/use | tail -n 1 | cut -d ' ' -f 2)"
python='from takeaway import Game, Octal
print(Game("squares").count(10**6), Octal(".16").period().period)'
same 'the Python module' '13952 149459' "$(python3 -c "$python")"

same 'the tour of the Python module, with NumPy' '' "$(cd /tmp && python3 -m doctest /tree/src/python/README.md)"

apt_get purge takeaway libtakeaway0 libtakeaway-dev python3-takeaway
left=$(for file in $files; do [ ! -e "$file" ] || echo "$file"; done)
same 'nothing is left' '' "$left$(find / -xdev -path /packages -prune -o -name '*takeaway*' ! -path '/proc/*' ! -path '/var/*' -print)"

# The wheel brings its own libraries: none of them is in the system now.
apt_get install --no-install-recommends python3-numpy
apt_get autoremove --purge
same 'FFTW has gone' '' "$(find / -xdev -name 'libfftw3.so*')"
python3 -m zipfile -e /packages/*.whl /wheel
same 'the wheel' '13952 149459' "$(PYTHONPATH=/wheel python3 -c "$python")"
