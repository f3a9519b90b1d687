// Hints: the words that tell most, by the engine in a worker, and the move of a
// strategy, where a server runs strategies.

import { toText } from "../engine/clues.js";
import { number } from "../game/wording.js";
import { $, make } from "./dom.js";

const BEST = 6; // words that are shown

let worker = null;
let count = 0;
const pending = new Map();

// Asks the worker for the information of all guesses about one board.
function judge(request) {
  if (!worker) {
    const source = new Blob([$("engine").textContent], { type: "text/javascript" });
    worker = new Worker(URL.createObjectURL(source));
    worker.onmessage = ({ data: { id, bits } }) => {
      pending.get(id)(bits);
      pending.delete(id);
    };
  }
  count += 1;
  return new Promise((resolve) => {
    pending.set(count, resolve);
    worker.postMessage({ id: count, ...request });
  });
}

/** Shows the words that tell most about the boards that are not solved.
 *
 * A position is { rules, state, beliefs, epsilon, rule }; `isCurrent` says whether it is
 * still the game's; `take` receives the word that the player takes, and its price.
 */
export async function showBest({ rules, state, beliefs, epsilon, rule }, isCurrent, take) {
  $("judge").disabled = true;
  $("hint").textContent = "Judging all words…";
  const { answers, guesses } = rules;
  const unsolved = beliefs.filter((_, board) => state.solved[board] === Infinity);
  const found = await Promise.all(unsolved.map((chances) =>
    judge({ answers: answers.words, guesses: guesses.words, rule, chances, epsilon })));
  $("judge").disabled = false;
  if (!isCurrent()) return;
  $("hint").textContent = "";
  const bits = found.reduce((sum, one) => sum.map((value, k) => value + one[k]));
  // Of equals, a word that may be the secret comes first.
  const isPossible = guesses.words.map((word) => {
    const place = answers.places.get(word);
    return unsolved.some((chances) => chances[place] > 0) ? 1 : 0;
  });
  const order = [...bits.keys()].sort((a, b) =>
    Math.round((bits[b] - bits[a]) * 1e9) || isPossible[b] - isPossible[a] || a - b);
  $("best").replaceChildren(...order.slice(0, BEST).map((k) =>
    make("li", {}, taker(guesses.words[k], NaN, take), ` ${bits[k].toFixed(3)}`)));
}

function taker(word, epsilon, take) {
  const button = make("button", { type: "button", textContent: word });
  button.onclick = () => take(word, epsilon);
  return button;
}

/** Lists the strategies that give hints in a game. */
export function listStrategies(names) {
  $("strategies").hidden = !names.length;
  $("strategy").replaceChildren(...names.map((name) =>
    make("option", { textContent: name, selected: name === "entropy" })));
}

/** Shows the move of the strategy that is chosen; the parameters are as above. */
export async function askStrategy({ rules, state }, isCurrent, take) {
  $("hint").textContent = "Thinking…";
  const { kind, boards, hard, answers } = rules;
  const turns = state.turns.map(({ guess, epsilon, clues }) => ({
    guess,
    epsilon: number(epsilon),
    result: clues.map((clue) => toText(clue, answers.length)).join(""),
  }));
  const body = JSON.stringify({ kind, boards, hard, turns, strategy: $("strategy").value });
  const headers = { "Content-Type": "application/json" };
  let reply;
  try {
    reply = await (await fetch("/api/hint", { method: "POST", headers, body })).json();
  } catch {
    reply = { error: "The server does not answer: is it still running?" };
  }
  if (!isCurrent()) return;
  if (reply.error) {
    $("hint").textContent = reply.error;
    return;
  }
  const epsilon = Number(reply.epsilon);
  const how = kind !== "wordpl" ? "" : epsilon ? ` at ε = ${reply.epsilon}` : " as the final answer";
  $("hint").replaceChildren("It would play ", taker(reply.guess, epsilon, take), `${how}.`);
}
