// Mutual information of each guess's noisy clue with the secret, as
// solver/belief/noisy_clues.py computes it.

import { exp, log2 } from "./elementary.js";
import { keepProbability } from "./channel.js";

/** Returns a function that gives the information of a row of clues, in bits.
 *
 * `chances` are the probabilities of the answers; `epsilon` is the price of the guess.
 */
export function informant(chances, epsilon, length) {
  const keep = keepProbability(epsilon, length);
  const lie = keep * exp(-epsilon / length); // of each other mark
  const noise = -length * (timesLog2(keep) + 2 * timesLog2(lie));
  const places = Uint32Array.from(chances.keys()).filter((k) => chances[k] > 0);
  const sums = new Float64Array(3 ** length);
  return (row) => {
    sums.fill(0);
    for (let i = 0; i < places.length; i++) sums[row[places[i]]] += chances[places[i]];
    addNoise(sums, keep, lie);
    let bits = 0;
    for (let y = 0; y < sums.length; y++) bits -= timesLog2(sums[y]);
    return bits - noise;
  };
}

// Turns the probabilities of true clues into those of seen clues, letter by letter.
function addNoise(sums, keep, lie) {
  const gain = keep - lie;
  for (let run = 1; run < sums.length; run *= 3) {
    for (let base = 0; base < sums.length; base += 3 * run) {
      for (let i = base; i < base + run; i++) {
        const a = sums[i];
        const b = sums[i + run];
        const c = sums[i + 2 * run];
        const any = lie * (a + b + c);
        sums[i] = any + gain * a;
        sums[i + run] = any + gain * b;
        sums[i + 2 * run] = any + gain * c;
      }
    }
  }
}

const timesLog2 = (x) => (x > 0 ? x * log2(x) : 0);
