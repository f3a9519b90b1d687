// The best guesses of a position, as `python interactive.py solve` ranks them.

import { entropy, posterior } from "../engine/belief.js";
import { markingOf } from "../engine/named.js";
import { partitions } from "../engine/partitions.js";
import { ranking } from "../engine/ties.js";
import { objection } from "../game/rules.js";
import { fitting } from "./position.js";

/** Returns the best guesses and the possible answers of a game on one board.
 *
 * `rules` are { kind, hard, channel, answers, guesses }, the lists as WordLists; `informations`
 * gives the information of all guesses about chances at a price, through a channel. A classic game has the
 * words of `also` among the best, too.
 */
export function suggestions(rules, turns, { epsilon, top, also = [] }, informations) {
  if (rules.kind === "wordpl") return noisy(rules, turns, epsilon, top, informations);
  if (rules.kind === "fibble") return withLies(rules, turns, top, informations);
  return exact(rules, turns, top, also);
}

function exact(rules, turns, top, also) {
  const { answers, guesses } = rules;
  const left = fitting(answers, turns, markingOf(rules));
  const words = left.map((word) => ({ word, chance: 1 / left.length }));
  if (!left.length) return { words, best: [] };
  const { worths, expected, possible } = judgeExact(guesses, left);
  const count = Math.min(top, left.length); // more would be no better than any other word
  const best = ranking(worths, possible).filter((k) => isAllowed(rules, turns, k)).slice(0, count);
  return {
    words,
    best: [...new Set([...best, ...also.map((word) => guesses.places.get(word))])].map((k) => ({
      word: guesses.words[k], worth: worths[k], expected: expected[k], isPossible: possible[k] > 0,
    })),
  };
}

function withLies(rules, turns, top, informations) {
  const { answers, guesses } = rules;
  const left = new Set(fitting(answers, turns, markingOf(rules)));
  const words = [...left].map((word) => ({ word, chance: 1 / left.size }));
  if (!left.size) return { words, best: [] };
  const chances = Float64Array.from(answers.words, (word) => (left.has(word) ? 1 / left.size : 0));
  const bits = informations(chances, Infinity);
  const possible = guesses.words.map((word) => (left.has(word) ? 1 : 0));
  const best = ranking(bits, possible).slice(0, Math.min(top, left.size));
  return {
    words,
    best: best.map((k) => ({ word: guesses.words[k], worth: bits[k], isPossible: possible[k] > 0 })),
  };
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
