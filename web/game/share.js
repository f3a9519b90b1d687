// The text that a player shares, as game/text/share.py writes it.

import { toMarks } from "../engine/clues.js";
import { TITLES, liesOf, nameDeal, sourceOf } from "./deals.js";
import { counted, isFromRight, number } from "./wording.js";

const SQUARES = ["⬜", "🟨", "🟩"];

/** Returns how many of the marks that were seen were lies, and how many there were. */
export function lies(turns) {
  const pairs = turns.flatMap(({ guess, clues, truths }) => {
    const [seen, true_] = [clues[0], truths[0]].map((clue) => toMarks(clue, guess.length));
    return seen.map((m, i) => m !== true_[i]);
  });
  return [pairs.filter(Boolean).length, pairs.length];
}

/** Returns the result of a game, its rows of tiles, and how to play the same game.
 *
 * `state` is what `replay` returns; `address` that of the published page, or ""; `hints`
 * the number of moves before which the player asked for a hint.
 */
export function shareText(deal, state, address, hints = 0) {
  const { kind, hard } = deal;
  const isNoisy = kind === "wordpl";
  const won = state.outcome === "won";
  const spent = number(state.spent);
  const most = Number.isFinite(state.most) ? state.most : "∞";
  const score = isNoisy ? (won ? spent : `X after ${spent}`)
    : `${won ? state.score : "X"}/${most}${hard === "off" ? "" : "*"}`;
  const count = isNoisy ? counted(lies(state.turns)[0], "lie")
    : kind === "fibble" ? `${counted(liesOf(deal), "lie")} in each row` : "";
  const helped = hints ? counted(hints, "hint") : "";
  const head = [`${TITLES[kind]} ${score}`, nameDeal(deal), count, helped];
  const rows = state.turns.map(({ guess, clues, epsilon }, k) => {
    const squares = clues.map((clue, board) => toMarks(clue, guess.length)
      .map((m) => (state.solved[board] < k ? "⬛" : SQUARES[m])).join(""))
      .map((row) => (isFromRight(guess) ? `\u2067${row}\u2069` : row));
    return squares.join(" ") + (isNoisy ? ` ${number(epsilon)}` : "");
  });
  return [head.filter(Boolean).join(", "), ...rows, sourceOf(deal, address)].filter(Boolean).join("\n");
}
