// Information measures of the seen clue of a guess, as solver/belief/noisy_clues.py computes them.
// Each exported function returns a function of the row of a guess: the true clue of the guess for each
// answer as the secret. `chances` are the probabilities of the answers, and `epsilon` is the price. If a
// right guess ends the game, the end of the game is a part of the clue.

import { log2 } from "./elementary.js";
import { total } from "./sums.js";

/** Returns the function for the mutual information of the seen clue and the secret, in bits. */
export function informant(chances, epsilon, length, channel) {
  const { pass, scale, entropy, entropies } = formOf(channel, epsilon, length);
  const sumsOf = added(chances, length);
  return (row) => {
    const sums = sumsOf(row);
    let bits = 0;
    for (let clue = 0; clue < entropies.length; clue++) bits -= entropies[clue] * sums[clue];
    const won = pass(sums, plus);
    for (let y = 0; y < sums.length; y++) bits -= timesLog2(scale * sums[y]);
    return bits - timesLog2(won) - entropy;
  };
}

/** Returns the function for the expected largest posterior: the chance that the likeliest answer after the clue is
 * the secret.
 */
export function bestPosterior(chances, epsilon, length, channel) {
  const { pass, scale } = formOf(channel, epsilon, length);
  const most = new Float64Array(3 ** length);
  return (row) => {
    most.fill(0);
    for (let k = 0; k < row.length; k++) most[row[k]] = Math.max(most[row[k]], chances[k]);
    const won = pass(most, Math.max);
    return scale * total(most) + won;
  };
}

const plus = (a, b) => a + b;

// Returns a channel in the form that the measures use, as solver/belief/forms.py does: { pass, scale, entropy,
// entropies }. The function `pass` replaces the weights of true clues by the weights of seen clues, divided by
// `scale`, and returns the weight of right guesses that end the game. `entropies` has, for each true clue, the
// entropy of the seen clue. If `entropies` is empty, this entropy is `entropy` for every true clue.
function formOf(channel, epsilon, length) {
  const count = 3 ** length;
  const form = { scale: 1, entropy: 0, entropies: [] };
  const through = (mix) => (weights, join) => {
    const won = channel.ends ? weights[count - 1] : 0;
    if (channel.ends) weights[count - 1] = 0;
    mix(weights, join);
    return won;
  };
  const steps = channel.steps(epsilon, length);
  const others = count - (channel.ends ? 1 : 0);
  if (!steps || steps.other > steps.keep || (channel.ends && !steps.lies)) {
    const table = channel.table(epsilon, length);
    const entropies = Array.from({ length: others }, (_, clue) =>
      0 - total(table.map((row) => timesLog2(row[clue]))));
    return { ...form, entropies, pass: through(mixTable(table)) };
  }
  const { keep, other, lies } = steps;
  if (lies) {
    const ways = waysOf(lies, length);
    const entropies = new Array(others).fill(log2(ways));
    return { ...form, entropies, scale: 1 / ways, pass: through(mixLies(lies, length)) };
  }
  const entropy = -length * (timesLog2(keep) + 2 * timesLog2(other));
  return { ...form, entropy, pass: through(mixSteps(keep, other)) };
}

// Returns how many clues a true clue can become if `lies` of its marks change.
function waysOf(lies, length) {
  let ways = 1;
  for (let k = 0; k < lies; k++) ways = (2 * ways * (length - k)) / (k + 1);
  return ways;
}

// Returns a function of the row of a guess (the true clue for each answer). The returned function computes, for
// each true clue, the sum of the weights of the answers that give this clue.
function added(weights, length) {
  const places = Uint32Array.from(weights.keys()).filter((k) => weights[k] > 0);
  const sums = new Float64Array(3 ** length);
  return (row) => {
    sums.fill(0);
    for (let i = 0; i < places.length; i++) sums[row[places[i]]] += weights[places[i]];
    return sums;
  };
}

// Each of the functions `mix...` returns a function that passes weights through a channel, in place.
// `join` says how terms are joined: to their sum, or to the largest term. In the channel of `mixSteps`,
// marks change independently, letter by letter.
const mixSteps = (keep, other) => (weights, join) => {
  if (join === plus) addSteps(weights, keep, other);
  else takeSteps(weights, keep, other);
};

function addSteps(sums, keep, other) {
  const gain = keep - other;
  for (let run = 1; run < sums.length; run *= 3) {
    for (let base = 0; base < sums.length; base += 3 * run) {
      for (let i = base; i < base + run; i++) {
        const a = sums[i];
        const b = sums[i + run];
        const c = sums[i + 2 * run];
        const any = other * (a + b + c);
        sums[i] = any + gain * a;
        sums[i + run] = any + gain * b;
        sums[i + 2 * run] = any + gain * c;
      }
    }
  }
}

function takeSteps(most, keep, other) {
  for (let run = 1; run < most.length; run *= 3) {
    for (let base = 0; base < most.length; base += 3 * run) {
      for (let i = base; i < base + run; i++) {
        const a = most[i];
        const b = most[i + run];
        const c = most[i + 2 * run];
        const any = other * Math.max(a, b, c);
        most[i] = Math.max(keep * a, any);
        most[i + run] = Math.max(keep * b, any);
        most[i + 2 * run] = Math.max(keep * c, any);
      }
    }
  }
}

// In the channel of `mixLies`, exactly `lies` marks change. The new weights are the coefficients of
// z**lies in a product over the letters. In this product, a mark that stays has the factor 1, and a mark
// that changes has the factor z.
const mixLies = (lies, length) => {
  const levels = Array.from({ length: lies + 1 }, () => new Float64Array(3 ** length));
  return (weights, join) => {
    levels.forEach((level) => level.fill(0));
    levels[0].set(weights);
    for (let letter = 0; letter < length; letter++) {
      const least = Math.max(1, lies - (length - 1 - letter)); // each later letter adds at most one lie
      for (let k = Math.min(lies, letter + 1); k >= least; k--) {
        (join === plus ? addChange : takeChange)(levels[k - 1], levels[k], 3 ** letter);
      }
    }
    weights.set(levels[lies]);
  };
};

function addChange(before, after, run) {
  for (let base = 0; base < before.length; base += 3 * run) {
    for (let i = base; i < base + run; i++) {
      const a = before[i];
      const b = before[i + run];
      const c = before[i + 2 * run];
      after[i] += b + c;
      after[i + run] += a + c;
      after[i + 2 * run] += a + b;
    }
  }
}

function takeChange(before, after, run) {
  for (let base = 0; base < before.length; base += 3 * run) {
    for (let i = base; i < base + run; i++) {
      const a = before[i];
      const b = before[i + run];
      const c = before[i + 2 * run];
      after[i] = Math.max(after[i], b, c);
      after[i + run] = Math.max(after[i + run], a, c);
      after[i + 2 * run] = Math.max(after[i + 2 * run], a, b);
    }
  }
}

const mixTable = (table) => (weights, join) => {
  weights.set(table.map((row) =>
    row.reduce((term, chance, clue) => join(term, chance * weights[clue]), 0)));
};

const timesLog2 = (x) => (x > 0 ? x * log2(x) : 0);
