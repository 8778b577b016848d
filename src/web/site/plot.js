// Plots on a canvas. Colours are those of the style sheet; all are drawn again when it changes, or the size.
const drawn = new Map();
const again = () => drawn.forEach((draw) => draw());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
let width = innerWidth;
addEventListener("resize", () => {
  if (width !== innerWidth) again();
  width = innerWidth;
});

export const short = (v) =>
  v >= 1e6 ? +(v / 1e6).toPrecision(4) + "M" : v >= 1e4 ? +(v / 1e3).toPrecision(4) + "K" : String(+v.toPrecision(6));
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);
const rgb = (name) => css(name).match(/[\da-f]{2}/gi).map((h) => parseInt(h, 16));

// Ticks at round numbers of [low, high].
function ticks([first, last], most, log) {
  const low = Math.min(first, last), high = Math.max(first, last);
  if (log) {
    const least = Math.ceil(Math.log10(low)), count = Math.floor(Math.log10(high)) - least + 1;
    return Array.from({ length: Math.max(count, 0) }, (_, k) => 10 ** (least + k));
  }
  const raw = (high - low) / most, power = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 5, 10].find((m) => m * power >= raw) * power;
  const result = [];
  for (let v = Math.ceil(low / step) * step; v <= high + step / 1e6; v += step) result.push(+v.toPrecision(12));
  return result;
}

// Draws axes x and y = [low, high], and what draw(context, tools) adds; tools are px, py, box, ratio and colour.
export function plot(canvas, { x, y, log = false, whole = false, label, draw }) {
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", label);
  const paint = () => {
    const ratio = devicePixelRatio || 1, w = canvas.clientWidth, h = canvas.clientHeight;
    if (w === 0) return;
    canvas.width = Math.round(w * ratio);
    canvas.height = Math.round(h * ratio);
    const c = canvas.getContext("2d"), box = { left: 52, top: 8, width: w - 64, height: h - 32 };
    c.scale(ratio, ratio);
    const scale = ([low, high], from, to) => (log ? (v) => from + (to - from) * Math.log(v / low) / Math.log(high / low)
      : (v) => from + (to - from) * (v - low) / (high - low));
    const px = scale(x, box.left, box.left + box.width), py = scale(y, box.top + box.height, box.top);
    const good = (v) => !whole || Number.isInteger(v);
    c.font = "12px system-ui, sans-serif";
    c.lineWidth = 1;
    c.strokeStyle = css("--line");
    c.fillStyle = css("--dim");
    c.textAlign = "center";
    for (const v of ticks(x, w / 90, log).filter(good)) {
      c.strokeRect(px(v), box.top, 0, box.height);
      c.fillText(short(v), px(v), h - 6);
    }
    c.textAlign = "right";
    for (const v of ticks(y, h / 45, log).filter(good)) {
      c.strokeRect(box.left, py(v), box.width, 0);
      c.fillText(short(v), box.left - 6, py(v) + 4);
    }
    c.save();
    c.beginPath();
    c.rect(box.left - 4, box.top - 4, box.width + 8, box.height + 4);
    c.clip();
    draw(c, { px, py, box, ratio, colour: css });
    c.restore();
    canvas.at = { px, py, box };
  };
  drawn.set(canvas, paint);
  paint();
}

// Fills the box with a raster of columns x rows cells from share(i, j) in 0..1, row 0 at the top.
export function raster(c, { box, ratio }, columns, rows, share) {
  const w = Math.round(box.width * ratio), h = Math.round(box.height * ratio), image = new ImageData(columns, rows), [r, g, b] = rgb("--accent");
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) image.data.set([r, g, b, 255 * share(i, j)], 4 * (j * columns + i));
  const cells = new OffscreenCanvas(columns, rows);
  cells.getContext("2d").putImageData(image, 0, 0);
  c.imageSmoothingEnabled = columns > w || rows > h;
  c.drawImage(cells, box.left, box.top, box.width, box.height);
}

export function bars(canvas, label, counts) {
  plot(canvas, { x: [-0.5, Math.max(counts.length, 2) - 0.5], y: [0, Math.max(...counts, 1)], whole: true, label, draw(c, { px, py, colour }) {
    c.fillStyle = colour("--accent");
    const w = Math.max(1, (px(1) - px(0)) * 0.8);
    counts.forEach((count, v) => c.fillRect(px(v) - w / 2, py(count), w, py(0) - py(count)));
  } });
}

