// The best guesses of a position, as `python interactive.py solve` ranks them.

import { entropy, posterior } from "../engine/belief.js";
import { markingOf } from "../engine/named.js";
import { partitions } from "../engine/partitions.js";
import { total } from "../engine/sums.js";
import { ranking } from "../engine/ties.js";
import { WordList } from "../engine/words.js";
import { usualLimit } from "../game/deals.js";
import { objection, SPARE_TURNS } from "../game/rules.js";
import { endgame } from "./endgame.js";
import { candidates } from "./position.js";

/** Returns the best guesses and the possible answers of a game on one board.
 *
 * `rules` are { kind, hard, channel, answers, guesses }, the lists as WordLists; `informations`
 * gives the information of all guesses about chances at a price, through a channel. Of the best there are `pool`, `top` of which are searched where
 * few guesses are left.
 */
export function suggestions(rules, turns, { epsilon, top, pool = top }, informations) {
  if (rules.kind === "wordpl") return noisy(rules, turns, epsilon, pool, informations);
  if (rules.kind === "fibble") return withLies(rules, turns, { top, pool }, informations);
  return exact(rules, turns, { top, pool });
}

function exact(rules, turns, { top, pool }) {
  const { guesses } = rules;
  const found = candidates(rules, turns);
  const { words, others } = asWords(found);
  if (!found.words.length) return { words, others, best: [] };
  const { worths, expected, possible } = judgeExact(guesses, found.likely);
  const shares = sharesOf(guesses, found);
  // Where strategies know too little, a guess that can be right has that chance.
  const isPlain = !found.isOutweighed && turns.every(({ guess }) => guesses.places.has(guess));
  const scores = isPlain ? worths
    : worths.map((worth, k) => worth - possible[k] / found.likely.length + shares[k]);
  const legal = [...scores.keys()].filter((k) => isAllowed(rules, turns, k));
  const values = endgame(rules, [found], leftOf(rules, turns), legal, top);
  const best = orderOf(scores, shares, values, legal).slice(0, pool);
  return {
    words,
    others,
    best: best.map((k) => ({
      word: guesses.words[k], worth: scores[k], expected: expected[k], isPossible: possible[k] > 0,
      chance: values && values.chance[k] >= 0 ? values.chance[k] : null,
    })),
  };
}

function withLies(rules, turns, { top, pool }, informations) {
  const { answers, guesses } = rules;
  const found = candidates(rules, turns);
  const { words, others } = asWords(found);
  if (!found.words.length) return { words, others, best: [] };
  const weight = new Map(found.likely.map((word, k) => [word, found.weights[k]]));
  const list = found.isOutweighed ? new WordList(found.likely) : answers;
  const sum = total(found.weights.slice(0, found.likely.length));
  const chances = Float64Array.from(list.words, (word) => (weight.get(word) ?? 0) / sum);
  const bits = informations(chances, Infinity, list);
  const legal = [...bits.keys()];
  const values = endgame(rules, [found], leftOf(rules, turns), legal, top);
  const best = orderOf(bits, sharesOf(guesses, found), values, legal)
    .slice(0, pool);
  return {
    words,
    others,
    best: best.map((k) => ({
      word: guesses.words[k], worth: bits[k], isPossible: weight.has(guesses.words[k]),
      chance: values && values.chance[k] >= 0 ? values.chance[k] : null,
    })),
  };
}

// Returns the answers that fit with their chances, and the other words.
/** Returns the answers among candidates, with their chances, and the other words. */
export function asWords({ words, listed }) {
  return {
    words: words.slice(0, listed).map((word) => ({ word, chance: 1 / listed })),
    others: words.slice(listed),
  };
}

// Returns the chance that each guess is right.
function sharesOf(guesses, { words, weights }) {
  const sum = total(weights);
  const shares = new Map(words.map((word, k) => [word, weights[k] / sum]));
  return guesses.words.map((word) => shares.get(word) ?? 0);
}

// Returns the guesses that are left in a game, Infinity where it is over by them.
function leftOf({ kind, channel }, turns) {
  const left = (kind === "classic" ? 1 + SPARE_TURNS : usualLimit(channel)) - turns.length;
  return left > 0 ? left : Infinity;
}

/** Returns the places of guesses, best first: by chance and mean number of guesses where
 * few are left, then by score, then by the chance to be right.
 */
export function orderOf(scores, shares, values, legal) {
  const cells = (numbers) => numbers.map((x) => Math.round(x / 1e-9));
  const [score, share] = [cells(scores), cells(shares)];
  const [chance, mean] = values ? [cells(values.chance), cells(values.mean)] : [score, score];
  return [...legal].sort((a, b) => (values ? chance[b] - chance[a] || mean[a] - mean[b] : 0)
    || score[b] - score[a] || share[b] - share[a] || a - b);
}

/** Returns what each guess is worth where some answers are left: the information in its clue,
 * in bits, plus its chance to be right, as strategies/entropy.py has it; the number of answers
 * that are left on average; and 1 for a possible answer, else 0.
 */
export function judgeExact(guesses, left) {
  const words = left.length > LARGE ? `${left} ${guesses.words}` : "";
  if (words && words === remembered.words) return remembered.judged;
  const { bits, expected } = partitions(left, guesses.words, "classic");
  const known = new Set(left);
  const possible = Uint8Array.from(guesses.words, (word) => (known.has(word) ? 1 : 0));
  const worths = bits.map((value, k) => value + possible[k] / left.length);
  const judged = { worths, expected, possible };
  if (words) remembered = { words, judged };
  return judged;
}

const LARGE = 500; // answers, more of which take long: the last such position is remembered
let remembered = { words: "", judged: null };

function noisy(rules, turns, epsilon, top, informations) {
  const { answers, guesses } = rules;
  const chances = posterior(answers, turns, markingOf(rules));
  const bits = informations(chances, epsilon);
  return {
    entropy: entropy(chances),
    words: ranking(chances).map((k) => ({ word: answers.words[k], chance: chances[k] })),
    best: ranking(bits).slice(0, top).map((k) => ({ word: guesses.words[k], worth: bits[k] })),
  };
}

/** Returns whether hard mode allows a guess, by its place. */
export const isAllowed = (rules, turns, place) =>
  rules.hard === "off" || !objection(rules, turns, { guess: rules.guesses.words[place] });
