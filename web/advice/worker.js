// The worker that runs beside the page, because its computations may take a second. The worker computes how much the
// clue of each guess tells about the secret.

import { clueRow } from "../engine/clues.js";
import { WordList, readLists } from "../engine/words.js";
import { bestPosterior, informant } from "../engine/information.js";
import { markingOf } from "../engine/named.js";
import { hints, suggestions } from "./suggestions.js";
import { reviewExact, reviewNoisy } from "./review.js";

const MEASURES = { bits: informant, best: bestPosterior };

let rows = []; // for each guess, its clue for each possible word as the secret, from the last call of `judge`
let known = ""; // the rule and the words for which `rows` was computed, as one text

/** Returns how much the clue of every guess tells about the secret of one board, given the chance of each answer.
 *
 * By default, the measure is the information in bits. Answers with chance 0 are left out.
 */
export function judge(asked) {
  const { answers, guesses, chances, epsilon, measure = "bits" } = asked;
  const { rule, channel } = markingOf(asked);
  const possible = answers.words.filter((_, k) => chances[k] > 0);
  const words = `${rule} ${possible} ${guesses.size}`;
  if (words !== known) {
    const list = new WordList(possible);
    rows = guesses.words.map((guess) => clueRow(list, guess, rule));
  }
  known = words;
  const weights = chances.filter((p) => p > 0);
  return Float64Array.from(rows, MEASURES[measure](weights, epsilon, guesses.length, channel));
}

/** Answers the question "suggest" of the page Solve with the result of `suggestions`. */
export const suggest = (asked) =>
  suggestions(asked, asked.turns, asked, (chances, epsilon, answers = asked.answers) =>
    judge({ ...asked, answers, chances, epsilon }));

/** Answers the question "hint" of a game with the result of `hints`. */
export const hint = (asked) =>
  hints(asked, asked.turns, asked, (chances, epsilon) => judge({ ...asked, chances, epsilon }));

/** Returns the review of a game, as `reviewExact` or `reviewNoisy` returns it. */
export function review(asked) {
  const { kind, turns } = asked;
  if (kind === "classic") return reviewExact(asked, turns);
  return reviewNoisy(asked, turns, asked, (measure, chances, epsilon) =>
    judge({ ...asked, chances, epsilon, measure }));
}

const QUESTIONS = { suggest, hint, review };

// The first message to the worker has the word lists of the page. Every later message has a question about a
// game with these lists. `asked.own` has words that can be the secret although they are no listed answers.
if (typeof importScripts === "function") {
  let lists = null;
  onmessage = ({ data: { id, question, asked, words } }) => {
    if (words) {
      lists = readLists(words);
      return;
    }
    const answers = asked.own.length ? new WordList([...lists.answers.words, ...asked.own]) : lists.answers;
    postMessage({ id, reply: QUESTIONS[question]({ ...asked, ...lists, answers }) });
  };
}
