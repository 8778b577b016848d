# shellcheck shell=sh disable=SC2154,SC2034 # run.sh sets and reads them
# A game against the computer, through a pipe and on a terminal.

golden <<'END'
$ play 40 < 5|moves|hint||undo|nonsense|4 4|25|1|undo|hint|4|1
The game of squares, normal play: who cannot move loses.
Type what to take, or: moves, hint, undo, help, quit.
heap: 40
You cannot take 5; legal: 1, 4, 9, 16, 25, 36
legal: 1, 4, 9, 16, 25, 36
take 25, leaving 15, which is cold: any answer can be met; you win in 5 moves
there is no move of yours to take back
I do not understand; type what to take, such as 4, or help
I do not understand; type what to take, such as 4, or help
I take 4.
heap: 11
I take 4.
heap: 6
heap: 11
take 9, leaving 2, which is cold: any answer can be met; you win in 3 moves
I take 4.
heap: 3
I take 1.
heap: 1
end of input: the game is left
$ play 9 -q < hint
heap: 9
take 9, leaving 0, which is cold; you win in 1 move
end of input: the game is left
# The whole game, won and lost.
$ play 13 -q < 1|1|1|1
heap: 13
I take 4.
heap: 8
I take 4.
heap: 3
I take 1.
heap: 1
heap: 0
I cannot move: you win.
$ play 2 -q < hint|1
heap: 2
take 1, leaving 1: the position is cold, so you lose against best play, after 2 moves
I take 1.
heap: 0
You cannot move: I win.
# Several heaps.
$ play 13 27 < 1 5|3 1|2 4 1|4|moves|hint|2 16|undo|2 16|quit|1 1
The game of squares, normal play: who cannot move loses.
Type the number of a heap and what to take from it, or: moves, hint, undo, help, quit.
heaps:  1: 13  2: 27
You cannot take 5 from heap 1; legal: 1, 4, 9
I do not understand; type the number of a heap and what to take, such as 1 4, or help
I do not understand; type the number of a heap and what to take, such as 1 4, or help
I do not understand; type the number of a heap and what to take, such as 1 4, or help
from heap 1: 1, 4, 9
from heap 2: 1, 4, 9, 16, 25
take 16 from heap 2, leaving 11, nim-sum 0: any answer can be met
I take 1 from heap 1.
heaps:  1: 12  2: 11
heaps:  1: 13  2: 27
I take 1 from heap 1.
heaps:  1: 12  2: 11
# Misere play, another set, long lists of moves.
$ play 5 --misere --game=list:1-3 -q < help|hint|2|3
heap: 5
The game of list:1-3, misere play: who cannot move wins.
Type what to take, or: moves, hint, undo, help, quit.
take 1, leaving 4: the position is cold, so you lose against best play
I take 2.
heap: 1
You cannot take 3; legal: 1
end of input: the game is left
$ play 100000 99999 100003 99 --misere -q --begin=computer < quit
I take 23409 from heap 1.
heaps:  1: 76591  2: 99999  3: 100003  4: 99
$ play 4 6 --misere -q < hint|q
heaps:  1: 4  2: 6
take 4 from heap 1, leaving 0, a cold sum: any answer can be met
$ play 300 -q < moves|q
heap: 300
legal: 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, ...
# Octal games: splits, also of several heaps, won and lost.
$ play 10 --game=kayles -q < help|moves|hint|3|1 3|1 4 5|undo|4 4|2|1 1 5 1|2 2
heap: 10
The game of kayles, normal play: who cannot move loses.
Type what to take, then the heaps to leave if there are several, or: moves, hint, undo, help, quit.
legal: 1, 1 1 8, 1 2 7, 1 3 6, 1 4 5, 2, 2 1 7, 2 2 6, 2 3 5, 2 4 4
take 1, leaving 1 and 8, nim-sum 0: any answer can be met
You cannot take 3, leaving 7; legal: 1, 1 1 8, 1 2 7, 1 3 6, 1 4 5, 2, 2 1 7, 2 2 6, 2 3 5, 2 4 4
You cannot take 1, leaving 3; legal: 1, 1 1 8, 1 2 7, 1 3 6, 1 4 5, 2, 2 1 7, 2 2 6, 2 3 5, 2 4 4
I take 1 from heap 2, leaving 4.
heaps:  1: 4  2: 4
heap: 10
You cannot take 4, leaving 4; legal: 1, 1 1 8, 1 2 7, 1 3 6, 1 4 5, 2, 2 1 7, 2 2 6, 2 3 5, 2 4 4
I take 2 from heap 1, leaving 3 and 3.
heaps:  1: 3  2: 3
You cannot take 1 from heap 1, leaving 5 and 1; legal: 1, 1 1 1, 2
I take 2 from heap 1, leaving 1.
heaps:  1: 1  2: 1
end of input: the game is left
$ play 5 --game=grundy -q < moves|0 2 3|quit
heap: 5
legal: 0 1 4, 0 2 3
I take 0 from heap 2, leaving 1 and 2.
heaps:  1: 2  2: 1  3: 2
You cannot move: I win.
$ play 1e9 --game=kayles -q < moves|hint|q
heap: 1000000000
legal: 1, 1 1 999999998, 1 2 999999997, 1 3 999999996, 1 4 999999995, 1 5 999999994, 1 6 999999993, 1 7 999999992, 1 8 999999991, 1 9 999999990, 1 10 999999989, 1 11 999999988, ...
take 2, leaving 1 and 999999997, nim-sum 0: any answer can be met
$ play 0 -q -> heap: 0|You cannot move: I win.
END

for heap in -3 1.5 '' ten 2^32; do
    refuses 'HEAP .*(accepted|is empty)' play 5 "$heap"
done
refuses "'play' needs HEAP" play
refuses '--game: .*no digit' play 5 --game=0.7g
refuses "--game 'lists' is unknown; did you mean 'list:S" play 5 --game=lists
refuses '--begin .*accepted: you, computer' play 5 --begin=me
fails 'the limit of 1.0 MiB of memory is reached' play 1e7 --max-memory=1M

# Interrupted while it waits: status 130, soon.
checks=$((checks + 1))
mkfifo silent_pipe
sleep 1000 >silent_pipe &
writer=$!
"$takeaway" play 40 <silent_pipe >out 2>err &
player=$!
waits_until [ -s out ]
kill -TERM $player # a shell's background jobs ignore SIGINT
status=0
wait $player || status=$?
[ "$status" -eq 130 ] && [ "$(cat err)" = 'takeaway: interrupted' ] ||
    failed 'play, interrupted' "status $status, $(cat err)"
kill $writer
wait $writer 2>/dev/null

# A terminal: there is a prompt, and Ctrl-C ends it.
if command -v python3 >/dev/null 2>&1; then
    checks=$((checks + 1))
    python3 "$here/play-terminal.py" "$takeaway" >out 2>&1 || failed 'play on a terminal' "$(cat out)"
    grep '^skipped' out
fi
