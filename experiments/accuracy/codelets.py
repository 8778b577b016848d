#!/usr/bin/env python3
"""Bounds on the rounding errors of FFTW's generated codelets, from their text.

    codelets.py FILE...     # of dft/scalar/codelets and dft/simd/common

FILEs are C files of a release of FFTW (its repository has only their generator).
A codelet is straight-line code: sums, differences, products, fused ones. Each
intermediate result is a linear form v of the inputs; in codelets with twiddle
factors, of the inputs times their factors. To first order the outputs' error is
the sum over all roundings of J d v', |d| <= u, with J what the outputs make of
that result; a constant, rounded too, is one more such term, with v its product.
A row for each variant (written for fused multiply-adds; the same run without
them; written without), in units of u:
    norm    bound on the 2-norm of that sum as a map over the norm of the
            transform, sqrt r: roundings of one depth together are D1 A D2,
            depths are added up (paper-notes.md, hypothesis H)
    entry   the same for a single entry of the complex matrix, depths added up
    roots, products   stored roots in the worst twiddle factor of the codelet, and
            multiplications that form it and apply it
`make` does not run it; data/runs/*-codelets has its output. Some minutes."""
import math
import os
import re
import sys
from random import Random

NAME = re.compile(r"[A-Za-z_]\w*")


class Factor(float):
    """A twiddle factor, or a part of one, and what it was formed from: stored
    roots, and products of them."""

    roots = products = 0

    @staticmethod
    def made(value, roots, products):
        f = Factor(value)
        f.roots, f.products = roots, products
        return f

    def times(self, other):
        return Factor.made(float(self) * other, self.roots + other.roots, self.products + other.products + 1)

    def plus(self, sign, other):
        return Factor.made(self + sign * float(other), max(self.roots, other.roots), max(self.products, other.products))


