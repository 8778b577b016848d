#!/bin/sh
# The exit status of mpiexec, if ranks return different ones.
#
# Guess: mpiexec returns one of the exit statuses of its ranks: the greatest, as
# its manual page says, or the first that is not 0.
# Seen: it returns the bitwise or of all: ranks that return 1 and 2 give 3, those
# that return 3 and 5 give 7, a status that no rank has returned.
# Version: MPICH 4.0.2 of Debian 12.
# Why it matters: a script that distinguishes statuses, such as 1 for a wrong
# argument and 2 for an interrupted computation that can be resumed, takes the
# wrong branch. Let all ranks agree on a status, or only one return any but 0.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
{
    apt-get download mpich=4.0.2-3+b1 libslurm38 &&
        for package in ./*.deb; do dpkg -x "$package" . || exit 77; done &&
        LD_LIBRARY_PATH=$folder/usr/lib/x86_64-linux-gnu:$folder/usr/lib/x86_64-linux-gnu/slurm &&
        export LD_LIBRARY_PATH && usr/bin/mpiexec.hydra -launcher fork -n 2 true
} >log 2>&1 || { echo "MPICH 4.0.2 cannot be installed" >&2; exit 77; }

# is EXPECTED STATUS...: the status of mpiexec, if each rank returns one of these
is() {
    expected=$1
    shift
    # shellcheck disable=SC2016
    usr/bin/mpiexec.hydra -launcher fork -n $# sh -c 'shift "$PMI_RANK"; exit "$1"' sh "$@" >log 2>&1
    status=$?
    [ "$status" -eq "$expected" ] || { echo "ranks return $*: expected $expected, got $status" >&2; exit 1; }
}

is 0 0 0
is 2 0 2
is 2 2 2
is 3 1 2
is 7 3 5
is 15 1 2 4 8
