// Interface of channels, as in game/channels/channel.py. A channel changes the true clue to the clue
// that the player sees.

import { log } from "./elementary.js";
import { toMarks } from "./clues.js";

/** A channel. Every subclass defines `likelihoods(seen, epsilon, length)`, which returns, for every
 * true clue, the probability of the seen clue. A subclass may also define the other methods, to be
 * faster.
 */
export class Channel {
  /** Whether a right guess must be treated differently from all other guesses. If true, a right guess ends
   * the game, and the clue of a right guess is always true. False means one of two things: the channel never
   * changes a clue, so the clue alone shows whether a guess is right; or no guess ends the game, as in WORDPL.
   */
  ends = true;

  tables = new Map();

  /** Returns the logarithms of the likelihoods, up to a constant. If a right guess ends the game, a guess after
   * which the game goes on was not right. Then the true clue of a right guess has the likelihood 0, and the
   * logarithm -Infinity.
   */
  logLikelihoods(seen, epsilon, length) {
    const logs = Float64Array.from(this.likelihoods(seen, epsilon, length), log);
    if (this.ends) logs[logs.length - 1] = -Infinity;
    return logs;
  }

  /** Returns the seen clue for a true clue, given a random number in [0, 1) for each letter. */
  draw(clue, epsilon, uniforms, length) {
    if (this.ends && clue === 3 ** length - 1) return clue;
    let sum = 0;
    const shares = this.table(epsilon, length).map((row) => { sum += row[clue]; return sum; });
    return shares.filter((share) => share <= uniforms[0] * sum).length;
  }

  /** Returns how the channel changes a clue letter by letter, or null if it does not act letter by letter.
   *
   * `keep` is the probability that a mark stays, and `other` is the probability that a mark becomes a
   * given other mark. If `lies` is above 0, exactly this number of marks changes instead.
   */
  steps() {
    return null;
  }

  /** Returns the likelihoods of every seen clue: a row for each seen clue, a column for each true clue. */
  table(epsilon, length) {
    const key = `${epsilon} ${length}`;
    if (!this.tables.has(key)) {
      this.tables.set(key, Array.from({ length: 3 ** length }, (_, seen) =>
        this.likelihoods(seen, epsilon, length)));
    }
    return this.tables.get(key);
  }
}

/** A channel in which the probability of a seen clue depends only on the number of its false marks. A subclass
 * defines `byDifferences(epsilon, length)`: the values of `logLikelihoods` for 0, 1, ... false marks.
 */
export class DistanceChannel extends Channel {
  logLikelihoods(seen, epsilon, length) {
    const values = this.byDifferences(epsilon, length);
    let different = [0];
    for (const mark of toMarks(seen, length)) {
      different = different.flatMap((n) => [0, 1, 2].map((m) => n + (m !== mark)));
    }
    const logs = Float64Array.from(different, (n) => values[n]);
    if (this.ends) logs[logs.length - 1] = -Infinity;
    return logs;
  }
}
