// Sums of heaps, and the game against the computer.
import { $, part, element, say, command, quote, options, table } from "./sections.js";

let page; // { library, game(), misere(), write() }

// "13 9@kayles" as [["13", "squares"], ["9", "kayles"]]
function heapsOf(text) {
  const heaps = text.trim().split(/[\s;]+/).filter(Boolean).map((h) => [h.split("@")[0], h.includes("@") ? h.slice(h.indexOf("@") + 1) : page.game()]);
  if (heaps.length === 0) throw Error("Write the sizes of some heaps, such as 13 27 100.");
  return heaps;
}
const shell = (text) => heapsOf(text).map(([h, g]) => quote(g === page.game() ? h : `${h}@${g}`)).join(" ");

// Why a move in heap i wins, as far as the nim-values say it.
function reason(sum, i, misere, most) {
  if (most) return `at most ${most} of them may be taken next, too few to win`;
  const others = sum.heaps.filter((_, k) => k !== i).map((h) => h.value);
  if (others.length === 0) return sum.heaps[i].value === null || misere ? "leaves a cold heap" : "leaves a heap of nim-value 0";
  if (others.includes(null)) return "leaves a cold sum";
  const left = others.reduce((x, v) => x ^ BigInt(v), 0n), all = [...others];
  if (misere && others.every((v) => BigInt(v) < 2n)) return "leaves only nim-values 0 and 1, with nim-sum 1: cold under misère play";
  all.splice(i, 0, String(left));
  return `leaves ${all.join(" ⊕ ")} = 0` + (misere ? ", with a value of 2 or more: cold under misère play" : "");
}

export async function solve() {
  const misere = page.misere();
  page.write();
  try {
    const heaps = heapsOf($("heaps").value), { result: sum } = await page.library("sum", heaps, misere);
    const who = sum.wins ? "the player to move wins" : "the other player wins";
    const sign = misere || sum.sum === null ? "" : `Nim-sum ${sum.heaps.map((h) => h.value).join(" ⊕ ")} = ${sum.sum}: `;
    say("sum", element("strong", sign + (sign ? who : who[0].toUpperCase() + who.slice(1))),
      misere ? " (misère play)." : sum.wins || sum.sum === null ? "." : ", since the nim-sum is 0.");
    table(part("sum", "table"), ["heap", "game", "nim-value", "winning moves, and why"], sum.heaps.map((h, i) => [h.heap, h.game, h.value ?? "–",
      h.moves.length === 0 ? "none" : [...h.moves.map((m) => element("div", `${words(m.take, m.leave)}: ${reason(sum, i, misere, m.most)}`)),
        ...(h.all ? [] : [element("div", "and more")])]]));
    command("sum", `takeaway moves ${shell($("heaps").value)}${options(page.game(), misere)}`);
  } catch (error) {
    say("sum", error);
    part("sum", "table").replaceChildren();
    part("sum", ".command").replaceChildren();
  }
}

// ---- the game

let past = [], now = null; // sums as the library says them; the last of `past` is before the last turn of a person
const asHeaps = (sum) => sum.heaps.map((h) => [h.most ? `${h.heap}/${h.most}` : h.heap, h.game]);
// A move is [heap, taken, left, left, left]; in subtraction games what is left is not said.
const left = ([i, take, ...parts]) => (parts.some(Boolean) ? parts.filter(Boolean) : [now.heaps[i].heap - take]);
const words = (take, parts) => (+take ? `take ${take}, leave ${parts.join(" + ") || 0}` : `split into ${parts.join(" + ")}`);
const text = (t) => words(t[1], left(t));
const over = () => now.heaps.every((h) => h.turns.length === 0);
const winning = (turn) => now.heaps[turn[0]].moves.some((m) => m.take === String(turn[1]) && (m.leave.join() || "0") === left(turn).join());
const make = async (move) => { now = (await page.library("sum", asHeaps(now), page.misere(), move, true)).result; };

