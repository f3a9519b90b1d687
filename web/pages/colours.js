// How the page looks: the colours of marks, green and yellow, or orange and blue, which everyone can
// tell apart; and the size of tiles and keys.

import { $ } from "./dom.js";
import { choice, keepChoice } from "./store.js";

const CONTRAST = { "🟩": "🟧", "🟨": "🟦" };

const isContrast = () =>
  choice("contrast", matchMedia("(prefers-contrast: more)").matches);

/** Shows the colours that the player chose, on any page. */
export function showColours() {
  document.documentElement.classList.toggle("contrast", isContrast());
}

/** Shows what the player chose, and the controls of it. */
export function showLooks() {
  showColours();
  $("contrast").checked = isContrast();
  $("standard").checked = choice("standard", false);
  $("size").value = choice("size", "1");
  document.documentElement.style.setProperty("--size", $("size").value || 1);
}

/** Sets up the controls of colours and sizes; `changed` is called after a choice. */
export function makeLooks(changed) {
  const keep = (name, value) => {
    keepChoice(name, value);
    showLooks();
    changed();
  };
  $("size").onchange = () => keep("size", $("size").value);
  $("standard").onchange = () => keep("standard", $("standard").checked);
  $("contrast").onchange = () => keep("contrast", $("contrast").checked);
  showLooks();
}

/** Returns text to share with squares of these colours. */
export const inColours = (text) =>
  (isContrast() && !choice("standard", false) ? text.replace(/🟩|🟨/gu, (square) => CONTRAST[square]) : text);
