// The library in WebAssembly. takeaway(module, progress) gives its calls; an error is thrown as its sentence.
export async function takeaway(module, progress = () => {}) {
  let x;
  const view = () => new DataView(x.memory.buffer);
  // Of the system the library sees a clock; there are no files (EBADF), and what it prints is lost.
  const wasi = new Proxy({
    clock_time_get(id, precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    environ_sizes_get(count, bytes) {
      view().setUint32(count, 0, true);
      view().setUint32(bytes, 0, true);
      return 0;
    },
    environ_get: () => 0,
    proc_exit(code) { throw Error(`the library ended with status ${code}`); },
  }, { get: (own, name) => own[name] ?? (() => 8) });
  const made = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi, env: { page_progress: progress } });
  x = (made.instance ?? made).exports;
  x._initialize();

  const copy = (bytes) => {
    const at = x.web_alloc(bytes.byteLength);
    if (!at) throw Error("no memory");
    new Uint8Array(x.memory.buffer, at, bytes.byteLength).set(new Uint8Array(bytes.buffer, 0, bytes.byteLength));
    return at;
  };
  const put = (text) => copy(new TextEncoder().encode(text + "\0"));
  const get = (at) => {
    const memory = new Uint8Array(x.memory.buffer, at);
    return new TextDecoder().decode(memory.subarray(0, memory.indexOf(0)));
  };
  const fail = () => { throw Error(get(x.web_text())); };
  // Calls `call` with copies of texts and arrays, which are freed, and numbers.
  const json = (call, ...args) => {
    const own = [], given = args.map((a) => {
      if (typeof a === "number") return a;
      own.push(typeof a === "string" ? put(a) : copy(Float64Array.from(a)));
      return own.at(-1);
    });
    const status = call(...given);
    own.forEach(x.web_free);
    return status ? fail() : JSON.parse(get(x.web_text()));
  };
  const game = (spec, misere = 0) => json(x.web_game, spec, +misere);
  const take = (at, Type, bytes) => {
    const result = new Type(x.memory.buffer.slice(at || fail(), at + bytes));
    x.web_free(at);
    return result;
  };
  const array = (content, Type, bytes) => (spec, n, misere = 0) => {
    game(spec, misere);
    return take(x.web_run(content, n), Type, bytes(n));
  };
  return {
    game,
    games: () => json(x.web_games),
    cold: array(1, Uint32Array, (n) => Math.max(8, Math.ceil(n / 64) * 8)),
    nim: array(2, Uint16Array, (n) => 2 * n),
    least: array(2, Uint32Array, (n) => 4 * n), // of a game with a memory
    length: array(3, Uint16Array, (n) => 2 * n),
    // Positions (x, y) at y * side + x: bits, or with `nim` values.
    grid(moves, side, misere = 0, nim = false) {
      const text = put(moves), at = x.web_grid(text, +misere, nim ? 2 : 1, side);
      x.web_free(text);
      return nim ? take(at, Uint16Array, 2 * side ** 2) : take(at, Uint32Array, side ** 2 / 8);
    },
    period(spec, n) {
      game(spec);
      return json(x.web_period, n);
    },
    fit: (points) => json(x.web_fit, points.map((p) => p[0]), points.map((p) => p[1]), points.length),
    // heaps: [number as text, game]; move: [heap, taken, left, left, left], made first, or null; turns: lists all moves
    sum: (heaps, misere = 0, move = null, turns = false) =>
      json(x.web_sum, heaps.map((h) => `${h[0]} ${h[1]}\n`).join(""), +misere, move ?? 0, +turns),
  };
}
