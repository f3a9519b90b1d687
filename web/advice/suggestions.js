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

/** Returns the best guesses (`best`) and the possible words (`words` and `others`) of a game on one board.
 *
 * `rules` are { kind, hard, channel, answers, guesses }; `answers` and `guesses` are WordLists. `epsilon` is
 * the price of the next guess. `informations` is a function that returns the information of all guesses at a
 * price, given the chances of the answers. At most `top` guesses are returned.
 */
export function suggestions(rules, turns, { epsilon, top }, informations) {
  if (rules.kind === "wordpl") return noisy(rules, turns, epsilon, top, informations);
  if (rules.kind === "fibble") return withLies(rules, turns, top, informations);
  return exact(rules, turns, top);
}

function exact(rules, turns, top) {
  const { guesses } = rules;
  const found = candidates(rules, turns);
  const { words, others } = asWords(found);
  if (!found.words.length) return { words, others, best: [] };
  const { worths, expected, possible } = judgeExact(guesses, found.likely);
  const shares = sharesOf(guesses, found);
  // If words other than answers are considered, or if an unlisted word was played, the chance that a
  // guess is right is computed from the weights of the words.
  const isPlain = !found.isOutweighed && turns.every(({ guess }) => guesses.places.has(guess));
  const scores = isPlain ? worths
    : worths.map((worth, k) => worth - possible[k] / found.likely.length + shares[k]);
  const allowed = [...scores.keys()].filter((k) => isAllowed(rules, turns, k));
  const { legal, values } = suitPeople(rules, turns, [found], scores, allowed,
    { left: leftOf(rules, turns), top });
  const best = orderOf(scores, shares, values, legal).slice(0, top);
  return {
    words,
    others,
    best: best.map((k) => ({
      word: guesses.words[k], worth: scores[k], expected: expected[k], isPossible: possible[k] > 0,
      ...valueOf(values, k),
    })),
  };
}

const valueOf = (values, k) => (values && values.chance[k] >= 0
  ? { chance: values.chance[k], guesses: values.mean[k] } : { chance: null, guesses: null });

const KNOWN_BITS = 0.2; // bits by which an unknown word must be better than all known words (see `suitPeople`)

// Returns { legal, values }: the guesses of `legal` that suit people and, near the end of a game, the result of
// `endgame` for these guesses. `_suit_people` of solver/advice/suggestions.py does the same. Taboo words are left
// out. If clues are true, words that were played are left out. Known words are listed answers and possible words.
// An unknown word is left out unless it is better than every known word. It is better if its value is better; if
// there are no values, its worth must be larger by more than KNOWN_BITS. If only one guess is left, only words that
// fit are kept. `boards` has the result of `candidates` for each board that is not solved.
function suitPeople(rules, turns, boards, worths, legal, { left, top }) {
  const { kind, answers, guesses, taboo } = rules;
  const isTrue = kind !== "wordpl" && !markingOf(rules).channel.ends;
  const valuesOf = (places) => endgame(rules, boards, left, places, top);
  const likely = new Set(boards.flatMap((board) => board.likely));
  const played = new Set(isTrue ? turns.map(({ guess }) => guess) : []);
  const wordOf = (k) => guesses.words[k];
  const decent = legal.filter((k) => !taboo.has(wordOf(k)) && !played.has(wordOf(k)));
  if (!decent.length) return { legal, values: valuesOf(legal) };
  const fitting = new Set(left === 1 ? boards.flatMap(({ words }) => words) : []);
  const last = decent.filter((k) => fitting.has(wordOf(k)));
  if (last.length) return { legal: last, values: valuesOf(last) };
  const isKnown = (k) => answers.places.has(wordOf(k)) || likely.has(wordOf(k));
  const known = decent.filter(isKnown);
  const unknown = decent.filter((k) => !isKnown(k));
  if (!known.length || !unknown.length) return { legal: decent, values: valuesOf(decent) };
  const values = valuesOf(known);
  if (!values) {
    const best = known.reduce((most, k) => Math.max(most, worths[k]), -Infinity);
    return { legal: [...known, ...unknown.filter((k) => worths[k] > best + KNOWN_BITS)], values };
  }
  const others = valuesOf(unknown);
  const chance = [...values.chance];
  const mean = [...values.mean];
  for (const k of unknown) [chance[k], mean[k]] = [others.chance[k], others.mean[k]];
  const cell = (x) => Math.round(x / 1e-9);
  const most = known.reduce((most_, k) => Math.max(most_, cell(chance[k])), -Infinity);
  const least = known.filter((k) => cell(chance[k]) === most)
    .reduce((least_, k) => Math.min(least_, cell(mean[k])), Infinity);
  const isBetter = (k) => cell(chance[k]) > most || (cell(chance[k]) === most && cell(mean[k]) < least);
  return { legal: [...known, ...unknown.filter(isBetter)], values: { chance, mean } };
}

/** Returns the best guesses of a game that this page has dealt, the best guess first.
 *
 * Guesses are sorted by the information in their clues; near the end of a game, they are sorted first by the
 * chance to win and the mean number of guesses (see `endgame`). `open` are the boards that are not solved.
 * `chances` has, for each of these boards, the chances of the answers. `left` is the number of guesses that are
 * left, or Infinity if guesses are not counted.
 */
