// Lists of words of one length.

// Numbers of the letters seen so far, 64 at most.
const codes = new Map();
const codeOf = (letter) => codes.get(letter) ?? codes.set(letter, codes.size).get(letter);

/** Words with their letters as numbers from 0, so that they are marked fast. */
export class WordList {
  constructor(words) {
    this.words = words;
    this.size = words.length;
    this.length = words[0].length;
    this.letters = Uint8Array.from(words.join(""), codeOf);
    /** One bit for each letter that a word has, in two numbers a word. */
    this.sets = new Uint32Array(2 * this.size);
    this.letters.forEach((letter, at) => {
      this.sets[2 * Math.floor(at / this.length) + (letter >> 5)] |= 1 << letter;
    });
    this.places = new Map(words.map((word, place) => [word, place]));
  }

  /** Returns the first word with two letters swapped or one replaced, or "". */
  nearest(typed) {
    const swapped = [...typed].slice(1).map((letter, i) =>
      typed.slice(0, i) + letter + typed[i] + typed.slice(i + 2));
    const differ = (word) => [...word].filter((letter, i) => letter !== typed[i]).length;
    return swapped.find((word) => this.places.has(word))
      ?? this.words.find((word) => differ(word) === 1) ?? "";
  }
}
