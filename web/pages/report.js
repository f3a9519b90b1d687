// The report: tables that a click on a heading sorts, and a viewer of games.

import { $ } from "./dom.js";
import { chooseEntry, loadGames } from "./viewer.js";

/* tables: a click on a heading sorts a table, and a second click sorts it the other way round */

for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, place) => {
    head.firstChild.onclick = () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...table.tBodies[0].rows];
      rows.sort((a, b) => (down ? -1 : 1) * compare(a.cells[place], b.cells[place]));
      table.tBodies[0].append(...rows);
    };
  });
}

function compare(a, b) {
  if (a.dataset.value === undefined) return a.textContent.localeCompare(b.textContent);
  const [x, y] = [a, b].map((cell) => Number(cell.dataset.value.replace("inf", "Infinity")));
  return x === y ? 0 : x - y;
}


loadGames(JSON.parse($("data").textContent));
for (const button of document.querySelectorAll(".look")) {
  button.onclick = () => {
    chooseEntry(Number(button.dataset.entry));
    $("viewer").scrollIntoView();
    $("stage").focus({ preventScroll: true });
  };
}
