// Comparison of scores. Scores that differ only by rounding errors are equal, as in
// solver/numeric/ties.py.

const TOLERANCE = 1e-9;

/** Returns the indices of all scores, sorted by the score, the highest score first. Among equal scores, indices
 * with the highest number in `preferred` come first, and then smaller indices.
 */
export function ranking(scores, preferred = []) {
  const cells = scores.map((score) => Math.round(score / TOLERANCE));
  return [...cells.keys()].sort((a, b) =>
    cells[b] - cells[a] || (preferred[b] ?? 0) - (preferred[a] ?? 0) || a - b);
}

/** Returns the index of the highest score; if several scores are highest, the smallest index. */
export function firstBest(scores) {
  const top = scores.reduce((a, b) => Math.max(a, b), -Infinity);
  return scores.findIndex((score) => score >= top - TOLERANCE * Math.max(1, Math.abs(top)));
}
