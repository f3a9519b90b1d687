// Lists of words of one length.

const FIRST = "a".charCodeAt(0);

/** Words with their letters as numbers from 0, so that they are marked fast. */
export class WordList {
  constructor(words) {
    this.words = words;
    this.size = words.length;
    this.length = words[0].length;
    this.letters = Uint8Array.from(words.join(""), (char) => char.charCodeAt(0) - FIRST);
    /** One bit for each letter that a word has. */
    this.sets = Uint32Array.from(words, (word) =>
      [...word].reduce((set, char) => set | (1 << (char.charCodeAt(0) - FIRST)), 0));
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
