// Partitions of the possible answers by the exact clues of every guess, as
// solver/matrix/partitions.py computes them.

import { log2 } from "./elementary.js";
import { clueRow } from "./clues.js";
import { WordList } from "./words.js";

/** Returns { bits, expected, worst }, each with a number for each guess: the information in the clue, in bits,
 * and the expected and the largest number of answers that are left after the clue. `possible` are the answers
 * that fit the clues so far.
 */
export function partitions(possible, guesses, rule) {
  const list = new WordList(possible);
  const [n, codes] = [list.size, 3 ** list.length];
  const terms = Float64Array.from({ length: n + 1 }, (_, k) => (k ? k * log2(k) : 0));
  const sizes = new Uint32Array(codes);
  // If there are few answers, each sum goes over the answers; otherwise it goes over all clues. Python
  // adds in the same order, so the sums here and in Python have the same bits.
  const isFew = n < 256 || codes > 256;
  const everyClue = Uint8Array.from({ length: codes }, (_, clue) => clue);
  const [bits, expected, worst] = [0, 1, 2].map(() => new Float64Array(guesses.length));
  guesses.forEach((guess, g) => {
    const row = clueRow(list, guess, rule);
    for (let k = 0; k < n; k++) sizes[row[k]] += 1;
    let [sum, squares, most] = [0, 0, 0];
    for (const clue of isFew ? row : everyClue) {
      const size = sizes[clue];
      if (!size) continue;
      sizes[clue] = 0;
      sum += terms[size];
      squares += size * size;
      most = Math.max(most, size);
    }
    bits[g] = log2(n) - sum / n;
    expected[g] = squares / n;
    worst[g] = most;
  });
  return { bits, expected, worst };
}
