// The answers that fit the clues of a game without prices, and what its rows say about each
// other, as solver/advice/position.py and contradictions.py have them.

import { clueRow, mark, toMarks } from "../engine/clues.js";
import { EXACT } from "../engine/lies.js";

/** Returns the words of a list that fit the clues of one board.
 *
 * `words` is a WordList, a turn { guess, clues }, `marking` that of `markingOf`. Where clues
 * may lie, a row of correct marks is the last one or false.
 */
export function fitting(words, turns, { rule, channel }, board = 0) {
  const right = 3 ** words.length - 1;
  const tests = turns.map(({ guess, clues }, turn) => {
    const isLast = turn === turns.length - 1 && clues[board] === right;
    const logs = likelihoods(isLast ? EXACT : channel, clues[board], words.length);
    return { row: clueRow(words, guess, rule), logs };
  });
  return words.words.filter((_, k) => tests.every(({ row, logs }) => logs[row[k]] > -Infinity));
}

const likelihoods = (channel, clue, length) => channel.logLikelihoods(clue, Infinity, length);

/** Returns the turns each of which alone explains why no answer fits: its place, the answers
 * that fit the others, and the nearest clue with which one would fit.
 */
export function culprits(answers, turns, marking) {
  return turns.flatMap(({ guess, clues }, place) => {
    const fit = fitting(answers, turns.filter((_, other) => other !== place), marking);
    return fit.length ? [{ place, fit, clue: nearestClue(fit, guess, clues[0], marking) }] : [];
  });
}

// Returns the clue with fewest other marks; among ties, that of most answers.
function nearestClue(fit, guess, clue, { rule, channel }) {
  const { length } = guess;
  const truths = fit.map((answer) => mark(answer, guess, rule));
  const marks = toMarks(clue, length);
  const clues = Array.from({ length: 3 ** length }, (_, other) => ({
    other, differ: toMarks(other, length).filter((m, i) => m !== marks[i]).length,
  }));
  for (let changed = 0; ; changed++) {
    const counts = clues.filter(({ differ }) => differ === changed).map(({ other }) => {
      const logs = likelihoods(channel, other, length);
      return { other, count: truths.filter((truth) => logs[truth] > -Infinity).length };
    });
    const best = counts.reduce((a, b) => (b.count > a.count ? b : a));
    if (best.count) return best.other;
  }
}

/** Returns the guesses that fit every clue but are no listed answers. */
export function unlisted(answers, guesses, turns, marking) {
  return fitting(guesses, turns, marking).filter((word) => !answers.places.has(word));
}
