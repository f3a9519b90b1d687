// Texts about the end of a game: the verdict, and how much the clues told.

import { countEqual, rank } from "../engine/belief.js";
import { lies } from "../game/share.js";
import { counted, number, percent, ranked, upper } from "../game/wording.js";

/** Returns the heading of an ending. */
export function verdict(kind, state, givenUp) {
  const words = state.secrets.map((word) => upper(word));
  const was = words.length > 1 ? `the words were ${words.join(", ")}` : `the word was ${words[0]}`;
  const plain = was[0].toUpperCase() + was.slice(1);
  if (kind === "absurdle") {
    if (givenUp) return `${words[0]} was still possible.`;
    return state.outcome === "won" ? `Well done, the last word was ${words[0]}, in ${guessesOf(state)}.`
      : `You found the last word, but it is not your target ${words[0]}.`;
  }
  if (givenUp || state.outcome === "out_of_turns") return `${plain}.`;
  if (kind !== "wordpl") return `Well done, ${was}, in ${guessesOf(state)}.`;
  if (state.outcome === "won") return `Right, ${was}. You paid ${number(state.score)} nats.`;
  return `No, ${was}, not ${upper(state.final)}.`;
}

const guessesOf = ({ score }) => `${score} ${score === 1 ? "guess" : "guesses"}`;

/** Returns lines about how much the clues of a game with false marks told.
 *
 * `chances` is the posterior of WORDPL: the probability of each answer. `place` is the index of the secret there.
 */
export function retrospect(kind, state, chances, place) {
  const [wrong, all] = lies(state.turns);
  if (!all) return [];
  const line = `${wrong} of ${counted(all, "mark")} ${wrong === 1 ? "was" : "were"} false; the true marks are below each clue.`;
  return kind !== "wordpl" ? [line] : [
    line,
    `Given the clues, the probability of ${upper(state.secrets[0])} was ${percent(chances[place], 1)}. `
      + `The rank of this word among all words was ${ranked(rank(chances, place), countEqual(chances, place))}.`,
  ];
}
