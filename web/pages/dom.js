// Elements of a page.

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

/** Shows an address in the browser, in a new entry of its history or not; some frames refuse that. */
export function showAddress(address, isNew = false) {
  try {
    history[isNew ? "pushState" : "replaceState"](null, "", address);
  } catch {
    // The page works without an address.
  }
}

/** Calls a function when a form is sent: by its button, as sandboxed frames refuse to send a form. */
export function onSent(form, act) {
  form.querySelector("[type=submit]").onclick = (event) => {
    event.preventDefault();
    if (form.reportValidity()) act();
  };
}

/** Copies the text of an element, and returns "Copied". If that fails, selects the text and returns which keys
 * copy the text.
 */
export async function copyText(node) {
  try {
    await navigator.clipboard.writeText(node.textContent);
    return "Copied";
  } catch {
    node.focus({ preventScroll: true }); // a click would give the focus to another field, which drops the selection
    getSelection().selectAllChildren(node);
    if (document.execCommand("copy")) return "Copied";
    return `Press ${/Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl+"}C`;
  }
}

/** Returns a guess with its clue. If the true clue `truth` is known, false marks are struck out. If marks
 * may be false, `chances` has the chance of each mark to be true.
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
    return `${letter} ${name}${lie ? ", a lie" : ""}`;
  }).join("; ");
  return row;
}

/** Returns the `tiles` of the true clue, made small, to stand below the tiles of the seen clue. */
export function truthTiles(guess, truth) {
  const row = tiles(guess, truth);
  row.classList.add("truth");
  row.ariaLabel = `in truth: ${row.ariaLabel}`;
  return row;
}

/** Returns the chance that gets a whole bar, in a list of chances with the largest first.
 *
 * It is the largest chance. If all chances are equal, it is 1, because whole bars would look certain.
 */
export const wholeOf = (chances) => (chances.at(-1) > chances[0] * (1 - 1e-9) ? 1 : chances[0]);

/** Returns an item of a list of words with their chances: the word, a bar and a figure.
 *
 * The bar is whole for the chance `whole`. `take` receives the word when the player presses the word.
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
