#!/usr/bin/env python3
"""What the timing table says: summary.py FOLDER reads times.tsv there, writes

medians.tsv     of every task, set, engine, threads, n, warm: median, least and
                greatest time; memory stated and seen
crossovers.tsv  which engine passes which, and where: the crossing on straight
                lines between measured n, in log-log, of the medians; and of
                each repetition (interleaved, so a ratio is of neighbours), the
                least and the greatest. Only pairs of which each was 1.2 times
                slower once: less is noise
fastest.tsv     the fastest engine other than auto, and auto beside it
costs.tsv       growth of the time: exponent of n over the largest sizes
onset.tsv       a first run in a process against steady ones: FFTW's planning,
                and the rest, which is first touch of memory and libraries
threads.tsv     two threads against one"""
import collections
import csv
import math
import os
import statistics
import sys


def read(folder):
    with open(os.path.join(folder, "times.tsv"), encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def write(folder, name, header, rows):
    path = os.path.join(folder, name + ".tsv")
    with open(path + ".part", "w", encoding="utf-8") as file:
        for row in [header] + rows:
            file.write("\t".join(str(c) for c in row) + "\n")
    os.replace(path + ".part", path)


def number(text):
    return None if text == "NA" else float(text)


def slope(points):
    """Exponent of y = c x^e by least squares, and its standard error."""
    x = [math.log(p[0]) for p in points]
    y = [math.log(p[1]) for p in points]
    mx, my = statistics.fmean(x), statistics.fmean(y)
    sxx = sum((a - mx) ** 2 for a in x)
    e = sum((a - mx) * (b - my) for a, b in zip(x, y)) / sxx
    left = sum((b - my - e * (a - mx)) ** 2 for a, b in zip(x, y))
    error = math.sqrt(left / (len(x) - 2) / sxx) if len(x) > 2 else float("nan")
    return e, error


def crossing(a, b):
    """Where b, slower before, passes a for good; a, b: {n: s}. None if not."""
    common = sorted(set(a) & set(b))
    after = None
    for k, n in enumerate(common):
        if b[n] < a[n]:
            after = k if after is None else after
        else:
            after = None
    if not after:  # never faster at the end, or from the first n on
        return None
    lo, hi = common[after - 1], common[after]
    before, then = math.log(b[lo] / a[lo]), math.log(b[hi] / a[hi])
    return math.exp(math.log(lo) + before / (before - then) * math.log(hi / lo)), lo, hi


def main(folder):
    runs = read(folder)
    groups = collections.OrderedDict()
    for r in runs:
        key = (r["task"], r["set"], r["engine"], int(r["threads"]), int(r["n"]), int(r["warm"]))
        groups.setdefault(key, []).append(r)
    groups = {k: groups[k] for k in sorted(groups)}

    medians, rows = {}, []
    for key, group in groups.items():
        wall = [max(float(r["wall_s"]), 1e-6) for r in group]
        plan = [number(r["plan_s"]) for r in group if number(r["plan_s"]) is not None]
        peak = [number(r["peak_bytes"]) for r in group if number(r["peak_bytes"]) is not None]
        n = key[4]
        m = statistics.median(wall)
        medians[key] = m
        rows.append(list(key) + [len(wall)] + [f"{v:.6f}" for v in (m, min(wall), max(wall))] +
                    [f"{1e9 * v / n:.4f}" for v in (m, min(wall), max(wall))] +
                    [f"{statistics.median(plan):.6f}" if plan else "NA", group[0]["predicted_bytes"],
                     f"{max(peak):.0f}" if peak else "NA"])
    write(folder, "medians", "task set engine threads n warm reps wall_s least_wall_s greatest_wall_s "
          "ns_per_position least_ns_per_position greatest_ns_per_position plan_s predicted_bytes "
          "peak_bytes".split(), rows)

    # ---- by task, set, threads and warmth: engines over n, each repetition ----
    by = collections.defaultdict(dict)
    each = collections.defaultdict(lambda: collections.defaultdict(dict))
    for (task, name, engine, threads, n, warm), m in medians.items():
        by[task, name, threads, warm].setdefault(engine, {})[n] = m
    for r in runs:
        key = (r["task"], r["set"], int(r["threads"]), int(r["warm"]))
        each[key][r["engine"], r["rep"]][int(r["n"])] = max(float(r["wall_s"]), 1e-6)

    crossovers, fastest = [], []
    for key, engines in by.items():
        task, name, threads, warm = key
        if threads != 1:
            continue
        for a in engines:
            for b in engines:
                if a == b or "auto" in (a, b):
                    continue
                found = crossing(engines[a], engines[b])
                common = sorted(set(engines[a]) & set(engines[b]))
                ratio = {n: engines[a][n] / engines[b][n] for n in common}
                if not found or min(ratio.values()) > 1 / 1.2 or ratio[common[-1]] < 1.2:
                    continue
                of_reps = []
                for (engine, rep), times in each[key].items():
                    if engine == a and (b, rep) in each[key]:
                        one = crossing(times, each[key][b, rep])
                        of_reps += [one[0]] if one else []
                crossovers.append([task, name, warm, a, b, found[1], found[2], f"{found[0]:.0f}",
                                   f"{min(of_reps + [found[0]]):.0f}", f"{max(of_reps + [found[0]]):.0f}",
                                   common[-1], f"{ratio[common[-1]]:.2f}"])
        for n in sorted({n for e in engines.values() for n in e}):
            others = {e: t[n] for e, t in engines.items() if n in t and e != "auto"}
            if others and n in engines.get("auto", {}):
                best = min(others, key=others.get)
                mine = engines["auto"][n]
                fastest.append([task, name, warm, n, best, f"{others[best]:.6f}", f"{mine:.6f}",
                                f"{mine / others[best]:.2f}"])
    write(folder, "crossovers", "task set warm slower faster slower_to_n faster_from_n crossing_n "
          "least_crossing_n greatest_crossing_n last_n ratio_at_last_n".split(), sorted(crossovers, key=str))
    write(folder, "fastest", "task set warm n fastest fastest_wall_s auto_wall_s auto_to_fastest".split(),
          fastest)

    # ---- growth, from the four largest sizes; times below 50 us say nothing ----
    costs = []
    for key, engines in by.items():
        task, name, threads, warm = key
        if threads != 1 or warm != (1 if task == "cold" else 0):
            continue
        for engine, times in engines.items():
            points = [(n, t) for n, t in sorted(times.items()) if t > 5e-5][-4:]
            if len(points) >= 3:
                e, error = slope(points)
                costs.append([task, name, engine, points[0][0], points[-1][0], len(points),
                              f"{e:.3f}", f"{error:.3f}"])
    write(folder, "costs", "task set engine from_n to_n points exponent standard_error".split(), costs)

    onset, pairs = [], []
    for (task, name, engine, threads, n, warm), m in medians.items():
        if warm == 0 and (task, name, engine, threads, n, 1) in medians:
            steady = medians[task, name, engine, threads, n, 1]
            plan = [number(r["plan_s"]) for r in groups[task, name, engine, threads, n, 0]]
            planned = statistics.median(p for p in plan) if None not in plan else 0.0
            onset.append([task, name, engine, threads, n, f"{steady:.6f}", f"{planned:.6f}",
                          f"{max(m - steady - planned, 0):.6f}", f"{m:.6f}"])
        if threads == 2 and (task, name, engine, 1, n, warm) in medians:
            one = medians[task, name, engine, 1, n, warm]
            pairs.append([task, name, engine, n, warm, f"{one:.6f}", f"{m:.6f}", f"{one / m:.2f}"])
    write(folder, "onset", "task set engine threads n steady_s plan_s first_touch_and_rest_s "
          "first_run_s".split(), onset)
    write(folder, "threads", "task set engine n warm one_thread_s two_threads_s speedup".split(), pairs)


if __name__ == "__main__":
    main(sys.argv[1])
