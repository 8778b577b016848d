#!/usr/bin/env python3
"""List scheduling of a trace (takeaway --trace=FILE) on other numbers of cores.

    schedule.py curve CORES TRACES       for 1, 2, 4, ... CORES
    schedule.py ranks RANKSxCORES,... DEALT LATENCY_S BYTES_S BYTES TRACES
                                         stages DEALT, as a,b,c, over the ranks
    schedule.py gantt CORES TRACE        the two blocks in the midst of the work
    schedule.py stages TRACE             what the work is made of
    schedule.py path CORES TRACE         what the time on so many cores is made of
TRACES is THREADS:TRACE ...: work is cut for so many threads (--threads), and so
many cores or more take that one.

What depends on what is read from the trace and from nothing else. Its first
thread has a chain of serial parts, forks and joins. An item may begin once its
job is forked; a join waits for the items of its job or, if it names a stage,
for those of that stage; and whoever has a free core takes the item that is
waited for first. Short items that are told together count as equally long. Cores
are alike and have no caches to share, and to fork, to join and to take an item
costs nothing: what comes out is an upper bound."""
import csv
import heapq
import math
import sys


class Trace:
    """chain: ("serial", seconds, label), ("fork", job), ("join", job, stage or "-").
    items: by job the (stage, seconds, number) in order."""

    def __init__(self, path):
        self.chain, self.items, self.label = [], {}, {}
        try:
            with open(path, newline="", encoding="utf-8") as file:
                for row in csv.DictReader(file, delimiter="\t"):
                    self.take(row)
        except (KeyError, TypeError, ValueError) as problem:
            raise SystemExit(f"schedule: {path} is no trace: {problem}") from None
        if not self.chain:
            raise SystemExit(f"schedule: {path} is no trace: it has no serial part")
        for items in self.items.values():
            items.sort(key=lambda i: i[2])
        self.deadlines()

    def take(self, row):
        kind, job = row["kind"], int(row["job"])
        at = (int(row["phase"]), int(row["block"]), row["stage"])
        if kind == "serial":
            self.chain.append(("serial", float(row["cpu_s"]), at))
        elif kind == "fork":
            self.chain.append(("fork", job))
            self.label[job] = at
            self.items.setdefault(job, [])
        elif kind == "join":
            self.chain.append(("join", job, row["stage"]))
        elif kind == "task":
            items = max(1, int(row["items"]))
            self.items.setdefault(job, []).extend(
                (row["stage"], float(row["cpu_s"]) / items, int(row["item"]) + k) for k in range(items))
        else:
            raise SystemExit(f"schedule: a row of the unknown kind {kind!r}")

    def deadlines(self):
        """due: by job and stage, which link of the chain waits for it first."""
        self.due = {}
        for link in range(len(self.chain) - 1, -1, -1):
            if self.chain[link][0] == "join":
                _, job, stage = self.chain[link]
                for item in self.items.get(job, ()):
                    if stage in ("-", item[0]):
                        self.due[job, item[0]] = link

    def serial(self):
        return sum(link[1] for link in self.chain if link[0] == "serial")

    def work(self):
        return self.serial() + sum(i[1] for items in self.items.values() for i in items)


class Machine:
    """Cores that are free from some time on, and items that wait for one. The
    chain has core 0, which helps only with what the chain waits for."""

    def __init__(self, cores, seen=None):
        self.free = [(0.0, core) for core in range(1, cores)]
        self.waiting, self.turn, self.seen = [], 0, seen

    def fork(self, trace, job, items, now):
        for stage, seconds, _ in items:
            due = trace.due.get((job, stage), len(trace.chain))
            self.turn += 1
            heapq.heappush(self.waiting, (due, self.turn, now, seconds, job, stage))

    def start(self):
        """The most urgent item on the first free core; returns its end, job, stage."""
        _, _, released, seconds, job, stage = heapq.heappop(self.waiting)
        at, core = heapq.heappop(self.free)
        begin = max(at, released)
        heapq.heappush(self.free, (begin + seconds, core))
        if self.seen is not None:
            self.seen(core, begin, begin + seconds, job, stage)
        return begin + seconds, job, stage

    def until(self, now):
        """All that begins before now."""
        ends = []
        while self.waiting and self.free and self.free[0][0] < now:
            due = self.waiting[0][0]
            ends.append((due, self.start()))
        return ends


