// What true clues say, in one sentence: "P at 1; S not at 3; no A, T."

import { toMarks } from "../engine/clues.js";
import { upper } from "./wording.js";

/** Returns the sentence for the turns of a game with one board and true clues, or "" without turns. */
export function knownSentence(turns) {
  const [placed, elsewhere, absent] = [new Map(), new Map(), new Set()];
  for (const { guess, clues } of turns) {
    toMarks(clues[0], guess.length).forEach((mark, i) => {
      const letter = guess[i];
      if (mark === 2) placed.set(i + 1, letter);
      else if (mark === 1) addPlace(elsewhere, letter, i + 1);
      else absent.add(letter);
    });
  }
  // A letter may be absent in one place although the secret has it, if the guess has too many copies of it.
  // The clue then says that the letter is not in that place.
  const isIn = (letter) => elsewhere.has(letter) || [...placed.values()].includes(letter);
  for (const { guess, clues } of turns) {
    toMarks(clues[0], guess.length).forEach((mark, i) => {
      if (mark === 0 && isIn(guess[i]) && placed.get(i + 1) !== guess[i]) addPlace(elsewhere, guess[i], i + 1);
    });
  }
  const byPlace = [...placed].sort(([a], [b]) => a - b).map(([place, letter]) => `${upper(letter)} at ${place}`);
  const others = [...elsewhere].sort().map(([letter, places]) =>
    `${upper(letter)} not at ${[...places].sort().join(", ")}`);
  const none = [...absent].filter((letter) => !isIn(letter)).sort();
  const parts = [...byPlace, ...others, ...(none.length ? [`no ${none.map(upper).join(", ")}`] : [])];
  return parts.length ? `${parts.join("; ")}.` : "";
}

const addPlace = (places, letter, place) =>
  places.set(letter, (places.get(letter) ?? new Set()).add(place));
