// The colours of marks: green and yellow, or orange and blue, which everyone can tell
// apart.

import { $ } from "./dom.js";
import { choice, keepChoice } from "./store.js";

const CONTRAST = { "🟩": "🟧", "🟨": "🟦" };

const isContrast = () =>
  choice("contrast", matchMedia("(prefers-contrast: more)").matches);

/** Shows the colours that the player chose, on any page. */
export function showColours() {
  document.documentElement.classList.toggle("contrast", isContrast());
}

/** Shows tiles and keys in the size that the player chose. */
export function showSize() {
  $("size").value = choice("size", "1");
  document.documentElement.style.setProperty("--size", $("size").value || 1);
}

/** Sets up the controls of colours and sizes; `changed` is called then. */
export function makeLooks(changed) {
  $("size").onchange = () => {
    keepChoice("size", $("size").value);
    showSize();
  };
  $("standard").checked = choice("standard", false);
  $("standard").onchange = () => {
    keepChoice("standard", $("standard").checked);
    changed();
  };
  showSize();
  const show = () => {
    showColours();
    $("contrast").ariaPressed = String(isContrast());
  };
  $("contrast").onclick = () => {
    keepChoice("contrast", !isContrast());
    show();
    changed();
  };
  show();
}

/** Returns text to share with squares of these colours. */
export const inColours = (text) =>
  (isContrast() && !choice("standard", false) ? text.replace(/🟩|🟨/gu, (square) => CONTRAST[square]) : text);
