// Hints: the words whose clues tell most. The engine in a worker finds these words.

import { percent } from "../game/wording.js";
import { $, make, taker } from "./dom.js";
import { askEngine } from "./engine.js";

const BEST = 6; // the number of words that are shown

/** Shows the words whose clues tell most about the boards that are not solved.
 *
 * A position is { rules, state, beliefs, epsilon }. `isCurrent` returns whether the game is still in
 * this position. `take` receives the word that the player takes.
 */
export async function showBest(position, isCurrent, take) {
  const { rules, state, beliefs, epsilon } = position;
  const { turns, most } = state;
  const open = [...beliefs.keys()].filter((board) => state.solved[board] === Infinity);
  $("judge").disabled = true;
  $("hint").textContent = "Judging all words…";
  const best = await askEngine("hint", rules, {
    turns, epsilon, open, chances: open.map((board) => beliefs[board]), left: most - turns.length, top: BEST,
  });
  $("judge").disabled = false;
  if (!isCurrent()) return;
  const isKnown = best.every(({ worth }) => worth < 1e-9);
  $("hint").textContent = isKnown ? "Nothing is left to find out." : "";
  const shown = isKnown ? best.filter(({ isPossible }) => isPossible) : best;
  $("best").replaceChildren(...shown.map((one) => make("li", {}, taker(one.word, take), ...(isKnown ? [] : figuresOf(one)))));
}

function figuresOf({ worth, chance }) {
  const figures = make("span", { textContent: worth.toFixed(3) });
  if (chance !== null && chance < 1) figures.append(make("br"), `${percent(chance, 0)} to win`);
  return [" ", figures];
}
