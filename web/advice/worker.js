// What runs beside the page: measures of all guesses, which take a second or so.

import { clueRow } from "../engine/clues.js";
import { WordList } from "../engine/words.js";
import { bestPosterior, informant } from "../engine/information.js";
import { markingOf } from "../engine/named.js";
import { endgame } from "./endgame.js";
import { candidates } from "./position.js";
import { isAllowed, suggestions } from "./suggestions.js";
import { reviewExact, reviewNoisy } from "./review.js";

const MEASURES = { bits: informant, best: bestPosterior };

let rows = []; // of the words and the rule that were used last
let known = "";

/** Returns a measure of every guess about one secret: its information in bits. */
export function judge(asked) {
  const { answers, guesses, chances, epsilon, measure = "bits" } = asked;
  const { rule, channel } = markingOf(asked);
  const words = `${rule} ${answers} ${guesses}`;
  if (words !== known) {
    const list = new WordList(answers);
    rows = guesses.map((guess) => clueRow(list, guess, rule));
  }
  known = words;
  return Float64Array.from(rows, MEASURES[measure](chances, epsilon, guesses[0].length, channel));
}

/** Returns what `suggestions` returns, of lists of words. */
export const suggest = (asked) =>
  suggestions(rulesOf(asked), asked.turns, asked, (chances, epsilon, answers = asked.answers) =>
    judge({ ...asked, answers, chances, epsilon }));

/** Returns the endgame of the boards of a game, of lists of words: see `endgame`. */
export function judgeEnd(asked) {
  const { turns, left, open, top } = asked;
  const rules = rulesOf(asked);
  const boards = open.map((board) => candidates(rules, turns, board));
  const legal = [...rules.guesses.words.keys()].filter((k) => isAllowed(rules, turns, k));
  return endgame(rules, boards, left, legal, top);
}

/** Returns the review of a game, of lists of words. */
export function review(asked) {
  const { kind, turns } = asked;
  if (kind === "classic") return reviewExact(rulesOf(asked), turns);
  return reviewNoisy(rulesOf(asked), turns, asked, (measure, chances, epsilon) =>
    judge({ ...asked, chances, epsilon, measure }));
}

const rulesOf = (asked) => ({
  ...asked, answers: new WordList(asked.answers), guesses: new WordList(asked.guesses),
});

const QUESTIONS = { judge, suggest, review, judgeEnd };

if (typeof importScripts === "function") {
  onmessage = ({ data: { id, question, asked } }) =>
    postMessage({ id, reply: QUESTIONS[question](asked) });
}
