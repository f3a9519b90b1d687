// Exact costs of words: guesses to the end, where a server computes them.

import { fitting } from "../advice/position.js";
import { toText } from "../engine/clues.js";
import { markingOf } from "../engine/named.js";
import { number } from "../game/wording.js";
import { askServer } from "./server.js";

const MOST_LEFT = 300; // words, as commands/web/adviser.py has it

/** Returns a position as the server reads it. */
export function toAsked({ kind, boards, hard, channel, limit, answers }, turns) {
  const asked = turns.map(({ guess, epsilon, clues }) => ({
    guess,
    epsilon: number(epsilon),
    result: clues.map((clue) => toText(clue, answers.length)).join(""),
  }));
  return { kind, boards, hard, channel, limit, turns: asked };
}

/** Returns the guesses to the end, the word counted, on average with the best play, by word.
 *
 * The best word is among them; there are none where no server computes them, or too many
 * words are left.
 */
export async function askCosts(rules, turns, words, isServed) {
  if (!isServed || rules.kind !== "classic" || rules.boards > 1) return {};
  if (fitting(rules.answers, turns, markingOf(rules)).length > MOST_LEFT) return {};
  const asked = { ...toAsked(rules, turns), words: [...new Set(words)] };
  return (await askServer("costs", asked)).costs ?? {};
}