export function hints(rules, turns, { open, chances, left, epsilon, top }, informations) {
  const { answers, guesses } = rules;
  const judged = chances.map((own) => informations(own, epsilon));
  const bits = guesses.words.map((_, k) => judged.reduce((sum, own) => sum + own[k], 0));
  const boards = Number.isFinite(left) ? open.map((board) => candidates(rules, turns, board)) : [];
  const allowed = [...bits.keys()].filter((k) => isAllowed(rules, turns, k));
  const { legal, values } = suitPeople(rules, turns, boards, bits, allowed, { left, top });
  // Among equal guesses, a word that may be the secret comes first.
  const isPossible = guesses.words.map((word) => {
    const place = answers.places.get(word);
    return chances.some((own) => own[place] > 0) ? 1 : 0;
  });
  return orderOf(bits, isPossible, values, legal).slice(0, top).map((k) => ({
    word: guesses.words[k], worth: bits[k], isPossible: isPossible[k] > 0, ...valueOf(values, k),
  }));
}

function withLies(rules, turns, top, informations) {
  const { answers, guesses } = rules;
  const found = candidates(rules, turns);
  const { words, others } = asWords(found);
  if (!found.words.length) return { words, others, best: [] };
  const weight = new Map(found.likely.map((word, k) => [word, found.weights[k]]));
  const list = found.isOutweighed ? new WordList(found.likely) : answers;
  const sum = total(found.weights.slice(0, found.likely.length));
  const chances = Float64Array.from(list.words, (word) => (weight.get(word) ?? 0) / sum);
  const bits = informations(chances, Infinity, list);
  const shares = sharesOf(guesses, found);
  const worths = bits.map((value, k) => value + shares[k]);
  const { legal, values } = suitPeople(rules, turns, [found], worths, [...bits.keys()],
    { left: leftOf(rules, turns), top });
  const best = orderOf(bits, shares, values, legal).slice(0, top);
  return {
    words,
    others,
    best: best.map((k) => ({
      word: guesses.words[k], worth: bits[k], isPossible: weight.has(guesses.words[k]),
      ...valueOf(values, k),
    })),
  };
}

/** Splits the result of `candidates`: returns its answers with their chances (`words`) and other words (`others`). */
export function asWords({ words, listed }) {
  return {
    words: words.slice(0, listed).map((word) => ({ word, chance: 1 / listed })),
    others: words.slice(listed),
  };
}

// Returns the chance of each guess to be the secret. The second argument is the result of `candidates`.
function sharesOf(guesses, { words, weights }) {
  const sum = total(weights);
  const shares = new Map(words.map((word, k) => [word, weights[k] / sum]));
  return guesses.words.map((word) => shares.get(word) ?? 0);
}

// Returns the number of guesses that are left, by the usual limit of the game. If the usual guesses are used up,
// the number is Infinity.
function leftOf({ kind, channel }, turns) {
  const left = (kind === "classic" ? 1 + SPARE_TURNS : usualLimit(channel)) - turns.length;
  return left > 0 ? left : Infinity;
}

/** Returns the guesses in `legal` sorted, the best guess first. A guess is its index in the list of guesses.
 *
 * Guesses are sorted by their score. Guesses with equal scores are sorted by the chance to be right, `shares`.
 * If `values` are given, guesses are first sorted by the chance to win and the mean number of guesses.
 */
export function orderOf(scores, shares, values, legal) {
  const cells = (numbers) => numbers.map((x) => Math.round(x / 1e-9));
  const [score, share] = [cells(scores), cells(shares)];
  const [chance, mean] = values ? [cells(values.chance), cells(values.mean)] : [score, score];
  return [...legal].sort((a, b) => (values ? chance[b] - chance[a] || mean[a] - mean[b] : 0)
    || score[b] - score[a] || share[b] - share[a] || a - b);
}

/** Returns { worths, expected, possible } of each guess, if the answers `left` are possible.
 *
 * The worth is the information in the clue, in bits, plus the chance to be right, as in
 * strategies/entropy.py. `expected` is the mean number of answers that are left after the guess.
 * `possible` is 1 if the guess is a possible answer, otherwise 0.
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

const LARGE = 500; // to judge with more answers takes long, so the last result with more answers is kept
let remembered = { words: "", judged: null };

function noisy(rules, turns, epsilon, top, informations) {
  const { answers, guesses } = rules;
  const chances = posterior(answers, turns, markingOf(rules));
  const bits = informations(chances, epsilon);
  const { legal } = suitPeople(rules, turns, [], bits, ranking(bits), { left: Infinity, top });
  const suited = new Set(legal);
  return {
    entropy: entropy(chances),
    words: ranking(chances).map((k) => ({ word: answers.words[k], chance: chances[k] })),
    best: ranking(bits).filter((k) => suited.has(k)).slice(0, top)
      .map((k) => ({ word: guesses.words[k], worth: bits[k] })),
  };
}

/** Returns whether hard mode allows a guess after some turns. `place` is the guess: its index in `rules.guesses`. */
export const isAllowed = (rules, turns, place) =>
  rules.hard === "off" || !objection(rules, turns, { guess: rules.guesses.words[place] });
