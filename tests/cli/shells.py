"""Types command lines and TAB into a shell on a terminal, and prints where what
it offers or inserts differs from what it should.
Usage: shells.py SHELL SCRIPT <LINES
where a line is COMMAND LINE|WORDS, or COMMAND LINE|WORDS|TEXT with a description
that bash does not show."""
import fcntl, os, pty, re, select, shlex, struct, sys, termios

# What a shell is started with, what it reads first, and where it looks for the
# script. `takeaway` prints its arguments, to show what TAB has inserted.
SHELLS = {
    "bash": (["--noprofile", "--rcfile", "~/bashrc"], "bashrc", """
PS1='@@ '
bind 'set show-all-if-ambiguous on'
bind 'set completion-query-items 0'
bind 'set page-completions off'
takeaway() { printf '\\n<<'; printf '%s|' "$@"; echo '>>'; }
. ~/bash
""", "bash"),
    "zsh": (["-d"], ".zshrc", """
PS1='@@ ' LISTMAX=100000 fpath=(~ $fpath)
setopt no_list_ambiguous no_always_last_prompt no_prompt_sp
autoload -Uz compinit
compinit -u -D
takeaway() { printf '\\n<<'; printf '%s|' "$@"; echo '>>'; }
""", "_takeaway"),
    "fish": ([], "fish/config.fish", """
set fish_greeting
set fish_autosuggestion_enabled 0
bind \\cx 'commandline -f repaint'
function fish_title; end
function fish_prompt; echo -n '@@ '; end
function takeaway; printf '\\n<<'; printf '%s|' $argv; echo '>>'; end
""", "fish/completions/takeaway.fish"),
}
# Fish shows its list before the next key, unless that key only adds to the line.
SHOW = {"fish": "\x18"}


def until(mark):
    """What the shell prints up to the mark; it may be silent for a minute."""
    global seen
    while mark not in seen:
        if not select.select([fd], [], [], 60)[0]:
            sys.exit("%r: no %r in %r" % (line, mark, seen))
        seen += os.read(fd, 65536).decode()
    text, seen = seen.split(mark, 1)
    return text


def offered(text):
    """The lines between the one with TAB and the next prompt."""
    text = re.sub(r"\033(\[[?>=0-9;]*[^A0-9;?>=]|\(.|\].*?\007|[=>])", "", text)
    return re.split(r"\033|@@ ", text.partition("\r\n")[2])[0]


def last(word):
    """A word as lists may have it: behind the last sign, without a '='."""
    return re.sub(r".*[=:,](?=.)", "", word).rstrip("=")


shell, script = sys.argv[1:]
options, first, commands, place = SHELLS[shell]
home = os.path.abspath("home." + shell)
os.makedirs(home + "/fish/generated_completions", exist_ok=True)
os.makedirs(home + "/fish/completions", exist_ok=True)
with open(home + "/" + first, "w") as file:
    file.write(commands)
with open(home + "/" + place, "w") as file:
    file.write(open(script).read())
try:
    pid, fd = pty.fork()
except OSError as error:  # a chroot without /dev/pts
    print("skipped: completion on a terminal: %s" % error)
    sys.exit()
if pid == 0:
    fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 300, 2000, 0, 0))
    os.chdir("files")
    os.execvpe(shell, [shell] + [o.replace("~", home) for o in options], {
        "PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8",
        "TERM": "xterm" if shell == "fish" else "dumb",
        "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home})
seen = line = ""
until("@@ ")
for line in sys.stdin:
    line, words, text = (line.rstrip("\n") + "|").split("|")[:3]
    os.write(fd, (line + "\t" + SHOW.get(shell, "") + "X\r").encode())
    shown, given = offered(until("<<")), until("|>>")
    until("@@ ")
    got = set(map(last, re.sub(r" +-- .*|  \(.*?\)", "", shown).split()))
    wanted = set(map(last, re.split(r"(?<!\\) ", words) if words else []))
    if len(wanted) == 1 and not got:  # has been inserted
        word = words.rstrip("=") if shell == "fish" else words
        line = re.sub(r"(--[a-z-]+=)?\S*$", lambda m: (m[1] or "") + word, line, count=1)
        line += "" if word[-1] in "=:" else " "
        got = wanted
    if len(wanted) < 2 and given != "|".join(shlex.split(line + "X")[1:]):
        print("%s: '%s' is inserted" % (line, given))
    if got != wanted:
        print("%s: '%s' is offered, not '%s'" % (line, shown, words))
    if text not in shown and shell != "bash":
        print("%s: '%s' is shown, not '%s'" % (line, shown, text))
os.close(fd)
os.waitpid(pid, 0)