def schedule(trace, cores, seen=None, items_of=None, pause=None, walk=None):
    """Seconds from begin to end on so many cores. seen(core, begin, end, job or
    None, stage or label) is told what runs; items_of(job) may give other items;
    pause(job) is what a join costs besides; walk(begin, end, label or (job,
    stage)) is told of the chain's serial parts and of its joins, by the item that
    ends last."""
    machine = Machine(cores, seen)
    ends = {}  # of what has begun, by the link that waits for it
    now = 0.0

    def note(started):
        for due, end in started:
            ends[due] = max(ends.get(due, end), end)

    for link, what in enumerate(trace.chain):
        if what[0] == "serial":
            if seen is not None:
                seen(0, now, now + what[1], None, what[2])
            if walk is not None:
                walk(now, now + what[1], what[2])
            now += what[1]
            note(machine.until(now))
        elif what[0] == "fork":
            note(machine.until(now))
            items = trace.items[what[1]] if items_of is None else items_of(what[1])
            machine.fork(trace, what[1], items, now)
        else:
            note(machine.until(now))
            heapq.heappush(machine.free, (now, 0))
            while machine.waiting and machine.waiting[0][0] <= link:
                due = machine.waiting[0][0]
                note([(due, machine.start())])
            waited = [ends.pop(due) for due in list(ends) if due <= link]
            begin, now = now, max([now] + [end for end, _, _ in waited])
            if walk is not None and now > begin:
                walk(begin, now, max(waited)[1:])
            # Core 0 goes on with the chain, whichever core did its item.
            machine.free = [f for f in machine.free if f[1] != 0]
            heapq.heapify(machine.free)
            note(machine.until(now))
            if pause is not None:
                now += pause(what[1])
    return max([now] + [end for end, _, _ in ends.values()])


def amdahl(trace, cores):
    share = trace.serial() / trace.work()
    return 1 / (share + (1 - share) / cores)


def read_all(paths):
    """By the threads that the work is cut for."""
    parts = (path.partition(":") for path in paths)
    return {int(threads): Trace(path) for threads, _, path in parts}


def cut_for(traces, cores):
    """For how many threads work is cut that so many cores would run."""
    return max(t for t in traces if t <= cores or t == min(traces))


def cut(traces, cores):
    return traces[cut_for(traces, cores)]


def serves(traces, cores):
    """Work that is cut for few threads has too few items for many cores, and says
    nothing of them."""
    return cores <= 4 * cut_for(traces, cores)


def curve(out, up_to, paths):
    traces = read_all(paths)
    one = traces[min(traces)]
    print("cores\tsimulated_s\tcpu_s\tspeedup\tamdahl", file=out)
    for cores in (2**k for k in range(up_to.bit_length())):
        if not serves(traces, cores):
            continue
        trace = cut(traces, cores)
        seconds = schedule(trace, cores)
        print(f"{cores}\t{seconds:.4f}\t{trace.work():.4f}\t{one.work() / seconds:.3f}\t{amdahl(one, cores):.3f}", file=out)


# ---- ranks ----

def dealt(trace, stages, ranks):
    """items_of for one rank: of jobs of these stages every so many-th item, of
    the rank that has the most to do; all of the others."""
    def items_of(job):
        items = trace.items[job]
        kept = [i for i in items if i[0] not in stages]
        shared = [i for i in items if i[0] in stages]
        hands = [shared[r::ranks] for r in range(ranks)]
        return kept + max(hands, key=lambda h: sum(i[1] for i in h)) if shared else kept
    return items_of


def exchanges(trace):
    """The blocks there are, each of which ends with one exchange."""
    return len({link[2][:2] for link in trace.chain if link[0] == "serial" and link[2][1] > 0})


def ranks(out, shapes, dealt_stages, latency, rate, volume, paths):
    """Every rank gathers what all have found, `volume` bytes in the whole run:
    of each exchange log2 R rounds, and all bytes but its own through a wire."""
    traces = read_all(paths)
    whole = traces[min(traces)].work()
    print("ranks\tcores\tsimulated_s\texchange_s\tspeedup\tefficiency", file=out)
    for shape in shapes.split(","):
        count, cores = (int(x) for x in shape.split("x"))
        if not serves(traces, count * cores):
            continue
        trace = cut(traces, count * cores)
        wire = exchanges(trace) * math.ceil(math.log2(count)) * latency + volume * (count - 1) / count / rate
        seconds = wire + schedule(trace, cores, items_of=dealt(trace, dealt_stages.split(","), count))
        print(f"{count}\t{cores}\t{seconds:.4f}\t{wire:.6f}\t{whole / seconds:.3f}\t"
              f"{whole / seconds / count / cores:.4f}", file=out)


