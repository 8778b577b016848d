// What is drawn of cold heaps and values.
import { plot, raster, bars, scatter } from "./plot.js";

export const $ = (id) => document.getElementById(id);
export const part = (id, what, k = 0) => $(id).querySelectorAll(what)[k];
export const element = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text }, more);
const number = new Intl.NumberFormat("en").format;

// Sets the text of a section: strings and elements.
export function say(id, ...parts) {
  const p = part(id, ".text");
  p.classList.toggle("error", parts[0] instanceof Error);
  p.replaceChildren(...parts.map((x) => (x instanceof Error ? x.message : x)));
}

// The command for a terminal, with a button that copies it.
export function command(id, text) {
  const button = element("button", "Copy", { type: "button", title: "Copy the command" });
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(button.previousSibling);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  };
  part(id, ".command").replaceChildren(element("code", text), button);
}
// As a shell reads it: `0.77` and `list:2,4,7` need no quotes, `poly:1,0;x` would.
export const quote = (s) => (/^[\w.,:+@^-]+$/.test(s) ? s : `'${s.replaceAll("'", "'\\''")}'`);
export const options = (game, misere) => (game === "squares" ? "" : ` --game=${quote(game)}`) + (misere ? " --misere" : "");

export function table(place, head, rows) {
  const line = (cells, name) => {
    const tr = document.createElement("tr");
    tr.append(...cells.map((x) => { const cell = element(name, ""); cell.append(...[x].flat()); return cell; }));
    return tr;
  };
  place.replaceChildren(line(head, "th"), ...rows.map((r) => line(r, "td")));
}

