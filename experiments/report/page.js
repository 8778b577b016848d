// Shows the value of the mark nearest to the pointer, and lets the axes be
// zoomed. The figures are whole without this.
"use strict";
const SVG = "http://www.w3.org/2000/svg";
const make = (name, attributes) => {
  const node = document.createElementNS(SVG, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  return node;
};

// Along one axis: what value is at a place of the drawing, and back.
class Axis {
  constructor(a) { Object.assign(this, a); this.lo = this.from; this.hi = this.to; }
  scale(v) { return this.log ? Math.log(v) : v; }
  value(place) {
    const a = this.scale(this.min), b = this.scale(this.max);
    const v = a + (b - a) * (place - this.from) / (this.to - this.from);
    return this.log ? Math.exp(v) : v;
  }
  place(v) {
    const a = this.scale(this.min), b = this.scale(this.max);
    return this.from + (this.scale(v) - a) / (b - a) * (this.to - this.from);
  }
  // What is seen is [lo, hi] of the drawing, stretched over [from, to].
  shown(p) { return this.from + (p - this.lo) / (this.hi - this.lo) * (this.to - this.from); }
  drawn(p) { return this.lo + (p - this.from) / (this.to - this.from) * (this.hi - this.lo); }
  text(v) {
    if (this.log === 2) {
      const k = Math.log2(v);
      if (k > 9 && Math.abs(k - Math.round(k)) < 0.004) return "2^" + Math.round(k);
    }
    if (v !== 0 && (Math.abs(v) >= 1e7 || Math.abs(v) < 1e-4)) return v.toExponential(2).replace("e+", "e");
    return String(Number(v.toPrecision(4)));
  }
  // Ticks for what is seen: [place as drawn, text].
  ticks(wanted) {
    const a = this.value(this.lo), b = this.value(this.hi), out = [];
    if (this.log) {
      const base = this.log, k0 = Math.log(a) / Math.log(base), k1 = Math.log(b) / Math.log(base);
      if (k1 - k0 > 1.5) {
        const step = Math.max(1, Math.ceil((k1 - k0) / wanted));
        for (let k = Math.ceil(k0 / step - 1e-9) * step; k <= k1 + 1e-9; k += step)
          out.push([this.place(base ** k), base + "^" + k]);
        return out;
      }
    }
    const rough = (b - a) / wanted, ten = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map(f => f * ten).find(s => s >= rough);
    for (let k = Math.ceil(a / step - 1e-9); k * step <= b + step * 1e-9; k++)
      out.push([this.place(k * step), String(Number((k * step).toPrecision(6)))]);
    return out;
  }
}

class Plot {
  constructor(svg, tip) {
    this.svg = svg;
    this.tip = tip;
    const axes = JSON.parse(svg.dataset.axes);
    this.x = new Axis(axes.x);
    this.y = new Axis(axes.y);
    this.canZoom = svg.dataset.zoom === "yes";
    this.marks = [];   // what the pointer can find: places as drawn
    this.parts = [];   // what moves when zoomed: node and how to write it
    for (const series of svg.querySelectorAll(".series")) this.read(series);
    this.ring = make("circle", { class: "ring", r: 6, visibility: "hidden" });
    this.choice = make("rect", { class: "choice", visibility: "hidden" });
    svg.append(this.ring, this.choice);
    svg.addEventListener("pointermove", e => this.move(e));
    svg.addEventListener("pointerleave", () => this.hide());
    svg.addEventListener("pointerdown", e => this.down(e));
    svg.addEventListener("pointerup", e => this.up(e));
    svg.addEventListener("dblclick", () => this.reset());
  }
  read(series) {
    const title = series.dataset.title || "";
    const add = (x, y, note) => this.marks.push({ x, y, title, note });
    const points = series.querySelector("use, .note") !== null;
    for (const node of series.querySelectorAll("use, path, polygon, .note, g[transform]")) {
      if (node.classList.contains("note")) {
        add(+node.getAttribute("cx"), +node.getAttribute("cy"), node.dataset.note);
      } else if (node.tagName === "use" || node.tagName === "g") {
        const t = node.getAttribute("transform");
        const found = /translate\(([-\d.]+),\s*([-\d.]+)\)/.exec(t);
        if (!found) continue;
        const [x, y] = [+found[1], +found[2]];
        if (node.tagName === "use") add(x, y);
        this.parts.push(() => node.setAttribute("transform",
          t.replace(found[0], `translate(${this.x.shown(x)},${this.y.shown(y)})`)));
      } else if (node.tagName === "polygon") {
        // A bar: its height is its value. Cells of a heat map have notes.
        if (this.svg.querySelector(".note")) continue;
        const box = node.getBBox();
        const high = this.y.value(box.y) - this.y.value(box.y + box.height);
        add(box.x + box.width / 2, box.y + box.height / 2, title + ": " + this.y.text(high));
      } else if (node.tagName === "path") {
        const steps = [...node.getAttribute("d").matchAll(/([MLhvmlzZ])?\s*([-\d.]+)[, ]([-\d.]+)/g)]
          .map(m => [m[1] || "L", +m[2], +m[3]]);
        if (!points) for (const [, x, y] of steps) add(x, y);
        this.parts.push(() => node.setAttribute("d",
          steps.map(([c, x, y]) => `${c}${this.x.shown(x)},${this.y.shown(y)}`).join(" ")));
      }
    }
  }
  at(event) { // place in the drawing's units
    const box = this.svg.getBoundingClientRect(), view = this.svg.viewBox.baseVal;
    return [(event.clientX - box.left) / box.width * view.width,
            (event.clientY - box.top) / box.height * view.height];
  }
  inside(x, y) {
    return x >= this.x.from - 5 && x <= this.x.to + 5 && y <= this.y.from + 5 && y >= this.y.to - 5;
  }
  move(event) {
    const [px, py] = this.at(event);
    if (this.start) {
      const [sx, sy] = this.start;
      const set = (k, v) => this.choice.setAttribute(k, v);
      set("x", Math.min(px, sx)); set("y", Math.min(py, sy));
      set("width", Math.abs(px - sx)); set("height", Math.abs(py - sy));
      set("visibility", Math.abs(px - sx) > 8 ? "visible" : "hidden");
    }
    let best = null, least = 30 * 30;
    for (const mark of this.marks) {
      const x = this.x.shown(mark.x), y = this.y.shown(mark.y);
      const d = (x - px) ** 2 + (y - py) ** 2;
      if (d < least && this.inside(x, y)) { least = d; best = { mark, x, y }; }
    }
    if (!best) { this.hide(); return; }
    const { mark, x, y } = best;
    this.ring.setAttribute("cx", x);
    this.ring.setAttribute("cy", y);
    this.ring.setAttribute("visibility", "visible");
    this.tip.textContent = mark.note ? mark.note :
      (mark.title ? mark.title + ": " : "") + this.x.name.replace(/ \(.*\)/, "").replace(/[{}_]/g, "") + " = " +
      this.x.text(this.x.value(mark.x)) + ", " + this.y.text(this.y.value(mark.y));
    this.tip.style.display = "block";
    const box = this.svg.getBoundingClientRect(), view = this.svg.viewBox.baseVal;
    const host = this.tip.parentElement.getBoundingClientRect();
    const left = box.left - host.left + x / view.width * box.width;
    this.tip.style.left = Math.max(0, Math.min(left + 12, host.width - this.tip.offsetWidth - 2)) + "px";
    this.tip.style.top = (box.top - host.top + y / view.height * box.height + 14) + "px";
  }
  hide() {
    this.ring.setAttribute("visibility", "hidden");
    this.tip.style.display = "none";
  }
  down(event) {
    this.move(event);
    if (!this.canZoom || event.pointerType !== "mouse" || event.button !== 0) return;
    const [x, y] = this.at(event);
    if (!this.inside(x, y)) return;
    this.start = [x, y];
    this.svg.setPointerCapture(event.pointerId);
    event.preventDefault();
  }
  up(event) {
    if (!this.start) return;
    const [sx, sy] = this.start, [px, py] = this.at(event);
    this.start = null;
    this.choice.setAttribute("visibility", "hidden");
    if (Math.abs(px - sx) < 8 || Math.abs(py - sy) < 8) return;
    this.zoom(Math.min(sx, px), Math.max(sx, px), Math.max(sy, py), Math.min(sy, py));
  }
  zoom(x0, x1, y0, y1) { // places as seen; y from below
    const clamp = (v, a, b) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), v));
    const nx = [x0, x1].map(v => clamp(this.x.drawn(v), this.x.from, this.x.to));
    const ny = [y0, y1].map(v => clamp(this.y.drawn(v), this.y.from, this.y.to));
    if (nx[1] - nx[0] < 0.5 || ny[0] - ny[1] < 0.5) return;
    [this.x.lo, this.x.hi] = nx;
    [this.y.lo, this.y.hi] = ny;
    this.draw();
  }
  nearer(factor) {
    const cx = (this.x.from + this.x.to) / 2, w = (this.x.to - this.x.from) / 2 * factor;
    const cy = (this.y.from + this.y.to) / 2, h = (this.y.from - this.y.to) / 2 * factor;
    this.zoom(cx - w, cx + w, cy + h, cy - h);
  }
  reset() {
    for (const a of [this.x, this.y]) { a.lo = a.from; a.hi = a.to; }
    this.draw();
  }
  draw() {
    for (const write of this.parts) write();
    const frame = this.svg.querySelector(".frame");
    const whole = this.x.lo === this.x.from && this.x.hi === this.x.to &&
                  this.y.lo === this.y.from && this.y.hi === this.y.to;
    this.svg.querySelector(".zoomed")?.remove();
    frame.style.display = whole ? "" : "none";
    if (!whole) this.svg.insertBefore(this.frame(), frame);
  }
  frame() {
    const g = make("g", { class: "zoomed" }), { x, y } = this;
    const text = (at, words, extra) => {
      const node = make("text", { x: at[0], y: at[1], style: "fill:var(--frame)", "font-size": 13, ...extra });
      const [, base, raised] = /^(\d+)\^(-?\d+)$/.exec(words) || [];
      if (base) {
        node.append(base);
        const up = make("tspan", { "font-size": 10, dy: -5 });
        up.textContent = raised;
        node.append(up);
      } else node.textContent = words;
      g.append(node);
    };
    const line = (d, c) => g.append(make("path", { d, style: `stroke:var(--${c})` }));
    const narrow = this.svg.viewBox.baseVal.width < 500;
    for (const [p, words] of x.ticks(narrow ? 4 : 8)) {
      const at = x.shown(p);
      line(`M${at},${y.from} V${y.to}`, "grid");
      text([at, y.from + 20], words, { "text-anchor": "middle" });
    }
    for (const [p, words] of y.ticks(6)) {
      const at = y.shown(p);
      line(`M${x.from},${at} H${x.to}`, "grid");
      text([x.from - 8, at + 4], words, { "text-anchor": "end" });
    }
    line(`M${x.from},${y.to} V${y.from} H${x.to}`, "frame");
    const ink = { style: "fill:var(--ink)", "text-anchor": "middle" };
    text([(x.from + x.to) / 2, y.from + 44], x.name, ink);
    text([0, 0], y.name, { ...ink, transform: `translate(16,${(y.from + y.to) / 2}) rotate(-90)` });
    return g;
  }
}

function start(figure) {
  const tip = document.createElement("div");
  tip.className = "tip";
  figure.append(tip);
  const plots = [...figure.querySelectorAll("svg.plot")].map(svg => new Plot(svg, tip));
  figure.classList.add("live");
  const tools = figure.querySelector(".tools");
  if (!plots[0].canZoom) { tools.remove(); return; }
  tools.addEventListener("click", event => {
    const what = event.target.dataset?.do;
    for (const plot of plots)
      if (what === "in") plot.nearer(0.6);
      else if (what === "out") plot.nearer(1 / 0.6);
      else if (what === "all") plot.reset();
  });
}

// A figure that is folded away has no size yet: it starts when it is shown.
for (const figure of document.querySelectorAll("figure.chart")) {
  const folded = figure.closest("details:not([open])");
  if (folded) folded.addEventListener("toggle", () => start(figure), { once: true });
  else start(figure);
}
document.documentElement.dataset.ready = "yes";
