# Computes the nim-values of the heaps below 12 for a set of one's own, on two
# threads and with at most 100 MB.
from takeaway import Game

print(*Game([1, 3, 4], complete=True).nim(12, threads=2, max_memory=10**8))
