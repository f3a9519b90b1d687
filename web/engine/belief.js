// The posterior probability of each answer, given clues and their prices. solver/belief/belief.py
// computes the same. A belief holds the logarithm of each probability, up to a constant.

import { exp, log2 } from "./elementary.js";
import { clueRow, toMarks } from "./clues.js";
import { EXACT } from "./lies.js";
import { largest, total } from "./sums.js";

/** Returns the belief before the first clue: all answers are equally probable. */
export const uniform = (count) => new Float64Array(count);

/** Returns the belief after a clue. `row` has the true clue of the guess for each answer. */
export function update(belief, row, clue, epsilon, length, channel) {
  const logs = channel.logLikelihoods(clue, epsilon, length);
  const weights = belief.map((log, k) => log + logs[row[k]]);
  const top = largest(weights);
  return weights.map((log) => log - top);
}

/** Returns the probability of each answer, given the clues of some turns on one board.
 *
 * `marking` is the result of `markingOf`. `solved` is the index of the turn that solved the board. If a right
 * guess ends the game, the clue of this turn is true.
 */
export function posterior(answers, turns, marking, board = 0, solved = Infinity) {
  return probabilities(turns.reduce((belief, { guess, epsilon, clues }, turn) => {
    const row = clueRow(answers, guess, marking.rule);
    const channel = turn === solved && marking.channel.ends ? EXACT : marking.channel;
    return update(belief, row, clues[board], epsilon, answers.length, channel);
  }, uniform(answers.size)));
}

/** Returns the probability of each answer in a belief. */
export function probabilities(belief) {
  const top = largest(belief);
  const weights = belief.map((log) => exp(log - top));
  const sum = total(weights);
  return weights.map((weight) => weight / sum);
}

/** Returns the entropy of some probabilities, in bits. */
export const entropy = (chances) => 0 - total(chances.map((p) => (p > 0 ? p * log2(p) : 0)));

/** Returns, for each mark of a clue, how probable it is that the mark is true.
 *
 * `row` has the true clue of the guess for each answer.
 */
export function markChances(chances, row, clue, length) {
  const seen = toMarks(clue, length);
  const found = new Float64Array(length);
  chances.forEach((p, k) => {
    if (p > 0) toMarks(row[k], length).forEach((m, i) => { found[i] += m === seen[i] ? p : 0; });
  });
  return found;
}

/** Returns how many answers are possible. */
export const countPossible = (chances) => chances.reduce((count, p) => count + (p > 0), 0);

/** Returns how many answers are as probable as the answer with the index `place`, which is counted, too. */
export const countEqual = (chances, place) =>
  chances.reduce((count, p) => count + (Math.abs(p - chances[place]) <= 1e-9 * chances[place]), 0);

/** Returns the rank of the answer with the index `place`: one more than the number of likelier answers. */
export function rank(chances, place) {
  const own = chances[place] * (1 + 1e-9);
  return 1 + chances.reduce((count, p) => count + (p > own), 0);
}