// A scatter of (i, values[i]) with zoom by buttons, keys and dragging; view = { from, to } is what is seen, and
// changed() is called when it changes. `marks` are heaps with a line.
export function scatter(canvas, values, view, { name, marks, changed }) {
  const figure = canvas.parentElement, all = values.length;
  const show = (from, to) => {
    const size = Math.max(16, Math.min(all, Math.round(to - from)));
    view.from = Math.max(0, Math.min(all - size, Math.round(from)));
    view.to = view.from + size;
    paint();
    changed();
  };
  const paint = () => {
    const { from, to } = view, count = to - from;
    let top = 1;
    for (let i = from; i < to; i++) top = Math.max(top, values[i]);
    plot(canvas, { x: [from, to], y: [0, top + 1], whole: true, label: `${name} of heaps ${from} to ${to - 1}; the largest is ${top}`,
      draw(c, tools) {
        const { px, py, box, ratio, colour } = tools;
        if (count <= 5000) {
          const size = count < 600 ? 4 : 2;
          c.fillStyle = colour("--accent");
          for (let i = from; i < to; i++) c.fillRect(px(i) - size / 2, py(values[i]) - size / 2, size, size);
        } else {
          const w = Math.round(box.width * ratio), h = Math.round(box.height * ratio), seen = new Uint32Array(w * h);
          for (let i = from; i < to; i++) seen[Math.floor((1 - values[i] / (top + 1)) * (h - 1)) * w + Math.floor((i - from) / count * w)]++;
          raster(c, tools, w, h, (i, j) => { const k = seen[j * w + i]; return k && Math.min(1, 0.35 + 0.2 * Math.log2(1 + k)); });
        }
        c.strokeStyle = colour("--mark");
        c.setLineDash([5, 4]);
        for (const mark of marks) c.strokeRect(px(mark), box.top, 0, box.height);
      } });
  };
  const zoom = (factor) => { const middle = (view.from + view.to) / 2, half = (view.to - view.from) * factor / 2; show(middle - half, middle + half); };
  const move = (share) => { const by = share * (view.to - view.from); show(view.from + by, view.to + by); };
  const acts = { "+": () => zoom(0.5), "−": () => zoom(2), "←": () => move(-0.5), "→": () => move(0.5), "All": () => show(0, all) };
  const keys = { "+": "+", "=": "+", "-": "−", ArrowLeft: "←", ArrowRight: "→", Home: "All" };
  const tools = figure.querySelector(".tools") ?? document.createElement("div"), said = document.createElement("output");
  tools.className = "tools";
  tools.replaceChildren(...Object.entries(acts).map(([text, act]) => {
    const labels = { "+": "Zoom in", "−": "Zoom out", "←": "Left", "→": "Right", All: "All heaps" };
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text, onclick: act, title: labels[text] });
    button.setAttribute("aria-label", labels[text]);
    return button;
  }), said);
  canvas.after(tools);
  canvas.onkeydown = (e) => {
    if (!keys[e.key] || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    acts[keys[e.key]]();
  };
  const heap = (e) => view.from + (e.offsetX - canvas.at.box.left) / canvas.at.box.width * (view.to - view.from);
  let start = null;
  canvas.onpointerdown = (e) => { start = heap(e); };
  canvas.onpointerup = (e) => {
    const [a, b] = [start, heap(e)].sort((p, q) => p - q);
    if (start !== null && b - a > (view.to - view.from) / 50) show(a, b);
    start = null;
  };
  canvas.ondblclick = acts.All;
  canvas.onpointermove = (e) => {
    if (start !== null) said.textContent = `heaps ${Math.round(Math.min(start, heap(e)))} to ${Math.round(Math.max(start, heap(e)))}`;
    else {
      // Of the heaps within three pixels, the one whose point is nearest.
      const reach = 3 * (view.to - view.from) / canvas.at.box.width, low = Math.max(view.from, Math.ceil(heap(e) - reach));
      let best = -1, near = Infinity;
      for (let i = low; i < Math.min(view.to, heap(e) + reach); i++) {
        const d = Math.hypot(canvas.at.px(i) - e.offsetX, canvas.at.py(values[i]) - e.offsetY);
        if (d < near) [best, near] = [i, d];
      }
      said.textContent = best < 0 ? "" : `heap ${best}: ${values[best]}`;
    }
  };
  canvas.onpointerleave = () => { said.textContent = ""; };
  show(view.from ?? 0, view.to ?? all);
}
