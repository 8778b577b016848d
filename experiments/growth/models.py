#!/usr/bin/env python3
"""Models of growth, fitted to counts of cold positions.

    models.py SAMPLE TABLE LOG2_FROM...    # TABLE as `takeaway count --at` prints it

Prints the rows of SAMPLE in models.tsv, one for each beginning n = 2^LOG2_FROM,
after a line of column names: least squares with the usual standard error and
with the one of Newey and West; the repeated median; and two models whose
residuals are correlated, by maximum likelihood. The first model (line) has one
exponent; in the second (bend) the exponent changes by the same amount each
octave. The correlation of two residuals is a constant to the power of their
distance in octaves. AICc is Akaike's criterion for few points (Hurvich and
Tsai, Biometrika 76, 1989)."""
import csv
import math
import os
import sys

try:
    import numpy as np
    import statsmodels.api as sm
    from scipy.optimize import minimize_scalar
    from scipy.stats import siegelslopes
    from statsmodels.tools.eval_measures import aicc
except ImportError:
    SYSTEM = "/usr/bin/python3"  # has what the system's packages bring
    if os.path.exists(SYSTEM) and sys.executable != SYSTEM:
        os.execv(SYSTEM, [SYSTEM] + sys.argv)
    sys.exit("models.py needs SciPy and statsmodels for Python; please install them "
             "(Debian: python3-scipy python3-statsmodels)")

GRID = 20  # correlations that are tried before the best of them is refined


def whitened(octave, values, correlation):
    """Returns the values, or the columns of values, of points at the given
    octaves, less what the point before predicts, divided by the standard
    deviation of an independent residual, and the log of the product of these."""
    carry = np.concatenate(([0], correlation ** np.diff(octave)))
    scale = np.sqrt(1 - carry ** 2)
    before = np.concatenate((np.zeros_like(values[:1]), values[:-1]))
    return ((values.T - carry * before.T) / scale).T, np.log(scale).sum()


def likeliest(octave, log_cold, degree):
    """Fits a polynomial in octaves to log_cold. Returns the correlation of
    residuals one octave apart that is the likeliest, the regression, and AICc."""
    powers = np.vander(octave, degree + 1, increasing=True)

    def regression(correlation):
        fit = sm.OLS(whitened(octave, log_cold, correlation)[0], whitened(octave, powers, correlation)[0]).fit()
        return fit, fit.llf - whitened(octave, log_cold, correlation)[1]

    def unlikely(correlation):
        return -regression(correlation)[1]

    best = min((k / GRID for k in range(GRID)), key=unlikely)
    bounds = max(best - 1 / GRID, 0), min(best + 1 / GRID, 0.9995)
    best = minimize_scalar(unlikely, bounds=bounds, method="bounded", options={"xatol": 1e-8}).x
    fit, likelihood = regression(best)
    parameters = degree + 3  # with the spread and the correlation
    return best, fit, aicc(likelihood, len(octave), parameters)


def row(n, cold):
    """Returns the numbers of one row of models.tsv, by column."""
    x, y = np.log(n), np.log(cold)
    octave = np.log2(n) - math.log2(n[-1])
    least = sm.OLS(y, sm.add_constant(x))
    lags = math.ceil(1.3 * math.sqrt(len(n)))
    usual, robust = least.fit(), least.fit(cov_type="HAC", cov_kwds={"maxlags": lags, "use_correction": True})
    median = siegelslopes(y, x)
    values = {"exponent": usual.params[1], "standard_error": usual.bse[1], "newey_west_error": robust.bse[1],
              "median_exponent": median[0], "median_constant": math.exp(median[1])}
    for name, end, degree in (("line", "", 1), ("bend", "_at_end", 2)):
        correlation, fit, criterion = likeliest(octave, y, degree)
        slope, error = fit.params / math.log(2), fit.bse / math.log(2)
        values[f"{name}_exponent{end}"], values[f"{name}_error{end}"] = slope[1], error[1]
        if degree == 2:
            values["bend_per_octave"], values["bend_error"] = 2 * slope[2], 2 * error[2]
        values[f"{name}_correlation"], values[f"{name}_aicc"] = correlation, criterion
    return values


def main():
    sample, table, *beginnings = sys.argv[1:]
    with open(table, encoding="utf-8") as file:
        points = np.array([(int(r["n"]), int(r["cold"])) for r in csv.DictReader(file, delimiter="\t")], float)
    for k, begin in enumerate(2 ** int(b) for b in beginnings):
        n, cold = points[(points[:, 0] >= begin) & (points[:, 1] > 0)].T
        values = row(n, cold)
        if k == 0:
            print("sample", "from_n", "to_n", "points", *values, sep="\t")
        print(sample, begin, int(n[-1]), len(n), *(f"{value:.6f}" for value in values.values()), sep="\t")


main()
