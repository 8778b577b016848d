"""For pytest: the names that examples use, and the line tests/run.sh counts."""
import numpy
import pytest

import takeaway


@pytest.fixture(autouse=True)
def names(doctest_namespace):
    doctest_namespace.update({name: getattr(takeaway, name) for name in takeaway.__all__}, np=numpy)


def pytest_terminal_summary(terminalreporter):
    count = {kind: len(terminalreporter.stats.get(kind, ())) for kind in ("passed", "failed", "error")}
    checks = max(sum(count.values()), 1)
    print(f"\n{100 * count['passed'] // checks}%: Checks: {checks}, Failures: {count['failed']}, "
          f"Errors: {count['error']}")
