// The answers that fit the clues of a classic game, and what its rows say about each other,
// as solver/advice/position.py and contradictions.py have them.

import { clueRow, mark, toMarks } from "../engine/clues.js";

/** Returns the answers that fit the clues of one board.
 *
 * `answers` is a WordList, a turn { guess, clues }.
 */
export function fitting(answers, turns, board = 0) {
  const rows = turns.map(({ guess }) => clueRow(answers, guess, "classic"));
  return answers.words.filter((_, k) =>
    rows.every((row, turn) => row[k] === turns[turn].clues[board]));
}

/** Returns the turns each of which alone explains why no answer fits: its place, the answers
 * that fit the others, and the nearest clue with which one would fit.
 */
export function culprits(answers, turns) {
  return turns.flatMap(({ guess, clues }, place) => {
    const fit = fitting(answers, turns.filter((_, other) => other !== place));
    return fit.length ? [{ place, fit, clue: nearestClue(fit, guess, clues[0]) }] : [];
  });
}

// Returns the clue with fewest other marks; among ties, that of most answers.
function nearestClue(fit, guess, clue) {
  const counts = new Map();
  for (const answer of fit) {
    const other = mark(answer, guess, "classic");
    counts.set(other, (counts.get(other) ?? 0) + 1);
  }
  const marks = toMarks(clue, guess.length);
  const differ = (other) => toMarks(other, guess.length).filter((m, i) => m !== marks[i]).length;
  return [...counts.keys()].reduce((best, other) =>
    ((differ(other) - differ(best) || counts.get(best) - counts.get(other)) < 0 ? other : best));
}

/** Returns the guesses that fit every clue but are no listed answers. */
export function unlisted(answers, guesses, turns) {
  return fitting(guesses, turns).filter((word) => !answers.places.has(word));
}
