// Information measures of each guess's noisy clue, as solver/belief/noisy_clues.py computes
// them. Each function returns one that takes the row of a guess, its clue against every
// answer; `chances` are the probabilities of the answers, `epsilon` is the price.

import { exp, log2 } from "./elementary.js";
import { keepProbability } from "./channel.js";
import { largest, total } from "./sums.js";

/** Returns the function for mutual information with the secret, in bits. */
export function informant(chances, epsilon, length) {
  const [keep, lie] = markProbabilities(epsilon, length);
  const noise = -length * (timesLog2(keep) + 2 * timesLog2(lie));
  const sumsOf = added(chances, length);
  return (row) => {
    const sums = sumsOf(row);
    addNoise(sums, keep, lie);
    let bits = 0;
    for (let y = 0; y < sums.length; y++) bits -= timesLog2(sums[y]);
    return bits - noise;
  };
}

/** Returns the function for Arimoto's information of order 2, in bits. */
export function informantOfOrderTwo(chances, epsilon, length) {
  const top = largest(chances);
  const powers = chances.map((p) => (p / top) * (p / top));
  const prior = log2(total(powers)) / 2;
  const keep = keepProbability(epsilon, length);
  const scale = new Array(length).fill(keep).reduce((a, b) => a * b, 1);
  const lie = exp((-2 * epsilon) / length); // relative to a mark that is kept
  const sumsOf = added(powers, length);
  return (row) => {
    const sums = sumsOf(row);
    addNoise(sums, 1, lie);
    return 2 * (log2(scale * total(sums.map(Math.sqrt))) - prior);
  };
}

/** Returns the function for the expected best posterior: the chance to name the secret. */
export function bestPosterior(chances, epsilon, length) {
  const [keep, lie] = markProbabilities(epsilon, length);
  const most = new Float64Array(3 ** length);
  return (row) => {
    most.fill(0);
    for (let k = 0; k < row.length; k++) most[row[k]] = Math.max(most[row[k]], chances[k]);
    takeNoise(most, keep, lie);
    return total(most);
  };
}

// Returns the probabilities that a mark is kept, and that it becomes a certain other.
function markProbabilities(epsilon, length) {
  const keep = keepProbability(epsilon, length);
  return [keep, keep * exp(-epsilon / length)];
}

// Returns a function that adds up weights by the true clue.
function added(weights, length) {
  const places = Uint32Array.from(weights.keys()).filter((k) => weights[k] > 0);
  const sums = new Float64Array(3 ** length);
  return (row) => {
    sums.fill(0);
    for (let i = 0; i < places.length; i++) sums[row[places[i]]] += weights[places[i]];
    return sums;
  };
}

// Turns the weights of true clues into those of seen clues, letter by letter.
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

// As `addNoise`, with the largest term in place of the sum.
function takeNoise(most, keep, lie) {
  for (let run = 1; run < most.length; run *= 3) {
    for (let base = 0; base < most.length; base += 3 * run) {
      for (let i = base; i < base + run; i++) {
        const a = most[i];
        const b = most[i + run];
        const c = most[i + 2 * run];
        const any = lie * Math.max(a, b, c);
        most[i] = Math.max(keep * a, any);
        most[i + run] = Math.max(keep * b, any);
        most[i + 2 * run] = Math.max(keep * c, any);
      }
    }
  }
}

const timesLog2 = (x) => (x > 0 ? x * log2(x) : 0);
