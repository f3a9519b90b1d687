// Lies: in every clue the same number of marks is false. The exception is the clue of a right guess: it is true.

import { DistanceChannel } from "./channel.js";
import { fromMarks, toMarks } from "./clues.js";

/** The channel of Fibble: exactly `count` marks change. All ways to change `count` marks are equally likely. */
export class Lies extends DistanceChannel {
  constructor(count) {
    super();
    this.count = count;
    this.ends = count > 0;
  }

  byDifferences(epsilon, length) {
    return Array.from({ length: length + 1 }, (_, n) => (n === this.count ? 0 : -Infinity));
  }

  // Each mark has a random number. The marks with the smallest random numbers change. The last bit of the random
  // number decides which of the two other marks takes the place of the mark.
  draw(clue, epsilon, uniforms, length) {
    if (clue === 3 ** length - 1) return clue;
    const marks = toMarks(clue, length);
    const order = [...marks.keys()].sort((a, b) => uniforms[a] - uniforms[b] || a - b);
    for (const i of order.slice(0, this.count)) {
      marks[i] = (marks[i] + 1 + Math.floor(uniforms[i] * 2 ** 53) % 2) % 3;
    }
    return fromMarks(marks);
  }

  steps() {
    return { keep: 1, other: 0, lies: this.count };
  }
}

/** The channel of classic Wordle. */
export const EXACT = new Lies(0);
