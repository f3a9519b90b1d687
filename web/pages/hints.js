// Hints: the words that tell most, by the engine in a worker.

import { isAllowed, orderOf } from "../advice/suggestions.js";
import { percent } from "../game/wording.js";
import { $, make, taker } from "./dom.js";
import { askEngine } from "./engine.js";

const BEST = 6; // words that tell most

// Returns what guesses achieve where few are left, or null.
function judgeEndOf({ rules, state, beliefs }) {
  if (!Number.isFinite(state.most)) return null;
  const open = [...beliefs.keys()].filter((board) => state.solved[board] === Infinity);
  const left = state.most - state.turns.length;
  return askEngine("judgeEnd", rules, { turns: state.turns, left, open, top: BEST });
}

/** Shows the words that tell most about the boards that are not solved.
 *
 * A position is { rules, state, beliefs, epsilon }; `isCurrent` says whether
 * it is still the game's; `take` receives the word that the player takes.
 */
export async function showBest(position, isCurrent, take) {
  const { rules, state, beliefs, epsilon } = position;
  const { answers, guesses } = rules;
  const unsolved = beliefs.filter((_, board) => state.solved[board] === Infinity);
  $("judge").disabled = true;
  $("hint").textContent = "Judging all words…";
  const found = await Promise.all(unsolved.map((chances) => askEngine("judge", rules, { chances, epsilon })));
  $("judge").disabled = false;
  if (!isCurrent()) return;
  const bits = found.reduce((sum, one) => sum.map((value, k) => value + one[k]))
    .map((value) => Math.round(value * 1e9) / 1e9);
  // Of equals, a word that may be the secret comes first.
  const isPossible = guesses.words.map((word) => {
    const place = answers.places.get(word);
    return unsolved.some((chances) => chances[place] > 0) ? 1 : 0;
  });
  const values = await judgeEndOf(position);
  if (!isCurrent()) return;
  const legal = [...bits.keys()].filter((k) => isAllowed(rules, state.turns, k));
  const order = orderOf(bits, isPossible, values, legal);
  const possible = order.filter((k) => isPossible[k]).map((k) => guesses.words[k]);
  if (bits.every((value) => value === 0)) {
    $("hint").textContent = "Nothing is left to find out.";
    $("best").replaceChildren(...possible.map((word) => make("li", {}, taker(word, take))));
    return;
  }
  const best = order.slice(0, BEST).map((k) => guesses.words[k]);
  $("hint").textContent = "";
  $("best").replaceChildren(...best.map((word) => {
    const figures = make("span", { textContent: bits[guesses.places.get(word)].toFixed(3) });
    const wins = values?.chance[guesses.places.get(word)] ?? -1;
    if (wins >= 0 && wins < 1) figures.append(make("br"), `${percent(wins, 0)} to win`);
    return make("li", {}, taker(word, take), " ", figures);
  }));
}