class Codelet:
    def __init__(self, text, radix):
        self.width = 2 * radix
        self.twiddled = "W[" in text
        self.complex = "VFMAI" in text or "LD(&(x" in text or "VBYI" in text
        self.nodes = []  # (depth, terms, form); a term: coefficient, node
        self.names = {k: float(v) for k, v in re.findall(r"DV?K\((\w+), \+?([-\d.]+)\)", text)}
        self.stored, self.leaves = {}, {}
        self.roots = self.products = 0  # of the worst twiddle factor
        draw = Random(1)
        powers = [int(p) for p in re.findall(r"(?:TW_CEXP, 0|VTW\(0), (\d+)", text)] or range(1, radix)
        theta = draw.uniform(0, 6)
        self.w = [f(p * theta) for p in powers for f in (math.cos, math.sin)]
        body = text[text.index("static void"):]
        body = body[:body.index("static const")] if "static const" in body else body
        for statement in re.findall(r"[^;{}]+;", re.sub(r"/\*.*?\*/", "", body, flags=re.S)):
            self.statement(" ".join(statement.rstrip(";").split()))

    # ---- what is computed ----

    def node(self, *terms):
        form = [0.0] * self.width
        for c, t in terms:
            for k, x in enumerate(self.nodes[t][2]):
                form[k] += c * x
        self.nodes.append((1 + max(self.nodes[t][0] for _, t in terms), terms, form))
        return len(self.nodes) - 1

    def leaf(self, k):
        if k not in self.leaves:
            self.leaves[k] = len(self.nodes)
            self.nodes.append((0, (), [float(j == k) for j in range(self.width)]))
        return self.leaves[k]

    def combine(self, a, x, b, y):
        """a x + b y of values: numbers, and lists of nodes."""
        if isinstance(x, Factor):
            return Factor.made(a * x, x.roots, x.products).plus(b, y)
        return [self.node((a, p), (b, q)) for p, q in zip(x, y)]

    def times(self, x, y):
        if isinstance(x, Factor) and isinstance(y, Factor):
            return x.times(y)
        number, value = (x, y) if isinstance(x, float) else (y, x)
        self.applied(number)
        return [self.node((number, p)) for p in value]

    def applied(self, factor):
        if isinstance(factor, Factor) and (factor.roots, factor.products + 1) > (self.roots, self.products):
            self.roots, self.products = factor.roots, factor.products + 1

    def fused(self, sign, x, y, c, by):
        """sign x y + by c, rounded once; as a product and a sum where plain."""
        if isinstance(x, Factor) and isinstance(y, Factor):
            return self.combine(sign, x.times(y), by, c)
        number, value = (x, y) if isinstance(x, float) else (y, x)
        self.applied(number)
        if not self.fma:
            return self.combine(sign, self.times(number, value), by, c)
        return self.combine(sign * number, value, by, c)

    def plus_i(self, sign, b, c):  # c + sign i b
        return [self.node((1, c[0]), (-sign, b[1])), self.node((1, c[1]), (sign, b[0]))]

    def call(self, name, a):
        if name in ("VADD",):
            return self.combine(1, a[0], 1, a[1])
        if name == "VSUB":
            return self.combine(1, a[0], -1, a[1])
        if name == "VMUL":
            return self.times(a[0], a[1])
        if name in ("FMA", "VFMA"):
            return self.fused(1, a[0], a[1], a[2], 1)
        if name in ("FMS", "VFMS"):
            return self.fused(1, a[0], a[1], a[2], -1)
        if name in ("FNMS", "VFNMS"):
            return self.fused(-1, a[0], a[1], a[2], 1)
        if name in ("FNMA", "VFNMA"):
            return self.fused(-1, a[0], a[1], a[2], -1)
        if name == "VFMAI":
            return self.plus_i(1, a[0], a[1])
        if name == "VFNMSI":
            return self.plus_i(-1, a[0], a[1])
        if name == "VBYI":  # exact: no node of its own, but a sign
            return [self.negated(a[0][1]), a[0][0]]
        if name == "VNEG":
            return [self.negated(x) for x in a[0]]
        if name in ("VZMUL", "VZMULJ") and isinstance(a[1], Factor):
            return a[0].times(a[1])
        if name in ("VZMUL", "VZMULJ", "BYTW", "BYTWJ"):
            self.applied(a[0] if isinstance(a[0], Factor) else Factor.made(1, 1, 0))
            return a[1]
        raise ValueError("unknown: " + name)

    def negated(self, t):
        """A sign is no rounding: the node lives beside the depths."""
        depth, _, form = self.nodes[t]
        self.nodes.append((depth, ((-1, t),), [-x for x in form]))
        return len(self.nodes) - 1

    # ---- how it is written ----

    def statement(self, s):
        match = re.match(r"^(?:const )?(?:E|V) ?[\w, ]*$", s)
        if match or s.startswith(("D", "INT", "static", "for", "const R", "R ", "MAKE", "VLEAVE", "x", "STN")) and not re.match(r"^x[io]?\[", s):
            return
        match = re.match(r"^(?:ST|STM2|STM4)\(&\((\w+)\[(.*?)\]\), (.*)$", s)
        if match:  # ST(&(x[..]), VALUE, ...)
            self.at, self.text = 0, match.group(3)
            self.store(match.group(1), match.group(2), self.expression())
            return
        match = re.match(r"^(\w+)\[(.*)\] = (.*)$", s) if not re.match(r"^T\w* = ", s) else None
        if match:
            self.at, self.text = 0, match.group(3)
            self.store(match.group(1), match.group(2), self.expression())
            return
        match = re.match(r"^(T\w*) = (.*)$", s)
        if match:
            self.at, self.text = 0, match.group(2)
            self.names[match.group(1)] = self.expression()

    def store(self, array, index, value):
        for part, node in enumerate(value):
            self.stored[array, index, part] = node

    def index(self, text):
        match = re.search(r"(\d+)\)?$", text)
        return int(match.group(1))

    def load(self, array, index):
        if array == "W":
            return Factor.made(self.w[self.index(index)], 1, 0)
        k = self.index(index)
        if self.complex:
            return [self.leaf(2 * k), self.leaf(2 * k + 1)]
        return [self.leaf(2 * k + (array[0] == "i"))]

    def skip(self):
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1

    def peek(self):
        self.skip()
        return self.text[self.at:self.at + 1]

    def expression(self):
        value = self.term()
        while self.peek() and self.peek() in "+-":
            sign = 1 if self.text[self.at] == "+" else -1
            self.at += 1
            value = self.combine(1, value, sign, self.term())
        return value

    def term(self):
        value = self.atom()
        while self.peek() == "*":
            self.at += 1
            value = self.times(value, self.atom())
        return value

    def until(self, begin, end):
        """The text within brackets, from behind the first."""
        depth, start = 1, self.at
        while depth:
            depth += {begin: 1, end: -1}.get(self.text[self.at], 0)
            self.at += 1
        return self.text[start:self.at - 1]

    def atom(self):
        if self.peek() == "(":
            self.at += 1
            value = self.expression()
            self.skip()
            self.at += 1
            return value
        if self.peek() == "-":
            self.at += 1
            return [self.negated(x) for x in self.atom()]
        name = NAME.match(self.text, self.at).group()
        self.at += len(name)
        if self.peek() == "[":
            self.at += 1
            return self.load(name, self.until("[", "]"))
        if self.peek() != "(":
            return self.names[name]
        self.at += 1
        if name in ("LD", "LDW", "LDA"):
            inside = self.until("(", ")")
            match = re.match(r"&\((\w+)\[(.*?)\]\)", inside)
            return Factor.made(1, 1, 0) if name == "LDW" and self.complex else self.load(match.group(1), match.group(2))
        arguments = []
        while True:
            if self.peek() == "&":  # the address of a factor
                self.at += 2
                self.until("(", ")")
                arguments.append(None)
            else:
                arguments.append(self.expression())
            self.skip()
            self.at += 1
            if self.text[self.at - 1] == ")":
                break
        return arguments[0] if name == "LDK" else self.call(name, arguments)

    # ---- what it costs ----

    def errors(self):
        """(depth, kind, J, v) of each rounding."""
        outputs = sorted(self.stored)
        back = [None] * len(self.nodes)
        for k, key in enumerate(outputs):
            node = self.stored[key]
            back[node] = back[node] or [0.0] * len(outputs)
            back[node][k] += 1.0
        for t in range(len(self.nodes) - 1, -1, -1):
            if back[t] is None:
                continue
            for c, s in self.nodes[t][1]:
                back[s] = back[s] or [0.0] * len(outputs)
                for k, x in enumerate(back[t]):
                    back[s][k] += c * x
        found, self.turns = [], {}
        for _, terms, form in self.nodes if self.twiddled and not self.complex else ():
            some = {k // 2 for k, x in enumerate(form) if abs(x) > 1e-9}
            k = min(some)
            if len(some) == 1 and len(terms) == 2 and abs(form[2 * k] ** 2 + form[2 * k + 1] ** 2 - 1) < 1e-9:
                self.turns.setdefault(k, (form[2 * k], form[2 * k + 1]))
        for t, (depth, terms, form) in enumerate(self.nodes):
            # A sign alone, and what belongs to the product with a twiddle factor.
            if back[t] is None or not terms or len(terms) == 1 and abs(terms[0][0]) == 1:
                continue
            if self.twiddled and len({k // 2 for k, x in enumerate(form) if abs(x) > 1e-9}) == 1:
                continue
            found.append((depth, 0, back[t], form))
            found += [(depth, 1, back[t], [c * x for x in self.nodes[s][2]])
                      for c, s in terms if abs(c) != 1]
        return [(d, k, j, self.from_products(v)) for d, k, j, v in found], len(outputs)

    def from_products(self, v):
        """A form of the inputs as one of the inputs times their factors."""
        if not self.turns:
            return v
        out = []
        for k in range(0, self.width, 2):
            c, s = self.turns.get(k // 2, (1.0, 0.0))
            out += [v[k] * c + v[k + 1] * s, v[k + 1] * c - v[k] * s]
        return out


def norm(rows, squarings):
    """An upper bound on the 2-norm of a matrix: that of (R'R)^(2^squarings)."""
    columns = list(zip(*rows))
    gram = [[0.0] * len(columns) for _ in columns]
    for i, a in enumerate(columns):
        for j in range(i + 1):
            gram[i][j] = gram[j][i] = sum(map(float.__mul__, a, columns[j]))
    log_scale = 0.0
    for _ in range(squarings):
        size = max(sum(map(abs, line)) for line in gram)
        gram = [[x / size for x in line] for line in gram]
        columns = list(zip(*gram))
        gram = [[sum(map(float.__mul__, line, column)) for column in columns] for line in gram]
        log_scale = 2 * (log_scale + math.log(size))
    size = max(sum(map(abs, line)) for line in gram)
    return math.exp((math.log(size) + log_scale) / 2 ** (squarings + 1))


def length(v):
    return math.sqrt(sum(x * x for x in v))


def measure(codelet, radix):
    found, outputs = codelet.errors()
    if outputs != 2 * radix or len(codelet.leaves) != 2 * radix:
        raise ValueError(f"{outputs} outputs, {len(codelet.leaves)} inputs")
    # It is a Fourier transform of r complex numbers: sqrt r times a unitary map.
    forms = [codelet.nodes[t][2] for t in codelet.stored.values()]
    for a in range(len(forms)):
        for b in range(a + 1):
            product = sum(map(float.__mul__, forms[a], forms[b]))
            assert abs(product - (radix if a == b else 0)) < 1e-9
    total = 0.0
    for key in sorted({(depth, kind) for depth, kind, _, _ in found}):
        group = [(j, v) for depth, kind, j, v in found if (depth, kind) == key]
        scale = [math.sqrt(length(v) / length(j)) for j, v in group]
        squarings = 3 if radix < 128 else 2
        total += norm([[x * s for x in j] for (j, _), s in zip(group, scale)], squarings) * \
            norm([[x / s for x in v] for (_, v), s in zip(group, scale)], squarings)
    # 1e-5: the second order, and the rounding of this very program.
    return total / math.sqrt(radix) * (1 + 1e-5), worst_entry(codelet, found) * (1 + 1e-5)


def largest(a, b, d):
    """The larger eigenvalue of the matrix a b, b d."""
    return (a + d + math.sqrt((a - d) ** 2 + 4 * b * b)) / 2


def worst_entry(codelet, found):
    """The same bound for single complex entries, 2 by 2 blocks, and the worst."""
    pairs = {}
    for row, key in enumerate(sorted(codelet.stored)):
        pairs.setdefault(key[:2] if codelet.complex else key[1], []).append(row)
    block = {}
    for depth, kind, j, v in found:
        ins = [(k // 2, v[k], v[k + 1], math.hypot(v[k], v[k + 1])) for k in range(0, len(v), 2) if v[k] or v[k + 1]]
        for place, (p, q) in pairs.items():
            size = math.hypot(j[p], j[q])
            for k, x, y, of in ins if size else ():
                s, t = of / size, size / of
                sums = block.setdefault((place, k), {}).setdefault((depth, kind), [0.0] * 6)
                for i, z in enumerate((j[p] * j[p] * s, j[p] * j[q] * s, j[q] * j[q] * s, x * x * t, x * y * t, y * y * t)):
                    sums[i] += z
    return max(sum(math.sqrt(largest(*s[:3]) * largest(*s[3:])) for s in groups.values()) for groups in block.values())


def main():
    print("codelet\tradix\tfused\troundings\tnorm\tentry\tnorm_a_level\tentry_a_level\troots\tproducts")
    for path in sys.argv[1:]:
        name = os.path.basename(path)[:-2]
        radix = int(name.rpartition("_")[2])
        with open(path, encoding="utf-8") as file:
            fused, plain = file.read().split("\n#else", 1)
        for fma, kind, text in ((True, "yes", fused), (False, "apart", fused), (False, "no", plain)):
            Codelet.fma = fma
            codelet = Codelet(text, radix)
            total, entry = measure(codelet, radix)
            levels = math.log2(radix)
            print(f"{name}\t{radix}\t{kind}\t{len(codelet.errors()[0])}\t{total:.3f}\t{entry:.3f}\t"
                  f"{total / levels:.3f}\t{entry / levels:.3f}\t{codelet.roots}\t{codelet.products}", flush=True)


if __name__ == "__main__":
    main()
