// Dates of daily puzzles, as text such as "2026-11-22".

const FIRST_DAY = "2026-11-22"; // the day of the puzzle with the number 1

/** Returns today's date in the player's time zone. */
export function today() {
  const now = new Date();
  const two = (x) => String(x).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Returns whether a text is a date that exists. */
export function isDay(text) {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? noon(text) : new Date(NaN);
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text);
}

/** Returns the date `count` days after a day. If `count` is negative, the returned date is before the day. */
export function addDays(day, count) {
  const date = noon(day);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** Returns the number of the puzzle of a day. */
export const numberOf = (day) => 1 + Math.round((noon(day) - noon(FIRST_DAY)) / 864e5);

/** Names the puzzle of a day: "No. 7, 28 November". Days before the first puzzle have no number. */
export function nameDay(day) {
  const number = numberOf(day);
  const [date, year] = [noon(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" }), day.slice(0, 4)];
  return number > 0 ? `No. ${number}, ${date}` : `${date} ${year}`;
}

/** Returns noon of a day, in UTC, as a Date. A text that names the day has to be formatted in UTC, too. */
export const noon = (day) => new Date(`${day}T12:00:00Z`);
