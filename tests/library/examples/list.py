# Lists the cold heaps below 30 of the game in which a move takes a prime, under
# misere play.
from takeaway import Game

print(*Game("primes", misere=True).cold(30))
