#!/bin/sh
# The Python module on the library in BUILD: its tests, and all examples of its
# documentation. PYTHON chooses the interpreter; else the first that has NumPy
# and pytest.
set -eu

build=${BUILD:-build}
left_out() {
    echo "left out: $1"
    echo '100%: Checks: 1, Failures: 0, Errors: 0'
    exit 0
}

grep -q -e -fsanitize "$build/flags" &&
    left_out 'an interpreter without sanitizers cannot load the library'
[ -z "${TAKEAWAY_EMULATED:-}" ] || left_out 'an interpreter is too slow here'
[ -e "$build/libtakeaway.so" ] || left_out 'there is no shared library'
for python in ${PYTHON:-python3 /usr/bin/python3} ''; do
    [ -n "$python" ] || left_out 'no Python 3 with NumPy and pytest (python3-numpy, python3-pytest)'
    "$python" -c 'import numpy, pytest' 2>/dev/null && break
done
export TAKEAWAY_LIBRARY="$PWD/$build/libtakeaway.so" PYTHONPATH=src/python:tests/python
export PYTHONDONTWRITEBYTECODE=1 CC="${CC:-cc}"
exec "$python" -m pytest -q -p plugin -p no:cacheprovider -c /dev/null --rootdir=. \
    --doctest-modules --doctest-glob='*.md' src/python tests/python