// The computer's turn, if the game goes on; then the board, with a sentence before it.
async function answer(said) {
  if (!over()) {
    said += ` The computer moved in the heap of ${now.heaps[now.best[0]].heap}: ${text(now.best)}.`;
    await make(now.best);
    if (over()) said += page.misere() ? " You cannot move: you win." : " You cannot move: the computer wins.";
  } else said += page.misere() ? " The computer cannot move: it wins." : " The computer cannot move: you win!";
  board(said.trim());
}

async function turn(move) {
  const said = `You moved in the heap of ${now.heaps[move[0]].heap}: ${text(move)}.`;
  try {
    past.push(now);
    await make(move);
    await answer(said);
  } catch (error) {
    now = past.pop();
    say("play", error);
  }
}

function board(said) {
  const lesson = $("lesson").checked;
  say("play", said, lesson && !over() ? ` ${now.wins ? "You can win from here." : "The sum is cold: every move loses, if the computer makes no mistake."}` : "");
  $("undo").disabled = past.length === 0;
  $("hint").disabled = over();
  $("board").replaceChildren(...now.heaps.map((h, i) => {
    const row = element("div", "", { className: "heap" }), size = Number(h.heap), cold = lesson && h.value === "0";
    row.classList.toggle("cold", cold);
    const coins = element("span", "●".repeat(Math.min(size, 120)) + (size > 120 ? " …" : ""), { className: "coins" });
    coins.setAttribute("aria-hidden", "true");
    const moves = element("div", "", { className: "chips" });
    moves.append(...h.turns.slice(0, 60).map((t) => {
      const button = element("button", (t[1] ? [`−${t[1]}`] : []).concat(t.slice(3).some(Boolean) ? left(t).join(" + ") : []).join(": "),
        { type: "button", onclick: () => turn(t), title: text(t) });
      button.setAttribute("aria-label", `heap ${i + 1}: ${text(t)}`);
      button.classList.toggle("win", lesson && winning(t));
      return button;
    }));
    if (h.turns.length > 60) {
      const more = element("select", "");
      more.setAttribute("aria-label", `More moves in heap ${i + 1}`);
      more.append(element("option", "more moves …"), ...h.turns.slice(60).map((t) => element("option", text(t))));
      more.onchange = () => turn(h.turns[59 + more.selectedIndex]);
      moves.append(more);
    }
    row.append(element("strong", h.heap), ` (${h.game})` + (h.most ? `, of which you may take at most ${h.most}` : "") + (cold ? ", cold" : "") + (lesson && h.value ? `, nim-value ${h.value}` : "") + " ", coins, moves);
    return row;
  }));
}

export async function newGame() {
  page.write();
  past = [];
  try {
    const heaps = heapsOf($("start").value);
    now = (await page.library("sum", heaps, page.misere(), null, true)).result;
    command("play", `takeaway play ${shell($("start").value)}${options(page.game(), page.misere())}`);
    if ($("first").value === "1") await answer("");
    else board(over() ? "There is no move." : "Your move: choose how many to take.");
  } catch (error) {
    now = null;
    say("play", error);
    $("board").replaceChildren();
    part("play", ".command").replaceChildren();
    $("hint").disabled = $("undo").disabled = true;
  }
}

export function startSums(given) {
  page = given;
  const submit = (id, run) => { part(id, "form").onsubmit = (e) => { e.preventDefault(); run(); }; };
  submit("sum", solve);
  submit("play", newGame);
  $("hint").onclick = () => board(now.wins ? `Hint: in the heap of ${now.heaps[now.best[0]].heap}, ${text(now.best)}; that wins.`
    : `No move wins; ${text(now.best)} in the heap of ${now.heaps[now.best[0]].heap} is as good as any.`);
  $("undo").onclick = () => {
    now = past.pop();
    board("Your move is undone.");
  };
  $("lesson").onchange = () => {
    page.write();
    if (now) board(part("play", ".text").firstChild?.textContent ?? "");
  };
}
