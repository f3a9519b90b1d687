// Interface of channels: what a true clue goes through before the player sees it, as
// game/channels/channel.py has it.

import { log } from "./elementary.js";
import { toMarks } from "./clues.js";

/** A channel, which defines `likelihoods(seen, epsilon, length)`: how probable the seen clue
 * is under every true clue. It may define the other methods to be faster.
 */
export class Channel {
  /** Whether a right guess ends the game, so that nobody sees its clue changed. */
  ends = true;

  tables = new Map();

  /** Returns the logarithm of the likelihoods, up to a constant. In a game that a right
   * guess ends, it is that of a game that goes on.
   */
  logLikelihoods(seen, epsilon, length) {
    const logs = Float64Array.from(this.likelihoods(seen, epsilon, length), log);
    if (this.ends) logs[logs.length - 1] = -Infinity;
    return logs;
  }

  /** Passes a clue through the channel, given one number in [0, 1) per letter. */
  draw(clue, epsilon, uniforms, length) {
    if (this.ends && clue === 3 ** length - 1) return clue;
    let sum = 0;
    const shares = this.table(epsilon, length).map((row) => { sum += row[clue]; return sum; });
    return shares.filter((share) => share <= uniforms[0] * sum).length;
  }

  /** Returns the channel in steps of one letter each, null where only `table` has it: the
   * probabilities that a mark stays and that it becomes a given other one, or the number of
   * marks that change if there are any.
   */
  steps() {
    return null;
  }

  /** Returns the likelihoods of every seen clue. */
  table(epsilon, length) {
    const key = `${epsilon} ${length}`;
    if (!this.tables.has(key)) {
      this.tables.set(key, Array.from({ length: 3 ** length }, (_, seen) =>
        this.likelihoods(seen, epsilon, length)));
    }
    return this.tables.get(key);
  }
}

/** A channel that defines `byDifferences(epsilon, length)`: the values of `logLikelihoods`
 * for 0, 1, ... marks that differ.
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
