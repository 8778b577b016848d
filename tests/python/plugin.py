"""For pytest: the names that examples use, and the line tests/run.sh counts."""
import importlib.util

import numpy
import pytest

import takeaway


@pytest.fixture(autouse=True)
def names(doctest_namespace):
    doctest_namespace.update({name: getattr(takeaway, name) for name in takeaway.__all__}, np=numpy)


DRAWS = importlib.util.find_spec("matplotlib") is not None


def pytest_collection_modifyitems(items):
    for item in items:
        if item.name.endswith(".plot") and not DRAWS:
            item.add_marker(pytest.mark.skip(reason="matplotlib is not installed"))


def pytest_terminal_summary(terminalreporter):
    count = {kind: len(terminalreporter.stats.get(kind, ())) for kind in ("passed", "failed", "error")}
    checks = max(sum(count.values()), 1)
    print(f"\n{100 * count['passed'] // checks}%: Checks: {checks}, Failures: {count['failed']}, "
          f"Errors: {count['error']}")
    if not DRAWS:
        print("left out: pictures, since matplotlib is not installed")
