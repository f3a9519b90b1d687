// What the rules allow: words, hard mode and prices, as in game/hard.py and game/protocol.py. The
// functions that check a move return one line that says why the move is not allowed, or "".

import { mark, toMarks, toText } from "../engine/clues.js";
import { upper } from "./wording.js";

/** A game of classic Wordle has one guess for each board, and this number of further guesses. */
export const SPARE_TURNS = 5;

const LEAST_PRICE = 0.01;
const CHEAP = 1;
const MOST_CHEAP = 10;

/** Reads a price with a decimal point or a decimal comma. Returns NaN if the text is not a number. */
export function readPrice(text) {
  const isNumber = /^(\d+([.,]\d*)?|[.,]\d+)$/.test(text.trim());
  return isNumber ? Number(text.replace(",", ".")) : NaN;
}

/** Returns the reason why a move is not allowed after some turns, or "".
 *
 * With `anyWord` the guess may be a word that is not in the list.
 */
export function objection({ kind, hard, answers, guesses, anyWord }, turns, { guess, epsilon }) {
  if (!guesses.places.has(guess) && !(anyWord && isWordLike(guess, guesses))) {
    const near = guesses.nearest(guess);
    return `${upper(guess)} is not in the word list${near && `: did you mean ${upper(near)}?`}`;
  }
  if (kind === "wordpl" && epsilon === 0 && !answers.places.has(guess)) {
    return `${upper(guess)} is not one of the possible answers`;
  }
  return kind === "wordpl" ? toPrice(epsilon, turns) : toHardMode(hard, turns, guess);
}

// Returns whether a text has the length and the letters of listed words.
const isWordLike = (text, { words, length }) =>
  [...text].length === length && [...text].every((letter) => words.some((word) => word.includes(letter)));

function toPrice(epsilon, turns) {
  if (!(epsilon >= 0) || epsilon === Infinity) return "Price: expected a number above 0";
  if (epsilon === 0 || epsilon >= CHEAP) return "";
  if (epsilon < LEAST_PRICE) return `Price ${epsilon}: expected ${LEAST_PRICE} or more`;
  if (turns.filter((turn) => turn.epsilon < CHEAP).length < MOST_CHEAP) return "";
  return `Price ${epsilon}: expected ${CHEAP} or more after ${MOST_CHEAP} guesses for less than ${CHEAP}`;
}

function toHardMode(hard, turns, guess) {
  const toTurn = { off: () => "", nyt: toMarksOf, strict: toClueOf }[hard];
  const reason = turns.map((turn) => toTurn(guess, turn.guess, turn.clues[0])).find(Boolean);
  return reason ? `Hard mode: ${upper(guess)} ${reason}` : "";
}

function toMarksOf(guess, before, clue) {
  const marks = toMarks(clue, before.length);
  const place = marks.findIndex((m, i) => m === 2 && guess[i] !== before[i]);
  if (place >= 0) {
    return `must have ${upper(before[place])} in place ${place + 1}, as in ${upper(before)}`;
  }
  const shown = [...before].filter((_, i) => marks[i]);
  const count = (letters, letter) => letters.filter((other) => other === letter).length;
  const missed = shown.find((letter) => count([...guess], letter) < count(shown, letter));
  if (!missed) return "";
  const often = count(shown, missed) > 1 ? ` ${count(shown, missed)} times` : "";
  return `must use the ${upper(missed)} of ${upper(before)}${often}`;
}

function toClueOf(guess, before, clue) {
  const would = mark(guess, before, "classic");
  if (would === clue) return "";
  const [own, seen] = [would, clue].map((c) => toText(c, before.length));
  return `cannot be the secret: the clue of ${upper(before)} would have been ${own}, not ${seen}`;
}
