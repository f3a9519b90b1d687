// Clues, and the two rules by which a guess is marked. A clue has a mark for each letter: absent 0,
// present 1 or correct 2. The marks are the digits of an integer in base 3; the first letter has the
// highest digit.

import { WordList } from "./words.js";

/** Name of each mark. */
export const MARK_NAMES = ["absent", "present", "correct"];

const LETTERS = ".ic";

/** Returns the clues of a guess, one for each word of a list as the secret.
 *
 * By the rule "letterwise", of WORDPL, each letter is marked as if the guess had no other letters. By the rule
 * "classic", of the New York Times, no more copies of a letter are marked than the secret has.
 */
export function clueRow(list, guess, rule) {
  const { letters, length } = new WordList([guess]);
  const Row = length > 10 ? Uint32Array : length > 5 ? Uint16Array : Uint8Array;
  const row = new Row(list.size);
  for (let k = 0; k < list.size; k++) row[k] = letterwise(list, k, letters);
  if (rule !== "classic") return row;
  // The two rules differ only for words that have a letter which the guess has twice.
  const [low, high] = [0, 1].map((half) => letters.reduce((set, letter, i) =>
    set | (letters.indexOf(letter) < i && letter >> 5 === half ? 1 << letter : 0), 0));
  for (let k = 0; (low || high) && k < list.size; k++) {
    if (list.sets[2 * k] & low || list.sets[2 * k + 1] & high) row[k] = classic(list, k, letters);
  }
  return row;
}

/** Returns the clue of a guess against one secret. */
export const mark = (secret, guess, rule) => clueRow(new WordList([secret]), guess, rule)[0];

function letterwise({ letters, sets, length }, k, guess) {
  let clue = 0;
  for (let i = 0; i < length; i++) {
    const isThere = letters[length * k + i] === guess[i] ? 1 : 0;
    clue = 3 * clue + isThere + ((sets[2 * k + (guess[i] >> 5)] >>> guess[i]) & 1);
  }
  return clue;
}

const spare = new Uint8Array(256); // for each letter, the copies in the secret that get no mark "correct"

function classic({ letters, length }, k, guess) {
  const start = length * k;
  for (let i = 0; i < length; i++) spare[letters[start + i]] += letters[start + i] !== guess[i] ? 1 : 0;
  let clue = 0;
  for (let i = 0; i < length; i++) {
    const letter = guess[i];
    let found = 0;
    if (letters[start + i] === letter) found = 2;
    else if (spare[letter] > 0) {
      spare[letter] -= 1; // copies further left in the guess are marked first
      found = 1;
    }
    clue = 3 * clue + found;
  }
  for (let i = 0; i < length; i++) spare[letters[start + i]] = 0;
  return clue;
}

/** Returns the marks of a clue, first letter first. */
export function toMarks(clue, length) {
  const marks = new Array(length);
  for (let i = length - 1; i >= 0; i--) {
    marks[i] = clue % 3;
    clue = Math.floor(clue / 3);
  }
  return marks;
}

/** Returns the clue of some marks. */
export const fromMarks = (marks) => marks.reduce((clue, mark) => 3 * clue + mark, 0);

/** Writes a clue as text, such as "ci..c". */
export const toText = (clue, length) => toMarks(clue, length).map((m) => LETTERS[m]).join("");

/** Reads a clue that is written as "ci..c". */
export const parseClue = (text) => fromMarks([...text].map((mark) => LETTERS.indexOf(mark)));
