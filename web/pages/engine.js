// The engine in a worker, which the page asks questions of advice/worker.js.

import { $ } from "./dom.js";

let worker = null;
let count = 0;
const pending = new Map();

/** Returns the reply to a question: "judge", "judgeEnd", "suggest" or "review". */
export function askEngine(question, asked) {
  if (!worker) {
    const source = new Blob([$("engine").textContent], { type: "text/javascript" });
    worker = new Worker(URL.createObjectURL(source));
    worker.onmessage = ({ data: { id, reply } }) => {
      pending.get(id)(reply);
      pending.delete(id);
    };
  }
  count += 1;
  return new Promise((resolve) => {
    pending.set(count, resolve);
    worker.postMessage({ id: count, question, asked });
  });
}

/** Ends the answers that are still to come, which nobody waits for. */
export function stopEngine() {
  if (!pending.size) return;
  worker.terminate();
  worker = null;
  pending.clear();
}
