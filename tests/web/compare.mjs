// The library in WebAssembly beside the tool, on random cases: compare.mjs FOLDER TAKEAWAY SEED COUNT.
import { execFileSync } from "child_process";
import fs from "fs";
import path from "path";
import { pathToFileURL } from "url";

const [folder, tool, seed, count] = process.argv.slice(2);
const { takeaway } = await import(pathToFileURL(path.resolve(folder, "takeaway.mjs")));
const library = await takeaway(new WebAssembly.Module(fs.readFileSync(path.join(folder, "takeaway.wasm"))));
const run = (...args) => execFileSync(tool, [...args, "-q"], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 }).trim();

let state = BigInt(seed); // splitmix64
function random(n) {
  state = (state + 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn;
  let z = state;
  z = (z ^ z >> 30n) * 0xbf58476d1ce4e5b9n & 0xffffffffffffffffn;
  z = (z ^ z >> 27n) * 0x94d049bb133111ebn & 0xffffffffffffffffn;
  return Number((z ^ z >> 31n) % BigInt(n));
}
const pick = (list) => list[random(list.length)];
const finite = () => "list:" + Array.from({ length: 1 + random(5) }, () => 1 + random(30)).join();
const infinite = () => pick(["squares", "cubes", "powers:5", "triangular", "pronic", "polygonal:7", "primes", "fibonacci", "factorials", "moser", "odds",
  "nim", "residues:1,4mod5", "poly:1,1,1", "squares+primes", "primes-1", `squares+${finite()}`]);
const octal = () => "0." + Array.from({ length: 1 + random(3) }, () => random(8)).join("") + (1 + random(7));
const bits = (words, n) => Array.from({ length: n }, (_, i) => i).filter((i) => words[i >> 5] >> (i & 31) & 1).join("\n");

// Each kind of case: [what the library says, what the tool says], as texts.
const cases = {
  cold() {
    const game = pick([finite, infinite, octal])(), log = random(17), n = 2 ** log + random(2 ** log);
    return [`cold ${n} ${game}`, () => bits(library.cold(game, n), n), () => run("cold", n, `--game=${game}`)];
  },
  misere() {
    const game = pick([finite, infinite])(), n = 1 + random(1 << 14);
    return [`misere cold ${n} ${game}`, () => bits(library.cold(game, n, 1), n), () => run("cold", n, `--game=${game}`, "--misere")];
  },
  nim() {
    const game = pick([finite, infinite])(), n = 1 + random(1 << 14);
    return [`nim ${n} ${game}`, () => library.nim(game, n).join("\n"), () => run("nim", n, `--game=${game}`)];
  },
  length() {
    const game = pick([finite, infinite])(), n = 1 + random(1 << 13);
    return [`length ${n} ${game}`, () => library.length(game, n).join("\n"), () => run("length", n, `--game=${game}`)];
  },
  octal() {
    const game = octal(), n = 1 + random(1 << 12);
    return [`octal ${game} ${n}`, () => library.nim(game, n).join("\n"), () => run("octal", game, n)];
  },
  period() {
    const [game, code] = random(2) ? [finite(), false] : [octal(), true];
    const line = (p) => [p.heaps ?? p.known, p.period || p.seen_period || null, p.period ? p.preperiod : p.seen_preperiod ?? null, p.largest, p.largest_at ?? p.at].join();
    return [`period ${game}`, () => line(library.period(game, 1 << 13)),
      () => line(JSON.parse(code ? run("octal", game, 1 << 13, "--period", "--json") : run("period", `--game=${game}`, "--search=2^13", "--json")))];
  },
  grid() {
    const moves = ["1,0", "0,1", "1,1", "1,2", "3,1"].map((d) => `(${d}):${random(2) ? "all" : pick([finite, infinite])()}`).slice(random(4)).join(" ");
    const kind = random(3), how = [[], ["--misere"], ["--nim"]][kind], side = 64;
    return [`grid ${moves} ${how}`, () => { const r = library.grid(moves, side, kind === 1, kind === 2); return kind < 2 ? bits(r, side * side) : r.join("\n"); },
      () => run("grid", side, `--moves=${moves}`, ...how).split("\n").map((l) => l.split("\t")).map((l) => (kind < 2 ? +l[0] + side * l[1] : l[2])).join("\n")];
  },
  memory() {
    const game = `memory:${random(2) ? `${1 + random(9)}x` : `x+${random(20)}`}`, heap = 1 + random(500), most = 1 + random(heap);
    return [`moves ${heap} ${game} --limit=${most}`, () => library.sum([[`${heap}/${most}`, game]]).heaps[0].moves.map((m) => [heap, m.take, m.leave, m.most].join("\t")).join("\n"),
      () => run("moves", heap, `--game=${game}`, `--limit=${most}`)];
  },
  sum() {
    const misere = random(2), games = misere ? [finite, infinite] : [finite, infinite, octal];
    const heaps = Array.from({ length: 1 + random(4) }, () => [String(random(200)), pick(games)()]);
    return [`sum ${misere ? "--misere " : ""}${heaps.map((h) => h.join("@")).join(" ")}`, () => {
      const s = library.sum(heaps, misere);
      return JSON.stringify([s.wins, s.heaps.map((h) => h.value), s.heaps.flatMap((h, i) => h.moves.map((m) => [i, m.take, m.leave]))]);
    }, () => {
      const s = JSON.parse(run("moves", ...heaps.map((h) => h.join("@")), "--json", "--limit=400", ...(misere ? ["--misere"] : [])));
      return JSON.stringify([s.wins, s.heaps.map((h) => (h.value === null ? null : String(h.value))), s.moves.map((m) => [m.heap_number - 1, String(m.take), m.leave.map(String)])]);
    }];
  },
};

let failures = 0;
// A refusal is an answer too, and both give the same sentence.
const said = (ask) => {
  try {
    return ask();
  } catch (error) {
    return error.stderr ? error.stderr.trim().replace(/^takeaway: (--game: )?/, "") : error.message;
  }
};
for (let k = 0; k < count; k++) {
  const [name, here, there] = Object.values(cases)[k % Object.keys(cases).length](), [a, b] = [said(here), said(there)];
  if (a !== b && ++failures) console.log(`failed: ${name} (seed ${seed}): ${a.slice(0, 300)} in place of ${b.slice(0, 300)}`);
}
// Moves to be played are numbers, exact up to 2^53.
const large = said(() => `${library.sum([[String(2n ** 53n + 1n), "memory:2x"]], 0, null, true).wins}`);
if (!large.includes("2^53") && ++failures) console.log(`failed: a heap above 2^53 is played: ${large}`);
console.log(`100%: Checks: ${count + 1}, Failures: ${failures}, Errors: 0`);
