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

/** Sets up the button that changes the colours; `changed` is called then. */
export function makeColourButton(changed) {
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
  (isContrast() ? text.replace(/🟩|🟨/gu, (square) => CONTRAST[square]) : text);
