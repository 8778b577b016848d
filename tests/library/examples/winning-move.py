# Finds the winning moves of a sum of heaps of different games.
from takeaway import solve

heaps = [("primes", 13), ("squares", 27)]
found = solve(heaps)
print(f"nim-sum {found.nim_sum}: the player to move {'wins' if found.wins else 'loses'}")
for move in found.moves():
    game, size = heaps[move.heap]
    left = " and ".join(map(str, move.left))
    print(f"from heap {move.heap}, {size} of {game}, take {move.taken} and leave {left}")
