# shellcheck shell=sh disable=SC2154 # run.sh sets and reads them
# Games on the plane: tables, arrays, pictures, periods of rows.

wythoff='(1,0):all (0,1):all (1,1):all'
golden <<'END'
$ grid 6 --moves='(1,0):all (0,1):all (1,1):all' -> x	y|0	0|2	1|1	2|5	3|3	5
$ grid 8 5 --moves='(1,0):all (0,1):all (1,1):all' -q -> 0	0|2	1|1	2|5	3|7	4
$ grid 3 2 --moves='(1,0):1,2 (0,1):1' --misere -q -> 1	0|0	1
$ grid 3 1 --moves=' ' -q -> 0	0|1	0|2	0
$ grid 3 2 --moves='(1,0):1-2 (1,1):list:1' --nim -q -> 0	0	0|1	0	1|2	0	2|0	1	0|1	1	1|2	1	2
$ grid 3 --json --moves='(1,0):all (0,1):squares' -> [|  {"x": 0, "y": 0},|  {"x": 1, "y": 1},|  {"x": 0, "y": 2}|]
$ grid 100 3 --moves='(1,0):1,2 (0,1):all (2,1):1' --period
y	preperiod	period	saltus	proof
0	0	3	0	proved
1	3	3	0	proved
2	2	3	0	proved
$ grid 9 2 --moves='(1,0):fibonacci' --period -q
0	NA	NA	NA	none
1	NA	NA	NA	none
END
expect 0 '' grid 200 5 --moves="$wythoff" --period -q <<'END'
0	0	1	1	seen
1	0	3	3	seen
2	0	3	3	seen
3	8	6	6	seen
4	9	12	12	seen
END
echo 1 >one.txt
printf '0\t0\n2\t0\n' >want.txt
expect 0 "'file:one.txt' ends at 1, " grid 3 1 --moves='(1,0):file:one.txt (0,1):all' -q <want.txt
printf '0\t0\n' >want.txt
expect 0 '' grid 2 1 --moves='(1,0):file:one.txt' -q <want.txt
# The moves are read once.
holds 'a set from a pipe' [ "$(echo 1 | "$takeaway" grid 40 1 --moves='(1,0):file:/dev/stdin' --period -q 2>err)" = '0	0	2	0	proved' ]
expect 0 '' grid 6 --moves="$wythoff" -o cold.tsv </dev/null
holds 'a table in a file' [ "$(tail -n 1 cold.tsv)" = '3	5' ]

# Arrays and pictures as other programs read them: numbers [y, x], and shades
# from the upper left corner.
cat >read.py <<'END'
import struct
import sys
import zlib


def rows(path):
    data = open(path, "rb").read()
    if data[:6] == b"\x93NUMPY":
        head = eval(data[10:128])
        height, width = head["shape"]
        form = {"|b1": "B", "<u2": "H"}[head["descr"]]
        return list(struct.iter_unpack(f"<{width}{form}", data[128:]))
    at, pixels = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert colour == 0 and depth in (1, 8)
        pixels += body if kind == b"IDAT" else b""
        at += length + 12
    pixels, size, last, found = zlib.decompress(pixels), (width * depth + 7) // 8, None, []
    for y in range(height):
        kind, *line = pixels[y * (size + 1):(y + 1) * (size + 1)]
        last = last or [0] * size
        for x in range(size):
            a, b = line[x - 1] if x else 0, last[x]
            c = last[x - 1] if x else 0
            p = min((abs(a + b - c - v), k) for k, v in enumerate((a, b, c)))[1]
            line[x] = (line[x] + (0, a, b, (a + b) // 2, (a, b, c)[p])[kind]) % 256
        last = line
        found.append([line[x // 8] >> 7 - x % 8 & 1 for x in range(width)] if depth == 1 else line)
    return found


for row in rows(sys.argv[1]):
    print(*row)
END
reads() { # reads FILE WANTED
    holds "$1" [ "$(python3 read.py "$1" | tr '\n' '|')" = "$2" ]
}
expect 0 '' grid 4 3 --moves="$wythoff" -o cold.npy </dev/null
reads cold.npy '1 0 0 0|0 0 1 0|0 1 0 0|'
expect 0 '' grid 4 3 --moves="$wythoff" --nim -o nim.npy </dev/null
reads nim.npy '0 1 2 3|1 2 0 4|2 0 1 5|'
if "$takeaway" grid 2 --moves="$wythoff" -o try.png 2>err; then
    expect 0 '' grid 4 3 --moves="$wythoff" -o cold.png </dev/null
    reads cold.png '1 0 1 1|1 1 0 1|0 1 1 1|'
    expect 0 '' grid 4 3 --moves="$wythoff" --nim -o nim.png </dev/null
    reads nim.png '140 0 102 255|102 140 0 216|0 102 140 178|'
    expect 0 '' grid 70 2 --moves=' ' -o wide.png </dev/null
    holds 'all black' [ "$(python3 read.py wide.png | tr -d ' 0\n')" = '' ]
    fails 'cannot .*nowhere' grid 2^15 --moves="$wythoff" --nim -o nowhere/x.png
    fails 'no memory for the picture' grid 1e5 --moves="$wythoff" -o x.png --max-memory=1M
else
    holds 'built without libpng' grep -q 'built without libpng' err
fi
holds 'no file of a picture that failed' [ ! -e x.png ]

refuses "needs --moves, such as" grid 5
refuses "'grid' needs WIDTH" grid --moves="$wythoff"
refuses 'would not change' grid 5 --moves='(0,0):1'
refuses '"\(-1,0\):1": "-1" is negative' grid 5 --moves='(-1,0):1'
refuses 'written like \(1,1\):all' grid 5 --moves='1,1'
refuses '"kayles" is no subtraction set' grid 5 --moves='(1,1):kayles'
refuses '"divisors" is no subtraction set' grid 5 --moves='(1,1):divisors'
refuses 'there is no game "foo"' grid 5 --moves='(1,1):foo'
refuses 'too large' grid 5 --moves='(2^64,1):1'
refuses 'No such file' grid 5 --moves='(1,1):file:missing'
refuses 'accepted: a number from 1 to 2147483647' grid 0 --moves="$wythoff"
refuses 'HEIGHT' grid 5 2^40 --moves="$wythoff"
refuses 'normal play only' grid 5 --moves="$wythoff" --nim --misere
refuses 'belong to normal play' grid 5 --moves="$wythoff" --period --misere
refuses 'leave out -o' grid 5 --moves="$wythoff" --period -o x
refuses 'leave out --nim' grid 5 --moves="$wythoff" --period --nim
refuses '.grid. .png; numbers go to a file of another name' grid 5 --moves="$wythoff" -o x.svg
refuses 'goes without -o' grid 5 --moves="$wythoff" --json -o x.npy
fails 'no memory for the periods' grid 1 2^20 --moves="$wythoff" --period --max-memory=1M
fails 'the limit of 1.0 MiB of memory is reached' grid 2^14 --moves="$wythoff" --max-memory=1M
# Files are begun before the work.
fails 'cannot .*nowhere' grid 2^15 --moves="$wythoff" --nim -o nowhere/x.npy
