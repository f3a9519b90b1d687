// What the clues say: the most probable words, with the secret among them in the end.

import { countPossible, entropy } from "../engine/belief.js";
import { ranking } from "../engine/ties.js";
import { counted } from "../game/wording.js";
import { $, chance } from "./dom.js";

const TOP = 10; // words that are shown

/** Shows the posterior of the first board that is not solved. */
export function showPosterior({ kind, boards, answers }, state, beliefs, isOver) {
  const board = Math.max(0, state.solved.indexOf(Infinity));
  const chances = beliefs[board];
  const bits = entropy(chances);
  const left = countPossible(chances);
  $("known").textContent = (boards > 1 ? `Board ${board + 1}: ` : "") + (kind === "wordpl"
    ? `${bits.toFixed(1)} bits of entropy are left, as of ${counted(Math.round(2 ** bits), "equally probable word")}.`
    : `${counted(left, "word")} ${left === 1 ? "fits" : "fit"} the clues.`);
  const secret = isOver ? answers.places.get(state.secrets[board]) : -1;
  const shown = ranking(chances).filter((k) => chances[k] > 0).slice(0, TOP);
  if (chances[secret] > 0 && !shown.includes(secret)) shown.push(secret);
  $("words").replaceChildren(...shown.map((k) =>
    chance(answers.words[k], chances[k], k === secret)));
}
