// The noisy channel: each mark is reported as it is, or as one of the two others, with
// probabilities that depend on the price epsilon of the guess, in nats.

import { exp } from "./elementary.js";
import { fromMarks, toMarks } from "./clues.js";

/** Returns the probability that one mark is reported unchanged. */
export const keepProbability = (epsilon, length) => 1 / (1 + 2 * exp(-epsilon / length));

/** Passes a clue through the channel, given one number in [0, 1) per letter. */
export function perturb(clue, epsilon, uniforms, length) {
  const keep = keepProbability(epsilon, length);
  const middle = keep + (1 - keep) / 2;
  return fromMarks(toMarks(clue, length).map((mark, i) => {
    const u = uniforms[i];
    return u < keep ? mark : (mark + (u < middle ? 1 : 2)) % 3;
  }));
}

/** Returns the logarithm of P(seen | true) for every true clue, 0 for the seen one. */
export function logLikelihoods(seen, epsilon, length) {
  const never = exp(-epsilon / length) === 0; // a mark never changes
  let different = [0];
  for (const mark of toMarks(seen, length)) {
    different = different.flatMap((n) => [0, 1, 2].map((m) => n + (m !== mark)));
  }
  return Float64Array.from(different, (n) =>
    (never ? (n > 0 ? -Infinity : 0) : 0 - (epsilon / length) * n));
}

/** Returns how probable it is that 0, 1, ... marks of a clue are lies. */
export function lieChances(epsilon, length) {
  const keep = keepProbability(epsilon, length);
  const lie = 2 * keep * exp(-epsilon / length);
  const chances = [1];
  for (let i = 0; i < length; i++) {
    chances.push(0);
    for (let k = i + 1; k > 0; k--) chances[k] = chances[k] * keep + chances[k - 1] * lie;
    chances[0] *= keep;
  }
  return chances;
}
