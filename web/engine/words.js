// Lists of words of one length.

// Numbers for letters, in the order in which the letters are first read. There are at most 64 letters.
const codes = new Map();
const codeOf = (letter) => codes.get(letter) ?? codes.set(letter, codes.size).get(letter);

/** Reads the word lists in the data of a page.
 *
 * `others` has the weights of valid guesses that are no listed answers, or is null if the lists are a person's
 * own lists. `taboo` has the words that are not suggested.
 */
export function readLists({ answers, guesses, length, others = null, taboo = "" }) {
  const lists = { answers: readWords(answers, length), guesses: readWords(guesses, length) };
  return { ...lists, others: others && readWeights(lists.guesses, others), taboo: new Set(taboo.split(" ")) };
}

/** Reads the weights of valid guesses that are no listed answers.
 *
 * `likely` and `unlikely` are two weights. `bits` has one bit for each guess, in base64: 1 if an editor would not
 * choose the word as a secret, so that the word has the weight `unlikely`.
 */
export function readWeights({ words }, { likely, unlikely, bits }) {
  const bytes = atob(bits);
  const isUnlikely = (k) => bytes.charCodeAt(k >> 3) >> (7 - (k & 7)) & 1;
  return { likely, unlikely, unlikelyWords: new Set(words.filter((_, k) => isUnlikely(k))) };
}

// Reads words as contest/pages/play_page.py writes them. For each word, the text has the number of first
// letters that the word shares with the word before it, and then the remaining letters of the word.
function readWords(text, length) {
  const words = [];
  for (let at = 0; at < text.length;) {
    const shared = Number(text[at]);
    words.push((words.at(-1) ?? "").slice(0, shared) + text.slice(at + 1, at + 1 + length - shared));
    at += 1 + length - shared;
  }
  return new WordList(words);
}

/** Words, with their letters as numbers from 0, which makes marking fast. The numbers are computed when
 * a word is first marked, so that the page starts sooner.
 */
export class WordList {
  #letters;
  #sets;
  constructor(words) {
    this.words = words;
    this.size = words.length;
    this.length = words[0].length;
    this.places = new Map(words.map((word, place) => [word, place]));
  }

  get letters() { return this.#letters ??= Uint8Array.from(this.words.join(""), codeOf); }

  /** The letters of each word as a set: two numbers of 32 bits for each word, with a bit for each letter. */
  get sets() { return this.#sets ??= setsOf(this); }

  /** Returns a word of the list that differs from a typed word by two swapped neighbouring letters. If there is
   * no such word, returns a word that differs in one letter, or "".
   */
  nearest(typed) {
    const swapped = [...typed].slice(1).map((letter, i) =>
      typed.slice(0, i) + letter + typed[i] + typed.slice(i + 2));
    const differ = (word) => [...word].filter((letter, i) => letter !== typed[i]).length;
    return swapped.find((word) => this.places.has(word))
      ?? this.words.find((word) => differ(word) === 1) ?? "";
  }
}

function setsOf({ size, length, letters }) {
  const sets = new Uint32Array(2 * size);
  letters.forEach((letter, at) => { sets[2 * Math.floor(at / length) + (letter >> 5)] |= 1 << letter; });
  return sets;
}
