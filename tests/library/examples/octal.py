# Proves the period of Kayles and evaluates a heap of 101 digits.
from takeaway import Octal

kayles = Octal("kayles")
found = kayles.period(10000)
proved = "proved" if found.proved else "only seen"
print(f"period {found.period}, preperiod {found.preperiod}, {proved}")
print("heap 10^100 has the nim-value", kayles.value(10**100, 10000))
