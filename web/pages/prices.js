// The price of a guess, and how many true marks the price buys.

import { expectedLies, keepProbability, lieChances } from "../engine/response.js";
import { number, percent, upper } from "../game/wording.js";
import { $, make } from "./dom.js";

/** Fills the table in the rules that shows what some prices buy. */
export function listPrices(prices, length) {
  const heads = ["ε", "a mark is true", "false marks", "all marks are true"];
  const rows = prices.map((epsilon) => {
    const cells = [percent(keepProbability(epsilon, length)), expectedLies(epsilon, length).toFixed(1),
      percent(lieChances(epsilon, length)[0])];
    return make("tr", {}, make("th", { scope: "row", textContent: epsilon }),
      ...cells.map((textContent) => make("td", { textContent })));
  });
  $("prices").append(
    make("thead", {}, make("tr", {}, ...heads.map((textContent) =>
      make("th", { scope: "col", textContent })))),
    make("tbody", {}, ...rows));
}

/** Shows what a price buys. `bits` is the information that the clue of the typed word would give. */
export function showPrice(epsilon, length, word, bits) {
  const valid = epsilon > 0 && Number.isFinite(epsilon);
  if (!valid) {
    $("buys").textContent = "Type a price above 0, such as 12.";
    $("lies").replaceChildren();
    return;
  }
  const chances = lieChances(epsilon, length);
  const true_ = length - expectedLies(epsilon, length);
  const pips = make("span", { className: "pips", ariaHidden: "true" });
  for (let k = 0; k < length; k++) {
    const fill = make("i");
    fill.style.width = `${100 * Math.min(1, Math.max(0, true_ - k))}%`;
    pips.append(make("span", {}, fill));
  }
  const text = `${true_.toFixed(1)} of ${length} marks are true on average`
    + `${word ? `; ${upper(word)} gives ${bits.toFixed(2)} bits` : ""}`;
  $("buys").replaceChildren(pips, make("span", { className: "text", textContent: text }));
  $("buys").title = `Each mark is true with a probability of ${percent(keepProbability(epsilon, length))}. ${text}.`;
  const top = Math.max(...chances);
  $("lies").replaceChildren(...chances.map((p, k) => {
    const bar = make("i");
    bar.style.height = `${45 * p / top}%`; // leaves room for the numbers above and below the bar
    return make("li", {}, make("span", { textContent: percent(p).replace(" %", "") }), bar,
      make("b", { textContent: k }));
  }));
}

/** Shows the sum of the prices that were paid, and marks the budgets of the leads. In a player's first game, a
 * line says what these marks mean.
 */
export function showBudget(spent, records, isFirst) {
  const scale = Math.max(80, 1.1 * Math.max(0, ...Object.values(records)));
  const fill = make("i");
  fill.style.width = `${Math.min(100, 100 * spent / scale)}%`;
  const ticks = Object.entries(records).map(([column, price]) => {
    const share = `${Number(column.slice(1))} %`;
    const tick = make("span", { className: spent > price ? "tick passed" : "tick" },
      make("b", { textContent: number(price) }), make("span", { textContent: ` ${share}` }));
    tick.style.left = `${100 * price / scale}%`;
    tick.title = `Within ${number(price)} nats, the best strategy wins ${share} of its games`;
    return tick;
  });
  const bar = make("div", { className: "meter", role: "img" }, fill, ...ticks);
  bar.ariaLabel = [`${number(spent)} nats paid`, ...ticks.map((tick) => tick.title)].join(". ");
  const legend = isFirst && records.p50
    ? [make("p", { className: "legend", textContent: `The best strategy wins half of its games within ${number(records.p50)} nats.` })] : [];
  $("budget").replaceChildren(make("p", {}, make("b", { textContent: number(spent) }), " paid"), bar, ...legend);
}
