// The page: the form, the worker, and the fragment of the address, which keeps what is shown.
import { $, element, say, listCold, showCold, showResidues, mostTelling, showValues, showPeriod } from "./sections.js";
import { startPlane, showPlane, showSide } from "./plane.js";
import { startSums, solve, newGame } from "./sums.js";

// The library's calls run in a worker; Stop ends it, which gives its memory back, and starts another.
let worker, waiting = {}, asked = 0, module;
function startWorker() {
  worker?.terminate();
  Object.values(waiting).forEach((w) => w.reject(Error("stopped")));
  waiting = {};
  worker = new Worker("worker.js", { type: "module" });
  worker.onerror = () => { throw notice("The worker of this page could not start: the browser may lack module workers."); };
  worker.onmessage = ({ data }) => {
    if (data.id === undefined) {
      if (!$("stop").disabled) $("bar").value = data.share;
      return;
    }
    const { resolve, reject } = waiting[data.id];
    delete waiting[data.id];
    data.error === undefined ? resolve(data) : reject(Error(data.error));
  };
  worker.postMessage({ module });
}
const library = (call, ...args) => new Promise((resolve, reject) => {
  waiting[++asked] = { resolve, reject };
  worker.postMessage({ id: asked, call, args });
});

function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = false;
  return Error(text);
}

// ---- the fragment

const fields = { game: "game", log: "log", misere: "convention", mod: "modulus", heaps: "heaps", play: "start", first: "first", moves: "moves", side: "side", values: "values" };
const defaults = Object.fromEntries(Object.entries(fields).map(([key, id]) => [key, $(id).value]));
let views = {}, written = "";
function write() {
  const p = new URLSearchParams();
  for (const [key, id] of Object.entries(fields)) if ($(id).value !== defaults[key]) p.set(key, $(id).value);
  if ($("lesson").checked) p.set("lesson", 1);
  for (const [key, { from, to, all }] of Object.entries(views)) if (to - from < all) p.set(key, `${from}-${to}`);
  written = p.toString();
  history.replaceState(null, "", written ? "#" + written : location.pathname + location.search);
}
function read() {
  const p = new URLSearchParams(location.hash.slice(1));
  for (const [key, id] of Object.entries(fields)) $(id).value = p.get(key) ?? defaults[key];
  $("lesson").checked = p.has("lesson");
  $("slider").value = $("modulus").value;
  views = {};
  for (const key of ["nim", "length"]) {
    const range = p.get(key)?.match(/^(\d+)-(\d+)$/);
    views[key] = range ? { from: +range[1], to: +range[2] } : {};
  }
  showSize();
  showSide();
}
const showSize = () => { $("n").textContent = `2^${$("log").value} = ${(2 ** $("log").value).toLocaleString("en")}`; };
const misere = () => $("convention").value === "1";
const game = () => $("game").value.trim();

// ---- what the form shows

let kinds = [], list = [], shown = null, pending = new Set();
// Results of another game must not stay where there are none of this one.
function clear(id, text) {
  say(id, text);
  $(id).querySelectorAll("figure, details, .command").forEach((e) => { e.hidden = true; });
}
function busy(on) {
  on ||= pending.size > 0;
  $("stop").disabled = !on;
  $("bar").value = on ? 0 : 1;
}

