// The boards: guesses with their clues, and how probable each mark is to be true.

import { MARK_NAMES, toMarks } from "../engine/clues.js";
import { number, percent } from "../game/wording.js";
import { make, tiles, truthTiles } from "./dom.js";

/** Rows of a board that are shown before they are used, at most. */
export const MOST_ROWS = 20;

/** Rows of a board of a game without a limit of guesses, at least. */
export const LEAST_ROWS = 4;

/** Returns the list of rows of one board.
 *
 * `doubts` has, for each turn of a game with lies, the chance of each mark to be true.
 */
export function drawBoard(state, board, { length, doubts, isOver, isPriced }) {
  const several = state.solved.length > 1;
  const label = several ? `Board ${board + 1}` : "Guesses";
  const list = make("ol", { className: "board", ariaLabel: label });
  const turns = state.turns.filter((_, k) => k <= state.solved[board]);
  turns.forEach((turn, k) => {
    const [clue, truth] = [turn.clues[board], turn.truths[board]];
    const isLast = turn === state.turns.at(-1);
    const row = make("li", { className: isLast ? "last" : "" }, tiles(turn.guess, clue, isOver ? truth : clue));
    if (isPriced) row.append(make("small", { textContent: `ε ${number(turn.epsilon)}` }));
    if (doubts.length) row.append(isOver ? truthTiles(turn.guess, truth) : drawDoubts(doubts[k]));
    list.append(row);
  });
  const isOpen = !isOver && turns.length === state.turns.length
    && state.solved[board] === Infinity;
  const isEndless = several || state.most > MOST_ROWS;
  const left = isEndless ? Math.max(1, several ? 1 : LEAST_ROWS - turns.length) : state.most - turns.length;
  for (let k = 0; isOpen && k < left; k++) list.append(waiting(length));
  return list;
}

function waiting(length) {
  const row = make("span", { className: "tiles", ariaHidden: "true" });
  for (let i = 0; i < length; i++) {
    row.append(make("b", { className: "tile empty" }));
  }
  return make("li", { className: "waiting" }, row);
}

function drawDoubts(chances) {
  const rounded = chances.map((p) => Math.round(p * 1e9) / 1e9); // what is certain is 0 or 1
  const row = make("span", { className: "doubts", role: "img" });
  row.ariaLabel = `true with ${[...rounded].map((p) => percent(p)).join(", ")}`;
  row.title = "How probable each mark is to be true, given all clues so far";
  for (const p of rounded) {
    const bar = make("i");
    bar.style.width = `${100 * p}%`;
    row.append(make("span", {}, make("span", { className: "track" }, bar), percent(p)));
  }
  return row;
}

/** Returns a turn's clues in words, to be read aloud. */
export function spokenTurn({ guess, clues }) {
  return clues.map((clue, board) => {
    const marks = toMarks(clue, guess.length);
    const spoken = [...guess].map((letter, i) => `${letter} ${MARK_NAMES[marks[i]]}`);
    return (clues.length > 1 ? `Board ${board + 1}: ` : "") + spoken.join(", ");
  }).join(". ");
}

/** Returns the mark of each letter with the highest sum of prices; of equals the best.
 * In a game with lies without prices, each clue has one vote.
 */
export function letterMarks(state, isLying = false) {
  const votes = {};
  for (const turn of state.turns) {
    turn.clues.forEach((clue, board) => {
      if (state.solved.length > 1 && state.solved[board] !== Infinity) return;
      const marks = toMarks(clue, turn.guess.length);
      [...turn.guess].forEach((letter, i) => {
        votes[letter] ??= [0, 0, 0];
        votes[letter][marks[i]] += isLying ? 1 : turn.epsilon;
      });
    });
  }
  const best = (vote) => vote.reduce((top, value, m) => (value >= vote[top] ? m : top), 0);
  return Object.fromEntries(Object.entries(votes).map(([letter, vote]) => [letter, best(vote)]));
}
