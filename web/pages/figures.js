// The player's statistics: games, scores, and the cost and luck of the moves, over time. A *series* is all games
// with the same rules.

import { replay } from "../game/rounds.js";
import { addDays, today } from "../game/days.js";
import { counted, inList, number, percent } from "../game/wording.js";
import { $, make } from "./dom.js";
import { askEngine } from "./engine.js";
import { endedGames, findKept, keepGame } from "./store.js";

const RECENT = 14; // the number of days in the column "last 14 days"
const LEAST = 5; // the least number of games for which an interval is shown
const OWN = ["day", "seed", "game", "at", "word", "by", "hint"]; // fields in which games of a series may differ

/** Returns the part of a game's name that all games with the same rules share. */
export function seriesOf(name) {
  const start = name.indexOf(" ") + 1;
  const fields = new URLSearchParams(name.slice(start));
  for (const field of OWN) fields.delete(field);
  return name.slice(0, start) + fields;
}

// Returns the cost and luck of each guess of a game, in bits, from the review of the game. If the unit of the
// review is chances for a guess, the cost and luck of the guess are 0. If the game has no review, the list is
// empty.
async function rateGame(rules, { turns, final, secrets: [secret] }) {
  if (rules.kind === "absurdle" || !turns.length) return [];
  const rows = await askEngine("review", rules, { turns, secret, final });
  return rows.map(({ cost, luck, unit }) => [cost, luck].map((x) => (unit === "bits" ? Number(x.toFixed(4)) : 0)));
}

/** Computes and keeps the cost and luck of the moves in the games of a series, the latest game first.
 *
 * Games that have these figures already are left out. `read` returns the rules of a game, given the name of the
 * game. `changed` is called after each game.
 */
export async function rateGames(series, read, changed) {
  const games = endedGames().filter(({ name, figures, moves }) =>
    seriesOf(name) === series && !figures.length && moves.length);
  for (const { name, moves } of games.reverse()) {
    const rules = read(name);
    const figures = await rateGame(rules, replay(rules, moves));
    const kept = findKept(name);
    if (!figures.length || !kept) return;
    keepGame({ ...kept, figures });
    changed();
  }
}

/** Shows the player's figures in the games of a series: scores, hints, cost and luck. `references` are lines about
 * the scores of the best players.
 */
export function showFigures(series, { kind }, references) {
  const games = endedGames().filter(({ name }) => seriesOf(name) === series);
  const since = addDays(today(), 1 - RECENT);
  const columns = [games.filter(({ ended }) => ended >= since), games].map((some) => {
    const scores = some.map(({ score }) => score).filter((score) => score !== "lost");
    const rated = some.filter(({ figures }) => figures.length);
    const sums = [0, 1].map((k) => rated.map(({ figures }) => figures.reduce((sum, one) => sum + one[k], 0)));
    return [some.length, some.length ? percent(scores.length / some.length) : "",
      average(scores), average(some.map(({ hinted }) => hinted.length)), average(sums[0]), average(sums[1])];
  });
  const heads = ["games", "won", kind === "wordpl" ? "nats in won games" : "guesses in won games", "hints", "cost", "luck"];
  $("figures-of").hidden = !games.length;
  $("figures-of").tBodies[0].replaceChildren(...heads.map((textContent, k) => make("tr", {},
    make("th", { scope: "row", textContent }),
    ...columns.map((cells) => make("td", { textContent: cells[k] })))));
  const rated = games.filter(({ figures }) => figures.length);
  $("course").replaceChildren(...(rated.length > 1 ? [drawCourse(rated)] : []));
  $("course-key").hidden = rated.length < 2;
  $("references").textContent = kind === "absurdle" ? "" : references.join(" ");
}

// Writes a mean with its 95 % interval. If there are too few games, the interval is left out.
function average(values) {
  if (!values.length) return "";
  const [mean, half] = interval(values);
  return mean.toFixed(2).replace("-", "−") + (Number.isFinite(half) ? ` ± ${half.toFixed(2)}` : "");
}

/** Returns a mean, and half the width of its 95 % interval by Student's distribution. If there are fewer than
 * LEAST values, the width is NaN.
 */
export function interval(values) {
  const n = values.length;
  const mean = values.reduce((sum, x) => sum + x, 0) / n;
  if (n < LEAST) return [mean, NaN];
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (n - 1);
  // The quantile of Student's distribution by the first terms of its series in 1 / (n - 1). From 5 values on,
  // the error is at most 0.01.
  const [z, f] = [1.959964, n - 1];
  const t = z + (z ** 3 + z) / (4 * f) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * f ** 2)
    + (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * f ** 3);
  return [mean, t * Math.sqrt(variance / n)];
}

// Draws the running means of the cost and the luck per game, in bits.
function drawCourse(games) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const lines = [0, 1].map((place) => {
    let sum = 0;
    return games.map(({ figures }, k) => {
      sum += figures.reduce((total, figure) => total + figure[place], 0);
      return sum / (k + 1);
    });
  });
  const all = [0, ...lines.flat()];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const at = (k, y) => `${(300 * k) / (games.length - 1)},${(95 * (high - y)) / (high - low || 1) + 2}`;
  svg.setAttribute("viewBox", "0 0 300 100");
  svg.setAttribute("role", "img");
  const last = lines.map((line) => line.at(-1).toFixed(2));
  svg.setAttribute("aria-label", `Means over ${counted(games.length, "game")}: cost ${last[0]}, luck ${last[1]} bits per game`);
  [["zero", games.map(() => 0)], ["cost", lines[0]], ["luck", lines[1]]].forEach(([name, line]) => {
    const drawn = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
    drawn.setAttribute("points", line.map((y, k) => at(k, y)).join(" "));
    drawn.setAttribute("class", name);
    svg.append(drawn);
  });
  return svg;
}

/** Returns lines about the scores of the best players: the leads of WORDPL, or the best play of Wordle. */
export function referencesOf({ kind, boards, hard }, records, isOriginal) {
  const leads = Object.entries(records).map(([column, budget]) =>
    `${Number(column.slice(1))} % of the games within ${number(budget)} nats`);
  if (kind === "wordpl" && leads.length) return [`The best strategies of the contest win ${inList(leads)}.`];
  const isProved = kind === "classic" && boards === 1 && hard === "off" && isOriginal;
  return isProved ? ["The least possible mean is 3.42 guesses per game, as a proof shows.",
    "The strategy entropy with the first guess SALET needs 3.43."] : [];
}
