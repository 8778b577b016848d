"""Tables, names and progress lines on a terminal: terminal.py TAKEAWAY."""
import fcntl
import os
import pty
import struct
import sys
import termios


def run(columns, *words, then=None, term="xterm"):
    """What a command prints on a terminal so wide, and later then wide."""
    try:
        pid, fd = pty.fork()
    except OSError as error:  # a chroot without /dev/pts
        print("skipped: terminals: %s" % error)
        sys.exit(0)

    def resize(width):
        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))

    if pid == 0:
        fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        os.environ["TERM"] = term
        os.execv(sys.argv[1], [sys.argv[1], *words])
    seen = b""
    while True:
        try:
            piece = os.read(fd, 4096)
        except OSError:
            break
        if not piece:
            break
        seen += piece
        if then is not None and b"%" in seen:
            resize(then)
            then, mark = None, len(seen)
    os.waitpid(pid, 0)
    return seen.decode()


table = run(80, "count", "1000", "--at=powers10")
plain = os.popen("'%s' count 1000 --at=powers10" % sys.argv[1]).read()
cells = [line.split("\t") for line in plain.splitlines()]
wide = [max(len(row[k]) for row in cells) for k in range(2)]
right = "".join("%-*s  %s\r\n" % (wide[0], row[0], row[1]) for row in cells)
if table != right:
    sys.exit("a table: %r, wanted %r" % (table, right))
# A name is one cell of a table, whatever is in it.
name = "a\tb\nc\033[2J"
with open(name, "w") as file:
    file.write("complete\n1\n4\n")
text = run(80, "moves", "5", "--game=file:" + name)
if not text.startswith("heap  game            value\r\n5     file:a?b?c?[2J  0\r\n"):
    sys.exit("a name with tabs: %r" % text)
for columns, then in (20, None), (70, 20):
    text = run(columns, "count", "2^26", "--engine=segments", then=then)
    lines = [l.replace("\033[K", "") for l in text.split("\r")[1:-1]]
    lines = [l for l in lines if "%" in l]
    if not lines:
        sys.exit("no progress on %d columns: %r" % (columns, text))
    for k, line in enumerate(lines):
        # The first lines after a change may have been on their way.
        most = max(columns, then or 0) if then and k < 3 else then or columns
        if len(line) >= most:
            sys.exit("%d columns: %r" % (most, line))
    shares = [float(l.split("%")[0]) for l in lines]
    if shares != sorted(shares):
        sys.exit("the share falls: %r" % shares)
# The progress line is removed before a row is printed.
text = run(80, "count", "2^27", "--engine=segments", "--at=powers2")
behind = [l for l in text.split("\r") if "%" in l and not l.endswith("\033[K")]
if "%" not in text or behind:
    sys.exit("rows and progress: %r" % (behind or text))
# A terminal that knows no escape sequences gets none.
text = run(80, "count", "2^27", "--engine=segments", term="dumb")
if "\033" in text or "# status: " not in text:
    sys.exit("a dumb terminal: %r" % text)
