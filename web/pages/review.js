// The review of a game: what each guess was worth and what the luck of its clue gave.

import { posterior } from "../engine/belief.js";
import { markingOf } from "../engine/named.js";
import { ranking } from "../engine/ties.js";
import { number, percent, upper } from "../game/wording.js";
import { askCosts } from "./costs.js";
import { make, tiles } from "./dom.js";
import { askEngine } from "./engine.js";

const NOTES = {
  classic: "Worth: expected information of the clue, in bits, plus the probability of being right. "
    + "Luck: information that the clue gave above its expectation.",
  fibble: "Worth: expected information of the clue and of whether the word is right, in bits. "
    + "Luck: information that the clue gave above its expectation.",
  wordpl: "Worth: expected information of the noisy clue, in bits. Best: the best word at that price. "
    + "Luck: information that the clue gave above its expectation.",
};

/** Offers the review of some turns in a part of the page that unfolds; without rules, none.
 *
 * `secret` and the `final` answer of WORDPL are "" where they are not known; a server adds exact
 * costs.
 */
export function offerReview(panel, rules, turns, { secret = "", final = "", isServed }) {
  panel.hidden = !rules;
  panel.ontoggle = async () => {
    if (!panel.open || panel.hidden || panel.reviewed === turns) return;
    panel.reviewed = turns;
    panel.lastElementChild.replaceChildren("Judging all words…");
    const { kind, channel, hard, boards, anyWord, answers, guesses } = rules;
    const rows = await askEngine("review", {
      kind, channel, hard, boards, anyWord, turns, secret,
      answers: answers.words, guesses: guesses.words,
    });
    if (panel.reviewed !== turns) return;
    const items = rows.map(kind === "wordpl" ? noisyRow : exactRow);
    panel.lastElementChild.replaceChildren(
      make("ol", {}, ...items),
      make("p", { textContent: totals(rows) + (final && finalLine(rules, turns, final)) }),
      make("p", { className: "faint", textContent: NOTES[kind] }));
    addCosts(rules, turns, items, isServed);
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

function finalLine(rules, turns, final) {
  const { answers } = rules;
  const chances = posterior(answers, turns, markingOf(rules));
  const [likeliest] = ranking(chances);
  const [own, most] = [answers.places.get(final), likeliest].map((place) => percent(chances[place], 1));
  return ` Your answer ${upper(final)} had ${own}; `
    + `${upper(answers.words[likeliest])}, the likeliest word, ${most}.`;
}

// Adds the guesses that each choice costs and that each clue saves, where they are known, as
// `python interactive.py review` has them.
async function addCosts(rules, turns, items, isServed) {
  const isSolved = turns.at(-1).clues[0] === 3 ** rules.answers.length - 1;
  const played = [...turns.map(({ guess }) => [guess]), ...(isSolved ? [] : [[]])];
  const asked = await Promise.all(played.map((words, k) =>
    askCosts(rules, turns.slice(0, k), words, isServed)));
  const least = asked.map((costs) => Math.min(...Object.values(costs)));
  if (isSolved) least[turns.length] = 0;
  turns.forEach(({ guess }, k) => {
    const cost = asked[k][guess];
    const facts = [["choice", saved(least[k] - cost, "best")],
      ["clue", saved(cost - 1 - least[k + 1], "average")]];
    if (cost && Number.isFinite(least[k + 1])) items[k].lastChild.append(...facts.map(pair));
  });
}

function saved(guesses, none) {
  if (Math.abs(guesses) < 0.005) return none;
  return `${guesses > 0 ? "saves" : "costs"} ${Math.abs(guesses).toFixed(2)} guesses`;
}

function reviewRow({ guess, clues }, facts) {
  const list = make("dl", {}, ...facts.map(pair));
  return make("li", {}, ...clues.map((clue) => tiles(guess, clue)), list);
}

const pair = ([name, value]) =>
  make("div", {}, make("dt", { textContent: name }), make("dd", { textContent: value }));

const worthOf = ({ expected, best, bestExpected, luck }) => [
  ["worth", expected.toFixed(2)],
  ["best", `${upper(best)} ${bestExpected.toFixed(2)}`],
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
