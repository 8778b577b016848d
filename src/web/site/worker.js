// Runs the library's calls one after the other: { call, args, id } -> { id, result, ms } or { id, error }.
import { takeaway } from "./takeaway.mjs";

let ready, last = 0;
const progress = (share) => {
  const now = performance.now();
  if (now - last > 50) {
    last = now;
    postMessage({ share });
  }
};
onmessage = async ({ data: { module, call, args, id } }) => {
  if (module) {
    ready = takeaway(module, progress);
    return;
  }
  try {
    const library = await ready, start = performance.now(), result = library[call](...args);
    postMessage({ id, result, ms: performance.now() - start }, result.buffer ? [result.buffer] : []);
  } catch (error) {
    postMessage({ id, error: error.message });
  }
};
