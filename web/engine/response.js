// Randomised response, the noise of WORDPL: each mark stays, or becomes one of the two other marks. The
// probabilities depend on the price epsilon of the guess, in nats.

import { DistanceChannel } from "./channel.js";
import { fromMarks, toMarks } from "./clues.js";
import { exp } from "./elementary.js";

/** Returns the probability that a mark stays, so that it is true. */
export const keepProbability = (epsilon, length) => 1 / (1 + 2 * exp(-epsilon / length));

class RandomisedResponse extends DistanceChannel {
  ends = false;

  byDifferences(epsilon, length) {
    const never = exp(-epsilon / length) === 0; // whether the price is so high that no mark changes
    return Array.from({ length: length + 1 }, (_, n) =>
      (never ? (n > 0 ? -Infinity : 0) : 0 - (epsilon / length) * n));
  }

  draw(clue, epsilon, uniforms, length) {
    const keep = keepProbability(epsilon, length);
    const middle = keep + (1 - keep) / 2;
    return fromMarks(toMarks(clue, length).map((mark, i) => {
      const u = uniforms[i];
      return u < keep ? mark : (mark + (u < middle ? 1 : 2)) % 3;
    }));
  }

  steps(epsilon, length) {
    const keep = keepProbability(epsilon, length);
    return { keep, other: keep * exp(-epsilon / length), lies: 0 };
  }
}

/** The channel of WORDPL. */
export const RESPONSE = new RandomisedResponse();

/** Returns how many marks of a clue are lies on average. */
export const expectedLies = (epsilon, length) => length * (1 - keepProbability(epsilon, length));

/** Returns how probable it is that 0, 1, ... marks of a clue are lies. */
export function lieChances(epsilon, length) {
  const { keep, other } = RESPONSE.steps(epsilon, length);
  const chances = [1];
  for (let i = 0; i < length; i++) {
    chances.push(0);
    for (let k = i + 1; k > 0; k--) chances[k] = chances[k] * keep + chances[k - 1] * 2 * other;
    chances[0] *= keep;
  }
  return chances;
}
