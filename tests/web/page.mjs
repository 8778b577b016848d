// The page in a real Chromium: page.mjs FOLDER TAKEAWAY. TIMES=1 also prints what runs take in the worker.
import { execFileSync } from "child_process";
import fs from "fs";
import path from "path";
import { pathToFileURL } from "url";
import { serve, open, sleep } from "./browser.mjs";

const [folder, tool] = process.argv.slice(2), { address, end } = await serve(folder);
const shell = (command) => execFileSync("sh", ["-c", `takeaway() { '${path.resolve(tool)}' "$@"; }; ${command}`], { encoding: "utf8", maxBuffer: 1 << 28 });
let checks = 0, failures = 0;
function check(good, what, seen = "") {
  checks++;
  if (!good && ++failures) console.log(`failed: ${what}: ${JSON.stringify(seen)}`);
}

let page = await open({ width: 1280, height: 900 });
const text = (where) => page.js(`return document.querySelector(${JSON.stringify(where)})?.textContent ?? null`);
async function has(where, pattern) {
  const seen = await text(where);
  check(pattern.test(seen ?? ""), `${where} has ${pattern}`, seen);
}
const ready = () => page.until("document.body.dataset.ready && document.getElementById('stop').disabled");
const click = (where) => page.js(`document.querySelector(${JSON.stringify(where)}).click()`);
const set = (id, value) => page.js("const e = document.getElementById(arguments[0]); e.value = arguments[1]; e.dispatchEvent(new Event('input')); e.dispatchEvent(new Event('change'))", id, value);
const submit = (where) => page.js(`document.querySelector(${JSON.stringify(where)}).requestSubmit()`);
// Opens a fragment in a fresh page.
async function go(fragment) {
  await page.go("about:blank");
  await page.go(address + fragment);
  await ready();
}
async function show(game, log) {
  await set("game", game);
  await set("log", log);
  await submit("#form");
  await page.until("/^(Done|Stopped|there is)/.test(document.getElementById('status').textContent)");
}
async function silent(what) {
  const lines = (await page.log()).filter((l) => l.level !== "DEBUG");
  check(lines.length === 0, `the console is empty: ${what}`, lines);
}
const ink = (where) => page.js(`const c = document.querySelector(${JSON.stringify(where)}), d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
  return d.reduce((n, v, k) => n + (k % 4 === 3 && v > 0), 0)`);

