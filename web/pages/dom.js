// Functions that find, make and fill elements of a page.

import { MARK_NAMES, toMarks } from "../engine/clues.js";
import { percent, upper } from "../game/wording.js";

/** Returns the element with an id. */
export const $ = (id) => document.getElementById(id);

/** Returns a new element. */
export function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** Shows an address in the browser. If `isNew`, the address becomes a new entry of the browser's history. */
export function showAddress(address, isNew = false) {
  try {
    history[isNew ? "pushState" : "replaceState"](null, "", address);
  } catch {
    // Some frames refuse to change the address. The page works without it.
  }
}

/** Calls a function when the button of a form is pressed. The form is not sent, because sandboxed frames refuse
 * to send a form.
 */
export function onSent(form, act) {
  form.querySelector("[type=submit]").onclick = (event) => {
    event.preventDefault();
    if (form.reportValidity()) act();
  };
}

/** Copies the text of an element, and returns "Copied". If the browser refuses to copy, selects the text, and
 * returns a line that names the keys which copy it.
 */
export async function copyText(node) {
  try {
    await navigator.clipboard.writeText(node.textContent);
    return "Copied";
  } catch {
    node.focus({ preventScroll: true }); // else a click moves the focus to the letter field, and unselects the text
    getSelection().selectAllChildren(node);
    if (document.execCommand("copy")) return "Copied";
    return `Press ${/Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl+"}C`;
  }
}

/** Returns a guess with its clue as tiles. If the true clue `truth` is known, false marks are struck out. If marks
 * may be false, `chances` has the probability that each mark is true.
 */
export function tiles(guess, clue, truth = clue, chances = []) {
  const [marks, true_] = [clue, truth].map((c) => toMarks(c, guess.length));
  const row = make("span", { className: "tiles", role: "img" });
  row.ariaLabel = [...guess].map((letter, i) => {
    const lie = marks[i] !== true_[i];
    const name = MARK_NAMES[marks[i]];
    const properties = { className: `tile ${name}${lie ? " lie" : ""}`, textContent: upper(letter) };
    const tile = make("b", properties);
    tile.style.setProperty("--place", i);
    if (i in chances) tile.style.setProperty("--true", chances[i].toFixed(4));
    row.append(tile);
    return `${letter} ${name}${lie ? ", a false mark" : ""}`;
  }).join("; ");
  return row;
}

/** Returns the `tiles` of the true clue, made small, to stand below the tiles of the seen clue. */
export function truthTiles(guess, truth) {
  const row = tiles(guess, truth);
  row.classList.add("truth");
  row.ariaLabel = `true clue: ${row.ariaLabel}`;
  return row;
}

/** Returns the chance that is drawn as a whole bar, in a list of chances with the largest first.
 *
 * A whole bar is the largest chance. But if all chances are equal, a whole bar is the chance 1, because a list
 * of whole bars would look as if all words were certain.
 */
export const wholeOf = (chances) => (chances.at(-1) > chances[0] * (1 - 1e-9) ? 1 : chances[0]);

/** Returns an item of a list of words with their chances: the word, a bar and a number.
 *
 * The bar is whole if the chance is `whole`. When the player presses the word, `take` receives the word.
 */
export function chance(word, p, whole, isSecret = false, take = null) {
  const bar = make("i");
  bar.style.width = `${100 * p / whole}%`;
  const name = upper(word) + (isSecret ? " ★" : "");
  const item = make("li", { className: isSecret ? "secret" : "" },
    take ? taker(word, take) : name, bar, make("span", { textContent: percent(p, 1) }));
  item.dataset.chance = p;
  return item;
}

/** Returns a button with a word. When the player presses the button, `take` receives the word. */
export function taker(word, take) {
  const button = make("button", { type: "button", textContent: upper(word) });
  button.onclick = () => take(word);
  return button;
}
