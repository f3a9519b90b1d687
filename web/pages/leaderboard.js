// Tables of the leaderboard. A click on a heading sorts a table.

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

// The rows of entries that are made for another ranking, or for no ranking, are hidden. A button shows these rows.
for (const table of document.querySelectorAll("table:has(.other)")) {
  const fold = document.createElement("button");
  const others = table.querySelectorAll(".other");
  const show = (isOpen) => {
    others.forEach((row) => { row.hidden = !isOpen; });
    fold.ariaExpanded = String(isOpen);
    const entries = others.length === 1 ? "entry that is" : "entries that are";
    fold.textContent = `${isOpen ? "Hide" : "Show"} ${others.length} ${entries} not made for this ranking`;
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

/** Returns the value by which a cell is sorted: the number at the start of its text, or the text if it does not
 * start with a number. In ascending order, a cell with a dash comes last.
 */
function key(text) {
  if (text === "-") return Infinity;
  const number = text.replace(/^about /, "").match(/^[\d,.]+(?![\d,.-])/);
  return number ? Number(number[0].replaceAll(",", "")) : text;
}
