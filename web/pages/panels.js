// Panels beside the board. In a narrow window, panels rise from below, one at a time.

import { $ } from "./dom.js";

/** Returns whether panels stand beside the board. */
export const isWide = () => WIDE.matches;

const WIDE = matchMedia("(min-width: 62.01rem)");

const panels = () => [...document.querySelectorAll("aside > details")];

/** Closes all panels. */
export const closePanels = () => panels().forEach((panel) => { panel.open = false; });

/** Sets up the buttons that open and close panels. If panels cover the board, Escape closes the panels, and so
 * does a click beside the panels.
 */
export function makePanels() {
  const buttons = [...document.querySelectorAll("[data-panel]")];
  for (const button of buttons) {
    const panel = $(button.dataset.panel);
    button.onclick = ({ detail }) => {
      const isOpen = panel.open;
      if (!isWide()) closePanels();
      panel.open = !isOpen;
      if (panel.open && !detail) panel.firstElementChild.focus();
      if (panel.open && isWide()) panel.scrollIntoView({ block: "nearest" });
    };
    panel.addEventListener("toggle", () => { button.ariaExpanded = String(panel.open); });
  }
  WIDE.onchange = closePanels; // in a narrow window, open panels would cover the board
  addEventListener("keydown", ({ key }) => { if (key === "Escape" && !isWide()) closePanels(); });
  document.querySelector("main").addEventListener("click", ({ target }) => {
    if (!isWide() && !target.closest("aside, [data-panel]")) closePanels();
  });
}
