// Random numbers as a function of seed, game, purpose and turn. Secrets and noise that follow from these
// numbers are the same as with game/draws.py.

import { blake2b } from "./blake2b.js";

const BYTES = 7; // bytes of a digest that make one number
const NUMBERS = 9; // numbers that a digest of 64 bytes gives

/** The random numbers of one game, given the seed and the number of the game. */
export class Draws {
  constructor(seed, game) {
    this.key = blake2b(utf8(seed));
    this.game = game;
  }

  /** Returns, for each board, the index of its secret in a list of `count` answers. */
  answers(count, boards) {
    const left = Array.from({ length: count }, (_, place) => place);
    return Array.from({ length: boards }, (_, board) => {
      const [share] = this.uniforms("answer", board, 1);
      return left.splice(Math.floor(share * (count - board)), 1)[0];
    });
  }

  /** Returns the index of the first guess in a list of `count` words, for a game with a drawn first guess. */
  first(count) {
    return Math.floor(this.uniforms("first", 0, 1)[0] * count);
  }

  /** Returns a number in [0, 1) for each letter: the noise of a turn. Turns are counted from 0. */
  noise(turn, length) {
    return this.uniforms("noise", turn, length);
  }

  uniforms(purpose, turn, count) {
    const text = `${purpose} ${this.game} ${turn}`;
    const digests = Array.from({ length: Math.ceil(count / NUMBERS) }, (_, part) =>
      blake2b(utf8(part ? `${text} ${part}` : text), this.key));
    return Array.from({ length: count }, (_, k) => {
      const i = k % NUMBERS;
      const bytes = digests[Math.floor(k / NUMBERS)].subarray(BYTES * i, BYTES * (i + 1));
      const low = bytes.subarray(3).reduce((sum, byte) => 256 * sum + byte, 0);
      const high = bytes.subarray(0, 3).reduce((sum, byte) => 256 * sum + byte, 0);
      return (high * 2 ** 29 + (low >>> 3)) * 2 ** -53;
    });
  }
}

// Returns the bytes of a text in UTF-8. Lone surrogates are encoded, as in Python. TextEncoder would replace
// lone surrogates by another character.
function utf8(text) {
  return Uint8Array.from([...text].flatMap((char) => {
    const code = char.codePointAt(0);
    const tail = (shift) => 0x80 | ((code >> shift) & 0x3f);
    if (code < 0x80) return [code];
    if (code < 0x800) return [0xc0 | (code >> 6), tail(0)];
    if (code < 0x10000) return [0xe0 | (code >> 12), tail(6), tail(0)];
    return [0xf0 | (code >> 18), tail(12), tail(6), tail(0)];
  }));
}
