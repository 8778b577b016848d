# Proves the period of the nim-values of a finite subtraction set.
from takeaway import Game

found = Game("list:2,4,7").period()
proved = "proved" if found.proved else "only seen"
print(f"period {found.period} from heap {found.preperiod} on: {proved}")
