// The engine, which runs in a worker of the browser. The page sends questions to the worker, and the code of
// advice/worker.js answers these questions.

import { answers, data } from "./data.js";
import { $ } from "./dom.js";

let worker = null;
let count = 0;
const pending = new Map();

/** Returns the reply of the worker to a question about a game: "suggest", "hint" or "review". `rules` are the rules
 * of the game, and `asked` has the other arguments of the question, such as the turns.
 */
export function askEngine(question, rules, asked) {
  if (!worker) {
    const source = new Blob([$("engine").textContent], { type: "text/javascript" });
    worker = new Worker(URL.createObjectURL(source));
    worker.onmessage = ({ data: { id, reply } }) => {
      pending.get(id)(reply);
      pending.delete(id);
    };
    worker.postMessage({ words: data });
  }
  count += 1;
  const { kind, hard, boards, channel, limit, anyWord } = rules;
  const own = rules.answers.words.slice(answers.size);
  return new Promise((resolve) => {
    pending.set(count, resolve);
    worker.postMessage({ id: count, question, asked: { kind, hard, boards, channel, limit, anyWord, own, ...asked } });
  });
}

/** Stops the worker if it still has questions to answer, because nobody waits for these answers any more. */
export function stopEngine() {
  if (!pending.size) return;
  worker.terminate();
  worker = null;
  pending.clear();
}
