// Elements of a page, and numbers for readers.

import { MARK_NAMES, toMarks } from "../engine/clues.js";

/** Returns the element with an id. */
export const $ = (id) => document.getElementById(id);

/** Returns a new element. */
export function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** Writes a number to ten significant digits, as game/wording.py does. */
export const number = (x) => (x === Infinity ? "inf" : String(Number(x.toPrecision(10))));

/** Writes a share; what is neither 0 nor 1 is not rounded to it. */
export function percent(p, digits = 0) {
  const least = 10 ** -digits;
  if (p > 0 && 100 * p < least / 2) return `<${least} %`;
  if (p < 1 && 100 * (1 - p) < least / 2) return `>${100 - least} %`;
  return `${(100 * p).toFixed(digits)} %`;
}

/** Writes a count with its noun. */
export const counted = (count, noun) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** Returns a guess with its clue; where the truth is known, marks that lie are struck. */
export function tiles(guess, clue, truth = clue) {
  const [marks, true_] = [clue, truth].map((c) => toMarks(c, guess.length));
  const row = make("span", { className: "tiles", role: "img" });
  row.ariaLabel = [...guess].map((letter, i) => {
    const lie = marks[i] !== true_[i];
    const name = MARK_NAMES[marks[i]];
    row.append(make("b", { className: `tile ${name}${lie ? " lie" : ""}`, textContent: letter }));
    return `${letter} ${name}${lie ? ", a lie" : ""}`;
  }).join("; ");
  return row;
}

/** Returns what `tiles` returns for the true clue, small, to stand below the seen one. */
export function truthTiles(guess, truth) {
  const row = tiles(guess, truth);
  row.classList.add("truth");
  row.ariaLabel = `in truth: ${row.ariaLabel}`;
  return row;
}

/** Returns an item of a list of words with their chances: a bar, and a figure. */
export function chance(word, p, isSecret = false) {
  const bar = make("i");
  bar.style.width = `${100 * p}%`;
  const item = make("li", { className: isSecret ? "secret" : "" },
    word + (isSecret ? " ★" : ""), bar, make("span", { textContent: percent(p, 1) }));
  item.dataset.chance = p;
  return item;
}
