"""For `make python`, which lays the library beside the module: one wheel for
every Python 3 of a platform, since ctypes asks for no other."""
import os

import setuptools
from setuptools import Distribution, setup
from wheel.bdist_wheel import bdist_wheel

# The wheel's parts: takeaway, FFTW, GMP and Nettle, zstd.
LICENCE = ("MIT AND GPL-2.0-or-later AND (GPL-2.0-or-later OR LGPL-3.0-or-later)"
           " AND (BSD-3-Clause OR GPL-2.0-only)")
# The field License-Expression came with setuptools 77.
FIELD = "license_expression" if int(setuptools.__version__.split(".")[0]) >= 77 else "license"


class Wheel(bdist_wheel):
    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


setup(version=os.environ["TAKEAWAY_VERSION"], **{FIELD: LICENCE}, cmdclass={"bdist_wheel": Wheel}, distclass=WithLibrary)
