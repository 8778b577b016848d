"""Each example of the library in Python prints what its twin in C says."""
import glob
import os
import re
import signal
import subprocess
import sys

import pytest

FOLDER = os.path.abspath("tests/library/examples")
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.path.abspath("src/python")}


def names(ending):
    return sorted(os.path.basename(path)[:-len(ending)] for path in glob.glob(f"{FOLDER}/*{ending}"))


def test_each_example_has_a_twin():
    assert names(".py") == names(".c") and len(names(".c")) == 8


@pytest.mark.parametrize("name", names(".py"))
def test_an_example_prints_what_its_twin_says(name, tmp_path):
    with open(f"{FOLDER}/{name}.c", encoding="utf-8") as file:
        wanted = re.findall(r"^ \*     (.*\n)", file.read().split("*/")[0], re.M)
    printed = subprocess.run([sys.executable, f"{FOLDER}/{name}.py"], cwd=tmp_path, env=ENVIRONMENT,
                             check=True, capture_output=True, text=True).stdout
    assert wanted and printed == "".join(wanted)


def test_an_interrupted_example_stops():
    process = subprocess.Popen([sys.executable, f"{FOLDER}/sink.py", str(10**12)], env=ENVIRONMENT,
                               stderr=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
    process.stderr.read(20)  # some progress
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=600)[1].endswith("stopped on request\n") and process.returncode == 1