# ---- pictures ----

def middle(trace):
    """The phase and block, not its last, in which half of the work is reached."""
    left, at = trace.work() / 2, None
    for link in trace.chain:
        if link[0] == "serial":
            at = link[2] if link[2][1] > 0 else at
            left -= link[1]
        elif link[0] == "fork":
            left -= sum(i[1] for i in trace.items[link[1]])
        if left < 0 and at is not None:
            break
    if at is None:
        raise SystemExit("schedule: the trace has no blocks")
    last = max(link[2][1] for link in trace.chain if link[0] == "serial" and link[2][0] == at[0])
    return at[0], max(1, min(at[1], last - 1))


def gantt(out, cores, path):
    """Who does what when in two blocks; pieces of one stage are joined."""
    trace = Trace(path)
    phase, block = middle(trace)
    bars = {}

    def seen(core, begin, end, job, label):
        at = trace.label[job] if job is not None else label
        stage = label if job is not None else label[2]
        if at[0] != phase or at[1] not in (block, block + 1) or end <= begin:
            return
        line = bars.setdefault(core, [])
        if line and line[-1][2] == stage and begin - line[-1][1] < 1e-5:
            line[-1][1] = end
        else:
            line.append([begin, end, stage])

    schedule(trace, cores, seen)
    origin = min(line[0][0] for line in bars.values())
    print("core\tbegin_s\tend_s\tstage", file=out)
    for core in sorted(bars):
        for begin, end, stage in bars[core]:
            print(f"{core}\t{begin - origin:.6f}\t{end - origin:.6f}\t{stage}", file=out)


def stages(out, path):
    """What the work is made of."""
    trace = Trace(path)
    total = {}
    for link in trace.chain:
        if link[0] == "serial":
            key = link[2][2], "serial"
            total[key] = total.get(key, 0) + link[1]
    for items in trace.items.values():
        for stage, seconds, _ in items:
            total[stage, "task"] = total.get((stage, "task"), 0) + seconds
    print("stage\tkind\tcpu_s\tshare", file=out)
    for (stage, kind), seconds in sorted(total.items(), key=lambda x: -x[1]):
        print(f"{stage}\t{kind}\t{seconds:.4f}\t{seconds / trace.work():.4f}", file=out)


def path_rows(trace, cores):
    """Where the chain spends its time, most first: in a serial part, or at a join
    until an item of some stage ends; and the seconds that cores idle meanwhile."""
    bars, walk, total = [], [], {}
    schedule(trace, cores, lambda *bar: bars.append(bar), walk=lambda *leg: walk.append(leg))
    edges = sorted([(begin, 1) for _, begin, _, _, _ in bars] + [(end, -1) for _, _, end, _, _ in bars])
    at, busy = 0, 0
    for begin, end, what in walk:
        used, now = 0.0, begin
        while at < len(edges) and edges[at][0] < end:
            used += busy * max(0.0, edges[at][0] - now)
            now = max(now, edges[at][0])
            busy += edges[at][1]
            at += 1
        used += busy * (end - now)
        if end > begin:
            key = (what[0], what[2], "serial") if len(what) == 3 else (trace.label[what[0]][0], what[1], "join")
            sums = total.setdefault(key, [0.0, 0.0])
            sums[0] += end - begin
            sums[1] += cores * (end - begin) - used
    return sorted(total.items(), key=lambda x: -x[1][0])


def path(out, cores, name):
    """What the time is made of."""
    table = path_rows(Trace(name), cores)
    whole = sum(seconds for _, (seconds, _) in table)
    print("phase\tstage\tkind\tpath_s\tshare\tidle_s", file=out)
    for (phase, stage, kind), (seconds, idle) in table:
        print(f"{phase}\t{stage}\t{kind}\t{seconds:.4f}\t{seconds / whole:.4f}\t{idle:.3f}", file=out)


def main(words):
    if len(words) >= 3 and words[0] == "curve":
        curve(sys.stdout, int(words[1]), words[2:])
    elif len(words) >= 7 and words[0] == "ranks":
        ranks(sys.stdout, words[1], words[2], *map(float, words[3:6]), words[6:])
    elif len(words) == 3 and words[0] == "gantt":
        gantt(sys.stdout, int(words[1]), words[2])
    elif len(words) == 3 and words[0] == "path":
        path(sys.stdout, int(words[1]), words[2])
    elif len(words) == 2 and words[0] == "stages":
        stages(sys.stdout, words[1])
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
