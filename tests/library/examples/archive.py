# Saves the cold heaps of subtract-a-square below 10^6 in an archive, whose path is
# the argument, and looks heaps up in it.
import sys

from takeaway import Archive, Game

path = sys.argv[1] if len(sys.argv) > 1 else "squares.ta"
Game("squares").save(path, 10**6).close()
with Archive(path) as archive:
    print(f"{archive.count} below {archive.end}, {archive.count_below(10**5)} below 100000")
    for heap in archive[99900:100000]:
        print(heap, "is cold")