const oeis = (number) => element("a", `OEIS ${number}`, { href: `https://oeis.org/${number}` });
export const download = (text, name, lines) => {
  const link = element("a", text, { href: "#", download: name });
  link.onclick = () => {
    link.href = URL.createObjectURL(new Blob([lines()], { type: "text/csv" }));
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  return link;
};

// ---- cold heaps

export function listCold(bits, n) {
  const list = [];
  for (let w = 0; w < bits.length; w++)
    for (let b = bits[w]; b !== 0; b &= b - 1) list.push(32 * w + 31 - Math.clz32(b & -b));
  return list;
}

// A power law says something of an infinite set only, whose counts neither stop growing nor keep one share.
async function fitOf(library, powers, game) {
  const points = powers.filter((p) => p[0] >= 1024 && p[1] > 0), steps = points.slice(1).map((p, k) => p[1] / points[k][1]);
  if (game.finite || game.memory || points.length < 4 || steps.slice(-3).every((s) => s < 1.02 || Math.abs(s - 2) < 0.02)) return null;
  return (await library("fit", points)).result;
}

export async function showCold(library, list, { spec, n, misere, game, kind }) {
  const powers = [];
  for (let e = 0, k = 0; 2 ** e <= n; e++) {
    while (k < list.length && list[k] < 2 ** e) k++;
    powers.push([2 ** e, k]);
  }
  const count = list.length, fit = await fitOf(library, powers, game), first = list.slice(0, 24).join(", ");
  say("cold", element("strong", first + (count > 24 ? ", …" : "")), ...(kind?.cold && !misere ? [" (", oeis(kind.cold), ")"] : []), element("br"),
    `${number(count)} of the ${number(n)} heaps below 2^${Math.log2(n)} are cold`,
    fit ? `; fitted to powers of two from 2^10 on: ${fit.constant.toFixed(3)} n^${fit.exponent.toFixed(4)}.` : ".");
  const most = Math.max(count, 2);
  plot(part("cold", "canvas"), { x: [1, n], y: [1, most], log: true,
    label: `Cold heaps below n: ${count} below ${n}` + (fit ? `, about n^${fit.exponent.toFixed(3)}` : ""), draw(c, { px, py, colour }) {
      if (fit) {
        c.strokeStyle = colour("--mark");
        c.lineWidth = 2;
        c.beginPath();
        c.moveTo(px(1), py(fit.constant));
        c.lineTo(px(n), py(fit.constant * n ** fit.exponent));
        c.stroke();
      }
      c.fillStyle = colour("--accent");
      for (const [x, y] of powers) if (y > 0) c.fillRect(px(x) - 3, py(y) - 3, 6, 6);
    } });
  const octaves = powers.slice(1).map(([x, y], k) => [x, powers[k][1] > 0 ? Math.log2(y / powers[k][1]) : NaN]);
  part("cold", "figure", 1).classList.toggle("hidden", count < 2);
  plot(part("cold", "canvas", 1), { x: [0, Math.log2(n)], y: [0, 1.2], label: "Exponent of each octave; the numbers are in the table", draw(c, { px, py, colour }) {
    c.fillStyle = colour("--accent");
    for (const [x, e] of octaves) c.fillRect(px(Math.log2(x)) - 3, py(e) - 3, 6, 6);
  } });
  table(part("cold", "table"), ["n", "cold heaps below n", "exponent of the octave"],
    powers.map(([x, y], k) => [number(x), number(y), k > 0 && octaves[k - 1][1] >= 0 ? octaves[k - 1][1].toFixed(3) : "–"]));
  part("cold", "summary").replaceChildren("Table; ", download("all cold heaps as CSV", "cold.csv", () => ["cold", ...list].join("\n")));
  command("cold", `takeaway count 2^${Math.log2(n)} --at=powers2${options(spec, misere)}` + (fit ? " | takeaway fit - --from=2^10" : ""));
}

// ---- residues

// Bits that n mod M tells of a cold n, less what chance would give.
function telling(list, M) {
  const seen = new Float64Array(M);
  for (const n of list) seen[n % M]++;
  return seen.reduce((sum, k) => sum + (k && k / list.length * Math.log2(k * M / list.length)), 0) - (M - 1) / (2 * list.length * Math.LN2);
}
export function mostTelling(list) {
  const some = list.slice(0, 40000), told = Array.from({ length: 99 }, (_, k) => telling(some, k + 2));
  return 2 + told.indexOf(Math.max(...told));
}

export function showResidues(list, M, { spec, n, misere }) {
  const rows = Math.min(n, 128), seen = new Float64Array(rows * M), total = new Float64Array(M);
  for (const h of list) {
    seen[Math.floor(h / n * rows) * M + h % M]++;
    total[h % M]++;
  }
  const most = Array.from({ length: rows }, (_, j) => seen.subarray(j * M, j * M + M).reduce((a, b) => Math.max(a, b), 1));
  const order = Array.from(total.keys()).sort((a, b) => total[b] - total[a]).filter((r) => total[r] > 0);
  const few = order.slice(0, 8).map((r) => `${r} (${(100 * total[r] / list.length).toFixed(1)}\u00a0%)`).join(", ");
  say("residues", list.length === 0 ? "There are no cold heaps." : `Of ${M} residues, cold heaps have ${order.length}; most often ${few}.`);
  plot(part("residues", "canvas"), { x: [0, M], y: [n, 0], whole: true, label: `Cold heaps by residue modulo ${M}: ${few}`,
    draw: (c, tools) => raster(c, tools, M, rows, (i, j) => Math.sqrt(seen[j * M + i] / most[j])) });
  command("residues", `takeaway cold 2^${Math.log2(n)}${options(spec, misere)} | awk '{ c[$1 % ${M}]++ } END { for (r in c) print r, c[r] }'`);
}

// ---- nim-values, remoteness, periods

export function showValues(id, values, view, { spec, game, kind, period, misere, changed }) {
  const least = id === "nim" && game.memory, name = { nim: least ? "Least winning take" : "Nim-value", length: "Remoteness" }[id], n = values.length, top = values.reduce((a, b) => Math.max(a, b), 0);
  const text = { nim: least ? "The least number whose taking wins from heaps 0, 1, 2, …, if the whole heap may be taken; the whole heap if and only if it is cold" : "The nim-values of heaps 0, 1, 2, …", length: "Moves that the game lasts, if the winner hurries and the loser delays" }[id];
  say(id, element("strong", Array.from(values.slice(0, 24)).join(", ") + (n > 24 ? ", …" : "")), ...(id === "nim" && kind?.nim ? [" (", oeis(kind.nim), ")"] : []),
    element("br"), `${text}; the largest below ${number(n)} is ${top}, first at heap ${number(values.indexOf(top))}. ${misere ? "They are of normal play. " : ""}`,
    download("CSV", `${id}.csv`, () => `heap,${id}\n` + Array.from(values, (v, i) => `${i},${v}`).join("\n")));
  const mark = id === "nim" && period?.period && period.preperiod < n;
  part(id, "figcaption").textContent = `${name} of each heap` + (n === 65536 || n === 2 ** 20 ? `; here of ${number(n)} heaps` : "") + (mark ? "; the line marks the preperiod" : "") + ". Across: heap. Drag over a part to enlarge it; double-click shows all.";
  scatter(part(id, "canvas"), values, view, { name, marks: mark ? [period.preperiod] : [], changed() {
    const { from, to } = view, counts = new Array(values.subarray(from, to).reduce((a, b) => Math.max(a, b), 0) + 1).fill(0);
    for (let i = from; i < to; i++) counts[values[i]]++;
    bars(part(id, "canvas", 1), `How many of the heaps ${from} to ${to - 1} have each value: ${counts.slice(0, 20).join(", ")}`, counts);
    changed();
  } });
  const size = Number.isInteger(Math.log2(n)) ? `2^${Math.log2(n)}` : n;
  command(id, game.octal && id === "nim" ? `takeaway octal ${quote(spec)} ${size}` : least ? `takeaway moves ${n - 1}${options(spec)}` : `takeaway ${id} ${size}${options(spec)}`);
}

const theorems = {
  long: (p) => `Proved: the values below heap ${number(p.end)} repeat for so long that they must repeat for ever (Guy and Smith 1956).`,
  short: (p) => `Proved: all rare heaps are small, so that the values below heap ${number(p.end)} decide all later ones.`,
  repeated: (p) => p.saltus ? "Proved: the values grow by the saltus in each period; twice as many in a row as the largest number left out decide all that follow."
    : "Proved: as many values in a row as the largest number of the set came again, and they decide all that follow.",
  arithmetic: (p) => `Proved: the moves of the heaps below ${number(p.end)} show that the values grow by the saltus in each period.`,
};
export function showPeriod(p, { spec, game, log }) {
  part("period", ".note").hidden = game.memory;
  const largest = ` The largest nim-value ${p.proof === "none" ? `of the heaps below ${number(p.known)} ` : ""}is ${p.largest}, first at heap ${number(p.at)}.`;
  if (game.memory)
    say("period", `Proved: cold heap k + 1 is the sum of the cold heaps k and k − ${p.lag} for all k ≥ ${p.from}; heap 0 has number 0. In the limit, each is ${p.ratio.toFixed(6)} times the one before.`);
  else if (p.period === 0)
    say("period", `No period was found in the nim-values of the heaps below ${number(p.known)}.`, largest,
      game.finite || game.octal ? "" : " Periods are proved of finite sets and octal games only.");
  else
    say("period", element("strong", `Period ${number(p.period)}, preperiod ${number(p.preperiod)}`), p.saltus ? `, saltus ${p.saltus}` : "", ". ",
      theorems[p.proof]?.(p) ?? "Seen, not proved.", largest);
  command("period", game.octal ? `takeaway octal ${quote(spec)} 2^${log} --period` : `takeaway period --game=${quote(spec)}`);
}
