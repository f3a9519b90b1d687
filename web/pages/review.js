// The review of a game: the cost of each guess and the luck of its clue.

import { countEqual, posterior } from "../engine/belief.js";
import { markingOf } from "../engine/named.js";
import { ranking } from "../engine/ties.js";
import { counted, number, percent, ranked, upper } from "../game/wording.js";
import { make, tiles, truthTiles } from "./dom.js";
import { askEngine } from "./engine.js";

const NOTES = {
  classic: "Cost: what the best word is worth more, in bits: the information in its clue, and its "
    + "chance to be right. Luck: what the clue gave above the average. In bits, because this page does not search games "
    + "to their end: python interactive.py review does, and counts guesses.",
  fibble: "Cost: what the best word is worth more, in bits: the information in its clue, and its "
    + "chance to be right; of the last two guesses, the chance to win. Luck: what the clue gave above the average.",
  wordpl: "Cost: bits that the best word at this price gives more on average; of the last guess, the "
    + "chance to win. Luck: what the clue gave above the average.",
};

/** Offers the review of some turns in a part of the page that unfolds; without rules, none.
 *
 * `secret` and the `final` answer of WORDPL are "" where they are not known.
 */
export function offerReview(panel, rules, turns, { secret = "", final = "" }) {
  panel.hidden = !rules;
  panel.ontoggle = async () => {
    if (!panel.open || panel.hidden || panel.reviewed === turns) return;
    panel.reviewed = turns;
    panel.lastElementChild.replaceChildren("Judging all words…");
    const { kind } = rules;
    const rows = await askEngine("review", rules, { turns, secret, final });
    if (panel.reviewed !== turns) return;
    const items = rows.map((row, k) => (kind === "wordpl" ? noisyRow : exactRow)({ ...row, truths: turns[k].truths }));
    panel.lastElementChild.replaceChildren(
      make("ol", {}, ...items),
      make("p", { textContent: totals(rows) + (final && finalLine(rules, turns, final)) }),
      make("p", { className: "faint", textContent: NOTES[kind] }));
  };
  panel.ontoggle();
}

function exactRow(row) {
  const left = row.left ? row.left.toLocaleString("en") : "solved";
  return reviewRow(row, [["words left", `${row.before.toLocaleString("en")} → ${left}`], ...factsOf(row)]);
}

function noisyRow(row) {
  const bits = ["bits", `${row.gained.toFixed(2)} of ${row.bits.toFixed(2)}`];
  const facts = [["price ε", number(row.epsilon)], bits, ...factsOf(row)];
  if (row.rank) {
    facts.push(["lies", `${row.lies} of ${row.expectedLies.toFixed(1)} on average`]);
    facts.push(["secret", `${ranked(row.rank, row.shared)}, ${percent(row.chance, 1)}`]);
  }
  return reviewRow(row, facts);
}

function finalLine(rules, turns, final) {
  const { answers } = rules;
  const chances = posterior(answers, turns, markingOf(rules));
  const [likeliest] = ranking(chances);
  const [own, most] = [answers.places.get(final), likeliest].map((place) => percent(chances[place], 1));
  const others = countEqual(chances, likeliest) - 1;
  const best = upper(answers.words[likeliest]);
  return ` Your answer ${upper(final)} had ${own}; `
    + (others ? `${best} and ${counted(others, "other word")}, the likeliest, ${most} each.` : `${best}, the likeliest word, ${most}.`);
}

// Shows the true row beside the seen one where they differ.
function reviewRow({ guess, clues, truths = clues }, facts) {
  const list = make("dl", {}, ...facts.map(pair));
  const rows = clues.flatMap((clue, board) => (clue === truths[board] ? [tiles(guess, clue)]
    : [tiles(guess, clue, truths[board]), truthTiles(guess, truths[board])]));
  return make("li", {}, ...rows, list);
}

const pair = ([name, value]) =>
  make("div", {}, make("dt", { textContent: name }), make("dd", { textContent: value }));

const factsOf = ({ best, cost, luck, unit }) =>
  [["best", upper(best)], ["cost", inUnit(cost, unit)], ["luck", signed(luck, unit)]];

const inUnit = (x, unit) => (unit === "chances" ? percent(x, 1) : x.toFixed(2));

// Without a sign where it would be that of zero.
function signed(x, unit) {
  const size = inUnit(Math.abs(x), unit);
  return parseFloat(size) ? (x < 0 ? "−" : "+") + size : size;
}

// Bits and chances are added apart.
function totals(rows) {
  const lines = ["bits", "chances"].map((unit) => rows.filter((row) => row.unit === unit)).filter((some) => some.length)
    .map((some) => {
      const { unit } = some[0];
      const [cost, luck] = ["cost", "luck"].map((name) => some.reduce((sum, row) => sum + row[name], 0));
      return unit === "bits" ? `in all, cost ${inUnit(cost, unit)} bits and luck ${signed(luck, unit)} bits`
        : `of the chance to win, cost ${inUnit(cost, unit)} and luck ${signed(luck, unit)}`;
    });
  return `${upper(lines.join("; ")[0])}${lines.join("; ").slice(1)}.`;
}
