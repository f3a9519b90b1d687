// The words that fit the clues of a game without prices, and the turns that may be mistaken if no word
// fits. solver/advice/position.py and contradictions.py compute the same.

import { clueRow, mark, toMarks } from "../engine/clues.js";
import { markingOf } from "../engine/named.js";
import { total } from "../engine/sums.js";

/** Returns the words of a list that fit the clues of one board.
 *
 * `words` is a WordList, and each turn is { guess, clues }; `clues` has a clue for each board. The third
 * argument is the result of `markingOf`. In Fibble, a clue of correct marks only may be true or may have lies.
 * If the last clue has correct marks only, and its guess fits the earlier clues, only this guess is returned.
 */
export function fitting(words, turns, { rule, channel }, board = 0) {
  let [won, fit] = [[], [...words.words.keys()]];
  for (const { guess, clues } of turns) {
    const row = clueRow(words, guess, rule);
    const logs = likelihoods(channel, clues[board], words.length);
    won = clues[board] === 3 ** words.length - 1 ? fit.filter((k) => row[k] === clues[board]) : [];
    fit = fit.filter((k) => logs[row[k]] > -Infinity);
  }
  return (won.length ? won : fit).map((k) => words.words[k]);
}

const likelihoods = (channel, clue, length) => channel.logLikelihoods(clue, Infinity, length);

/** Returns the words that can be the secret of a board, and their relative probabilities.
 *
 * The result is { words, weights, listed, isOutweighed, likely }. In `words`, the first `listed` words are listed
 * answers, and the other words are valid guesses. `weights` has the relative probability of each word; it is 1
 * for a listed answer. `isOutweighed` says whether the weights of the valid guesses sum to more than the weights
 * of the answers. `likely` has the words to consider: all words if `isOutweighed` is true, otherwise only the
 * answers. If `rules.anyWord` is not set, as in games that are dealt here, only answers can be the secret.
 * `rules.others` has the weights of valid guesses. If it is missing, a person gave the lists; then valid guesses
 * can be the secret only if no answer fits.
 */
export function candidates(rules, turns, board = 0) {
  const { answers, guesses, anyWord, others: prior } = rules;
  const listed = fitting(answers, turns, markingOf(rules), board);
  const others = !anyWord || (listed.length && !prior) ? []
    : fitting(guesses, turns, markingOf(rules), board).filter((word) => !answers.places.has(word));
  const words = [...listed, ...others];
  const weights = words.map((word, k) => (k < listed.length ? 1 : weightOf(word, prior)));
  const isOutweighed = total(weights.slice(listed.length)) > listed.length;
  return { words, weights, listed: listed.length, isOutweighed, likely: isOutweighed ? words : listed };
}

const weightOf = (word, prior) =>
  (prior ? prior[prior.unlikelyWords.has(word) ? "unlikely" : "likely"] : 1);

/** Returns the result of `candidates` with fewer words: only the words to consider (`likely`) and their weights. */
export function onlyLikely(candidates_) {
  const { likely, weights } = candidates_;
  return { ...candidates_, words: likely, weights: weights.slice(0, likely.length) };
}

/** Returns the turns that may be mistaken, for a position in which no word fits all clues.
 *
 * A turn may be mistaken if some words fit the clues of all other turns. For such a turn, the result has
 * { place, fit, clue }. `place` is the index of the turn in `turns`. `fit` has the words to consider if the turn
 * is left out. `clue` is a clue with which some of these words would fit the turn, and it differs from the
 * given clue in as few marks as possible.
 */
export function culprits(rules, turns) {
  const marking = markingOf(rules);
  return turns.flatMap(({ guess, clues }, place) => {
    const fit = candidates(rules, turns.filter((_, other) => other !== place)).likely;
    return fit.length ? [{ place, fit, clue: nearestClue(fit, guess, clues[0], marking) }] : [];
  });
}

// Returns a clue to `guess` with which some words of `fit` would fit. The returned clue differs from `clue` in
// as few marks as possible. Among equally near clues, it is the clue with which the most words would fit. The
// clue of a right guess is always shown unchanged.
function nearestClue(fit, guess, clue, { rule, channel }) {
  const { length } = guess;
  const right = 3 ** length - 1;
  const truths = fit.map((answer) => mark(answer, guess, rule));
  const marks = toMarks(clue, length);
  const clues = Array.from({ length: 3 ** length }, (_, other) => ({
    other, differ: toMarks(other, length).filter((m, i) => m !== marks[i]).length,
  }));
  for (let changed = 0; ; changed++) {
    const counts = clues.filter(({ differ }) => differ === changed).map(({ other }) => {
      const logs = likelihoods(channel, other, length);
      if (other === right) logs[right] = 0;
      return { other, count: truths.filter((truth) => logs[truth] > -Infinity).length };
    });
    const best = counts.reduce((a, b) => (b.count > a.count ? b : a));
    if (best.count) return best.other;
  }
}
