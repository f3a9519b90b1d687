// The review of a game: what each guess was worth and what the luck of its clue gave.

import { number, percent } from "../game/wording.js";
import { make, tiles } from "./dom.js";
import { askEngine } from "./engine.js";

const NOTES = {
  classic: "Worth: the information in the clue, in bits, plus 1 for a guess that is right, on average "
    + "over the words that were possible. Luck: what the clue gave above that.",
  wordpl: "Worth: the information in the noisy clue, in bits, on average. Best: the best word at that "
    + "price. Luck: what the clue gave above its average.",
};

/** Offers the review of some turns in a part of the page that unfolds; without rules, none.
 *
 * `secret` is "" where it is not known.
 */
export function offerReview(panel, rules, turns, secret) {
  panel.hidden = !rules;
  panel.ontoggle = async () => {
    if (!panel.open || panel.hidden || panel.reviewed === turns) return;
    panel.reviewed = turns;
    panel.lastElementChild.replaceChildren("Judging all words…");
    const { kind, hard, boards, answers, guesses } = rules;
    const rows = await askEngine("review", {
      kind, hard, boards, turns, secret, answers: answers.words, guesses: guesses.words,
    });
    if (panel.reviewed !== turns) return;
    panel.lastElementChild.replaceChildren(
      make("ol", {}, ...rows.map(kind === "wordpl" ? noisyRow : exactRow)),
      make("p", { textContent: totals(rows) }),
      make("p", { className: "faint", textContent: NOTES[kind] }));
  };
  panel.ontoggle();
}

function exactRow(row) {
  const left = row.left ? row.left.toLocaleString("en") : "solved";
  return reviewRow(row, [["words left", `${row.before.toLocaleString("en")} → ${left}`], ...worthOf(row)]);
}

function noisyRow(row) {
  const facts = [["price ε", number(row.epsilon)], ...worthOf(row)];
  if (row.rank) {
    facts.push(["lies", `${row.lies} of ${row.expectedLies.toFixed(1)} on average`]);
    facts.push(["secret", `no. ${row.rank.toLocaleString("en")}, ${percent(row.chance, 1)}`]);
  }
  return reviewRow(row, facts);
}

function reviewRow({ guess, clues }, facts) {
  const pairs = facts.map(([name, value]) =>
    make("div", {}, make("dt", { textContent: name }), make("dd", { textContent: value })));
  return make("li", {}, ...clues.map((clue) => tiles(guess, clue)), make("dl", {}, ...pairs));
}

const worthOf = ({ expected, best, bestExpected, luck }) => [
  ["worth", expected.toFixed(2)],
  ["best", `${best.toUpperCase()} ${bestExpected.toFixed(2)}`],
  ["luck", signed(luck)],
];

// Without a sign where it would be that of zero.
function signed(x) {
  const size = Math.abs(x).toFixed(2);
  return Number(size) ? (x < 0 ? "−" : "+") + size : size;
}

function totals(rows) {
  const lost = rows.reduce((sum, row) => sum + row.bestExpected - row.expected, 0);
  const luck = rows.reduce((sum, row) => sum + row.luck, 0);
  return `Your words were worth ${lost.toFixed(2)} bits less than the best ones; luck `
    + `${luck < 0 ? "took" : "gave"} ${Math.abs(luck).toFixed(2)} bits.`;
}
