// The panel "What the clues say": the most probable words and, when the game is over, the secret among them.

import { countPossible, entropy } from "../engine/belief.js";
import { ranking } from "../engine/ties.js";
import { counted, uncertainty } from "../game/wording.js";
import { $, chance, wholeOf } from "./dom.js";

const TOP = 10; // the number of words that are shown

/** Shows the posterior of the first board that is not solved: the probabilities of its words. `take` receives the
 * word that the player presses; `take` is null when the game is over.
 */
export function showPosterior({ kind, boards, answers }, state, beliefs, take) {
  if (!state.turns.length && take) {
    $("known").textContent = "After the first clue, you see here the words that fit best"
      + `${kind === "wordpl" ? ", each with its probability" : ""}.`;
    $("words").replaceChildren();
    return;
  }
  const board = Math.max(0, state.solved.indexOf(Infinity));
  const chances = beliefs[board];
  const left = countPossible(chances);
  const bits = entropy(chances);
  $("exact").textContent = `The entropy of the posterior (the probabilities of all words) is ${bits.toFixed(2)} bits, `
    + `the same as the entropy of ${(2 ** bits).toFixed(1)} equally probable words.`;
  $("known").textContent = (boards > 1 ? `Board ${board + 1}: ` : "") + (kind === "wordpl"
    ? uncertainty(bits)
    : `${counted(left, "word")} ${left === 1 ? "fits" : "fit"} the clues.`);
  const secret = take ? -1 : answers.places.get(state.secrets[board]);
  const shown = ranking(chances).filter((k) => chances[k] > 0).slice(0, TOP);
  const whole = wholeOf(shown.map((k) => chances[k]));
  if (chances[secret] > 0 && !shown.includes(secret)) shown.push(secret);
  $("words").replaceChildren(...shown.map((k) =>
    chance(answers.words[k], chances[k], whole, k === secret, take)));
}
