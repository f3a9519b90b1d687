// The boards of a game: guesses with their clues, and how probable it is that each mark is true.

import { MARK_NAMES, toMarks } from "../engine/clues.js";
import { number, percent } from "../game/wording.js";
import { make, tiles, truthTiles } from "./dom.js";

/** The largest limit of guesses for which a board may show an empty row for each guess that is left. A board shows
 * these rows only if the game also has at most MOST_WHOLE boards.
 */
export const MOST_ROWS = 20;

/** The largest number of boards for which each board may show an empty row for each guess that is left. The boards
 * show these rows only if the limit of guesses is also at most MOST_ROWS.
 */
export const MOST_WHOLE = 4;

/** The least number of rows of a board that does not show empty rows for all guesses that are left. */
export const LEAST_ROWS = 4;

/** The largest number of rows of a board that are visible without scrolling, while a game goes on. This number holds
 * for games with at most MOST_WHOLE boards, if more than MOST_ROWS guesses are allowed.
 */
export const FITTING_ROWS = 7;

/** Returns the list of rows of one board.
 *
 * In a game with false marks, `doubts` has for each turn the probability that each mark is true.
 */
export function drawBoard(state, board, { length, doubts, isOver, isPriced }) {
  const several = state.solved.length > 1;
  const label = several ? `Board ${board + 1}` : "Guesses";
  const list = make("ol", { className: "board", ariaLabel: label });
  const turns = state.turns.filter((_, k) => k <= state.solved[board]);
  turns.forEach((turn, k) => {
    const [clue, truth] = [turn.clues[board], turn.truths[board]];
    const isLast = turn === state.turns.at(-1);
    const row = make("li", { className: isLast ? "last" : "" }, tiles(turn.guess, clue, isOver ? truth : clue, isOver ? [] : doubts[k]));
    if (isPriced) row.append(make("small", { textContent: `ε ${number(turn.epsilon)}` }));
    if (doubts.length) row.append(isOver ? truthTiles(turn.guess, truth) : drawDoubts(doubts[k]));
    list.append(row);
  });
  const isOpen = !isOver && turns.length === state.turns.length
    && state.solved[board] === Infinity;
  const isEndless = state.solved.length > MOST_WHOLE || state.most > MOST_ROWS;
  const left = isEndless ? Math.max(1, several ? 1 : LEAST_ROWS - turns.length) : state.most - turns.length;
  for (let k = 0; isOpen && k < left; k++) list.append(waiting(length));
  return list;
}

/** Returns { lines, columns }: the arrangement of the boards that leaves the largest tiles. Each board has `rows`
 * rows of `length` letters, and the area for all boards has a width and a height.
 */
export function arrange(boards, rows, length, { width, height }) {
  const short = boards > 3 && boards % 2; // an odd number of boards may leave one gap
  const ways = Array.from({ length: boards }, (_, k) => ({ lines: k + 1, columns: Math.ceil(boards / (k + 1)) }))
    .filter(({ lines, columns }) => lines * columns - boards <= short);
  const sizeOf = ({ lines, columns }) => Math.min(width / columns / length, 1.2 * height / lines / rows);
  return ways.reduce((best, way) => (sizeOf(way) > sizeOf(best) ? way : best));
}

function waiting(length) {
  const row = make("span", { className: "tiles", ariaHidden: "true" });
  for (let i = 0; i < length; i++) {
    row.append(make("b", { className: "tile empty" }));
  }
  return make("li", { className: "waiting" }, row);
}

function drawDoubts(chances) {
  const rounded = chances.map((p) => Math.round(p * 1e9) / 1e9); // the chance of a certain mark becomes exactly 0 or 1
  const row = make("span", { className: "doubts", role: "img" });
  row.ariaLabel = `probabilities that the marks are true: ${[...rounded].map((p) => percent(p)).join(", ")}`;
  row.title = "The probability that each mark is true, given all clues so far";
  for (const p of rounded) row.append(make("span", { textContent: percent(p) }));
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

/** Returns, for each letter that was guessed in a game with true clues, { marks }: its best mark on each board.
 *
 * If there are several boards, the mark on a solved board is undefined.
 */
export function letterMarks({ turns, solved }) {
  const best = {};
  for (const { guess, clues } of turns) {
    clues.forEach((clue, board) => {
      if (solved.length > 1 && solved[board] !== Infinity) return;
      const marks = toMarks(clue, guess.length);
      [...guess].forEach((letter, i) => {
        best[letter] ??= { marks: solved.map(() => undefined) };
        best[letter].marks[board] = Math.max(marks[i], best[letter].marks[board] ?? 0);
      });
    });
  }
  return best;
}

/** Returns the likeliest mark of each letter that was guessed, given the chance of each word.
 *
 * The result is { marks: [mark], chance } for each letter; `chance` is the probability of the mark. A letter is
 * correct if the secret has the letter in a place where it was guessed. A letter is present if the secret has the
 * letter in other places only, and absent if the secret does not have the letter.
 */
export function likelyMarks(words, chances, turns) {
  const places = new Map();
  for (const { guess } of turns) {
    [...guess].forEach((letter, i) => places.set(letter, (places.get(letter) ?? new Set()).add(i)));
  }
  return Object.fromEntries([...places].map(([letter, guessed]) => {
    const sums = [0, 0, 0];
    words.forEach((word, k) => {
      const isThere = word.includes(letter);
      sums[isThere ? ([...guessed].some((i) => word[i] === letter) ? 2 : 1) : 0] += chances[k];
    });
    const mark = sums.indexOf(Math.max(...sums));
    return [letter, { marks: [mark], chance: sums[mark] }];
  }));
}
