// Shows the value of the mark nearest to the pointer. The figures are whole without this.
"use strict";

// Returns the value at a place along an axis, and the text of a value.
const valueAt = (axis, place) => {
  const scale = v => (axis.log ? Math.log(v) : v), a = scale(axis.min), b = scale(axis.max);
  const v = a + (b - a) * (place - axis.from) / (axis.to - axis.from);
  return axis.log ? Math.exp(v) : v;
};
const textOf = (axis, v) => {
  const k = axis.log === 2 ? Math.log2(v) : NaN;
  if (k > 9 && Math.abs(k - Math.round(k)) < 0.004) return "2^" + Math.round(k);
  if (v !== 0 && (Math.abs(v) >= 1e7 || Math.abs(v) < 1e-4)) return v.toExponential(2).replace("e+", "e");
  return String(Number(v.toPrecision(4)));
};

// Returns the marks of a drawing: where they are, in the drawing's units, and their text.
function marksOf(svg, x, y) {
  const marks = [], name = x.name.replace(/ \(.*\)/, "").replace(/[{}_]/g, "");
  const heatMap = svg.querySelector(".note") !== null;
  for (const series of svg.querySelectorAll(".series")) {
    const title = series.dataset.title ? series.dataset.title + ": " : "";
    const add = (px, py, text) => marks.push({ x: px, y: py, text: text ||
      `${title}${name} = ${textOf(x, valueAt(x, px))}, ${textOf(y, valueAt(y, py))}` });
    const points = series.querySelector("use, .note") !== null;
    for (const node of series.querySelectorAll("use, path, polygon, .note"))
      if (node.classList.contains("note")) {
        add(+node.getAttribute("cx"), +node.getAttribute("cy"), node.dataset.note);
      } else if (node.tagName === "use") {
        const found = /translate\(([-\d.]+),\s*([-\d.]+)\)/.exec(node.getAttribute("transform"));
        if (found) add(+found[1], +found[2]);
      } else if (node.tagName === "polygon" && !heatMap) { // a bar: its height is its value
        const box = node.getBBox();
        const high = valueAt(y, box.y) - valueAt(y, box.y + box.height);
        add(box.x + box.width / 2, box.y + box.height / 2, title + textOf(y, high));
      } else if (node.tagName === "path" && !points) {
        for (const [, px, py] of node.getAttribute("d").matchAll(/([-\d.]+)[, ]([-\d.]+)/g)) add(+px, +py);
      }
  }
  return marks;
}

function start(svg, tip) {
  const axes = JSON.parse(svg.dataset.axes), marks = marksOf(svg, axes.x, axes.y);
  const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  ring.setAttribute("class", "ring");
  ring.setAttribute("r", 6);
  const show = visible => {
    ring.style.visibility = visible ? "visible" : "hidden";
    tip.style.display = visible ? "block" : "none";
  };
  show(false);
  svg.append(ring);
  svg.addEventListener("pointerleave", () => show(false));
  for (const kind of ["pointermove", "pointerdown"])
    svg.addEventListener(kind, event => {
      const box = svg.getBoundingClientRect(), unit = svg.viewBox.baseVal.width / box.width;
      const away = m => Math.hypot(m.x - (event.clientX - box.left) * unit, m.y - (event.clientY - box.top) * unit);
      const best = marks.reduce((a, b) => (away(a) <= away(b) ? a : b), marks[0]);
      const near = best !== undefined && away(best) < 30;
      show(near);
      if (!near) return;
      ring.setAttribute("cx", best.x);
      ring.setAttribute("cy", best.y);
      tip.textContent = best.text;
      const host = tip.parentElement.getBoundingClientRect();
      const left = box.left - host.left + best.x / unit + 12;
      tip.style.left = Math.max(0, Math.min(left, host.width - tip.offsetWidth - 2)) + "px";
      tip.style.top = (box.top - host.top + best.y / unit + 14) + "px";
    });
}

// A figure that is folded away has no size yet: it starts when it is shown.
for (const figure of document.querySelectorAll("figure.chart")) {
  const tip = document.createElement("div");
  tip.className = "tip";
  figure.append(tip);
  const begin = () => figure.querySelectorAll("svg.plot").forEach(svg => start(svg, tip));
  const folded = figure.closest("details:not([open])");
  if (folded) folded.addEventListener("toggle", begin, { once: true });
  else begin();
}
document.documentElement.dataset.ready = "yes";
