"""On a terminal `play` has a prompt, and Ctrl-C ends it: play-terminal.py TAKEAWAY."""
import os
import pty
import select
import signal
import sys
import time


def until(fd, text, seen):
    end = time.time() + 300
    while text not in seen:
        if not select.select([fd], [], [], max(0, end - time.time()))[0]:
            sys.exit("no %r in %r" % (text, seen))
        seen += os.read(fd, 1000)


try:
    pid, fd = pty.fork()
except OSError as error:  # a chroot without /dev/pts
    print("skipped: play on a terminal: %s" % error)
    sys.exit(0)
if pid == 0:
    # Background jobs ignore it, and this test may be one.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.execv(sys.argv[1], [sys.argv[1], "play", "40"])
until(fd, b"heap: 40\r\n> ", b"")
os.write(fd, b"25\n")
until(fd, b"heap: 11\r\n> ", b"")
os.write(fd, b"\003")
until(fd, b"takeaway: interrupted", b"")
status = os.waitpid(pid, 0)[1]
sys.exit(0 if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 130
         else "status %r" % status)
