"""The wheel of `make python`: what it carries has its licence in it."""
import os
import re
import subprocess
import sys
import zipfile

import pytest

for module in ("setuptools", "wheel"):
    pytest.importorskip(module)


@pytest.fixture(name="wheel", scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    build = os.path.dirname(os.environ["TAKEAWAY_LIBRARY"])
    subprocess.run(["make", "-s", "python", "-o", f"{os.path.relpath(build)}/libtakeaway.so", "-o", "packages-python",
                    f"BUILD={os.path.relpath(build)}", f"WHEEL={folder}", f"PYTHON={sys.executable}"], check=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        yield wheel


def licences(wheel):
    """The texts of licences in the wheel, by the names of their files."""
    return {os.path.basename(name): wheel.read(name).decode()
            for name in wheel.namelist() if ".dist-info/" in name and "LICENSE" in name}


def test_each_library_has_its_licence(wheel):
    carried = {os.path.basename(name) for name in wheel.namelist() if name.startswith("takeaway/lib")}
    carried -= {"libtakeaway.so.0"}
    assert len(carried) == 4
    texts = licences(wheel)
    for library in carried:
        assert re.search("copyright", texts[f"LICENSE.{library}"], re.I)
    assert "The takeaway authors" in texts["LICENSE"]
    for text in list(texts.values()):  # Debian's name files for the long texts
        for name in re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", text):
            assert len(texts[f"LICENSE.{name}"]) > 1000


def test_the_licence_is_that_of_the_whole(wheel):
    metadata = wheel.read(next(name for name in wheel.namelist() if name.endswith("/METADATA"))).decode()
    expression = re.search(r"^License(?:-Expression)?: (.*)$", metadata, re.M)[1]
    parts = re.sub(r"[()]", "", expression).split(" AND ")
    assert "MIT" in parts and "GPL-2.0-or-later" in parts and "GPL-3.0-or-later" not in parts
    assert any("LGPL-3.0-or-later" in part for part in parts) and any("BSD-3-Clause" in part for part in parts)


@pytest.mark.skipif("TAKEAWAY_LONG" not in os.environ, reason="takes half a minute")
def test_the_wheel_is_installed_as_the_readme_says(wheel, tmp_path):
    with open("src/python/README.md", encoding="utf-8") as file:
        commands = re.findall(r"^    (.*build/venv.*)$", file.read(), re.M)
    assert len(commands) == 3
    script = "\n".join(commands).replace("python3", sys.executable).replace("build/python/*.whl", wheel.filename)
    environment = {name: value for name, value in os.environ.items() if name not in ("TAKEAWAY_LIBRARY", "PYTHONPATH")}
    said = subprocess.run(["sh", "-ec", script], cwd=tmp_path, env=environment, check=True, capture_output=True,
                          text=True)
    assert said.stdout.endswith("\n13952\n")
