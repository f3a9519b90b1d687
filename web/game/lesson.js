// One row of WORDPL that shows what a price buys. The secret is CRANE, and the guess is TRACE.

import { mark, toMarks } from "../engine/clues.js";
import { Draws } from "../engine/draws.js";
import { markingOf } from "../engine/named.js";
import { expectedLies } from "../engine/response.js";

const [SECRET, GUESS] = ["crane", "trace"];

/** The number of clues that are drawn at one price. */
export const DRAWN_CLUES = 20;

// Texts that say how much a mark tells about the word. The ratio of a price is the probability that a mark is true,
// divided by the probability that the mark is changed to one given other mark. For a price, the page shows the text of
// the first entry whose number is above the ratio.
const STRENGTHS = [
  [2, "the price hides the word"], [5, "the price hints at the word"], [20, "the price shows much of the word"],
  [100, "the price shows nearly all"], [Infinity, "the price gives the word away"],
];

/** Returns what a price buys.
 *
 * `truth` is the true clue, and `seen` is the clue that is seen. `average` is how many marks of a clue are
 * true on average. `ratio` says how many times likelier a seen mark is if it is the true mark than if another
 * given mark is the true mark. `strength` says the same in words. `found` is the number of true marks in all
 * drawn clues. The random numbers depend on the seed alone, so they stay the same if only the price changes.
 */
export function drawLesson(epsilon, seed) {
  const { length } = GUESS;
  const { rule, channel } = markingOf({ kind: "wordpl" });
  const truth = mark(SECRET, GUESS, rule);
  const draws = new Draws(seed, 0);
  const clues = Array.from({ length: DRAWN_CLUES }, (_, turn) =>
    channel.draw(truth, epsilon, draws.noise(turn, length), length));
  const marks = toMarks(truth, length);
  const { keep, other } = channel.steps(epsilon, length);
  const ratio = keep / other;
  return {
    guess: GUESS, truth, seen: clues[0], average: length - expectedLies(epsilon, length), ratio,
    strength: STRENGTHS.find(([most]) => ratio < most)[1],
    found: clues.flatMap((clue) => toMarks(clue, length).filter((m, i) => m === marks[i])).length,
  };
}
