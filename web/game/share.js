// The text that a player shares, as game/text/share.py writes it.

import { toMarks } from "../engine/clues.js";
import { TITLES, liesOf, nameDeal, writeDeal } from "./deals.js";
import { counted, inList, isFromRight, number } from "./wording.js";

const SQUARES = ["⬜", "🟨", "🟩"];

/** Returns how many of the seen marks were lies, and how many marks were seen. */
export function lies(turns) {
  const pairs = turns.flatMap(({ guess, clues, truths }) => {
    const [seen, true_] = [clues[0], truths[0]].map((clue) => toMarks(clue, guess.length));
    return seen.map((m, i) => m !== true_[i]);
  });
  return [pairs.filter(Boolean).length, pairs.length];
}

// Returns the first line of the text to share.
function headLine(deal, state, hints) {
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
  return [`${TITLES[kind]} ${score}`, nameDeal(deal), count, helped].filter(Boolean).join(", ");
}

/** Returns the result of a game, its rows of tiles, and a link to the same game.
 *
 * `state` is the result of `replay`. `address` is the address of the published page; if it is "", the
 * text has no link. `hints` is the number of moves before which the player asked for a hint.
 */
export function shareText(deal, state, address, hints = 0) {
  const rows = state.turns.map(({ guess, clues, epsilon }, k) => {
    const squares = clues.map((clue, board) => toMarks(clue, guess.length)
      .map((m) => (state.solved[board] < k ? "⬛" : SQUARES[m])).join(""))
      .map((row) => (isFromRight(guess) ? `\u2067${row}\u2069` : row));
    return squares.join(" ") + (deal.kind === "wordpl" ? ` ${number(epsilon)}` : "");
  });
  return [headLine(deal, state, hints), ...rows, ...(address ? [`${address}#${writeDeal(deal)}`] : [])].join("\n");
}

/** Returns the result of a game in one line that can be read aloud. For each guess, the line names the places of
 * the correct and the present marks.
 */
export function shareWords(deal, state, hints = 0) {
  const rows = state.turns.map(({ guess, clues, epsilon }, k) => {
    const price = deal.kind === "wordpl" ? `, price ${number(epsilon)}` : "";
    const boards = clues.map((clue, board) => (state.solved[board] < k ? "solved" : placesIn(toMarks(clue, guess.length))));
    return `Guess ${k + 1}${price}: ${boards.join("; ")}.`;
  });
  return [`${headLine(deal, state, hints)}.`, ...rows].join(" ");
}

function placesIn(marks) {
  if (marks.every((m) => m === 2)) return "all correct";
  const groups = [[2, "correct"], [1, "present"]].map(([mark, name]) =>
    [marks.flatMap((m, i) => (m === mark ? [i + 1] : [])), name]).filter(([places]) => places.length);
  return groups.map(([places, name]) => `${places.length > 1 ? "letters" : "letter"} ${inList(places)} ${name}`).join(", ") || "all absent";
}
