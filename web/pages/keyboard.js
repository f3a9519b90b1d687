// The keyboard on the screen: one tab stop, in which the arrow keys move.

import { MARK_NAMES } from "../engine/clues.js";
import { fold, isFromRight, percent, upper } from "../game/wording.js";
import { $, make } from "./dom.js";

const FACES = { Enter: "↵", Backspace: "⌫" };
const CERTAIN = 1 - 1e-9;

/** Returns the letter in rows of them that a key types; some have two lower cases, some are capitals. */
export const letterOf = (key, rows) => [fold(key), key.toLowerCase(), key]
  .find((letter) => letter.length === 1 && rows.some((row) => row.includes(letter)));

/** Returns whether a key belongs to the browser. AltGr and Option type letters. */
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
    key.onpointerdown = (event) => event.preventDefault(); // the focus stays
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

/** Shows the mark of each letter, { mark, chance }, and how probable it is to be true. */
export function markKeys(marks) {
  for (const key of $("keyboard").querySelectorAll("button")) {
    const { mark, chance = 1 } = marks[key.dataset.key] ?? {};
    const name = MARK_NAMES[mark] ?? "";
    const share = name && chance < CERTAIN ? percent(chance) : "";
    key.className = name;
    key.style.setProperty("--true", chance.toFixed(4));
    key.ariaLabel = [key.dataset.key, name, share].filter(Boolean).join(", ");
    key.title = share && `${name}: ${share}`;
  }
}
