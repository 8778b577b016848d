// The picture of a game of two heaps.
import { $, part, element, say, command, quote, table, download } from "./sections.js";
import { plot, raster } from "./plot.js";

let page, drawn = "", running = 0; // page: { library, misere(), write(), busy(on) }; drawn: what the picture shows
const examples = [["Wythoff", "(1,0):all (0,1):all (1,1):all"], ["Wythoff with squares", "(1,0):squares (0,1):squares (1,1):squares"],
  ["Two heaps of {1, 2, 5}", "(1,0):1,2,5 (0,1):1,2,5"], ["A knight", "(1,2):1 (2,1):1"]];

export async function showPlane() {
  const moves = $("moves").value.trim(), side = +$("side").value, nim = $("values").value === "1", misere = page.misere();
  const asked = [moves, side, nim, misere].join();
  page.write();
  if (asked === drawn) return;
  drawn = "";
  try {
    say("plane", "Computing …");
    page.busy(++running > 0);
    const { result } = await page.library("grid", moves, side, misere, nim);
    const value = nim ? (x, y) => result[y * side + x] : (x, y) => (result[(y * side + x) >> 5] >> (x & 31) & 1 ? 0 : 1);
    const cold = [], all = () => Array.from({ length: side * side }, (_, i) => [i % side, Math.floor(i / side)]);
    for (let i = 0; i < side * side; i++) if (value(i % side, Math.floor(i / side)) === 0) cold.push([i % side, Math.floor(i / side)]);
    const top = nim ? result.reduce((a, b) => Math.max(a, b), 1) : 1, first = cold.slice(0, 12).map((p) => `(${p})`).join(", ");
    say("plane", `${cold.length.toLocaleString("en")} of the ${(side * side).toLocaleString("en")} positions are cold: ${first}${cold.length > 12 ? ", …" : "."}` +
      (nim ? ` The largest nim-value is ${top}.` : ""));
    draw(value, side, nim, top, `${nim ? "Nim-values" : "Cold positions"} (x, y), x and y below ${side}: ${first}`);
    part("plane", "figcaption").textContent = "Across: x. Up: y. " + (nim ? "Cold positions are strongest, larger nim-values fainter" : "Coloured: cold");
    table(part("plane", "table"), ["x", "cold with y ="], Array.from({ length: Math.min(side, 16) }, (_, x) =>
      [String(x), cold.filter((p) => p[0] === x).map((p) => p[1]).slice(0, 12).join(", ") || "–"]));
    part("plane", "summary").replaceChildren(side > 16 ? "Table, x to 15; " : "Table; ", nim ? download("all nim-values as CSV", "plane.csv", () => "x,y,value\n" + all().map((p) => `${p},${value(...p)}`).join("\n"))
      : download("all cold positions as CSV", "plane.csv", () => "x,y\n" + cold.join("\n")));
    drawn = asked;
    command("plane", `takeaway grid ${side} --moves=${quote(moves)}${nim ? " --nim" : ""}${misere ? " --misere" : ""}`);
  } catch (error) {
    say("plane", error);
    part("plane", ".command").replaceChildren();
  }
  page.busy(--running > 0);
  part("plane", ".shown").hidden = part("plane", ".text").classList.contains("error");
}

// Where a pixel has many positions, the least value is drawn.
function draw(value, side, nim, top, label) {
  const canvas = part("plane", "canvas"), said = part("plane", "output");
  plot(canvas, { x: [0, side], y: [0, side], whole: true, label, draw(c, tools) {
    const { box, ratio } = tools, cells = Math.min(side, Math.floor(box.width * ratio)), least = new Uint16Array(cells * cells).fill(65535);
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        const at = (cells - 1 - Math.floor(y / side * cells)) * cells + Math.floor(x / side * cells);
        least[at] = Math.min(least[at], value(x, y));
      }
    raster(c, tools, cells, cells, (i, j) => { const v = least[j * cells + i]; return v === 0 ? 1 : nim ? 0.7 * (1 - v / (top + 1)) : 0; });
  } });
  canvas.onpointermove = canvas.onpointerdown = (e) => {
    const { box } = canvas.at, [x, y] = [(e.offsetX - box.left) / box.width, 1 - (e.offsetY - box.top) / box.height].map((share) => Math.floor(share * side));
    said.textContent = x < 0 || y < 0 || x >= side || y >= side ? "" : `(${x}, ${y}): ${nim ? `nim-value ${value(x, y)}` : value(x, y) ? "hot" : "cold"}`;
  };
  canvas.onpointerleave = () => { said.textContent = ""; };
}

export const showSide = () => { $("below").textContent = $("side").value; };

export function startPlane(given) {
  page = given;
  $("planes").append(...examples.map(([name, moves]) => element("option", name, { value: moves })));
  part("plane", ".chips").append(...examples.map(([name, moves]) => element("button", name, { type: "button", onclick() {
    $("moves").value = moves;
    showPlane();
  } })));
  part("plane", "form").onsubmit = (e) => {
    e.preventDefault();
    showPlane();
  };
  $("side").oninput = showSide;
  $("side").onchange = $("values").onchange = showPlane;
}