try {
  // Every section, and the first command of each in a terminal.
  await go("");
  await has("#cold .text", /^0, 2, 5, 7, 10, 12, 15, 17.*OEIS A030193.*14,421 of the 1,048,576 heaps below 2\^20.*0\.956 n\^0\.6928/);
  await has("#period .text", /^No period was found in the nim-values of the heaps below 65,536/);
  await has("#residues .text", /^Of 65 residues, cold heaps have 52; most often 0 \(10\.6.%\)/);
  await has("#nim .text", /^0, 1, 0, 1, 2, 0.*largest below 1,048,576 is 170/);
  await has("#length .text", /^0, 1, 2, 3, 1, 2, 3, 4, 5, 1/);
  await has("#sum .text", /^Nim-sum 1 ⊕ 3 ⊕ 4 = 6: the player to move wins\.$/);
  await has("#sum table", /take 81, leave 19: leaves 1 ⊕ 3 ⊕ 2 = 0/);
  await has("#play .text", /^Your move/);
  await has("#plane .text", /^195 of the 65,536 positions are cold: \(0,0\), \(2,1\), \(1,2\), \(5,3\)/);
  check((await page.js("return document.querySelectorAll('#cold tr').length")) === 22, "a table of the counts");
  for (const canvas of ["#cold canvas", "#cold .low canvas", "#residues canvas", "#nim canvas", "#nim .low canvas", "#length canvas", "#plane canvas"]) {
    check(await ink(canvas) > 500, `${canvas} is drawn`);
    check((await page.js(`return document.querySelector("${canvas}").getAttribute("aria-label")`)).length > 10, `${canvas} has a label`);
  }
  check(shell(await text("#cold .command code")).includes("exponent\tNA\t0.692799"), "the command of the cold heaps");
  check(shell(await text("#sum .command code")).includes("100\tsquares\t81\t19"), "the command of the sum");
  check(shell(await text("#nim .command code")).split("\n").slice(0, 6).join() === "0,1,0,1,2,0", "the command of the nim-values");
  check(shell(await text("#residues .command code")).split("\n").filter(Boolean).length === 52, "the command of the residues");
  check(shell(await text("#plane .command code")).split("\n").slice(1, 4).join("|") === "0\t0|2\t1|1\t2", "the command of the plane");
  await silent("squares");

  // Zoom by button, key and dragging; the modulus; all of it stands in the fragment.
  await click("#nim .tools button");
  check(/nim=262144-786432/.test(await page.js("return location.hash")), "zoom is in the fragment", await page.js("return location.hash"));
  await page.js("document.querySelector('#nim canvas').focus()");
  await page.press(["+", "\uE012"]);
  check(/nim=262144-524288/.test(await page.js("return location.hash")), "zoom by keys", await page.js("return location.hash"));
  await click("#best");
  check((await page.js("return +document.getElementById('modulus').value")) !== 65 || /65/.test(await text("#residues .text")), "the most telling modulus");
  await set("modulus", 34);
  await has("#residues .text", /^Of 34 residues/);
  await set("heaps", "3 4");
  await set("convention", "1");
  await submit("#sum form");
  await page.until("document.querySelector('#sum table tr:nth-child(2) td')?.textContent === '3'");
  await has("#sum .text", /^The player to move wins \(misère play\)/);
  await has("#sum table", /take 4, leave 0: leaves only nim-values 0 and 1, with nim-sum 1/);
  const before = await page.js("return location.hash");
  await go(before);
  check((await page.js("return location.hash")) === before, "the fragment there and back", [before, await page.js("return location.hash")]);
  check((await page.js("return ['modulus', 'heaps', 'convention'].map((id) => document.getElementById(id).value).join()")) === "34,3 4,1", "the fields of the fragment");
  await has("#cold .text", /^1, 3, 6, 8, 11, 13/);
  await page.js("location.hash = '#game=list:2,4,7&log=12'");
  await page.until("/^Period 3, preperiod 8/.test(document.querySelector('#period .text').textContent)");
  await has("#period .text", /Proved: as many values in a row as the largest number/);
  await has("#nim figcaption", /the line marks the preperiod/);
  await has("#cold .text", /1,366 of the 4,096 heaps below 2\^12 are cold\.$/);

  // The plane: hover, values, misere play, errors, the fragment.
  const plane = (pattern) => page.until(`${pattern}.test(document.querySelector('#plane .text').textContent)`);
  const over = (x, y, side) => page.js(`const c = document.querySelector("#plane canvas"), { box } = c.at;
    c.dispatchEvent(new PointerEvent("pointermove", { clientX: c.getBoundingClientRect().left + box.left + (arguments[0] + 0.5) / arguments[2] * box.width,
      clientY: c.getBoundingClientRect().top + box.top + box.height * (1 - (arguments[1] + 0.5) / arguments[2]) }));
    return document.querySelector("#plane output").textContent`, x, y, side);
  check(await over(5, 3, 256) === "(5, 3): cold" && await over(5, 4, 256) === "(5, 4): hot", "hover over the plane", await over(5, 3, 256));
  await set("values", "1");
  await plane("/largest nim-value is 391/");
  check(await over(2, 5, 256) === "(2, 5): nim-value 4", "hover over nim-values", await over(2, 5, 256));
  check(shell(await text("#plane .command code")).includes("\n2\t5\t4\n"), "the command of nim-values of the plane");
  await set("moves", "(1,0):1,2 (0,1):1,2");
  await set("side", "128");
  await plane("/^5,462 of the 16,384/");
  check(/moves=.*&side=128&values=1/.test(await page.js("return location.hash")), "the plane is in the fragment", await page.js("return location.hash"));
  await go(await page.js("return location.hash"));
  await has("#plane .text", /^5,462 of .*The largest nim-value is 3/);
  await set("moves", "(1,0):al");
  await submit("#plane form");
  await plane("/there is no game .al./");
  check(await page.js("return document.querySelector('#plane .shown').hidden"), "no picture of another game");

  await click("#plane .chips button");
  await set("side", "1024");
  await click("#stop");
  await plane("/^stopped/");
  await set("side", "64");

  // Games with a memory, and rules by heap.
  await show("memory:2x", 12);
  await has("#cold .text", /^0, 1, 2, 3, 5, 8.*18 of the 4,096 heaps below 2\^12 are cold\.$/);
  await has("#period .text", /^Proved: cold heap k \+ 1 is the sum of the cold heaps k and k − 1 for all k ≥ 2.*1\.618034/);
  await has("#nim .text", /^0, 1, 2, 3, 1, 5, 1, 2, 8/);
  check(/memory:2x.*lag.1/s.test(shell(await text("#period .command code"))), "the command of the growth");
  await has("#sum .text", /one heap/);
  await has("#nim h2", /^Least winning takes$/);
  await show("half", 18);
  await has("#nim .text", /^0, 0, 1, 0, 2, 1, 3.*largest below 65,536 is 32767/);

  // Proofs of octal games.
  for (const [game, log, pattern] of [["kayles", 12, /^Period 12, preperiod 71\. Proved: .*Guy and Smith/], [".16", 19, /^Period 149,459, preperiod 105,351\. Proved: all rare heaps/]]) {
    await show(game, log);
    await has("#period .text", pattern);
    await has("#length .text", /subtraction games only/);
    check(shell(await text("#period .command code")).includes("period\t" + pattern.source.match(/\d[\d,]*/)[0].replaceAll(",", "")), `the command of the period of ${game}`);
  }

  // Errors are sentences.
  await show("squarez", 10);
  await has("#status", /^there is no game "squarez"/);
  await set("game", "squares");
  for (const [heaps, pattern] of [["", /^Write the sizes/], ["5 x", /x/], ["10^10", /heaps up to 2\^26/], ["5@dawn", /no game/]]) {
    await set("heaps", heaps);
    await submit("#sum form");
    await page.until("document.querySelector('#sum .text.error')");
    await has("#sum .text", pattern);
    await set("heaps", "4");
    await submit("#sum form");
    await page.until("!document.querySelector('#sum .text.error')");
  }
  await silent("errors");

  // Stop in the middle, and go on.
  await set("game", "primes");
  await set("log", 26);
  await submit("#form");
  await sleep(700);
  await click("#stop");
  check(await page.js("return document.getElementById('stop').disabled"), "stopped");
  await has("#status", /^Stopped/);
  await has("#nim .text", /^Stopped before/);
  await show("squares", 12);
  await has("#cold .text", /of the 4,096 heaps/);

  // A game to its end by keys, with hints, undo and the lesson; the computer has the first move.
  for (const [misere, first, ending] of [["0", "0", /The computer cannot move: you win!$/], ["1", "1", /(You cannot move: you win|The computer cannot move: it wins)\.$/]]) {
    await set("convention", misere);
    await set("first", first);
    await set("start", "5 8 12");
    await click("#lesson");
    await submit("#play form");
    await page.until("/Your move|The computer moved/.test(document.querySelector('#play .text').textContent)");
    for (let k = 0; k < 40 && !(await page.js("return document.querySelectorAll('#board button').length === 0")); k++) {
      const seen = await text("#board"), win = await page.js("return document.querySelector('#board .win') !== null");
      if (misere === "0") check(win, "a winning move is coloured", seen);
      await page.js("(document.querySelector('#board .win') ?? document.querySelector('#board button')).focus()");
      await page.press(["\uE007"]);
      await page.until(`document.getElementById('board').textContent !== ${JSON.stringify(seen)}`);
      if (k === 0) {
        await click("#undo");
        check((await text("#board")) === seen, "undo", await text("#board"));
        await click("#hint");
        await has("#play .text", misere === "0" ? /^Hint: in the heap of .*that wins/ : /^(Hint: in|No move wins)/);
      }
    }
    await has("#play .text", ending);
  }
  await set("start", "33@memory:2x");
  await set("first", "0");
  await set("convention", "0");
  await submit("#play form");
  await page.until("document.querySelectorAll('#board button').length === 32");
  await click("#hint");
  await has("#play .text", /^Hint: in the heap of 33, take 1, leave 32; that wins/);
  await click("#board button");
  await page.until("/^You moved in the heap of 33: take 1, leave 32/.test(document.querySelector('#play .text').textContent)");
  await has("#board", /of which you may take at most [24]/);
  await set("start", "6");
  await set("game", "grundy");
  await set("convention", "0");
  await set("first", "0");
  await submit("#play form");
  await page.until("document.querySelectorAll('#board button').length === 2");
  check((await page.js("return [...document.querySelectorAll('#board button')].map((b) => b.textContent).join()")) === "1 + 5,2 + 4", "splits");
  await silent("play");

  // Nothing from elsewhere, no style or script of the page's own text.
  const policy = await page.js("return document.querySelector('meta[http-equiv]').content");
  check(/default-src 'none'/.test(policy) && !/unsafe-inline|https?:/.test(policy), "the content security policy", policy);
  check((await page.js("return performance.getEntriesByType('resource').every((e) => e.name.startsWith(location.origin))")), "no network");

  if (process.env.TIMES) {
    for (const [name, call, ...args] of [["squares 2^22", "cold", "squares", 2 ** 22], ["squares 2^24", "cold", "squares", 2 ** 24], ["squares 2^26", "cold", "squares", 2 ** 26],
      ["nim 10^6", "nim", "squares", 1e6], [".007 2^14", "period", ".007", 2 ** 14], [".16", "period", ".16", 2 ** 20], [".07", "period", ".07", 2 ** 20]])
      console.log(name, await page.js(`return (async () => { const w = new Worker("worker.js", { type: "module" }); w.postMessage({ module: await WebAssembly.compile(await (await fetch("takeaway.wasm")).arrayBuffer()) });
        let best = Infinity; for (let k = 0; k < 3; k++) { w.postMessage({ id: 1, call: arguments[0], args: arguments[1] }); best = Math.min(best, await new Promise((r) => { w.onmessage = (e) => e.data.id && r(e.data.ms); })); } w.terminate(); return best.toFixed(0) + " ms"; })()`, call, args));
  }
  await page.end();

  // One column on a phone, in the dark too; nothing is wider than the screen.
  page = await open({ width: 390, height: 844, dark: true });
  await go("#game=residues%3A1%2C4mod5&log=12&heaps=13+27%40kayles");
  check((await page.js("return document.documentElement.scrollWidth")) <= 390, "390 pixels");
  check((await page.js("return new Set([...document.querySelectorAll('section')].map((s) => s.getBoundingClientRect().left)).size")) === 1, "one column");
  await silent("phone");

  // From a file the page says how to serve it.
  await page.go(pathToFileURL(path.resolve(folder, "index.html")).href);
  await page.until("getComputedStyle(document.getElementById('notice')).display !== 'none'");
  await has("#notice", /only from a server, not from a file.*http\.server/s);
  const wasm = fs.readFileSync(path.join(folder, "takeaway.wasm"));
  check(wasm.length < 600000, "the size of the library", wasm.length);
} catch (error) {
  check(false, "no error", error.message);
} finally {
  await page.end();
  end();
}
console.log(`${Math.floor(100 * (checks - failures) / checks)}%: Checks: ${checks}, Failures: ${failures}, Errors: 0`);
