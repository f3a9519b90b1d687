// The answers that fit the clues of a game without prices, and what its rows say about each
// other, as solver/advice/position.py and contradictions.py have them.

import { clueRow, mark, toMarks } from "../engine/clues.js";

/** Returns the words of a list that fit the clues of one board.
 *
 * `words` is a WordList, a turn { guess, clues }, `marking` that of `markingOf`. Where clues
 * may lie, a row of correct marks is the last one or false.
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

/** Returns the turns each of which alone explains why no answer fits: its place, the answers
 * that fit the others, and the nearest clue with which one would fit.
 */
export function culprits(answers, turns, marking) {
  return turns.flatMap(({ guess, clues }, place) => {
    const fit = fitting(answers, turns.filter((_, other) => other !== place), marking);
    return fit.length ? [{ place, fit, clue: nearestClue(fit, guess, clues[0], marking) }] : [];
  });
}

// Returns the clue with fewest other marks; among ties, that of most answers. That of a right
// guess is seen as it is.
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

/** Returns the guesses that fit every clue but are no listed answers. */
export function unlisted(answers, guesses, turns, marking) {
  return fitting(guesses, turns, marking).filter((word) => !answers.places.has(word));
}
