"""For `make python`, which lays the library beside the module: one wheel for
every Python 3 of a platform, since ctypes asks for no other."""
import os

from setuptools import Distribution, setup
from wheel.bdist_wheel import bdist_wheel


class Wheel(bdist_wheel):
    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


setup(version=os.environ["TAKEAWAY_VERSION"], cmdclass={"bdist_wheel": Wheel}, distclass=WithLibrary)
