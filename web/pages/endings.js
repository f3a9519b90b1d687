// How a game ended: the verdict, and what the clues were worth.

import { SPARE_TURNS } from "../game/rules.js";
import { lies } from "../game/share.js";
import { counted, number, percent } from "../game/wording.js";
import { make } from "./dom.js";

/** Returns the heading of an ending. */
export function verdict(kind, state, givenUp) {
  const words = state.secrets.map((word) => word.toUpperCase());
  const was = words.length > 1 ? `the words were ${words.join(", ")}` : `the word was ${words[0]}`;
  const plain = was[0].toUpperCase() + was.slice(1);
  if (kind === "absurdle") {
    if (givenUp) return `${words[0]} was still possible.`;
    return state.outcome === "won" ? `Cornered: ${words[0]}, in ${state.score}.`
      : `Cornered, but not at ${words[0]}.`;
  }
  if (givenUp || state.outcome === "out_of_turns") return `${plain}.`;
  if (kind === "classic") return `Well done, ${was}, in ${state.score}.`;
  if (state.outcome === "won") return `Right, ${was}. Your score: ${number(state.score)}.`;
  return `No, ${was}, not ${state.final.toUpperCase()}. Your score: infinite.`;
}

/** Returns lines about what the clues of a game of WORDPL were worth.
 *
 * `rank` and `chance` are those of the secret in the posterior.
 */
export function retrospect(state, { rank, chance }) {
  const [wrong, all] = lies(state.turns);
  if (!all) return [];
  return [
    `${wrong} of ${counted(all, "mark")} lied to you; under each clue stands the truth.`,
    `In the end ${state.secrets[0].toUpperCase()} was number ${rank.toLocaleString("en")} `
      + `of the possible words, with ${percent(chance, 1)}.`,
  ];
}

/** Returns a bar for each range of scores of the daily puzzles. */
export function histogram({ kind, boards }, scores) {
  const ends = kind === "wordpl" ? [15, 25, 37, 50, 71, Infinity]
    : Array.from({ length: SPARE_TURNS + 1 }, (_, k) => k + boards);
  const names = ends.map((end, k) => (kind !== "wordpl" ? String(end)
    : end === Infinity ? `over ${ends[k - 1]}` : `to ${end}`));
  const counts = [...ends.map(() => 0), 0];
  for (const score of Object.values(scores)) {
    counts[score === "lost" ? ends.length : ends.findIndex((end) => score <= end)] += 1;
  }
  const top = Math.max(1, ...counts);
  return [...names, "lost"].map((name, k) => {
    const bar = make("i");
    bar.style.width = `${100 * counts[k] / top}%`;
    return make("li", {}, name, make("span", {}, bar), make("b", { textContent: counts[k] }));
  });
}
