// Rows of the page Solve. The player taps the tiles of a word until they have the colours of the clue.

import { MARK_NAMES, fromMarks, toMarks, toText } from "../engine/clues.js";
import { number, upper } from "../game/wording.js";
import { make, tiles } from "./dom.js";

/** Returns a row of tiles. When the player taps a tile, its mark changes, and `change` receives the new clue. */
export function tapRow(word, clue, change) {
  const marks = toMarks(clue, word.length);
  const row = make("span", { className: "tiles" });
  row.append(...[...word].map((letter, i) => {
    const tile = make("button", { type: "button", textContent: upper(letter) });
    const show = () => {
      tile.className = `tile ${MARK_NAMES[marks[i]]}`;
      tile.ariaLabel = `${letter}, ${MARK_NAMES[marks[i]]}`;
    };
    tile.onclick = () => {
      marks[i] = (marks[i] + 1) % 3;
      show();
      change(fromMarks(marks));
    };
    show();
    return tile;
  }));
  return row;
}

/** Returns the row of a word that is being typed. */
export function typedRow(typed, length) {
  const row = make("span", { className: "tiles", ariaHidden: "true" });
  for (let i = 0; i < length; i++) {
    row.append(make("b", { className: "tile empty", textContent: upper([...typed][i] ?? "") }));
  }
  return row;
}

/** Returns the elements beside the tiles of a turn: its price, and a button that removes the turn. */
export function besideRow({ guess, epsilon }, isNoisy, remove) {
  const button = make("button", { type: "button", textContent: "×", className: "plain" });
  button.ariaLabel = `Remove ${guess}`;
  button.onclick = remove;
  const price = isNoisy ? [make("small", { textContent: `ε ${number(epsilon)}` })] : [];
  return make("span", { className: "beside" }, ...price, button);
}

/** Returns the line below a turn that contradicts the other turns. Its button gives the turn the nearest
 * clue that fits.
 */
export function suspectRow({ guess }, clue, isAlone, mend) {
  const button = make("button", { type: "button" }, tiles(guess, clue));
  button.ariaLabel = `Change the clue of ${guess} to ${toText(clue, guess.length)}`;
  button.onclick = mend;
  const reason = isAlone ? "This clue contradicts the other clues." : "This clue may be wrong.";
  return make("span", { className: "suspect" }, `${reason} The nearest clue that fits: `, button);
}
