// How the page looks: the colours of marks, and the size of tiles and keys. Marks are green and yellow, or
// orange and blue: everyone can tell orange and blue apart.

import { $ } from "./dom.js";
import { choice, keepChoice } from "./store.js";

const CONTRAST = { "🟩": "🟧", "🟨": "🟦" };

const isContrast = () =>
  choice("contrast", matchMedia("(prefers-contrast: more)").matches);

/** Shows the colours that the player chose, on any page. */
export function showColours() {
  document.documentElement.classList.toggle("contrast", isContrast());
}

/** Shows the colours and the size that the player chose, also in the controls of these choices. */
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

/** Returns a text to share, with squares in the colours that the player chose for sharing. */
export const inColours = (text) =>
  (isContrast() && !choice("standard", false) ? text.replace(/🟩|🟨/gu, (square) => CONTRAST[square]) : text);
