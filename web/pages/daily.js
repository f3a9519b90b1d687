// The player's daily puzzles: the results of past puzzles, and the time to the next puzzle.

import { addDays, numberOf, today } from "../game/days.js";
import { TITLES } from "../game/deals.js";
import { SPARE_TURNS } from "../game/rules.js";
import { counted, inList, number } from "../game/wording.js";
import { $, make } from "./dom.js";

/** Shows the streak of the daily puzzles that the player began on the days of the puzzles. */
export function showStreak(kind, days) {
  const scores = Object.fromEntries(Object.entries(days)
    .filter(([, { isLate }]) => !isLate).map(([day, { score }]) => [day, score]));
  const count = Object.keys(scores).length;
  const { present, longest } = streaks(scores);
  const text = count
    ? `You finished ${counted(count, "puzzle")} of ${TITLES[kind]} that you began on ${count === 1 ? "its day" : "their days"}. `
      + `Days won in a row: ${present} now, ${longest} at best.`
    : "You have not finished a daily puzzle that you began on its day. Games are stored in this browser only.";
  for (const line of document.querySelectorAll(".streak")) line.textContent = text;
}

// Returns { present, longest }: the lengths of the present streak and of the longest streak. A streak is a number
// of days in a row on which the puzzle was won.
function streaks(scores) {
  const yesterday = addDays(today(), -1); // a streak up to yesterday counts: today's puzzle may be won later
  const streak = { present: 0, longest: 0 };
  let before = "";
  let length = 0;
  for (const day of Object.keys(scores).sort()) {
    if (scores[day] === "lost") length = 0;
    else length = addDays(day, -1) === before ? length + 1 : 1;
    streak.longest = Math.max(streak.longest, length);
    if (day >= yesterday) streak.present = length;
    before = day;
  }
  return streak;
}

/** Shows in `list` a bar for each range of scores. The range of the score `own` stands out. */
export function showHistogram(list, { kind, boards, limit }, scores, own) {
  const ends = kind === "wordpl" ? [15, 25, 37, 50, 71, Infinity]
    : Array.from({ length: limit || SPARE_TURNS + 1 }, (_, k) => k + boards);
  const names = ends.map((end, k) => (kind !== "wordpl" ? String(end)
    : end === Infinity ? `over ${ends[k - 1]}` : `to ${end}`));
  const counts = [...ends.map(() => 0), 0];
  const placeOf = (score) => (score === "lost" ? ends.length : ends.findIndex((end) => score <= end));
  for (const score of scores) counts[placeOf(score)] += 1;
  const top = Math.max(1, ...counts);
  list.replaceChildren(...(scores.length ? [...names, "lost"] : []).map((name, k) => {
    const bar = make("i");
    bar.style.width = `${100 * counts[k] / top}%`;
    const isOwn = own !== undefined && k === placeOf(own);
    return make("li", { className: isOwn ? "own" : "" }, name, make("span", {}, bar), make("b", { textContent: counts[k] }));
  }));
}

/** Shows whether the best players find the word of a day within their budgets, with the noise of that day.
 *
 * `days` has a digit for each day from the first day on. The digit has a bit for each of the budgets in
 * `records`; the bit is 1 if the player with this budget finds the word.
 */
export function showLeaders({ kind, day }, { days, records }) {
  const digit = kind === "wordpl" && day ? days[numberOf(day) - 1] : "";
  const players = digit ? Object.values(records).map((budget, k) => ({ budget, isRight: Boolean(digit >> k & 1) })) : [];
  const most = Math.max(...players.map(({ budget }) => budget));
  const parts = [["right", true], ["wrong", false]].map(([name, wanted]) => [name, players.filter(({ isRight }) => isRight === wanted)])
    .filter(([, some]) => some.length).map(([name, some]) => `${name} with ${inList(some.map(({ budget }) => number(budget)))} nats`);
  $("leaders").textContent = digit ? `The best strategies, on the same word with the same noise: ${parts.join(", ")}.` : "";
  $("budgets").replaceChildren(...players.map(({ budget, isRight }) => {
    const bar = make("i");
    bar.style.width = `${100 * budget / most}%`;
    return make("li", { className: isRight ? "own" : "" }, number(budget), make("span", {}, bar),
      make("b", { textContent: isRight ? "✓" : "✗" }));
  }));
}

/** If the puzzle is not today's puzzle, says on the page whose puzzle it is, or of which day. `shownOn` is the
 * day on which the puzzle was opened.
 */
export function showNotice({ day, word, by, hint }, shownOn) {
  const isOther = word || (Boolean(day) && day !== today());
  $("notice").hidden = !isOther;
  $("whose").textContent = !isOther ? ""
    : word ? `A puzzle by ${by || "a friend"}${hint && `: ${hint}`}`
      : day === shownOn ? "The next puzzle is here." : "This is an earlier puzzle.";
}

/** Shows the time to the next puzzle. At midnight in the player's time zone, `begin` is called. */
export function startCountdown(begin) {
  let day = today();
  const show = () => {
    if (day !== today()) {
      day = today();
      begin();
    }
    const now = new Date();
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    const seconds = Math.ceil((midnight - now) / 1000);
    const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60];
    const text = parts.map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
    for (const timer of document.querySelectorAll(".countdown")) timer.textContent = text;
  };
  show();
  setInterval(show, 1000);
  document.addEventListener("visibilitychange", show);
}
