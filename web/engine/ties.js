// Comparison of scores. Scores that differ only by rounding errors are equal, as in
// solver/numeric/ties.py.

const TOLERANCE = 1e-9;

/** Returns all places, with the highest score first. Among equal scores, places for which `preferred`
 * is not 0 come first, and then smaller places.
 */
export function ranking(scores, preferred = []) {
  const cells = scores.map((score) => Math.round(score / TOLERANCE));
  return [...cells.keys()].sort((a, b) =>
    cells[b] - cells[a] || (preferred[b] ?? 0) - (preferred[a] ?? 0) || a - b);
}

/** Returns the first place of the highest score. */
export function firstBest(scores) {
  const top = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  return scores.findIndex((score) => score >= top - TOLERANCE * Math.max(1, Math.abs(top)));
}
