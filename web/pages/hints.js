// Hints: the words that tell most, by the engine in a worker, and the move of a
// strategy, where a server runs strategies.

import { isAllowed, orderOf } from "../advice/suggestions.js";
import { percent } from "../game/wording.js";
import { askCosts, toAsked } from "./costs.js";
import { $, make } from "./dom.js";
import { askEngine } from "./engine.js";
import { askServer } from "./server.js";

const BEST = 6; // words that tell most
const MOST_POSSIBLE = 20; // possible words whose costs are asked
const STRONG = ["entropy", "fibble"]; // strategies, the last of which is chosen at first
const MOST_COSTS = 12; // words that are shown with their costs

// Returns what guesses achieve where few are left, or null.
function judgeEndOf({ rules, state, beliefs }) {
  if (!Number.isFinite(state.most)) return null;
  const open = [...beliefs.keys()].filter((board) => state.solved[board] === Infinity);
  const left = state.most - state.turns.length;
  return askEngine("judgeEnd", rules, { turns: state.turns, left, open, top: BEST });
}

/** Shows the words that tell most about the boards that are not solved.
 *
 * A position is { rules, state, beliefs, epsilon, isServed }; `isCurrent` says
 * whether it is still the game's; `take` receives the word that the player takes, and
 * its price.
 */
export async function showBest(position, isCurrent, take) {
  const { rules, state, beliefs, epsilon, isServed } = position;
  const { answers, guesses } = rules;
  const unsolved = beliefs.filter((_, board) => state.solved[board] === Infinity);
  $("judge").disabled = true;
  $("hint").textContent = "Judging all words…";
  const found = await Promise.all(unsolved.map((chances) => askEngine("judge", rules, { chances, epsilon })));
  $("judge").disabled = false;
  if (!isCurrent()) return;
  const bits = found.reduce((sum, one) => sum.map((value, k) => value + one[k]))
    .map((value) => Math.round(value * 1e9) / 1e9);
  // Of equals, a word that may be the secret comes first.
  const isPossible = guesses.words.map((word) => {
    const place = answers.places.get(word);
    return unsolved.some((chances) => chances[place] > 0) ? 1 : 0;
  });
  const values = await judgeEndOf(position);
  if (!isCurrent()) return;
  const legal = [...bits.keys()].filter((k) => isAllowed(rules, state.turns, k));
  const order = orderOf(bits, isPossible, values, legal);
  const possible = order.filter((k) => isPossible[k]).map((k) => guesses.words[k]);
  if (bits.every((value) => value === 0)) {
    $("hint").textContent = "Nothing is left to find out.";
    $("best").replaceChildren(...possible.map((word) => make("li", {}, taker(word, NaN, take))));
    return;
  }
  const best = order.slice(0, BEST).map((k) => guesses.words[k]);
  const list = (words, costs) => $("best").replaceChildren(...words.map((word) => {
    const figures = make("span", { textContent: bits[guesses.places.get(word)].toFixed(3) });
    if (word in costs) figures.append(" bits", make("br"), `${costs[word].toFixed(3)} guesses`);
    const wins = values?.chance[guesses.places.get(word)] ?? -1;
    if (wins >= 0 && wins < 1) figures.append(make("br"), `${percent(wins, 0)} to win`);
    return make("li", {}, taker(word, NaN, take), " ", figures);
  }));
  $("hint").textContent = isServed ? "Searching exact costs…" : "";
  list(best, {});
  const asked = [...best, ...possible.slice(0, MOST_POSSIBLE)];
  const costs = await askCosts(rules, state.turns, asked, isServed);
  const words = Object.keys(costs).slice(0, MOST_COSTS); // best first
  if (!isCurrent()) return;
  $("hint").textContent = words.length
    ? "Exact: expected guesses to the end, this one included, with best play." : "";
  list([...words, ...best.filter((word) => !(word in costs))], costs);
}

function taker(word, epsilon, take) {
  const button = make("button", { type: "button", textContent: word });
  button.onclick = () => take(word, epsilon);
  return button;
}

/** Lists the strategies that give hints in a game. */
export function listStrategies(names) {
  $("strategies").hidden = !names.length;
  $("strategy").replaceChildren(...names.map((name) =>
    make("option", { textContent: name, selected: STRONG.includes(name) })));
}

/** Shows the move of the strategy that is chosen; the parameters are as above. */
export async function askStrategy(position, isCurrent, take) {
  $("hint").textContent = "Thinking…";
  const { rules, state: { turns }, isServed } = position;
  const asked = { ...toAsked(rules, turns), strategy: $("strategy").value };
  const reply = await askServer("hint", asked);
  const costs = reply.error ? {} : await askCosts(rules, turns, [reply.guess], isServed);
  if (!isCurrent()) return;
  if (reply.error) {
    $("hint").textContent = reply.error;
    return;
  }
  const epsilon = Number(reply.epsilon);
  const cost = costs[reply.guess];
  const how = rules.kind !== "wordpl" ? "" : epsilon ? ` at ε = ${reply.epsilon}` : " as the final answer";
  const exact = cost ? `: ${cost.toFixed(3)} guesses to the end on average` : "";
  $("hint").replaceChildren("It would play ", taker(reply.guess, epsilon, take), `${how}${exact}.`);
}
