// The posterior probability of each answer, given clues and their prices, as
// solver/belief/belief.py computes it.

import { exp, log2 } from "./elementary.js";
import { toMarks } from "./clues.js";
import { logLikelihoods } from "./channel.js";
import { largest, total } from "./sums.js";

/** Returns the belief before the first clue: the logarithm of each answer's weight. */
export const uniform = (count) => new Float64Array(count);

/** Returns the belief after a clue, given the guess's clue against each answer. */
export function update(belief, row, clue, epsilon, length) {
  const logs = logLikelihoods(clue, epsilon, length);
  const found = belief.map((log, k) => log + logs[row[k]]);
  const top = largest(found);
  return found.map((log) => log - top);
}

/** Returns the probability of each answer. */
export function probabilities(belief) {
  const top = largest(belief);
  const weights = belief.map((log) => exp(log - top));
  const sum = total(weights);
  return weights.map((weight) => weight / sum);
}

/** Returns the entropy of some probabilities, in bits. */
export const entropy = (chances) => 0 - total(chances.map((p) => (p > 0 ? p * log2(p) : 0)));

/** Returns how probable it is that each mark of a clue is true. */
export function markChances(chances, row, clue, length) {
  const seen = toMarks(clue, length);
  const found = new Float64Array(length);
  chances.forEach((p, k) => {
    if (p > 0) toMarks(row[k], length).forEach((m, i) => { found[i] += m === seen[i] ? p : 0; });
  });
  return found;
}

/** Returns the rank of an answer: one more than those that are likelier. */
export function rank(chances, place) {
  const own = chances[place] * (1 + 1e-9);
  return 1 + chances.reduce((count, p) => count + (p > own), 0);
}
