// The keyboard on the screen. It is one tab stop, and the arrow keys move between its keys.

import { MARK_NAMES } from "../engine/clues.js";
import { fold, isFromRight, percent, upper } from "../game/wording.js";
import { $, make } from "./dom.js";

const FACES = { Enter: "↵", Backspace: "⌫" };
const CERTAIN = 1 - 1e-9;

/** Returns the letter of `rows` that a key types. Several spellings of the key are tried, because some letters
 * have two lower cases, and some letters of the rows are capitals.
 */
export const letterOf = (key, rows) => [fold(key), key.toLowerCase(), key]
  .find((letter) => letter.length === 1 && rows.some((row) => row.includes(letter)));

/** Returns whether a key is a shortcut of the browser. A key with AltGr or Option types a letter. */
export const isShortcut = (event) => event.metaKey || ((event.ctrlKey || event.altKey)
  && !event.getModifierState("AltGraph") && !(event.altKey && event.key > "\x7f"));

/** Makes the keys of rows of letters; `press` receives the name of the key that was pressed. */
export function makeKeyboard(letters, press) {
  const rows = letters.map((row) => [...row]);
  rows[2] = ["Enter", ...rows[2] ?? [], "Backspace"];
  const keys = rows.map((row) => row.map((name) => {
    const key = make("button", { type: "button", tabIndex: -1, textContent: FACES[name] ?? upper(name) });
    key.dataset.key = name;
    key.ariaLabel = name;
    key.onclick = () => press(name);
    key.onpointerdown = (event) => event.preventDefault(); // the focus stays where it is
    return key;
  }));
  keys[0][0].tabIndex = 0;
  $("keyboard").replaceChildren(...keys.map((row) => make("div", {}, ...row)));
  $("keyboard").onkeydown = (event) => {
    const ahead = isFromRight(letters[0]) ? -1 : 1;
    const row = keys.findIndex((line) => line.includes(event.target));
    const [down, right] = {
      ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -ahead], ArrowRight: [0, ahead],
    }[event.key] ?? [0, 0];
    if (row < 0 || (!down && !right)) return;
    event.preventDefault();
    const line = keys[(row + down + keys.length) % keys.length];
    const place = keys[row].indexOf(event.target) + right;
    const next = line[down ? Math.min(place, line.length - 1) : (place + line.length) % line.length];
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };
}

/** Shows the marks of each letter on its key. `letters` has { marks, chance } for each letter: its mark on each
 * board, and the probability of the mark.
 */
export function markKeys(letters) {
  for (const key of $("keyboard").querySelectorAll("button")) {
    const { marks = [], chance = 1 } = letters[key.dataset.key] ?? {};
    const names = marks.map((mark) => MARK_NAMES[mark]);
    const shown = names.filter(Boolean);
    // The key has one mark if there is one board, or if no board has the letter.
    const isOne = names.length === 1 || shown.every((one) => one === MARK_NAMES[0]);
    const name = (isOne && shown[0]) || "";
    const share = name && chance < CERTAIN ? percent(chance) : "";
    key.className = name || (shown.length ? "parted" : "");
    key.style.setProperty("--parts", name ? "none" : partsOf(names));
    key.style.setProperty("--true", chance.toFixed(4));
    const spoken = name ? [name] : names.map((one, board) => one && `board ${board + 1} ${one}`);
    key.ariaLabel = [key.dataset.key, ...spoken, share].filter(Boolean).join(", ");
    key.title = share && `${name}: ${share}`;
  }
}

// Returns a background with one part for each board that has a mark. If there are more than three boards, the
// parts are in two lines.
function partsOf(names) {
  const lines = names.length > 3 ? 2 : 1;
  const columns = Math.ceil(names.length / lines);
  const at = (k, count) => (count > 1 ? 100 * k / (count - 1) : 0);
  return names.map((name, board) => name && `linear-gradient(var(--${name}), var(--${name})) `
    + `${at(board % columns, columns)}% ${at(Math.floor(board / columns), lines)}% / ${100 / columns}% ${100 / lines}% no-repeat`)
    .filter(Boolean).join(", ");
}
