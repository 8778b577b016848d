"""Power laws through counts."""
from __future__ import annotations

from ctypes import byref
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from . import _library
from ._library import InvalidError, check, lib


class Fit(NamedTuple):
    """y = constant * x^exponent, by least squares of the logarithms.

    The standard errors are of the exponent and of log constant, `newey_west` is
    that of the exponent if residuals depend on their neighbours, and `residual`
    is the root mean square of the residuals of log y.
    """

    exponent: float
    exponent_error: float
    newey_west: float
    constant: float
    constant_error: float
    residual: float


def fit(n: ArrayLike, cold: ArrayLike) -> Fit:
    """Fits a power law to two or more points, such as counts of cold positions: two lists of one length.

    Cost: as of their number to the power 1.5. InvalidError for other lists, or numbers that are not positive and distinct.

    >>> n = 2 ** np.arange(10, 21)
    >>> law = fit(n, Game("squares").count(n))
    >>> round(law.exponent, 6), round(law.newey_west, 6)
    (0.692799, 0.001269)
    """
    found = _library.Fit()
    try:
        x, y = np.array(n, np.float64), np.array(cold, np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InvalidError("a fit takes two lists of numbers") from None
    if x.ndim != 1 or x.shape != y.shape:
        raise InvalidError("a fit takes two lists of the same length")
    check(lib.ta_fit_power, x.ctypes.data, y.ctypes.data, x.size, byref(found))
    return Fit(found.exponent, found.exponent_error, found.correlated_error, found.constant, found.constant_error,
               found.residual)
