# Counts the cold heaps of subtract-a-square below 10^6.
from takeaway import Game

print(Game("squares").count(10**6))
