// Tables of the leaderboard, sorted by a click on a heading.

for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.ariaSort !== "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.ariaSort = up ? "ascending" : "descending";
      sort(table.tBodies[0], column, up ? 1 : -1);
    });
  });
}

// Entries that are made for another ranking, or for no ranking, are folded.
for (const table of document.querySelectorAll("table:has(.other)")) {
  const fold = document.createElement("button");
  const others = table.querySelectorAll(".other");
  const show = (isOpen) => {
    others.forEach((row) => { row.hidden = !isOpen; });
    fold.ariaExpanded = String(isOpen);
    fold.textContent = `${isOpen ? "Hide" : "Show"} ${others.length} entries that are not made for this ranking`;
  };
  fold.onclick = () => show(fold.ariaExpanded !== "true");
  table.parentElement.after(fold);
  show(false);
}

/** Sorts the rows of a table by a column: by numbers if its cells have numbers, otherwise by text. */
function sort(body, column, sign) {
  const keys = new Map([...body.rows].map((row) => [row, key(row.cells[column].textContent)]));
  const compare = (a, b) => (typeof a === typeof b && typeof a === "string" ? a.localeCompare(b) : a - b);
  body.append(...[...body.rows].sort((a, b) => sign * compare(keys.get(a), keys.get(b))));
}

/** Returns the number at the start of a cell, or the text of the cell if it starts with no number. A dash
 * comes last.
 */
function key(text) {
  if (text === "-") return Infinity;
  const number = text.replace(/^not certified, about /, "").match(/^[\d,.]+(?![\d,.-])/);
  return number ? Number(number[0].replaceAll(",", "")) : text;
}