async function show() {
  if (!$("stop").disabled) startWorker();
  const token = {}, spec = game(), log = +$("log").value, n = 2 ** log;
  shown = token;
  pending = new Set(["cold", "residues", "period", "length", "nim"]);
  write();
  busy(true);
  $("status").textContent = "Computing …";
  const start = performance.now(), failed = [];
  // One step: says its name, and puts an error into its section.
  const step = async (id, name, run) => {
    if (shown !== token) return;
    // A canvas has a size only where it is shown.
    $(id).querySelectorAll("[hidden]").forEach((e) => { e.hidden = false; });
    $("status").textContent = `Computing ${name} …`;
    $("bar").value = 0;
    try {
      await run();
    } catch (error) {
      if (shown !== token) return;
      failed.push(name);
      clear(id, error);
    }
    if (shown === token) pending.delete(id);
  };
  const unless = (result) => { if (shown !== token) throw Error("stopped"); return result; };
  const about = { spec, n, log, misere: misere(), kind: kinds.find((k) => k.form === spec) };
  try {
    about.game = unless(await library("game", spec, about.misere)).result;
  } catch (error) {
    if (shown === token) {
      pending.forEach((id) => clear(id, "Nothing was computed."));
      pending.clear();
      busy(false);
      $("status").textContent = error.message;
    }
    return;
  }
  $("nim-title").textContent = about.game.memory ? "Least winning takes" : "Nim-values";
  $("period-title").textContent = about.game.memory ? "How cold heaps grow" : "Period of the nim-values";
  await step("cold", "cold heaps", async () => {
    list = listCold(unless(await library("cold", spec, n, about.misere)).result);
    await showCold(library, list, about);
  });
  await step("residues", "residues", async () => {
    if (failed.length > 0) throw Error("There are no cold heaps to look at.");
    residues = () => showResidues(list, +$("modulus").value, about);
    residues();
  });
  await step("period", "the period", async () => {
    // Values of an infinite set take longer, and no period of theirs is proved.
    const search = about.game.octal || about.game.finite ? n : Math.min(n, 2 ** 16);
    about.period = unless(await library("period", spec, search)).result;
    showPeriod(about.period, about);
  });
  $("length").hidden = about.game.memory;
  for (const [id, name, most] of [["length", "remoteness", 2 ** 16], ["nim", "nim-values", 2 ** 20]])
    if (!$(id).hidden) await step(id, name, async () => {
      // Values of some rules outgrow 16 bits.
      const call = id === "nim" && about.game.memory ? "least" : id, ask = (heaps) => library(call, spec, Math.min(n, heaps));
      const values = unless(await ask(most).catch(() => unless(ask)(2 ** 16))).result, view = views[id];
      if (view.all !== values.length && (view.all || !(view.to <= values.length))) view.from = view.to = undefined;
      view.all = values.length;
      showValues(id, values, view, { ...about, changed: write });
    });
  if (shown !== token) return;
  busy(false);
  $("status").textContent = `Done in ${((performance.now() - start) / 1000).toFixed(1)} s` +
    (failed.length ? `; not computed: ${failed.join(", ")}` : "");
}
let residues = () => {};

function stop() {
  shown = null;
  startWorker();
  pending.forEach((id) => clear(id, "Stopped before this was computed."));
  pending.clear();
  busy(false);
  $("bar").value = 0;
  $("status").textContent = "Stopped; what had been computed is shown.";
}

function modulus(value) {
  const M = Math.max(2, Math.min(1024, Math.round(value) || 2));
  $("modulus").value = $("slider").value = M;
  residues();
  write();
}

// ---- beginning

const examples = [["squares", 20], ["primes", 18], ["cubes", 22], ["fibonacci", 20], ["list:2,4,7", 12], ["residues:1,4mod5", 14],
  ["kayles", 12], [".16", 20], [".007", 13], ["grundy", 13], ["half", 14], ["memory:2x", 14, "33"]];
function startForm() {
  $("games").append(...kinds.map((k) => element("option", k.summary, { value: k.form })));
  $("chips").append(...examples.map(([name, log, heap]) => element("button", name, { type: "button", onclick() {
    $("game").value = name;
    $("log").value = log;
    if (heap) $("heaps").value = $("start").value = heap;
    views = { nim: {}, length: {} };
    showSize();
    everything();
  } })));
  for (const section of document.querySelectorAll("section")) {
    const button = element("button", section.querySelector("h2").textContent, { type: "button" });
    button.onclick = () => section.scrollIntoView();
    document.querySelector("nav").append(button);
  }
  $("form").onsubmit = (e) => {
    e.preventDefault();
    everything();
  };
  $("stop").onclick = stop;
  $("log").oninput = showSize;
  $("modulus").onchange = () => modulus($("modulus").value);
  $("slider").oninput = () => modulus($("slider").value);
  $("best").onclick = () => modulus(mostTelling(list));
  addEventListener("hashchange", () => {
    if (location.hash.slice(1) === written) return;
    read();
    everything();
  });
}
async function everything() {
  await show();
  await Promise.all([showPlane(), solve(), newGame()]);
}

try {
  module = await WebAssembly.compile(await (await fetch("takeaway.wasm")).arrayBuffer());
} catch (error) {
  throw notice(`This page needs WebAssembly with SIMD (Chrome 91, Firefox 89, Safari 16.4 or later): ${error.message}`);
}
startWorker();
kinds = (await library("games")).result;
$("notice").hidden = true;
document.querySelector("main").hidden = false;
read();
startForm();
startPlane({ library, misere, write, busy });
startSums({ library, game, misere, write });
await everything();
document.body.dataset.ready = "yes";
