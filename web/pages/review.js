// The review of a game: the cost of each guess and the luck of its clue.

import { posterior } from "../engine/belief.js";
import { markingOf } from "../engine/named.js";
import { number, percent, ranked, upper } from "../game/wording.js";
import { make, tiles, truthTiles } from "./dom.js";
import { askEngine } from "./engine.js";
import { findLeaders } from "./guide.js";

const NEGLIGIBLE = { bits: 0.05, chances: 0.0005 }; // smaller values are written as 0
const NOTES = {
  classic: "Cost: how many bits more the best word was worth than the guess. A word is worth the information in its "
    + "clue, in bits, plus its chance to be right. Luck: how many bits more the guess brought than it brings on average.",
  fibble: "Cost: how many bits more the best word was worth than the guess. A word is worth the information in its "
    + "clue, in bits, plus its chance to be right. Luck: how many bits more the guess brought than it brings on average. "
    + "The last two guesses that the rules allow are judged by the chance to win, not in bits.",
  wordpl: "Cost: how many bits of information more the best word at the same price gives on average than the guess. "
    + "Luck: how many bits more the clue gave than clues to this guess give on average. The last guess before the final "
    + "answer is judged by the chance to win, not in bits.",
};

/** Offers the review of some turns in a part of the page that unfolds. Without rules, no review is offered.
 *
 * If the secret is unknown, `secret` is "". If the final answer of WORDPL is unknown, `final` is "".
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
      make("p", { textContent: `${scoreLine(rows)}${final && ` ${finalLine(rules, turns, final)}`}` }),
      make("details", {}, make("summary", { textContent: "Sums of cost and luck" }), make("p", { textContent: totals(rows) }),
        make("p", { className: "faint", textContent: NOTES[kind] })));
  };
  panel.ontoggle();
}

function exactRow(row) {
  const left = row.left ? row.left.toLocaleString("en") : "solved";
  return reviewRow(row, [["words left", `${row.before.toLocaleString("en")} → ${left}`], ...factsOf(row)]);
}

function noisyRow(row) {
  const bits = ["bits of the clue", `${row.gained.toFixed(2)} (${row.bits.toFixed(2)} on average)`];
  const facts = [["price ε", number(row.epsilon)], bits, ...factsOf(row)];
  if (row.rank) {
    facts.push(["false marks", `${row.lies} (${row.expectedLies.toFixed(1)} on average)`]);
    facts.push(["probability of the secret", percent(row.chance, 1)]);
    facts.push(["rank of the secret", ranked(row.rank, row.shared)]);
  }
  return reviewRow(row, facts);
}

function finalLine(rules, turns, final) {
  const { answers } = rules;
  const chances = posterior(answers, turns, markingOf(rules));
  const { names, top, isAlone } = findLeaders(answers, chances);
  const own = `Your answer ${upper(final)} had a probability of ${percent(chances[answers.places.get(final)] ?? 0, 1)}`;
  if (isAlone && names === upper(final)) return `${own}, the highest of all words.`;
  return isAlone ? `${own}. The most probable word was ${names}, with ${top}.`
    : `${own}. The most probable words were ${names}, with ${top} each.`;
}

// Returns the item of a guess in the review: the guess as tiles with the seen clue, and a sentence about the guess. If
// the true clue differs from the seen clue, the item also has the tiles of the true clue.
function reviewRow(row, facts) {
  const { guess, clues, truths = clues } = row;
  const list = make("details", {}, make("summary", { textContent: sentenceOf(row) }), make("dl", {}, ...facts.map(pair)));
  const rows = clues.flatMap((clue, board) => (clue === truths[board] ? [tiles(guess, clue)]
    : [tiles(guess, clue, truths[board]), truthTiles(guess, truths[board])]));
  return make("li", {}, ...rows, list);
}

const pair = ([name, value]) =>
  make("div", {}, make("dt", { textContent: name }), make("dd", { textContent: value }));

const factsOf = ({ best, cost, luck, unit }) =>
  [["best", upper(best)], ["cost", inUnit(cost, unit)], ["luck", signed(luck, unit)]];

const inUnit = (x, unit) => (unit === "chances" ? percent(x, 1) : x.toFixed(2));

// Writes a number with its sign. A number that is rounded to zero has no sign.
function signed(x, unit) {
  const size = inUnit(Math.abs(x), unit);
  return parseFloat(size) ? (x < 0 ? "−" : "+") + size : size;
}

// Says how good the guess was, and how lucky its clue was.
function sentenceOf({ guess, best, cost, luck, unit }) {
  const amount = (x) => (unit === "bits" ? `${Math.abs(x).toFixed(1)} bits`
    : `${(100 * Math.abs(x)).toFixed(1)} percentage points`);
  const isNone = (x) => Math.abs(x) < NEGLIGIBLE[unit];
  const skill = isNone(cost) ? "as good as any word"
    : unit === "bits" ? `${upper(best)} is worth ${amount(cost)} more`
      : `with ${upper(best)}, the chance to win is ${amount(cost)} higher`;
  const clue = isNone(luck) ? "average luck" : `${luck < 0 ? "bad" : "good"} luck, ${amount(luck)} ${luck < 0 ? "less" : "more"} than on average`;
  return `${upper(guess)}: ${skill}; ${clue}`;
}

// Returns the skill and the luck of a game, from 0 to 99, as docs/guide/solve.md defines them.
function scoresOf(rows) {
  const mean = (score) => Math.round(99 * rows.reduce((sum, row) => sum + score(row), 0) / rows.length);
  return {
    skill: mean(({ cost, unit }) => (unit === "bits" ? 2 ** -cost : 1 - cost)),
    luck: mean(({ luck, unit }) => (unit === "bits" ? 1 / (1 + 2 ** -luck) : (1 + luck) / 2)),
  };
}

function scoreLine(rows) {
  const { skill, luck } = scoresOf(rows);
  return `Skill ${skill}, luck ${luck}, both from 0 to 99.`;
}

// Returns the totals of the cost and the luck. Bits and chances are added separately.
function totals(rows) {
  const lines = ["bits", "chances"].map((unit) => rows.filter((row) => row.unit === unit)).filter((some) => some.length)
    .map((some) => {
      const { unit } = some[0];
      const [cost, luck] = ["cost", "luck"].map((name) => some.reduce((sum, row) => sum + row[name], 0));
      return unit === "bits" ? `Guesses judged in bits: cost ${inUnit(cost, unit)}, luck ${signed(luck, unit)}.`
        : `Guesses judged by the chance to win: cost ${inUnit(cost, unit)}, luck ${signed(luck, unit)}.`;
    });
  return lines.join(" ");
}
