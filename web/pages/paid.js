// What other entries paid on a game of WORDPL, in one line: known for the daily puzzles
// of some time, else computed by the server, if there is one.

import { SIZE, writeDeal } from "../game/deals.js";
import { askServer } from "./server.js";

const replies = new Map(); // of the server, by game

/** Returns the line, or "" while it is not known; `isKnown` is called when it is. */
export function paidLine(rules, { paid, size, strategies }, isKnown) {
  if (paid[rules.day]) return paid[rules.day];
  if (!strategies || size !== SIZE) return "";
  const name = writeDeal(rules);
  if (!replies.has(name)) {
    replies.set(name, "");
    askServer("paid", { seed: rules.seed, game: rules.game }).then(({ line }) => {
      replies.set(name, line ?? "");
      isKnown();
    });
  }
  return replies.get(name);
}
