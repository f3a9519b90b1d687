// What runs beside the page: the information of all guesses, which takes a second or so
// the first time.

import { clueRow } from "./clues.js";
import { WordList } from "./words.js";
import { informant } from "./information.js";

let rows = []; // of the words and the rule that were used last
let known = "";

/** Returns the information of every guess about one secret, in bits. */
export function judge({ answers, guesses, rule, chances, epsilon }) {
  const asked = `${rule} ${answers} ${guesses}`;
  if (asked !== known) {
    const list = new WordList(answers);
    rows = guesses.map((guess) => clueRow(list, guess, rule));
  }
  known = asked;
  return Float64Array.from(rows, informant(chances, epsilon, guesses[0].length));
}

if (typeof importScripts === "function") {
  onmessage = ({ data }) => postMessage({ id: data.id, bits: judge(data) });
}
