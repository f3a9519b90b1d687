// The archive: a calendar of past days. Each day deals the daily puzzle of that day.

import { addDays, noon, today } from "../game/days.js";
import { number } from "../game/wording.js";
import { $, make } from "./dom.js";

const MONDAY = "2024-01-01"; // any Monday, to name the days of the week
const MONTH = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
const WEEKDAY = new Intl.DateTimeFormat("en", { weekday: "narrow", timeZone: "UTC" });

const firstOfMonth = (day) => `${day.slice(0, 7)}-01`;

/** Opens the calendar at the month of a day.
 *
 * `stateOf` returns the score of a day's puzzle, "lost", "begun" or undefined; `open`
 * receives the day that the player chooses.
 */
export function openCalendar(day, stateOf, open) {
  const choose = (chosen) => {
    $("calendar").close();
    open(chosen);
  };
  const show = (first) => {
    const days = Array.from({ length: 31 }, (_, k) => addDays(first, k))
      .filter((other) => firstOfMonth(other) === first);
    const next = addDays(days.at(-1), 1);
    $("month").textContent = MONTH.format(noon(first));
    $("days").replaceChildren(...days.map((own) =>
      make("li", {}, drawDay(own, stateOf(own), choose))));
    $("days").firstChild.style.gridColumnStart = (noon(first).getUTCDay() + 6) % 7 + 1;
    $("after").disabled = next > today();
    $("before").onclick = () => show(firstOfMonth(addDays(first, -1)));
    $("after").onclick = () => show(next);
  };
  $("weekdays").replaceChildren(...Array.from({ length: 7 }, (_, k) =>
    make("span", { textContent: WEEKDAY.format(noon(addDays(MONDAY, k))) })));
  $("unplayed").onclick = () => {
    let next = today();
    while (!["begun", undefined].includes(stateOf(next))) next = addDays(next, -1);
    choose(next);
  };
  $("close").onclick = () => $("calendar").close();
  show(firstOfMonth(day));
  $("calendar").showModal();
}

function drawDay(day, state, choose) {
  const [mark, spoken] = typeof state === "number" ? ["✓", `won, ${number(state)}`]
    : { lost: ["✗", "lost"], begun: ["…", "begun"] }[state] ?? ["", ""];
  const className = typeof state === "number" ? "won" : state ?? "";
  const button = make("button", { type: "button", className, disabled: day > today() },
    String(Number(day.slice(8))), make("small", { textContent: mark }));
  button.ariaLabel = [day, spoken].filter(Boolean).join(", ");
  button.title = spoken;
  button.onclick = () => choose(day);
  return button;
}
