// Deals: the rules of a game, and the address of the page that states these rules. game/text/deals.py
// writes the same addresses.

import { isDay, nameDay } from "./days.js";
import { dailySeed } from "./order.js";
import { revealWord } from "./puzzles.js";
import { DRAWN } from "./rounds.js";
import { SPARE_TURNS } from "./rules.js";

const KINDS = ["wordpl", "classic", "fibble", "absurdle"];
const HARD = ["off", "nyt", "strict"];

/** The number of letters in a word, on the first page of the site. */
export const SIZE = 5;

/** The largest number of boards in a game of classic Wordle. */
export const MOST_BOARDS = 8;

/** Title of each game. */
export const TITLES = { wordpl: "WORDPL", classic: "Wordle", fibble: "Fibble", absurdle: "Absurdle" };

const MOST_GUESSES = 999;
const MOST_NAME = 40; // largest number of letters in the name of the person who made a puzzle
const MOST_HINT = 120;

/** Returns the usual limit of guesses in a game of Fibble with a channel such as "lies:2". */
export const usualLimit = (channel) => SPARE_TURNS + (channel === "lies:0" ? 1 : 3);

/** Returns the number of lies in each row of a game of Fibble. */
export const liesOf = ({ channel }) => Number(channel.split(":")[1]);

/** Returns a new random seed. */
export function newSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Reads the rules of a game from the part of an address after "#". `today_` is today's date, and `words` are
 * the answers.
 */
export function parseDeal(text, today_, words, guesses = words) {
  const fields = readFields(text);
  const one = (name, allowed) => (allowed.includes(fields.get(name)) ? fields.get(name) : allowed[0]);
  const whole = (name, least, most, usual = least) => {
    const value = Number(fields.get(name) ?? usual);
    return Number.isInteger(value) && value >= least && value <= most ? value : usual;
  };
  const kind = one("kind", KINDS);
  const isClassic = kind === "classic";
  const boards = isClassic ? whole("boards", 1, MOST_BOARDS) : 1;
  const hard = isClassic && boards === 1 ? one("hard", HARD) : "off";
  const target = kind === "absurdle" ? (fields.get("target") ?? "").toLowerCase() : "";
  const lying = { channel: "", limit: 0, given: "" };
  if (kind === "fibble") {
    lying.channel = `lies:${whole("lies", 0, words.length, 1)}`;
    lying.limit = whole("limit", 1, MOST_GUESSES, usualLimit(lying.channel));
    const first = (fields.get("given") ?? "").toLowerCase();
    if (first === DRAWN || guesses.places.has(first)) lying.given = first;
  }
  const rules = { kind, boards, hard, target: words.places.has(target) ? target : "", ...lying };
  const seed = fields.get("seed");
  const [word, by, hint] = ["word", "by", "hint"].map((name) => fields.get(name) ?? "");
  const secret = kind === "absurdle" ? "" : revealWord(word);
  if (guesses.places.has(secret)) {
    const own = { word, secret, by: by.slice(0, MOST_NAME), hint: hint.slice(0, MOST_HINT) };
    return { ...rules, boards: 1, day: "", seed: word, game: 0, ...own };
  }
  if (kind === "absurdle") return { ...rules, day: "", seed: "", game: 0 };
  const [, ahead = ""] = /^daily (\d{4}-\d\d-\d\d)/.exec(seed) ?? [];
  if (seed && !(ahead > today_)) return { ...rules, day: "", seed, game: whole("game", 0, 999999999) };
  const date = fields.get("day") ?? ahead; // `ahead` is the day that the seed of a future puzzle names
  const day = isDay(date) ? date : today_;
  return { ...rules, day, seed: dailySeed(rules, day), game: 0 };
}

/** Reads the fields of the part of an address after "#". Chats and mail programs encode that part as a
 * whole, or write "&" as HTML does.
 */
export function readFields(text) {
  const decoded = text.includes("=") ? text : new URLSearchParams(text.replaceAll("&", "%26")).keys().next().value ?? "";
  return new URLSearchParams(decoded.replace(/&(amp;|#38;|#x26;)+/gi, "&"));
}

/** Returns the first field of an address that was not understood, such as "boards=99", or "".
 *
 * `taken` has the values that the page uses, by the names of the fields. A field was not understood if the
 * page uses another value.
 */
export function findMisread(fields, taken) {
  const isTaken = ([name, value]) => /^(utm|fbclid|gclid)/.test(name) // other sites add these to count clicks
    || [value, value.toLowerCase()].includes(String(taken[name]))
    || (typeof taken[name] === "number" && Number(value) === taken[name]);
  const misread = [...fields].find((field) => !isTaken(field));
  return misread ? misread.filter(Boolean).join("=") : "";
}

/** Returns the values of a deal, by the names of the fields of an address. `fields` are the fields from which
 * the deal was read.
 */
export const takenBy = (deal, fields) => ({
  ...deal, lies: deal.channel && liesOf(deal), by: fields.get("by"), hint: fields.get("hint"),
});

/** Says which part of a link was not understood, and what is shown. */
export const misreadLine = (part, shown) => `This page does not understand a part of the link, ${part}. The page shows ${shown}.`;

/** Returns the part of an address after "#" that states the rules of a game. `parseDeal` reads this part. */
export function writeDeal(deal) {
  const { kind, boards, hard, target, day, seed, game, word, by, hint } = deal;
  const fields = new URLSearchParams({ kind });
  if (boards > 1) fields.set("boards", boards);
  if (hard !== "off") fields.set("hard", hard);
  for (const [name, value] of noiseFields(deal)) fields.set(name, value);
  if (target) fields.set("target", target);
  if (word) Object.entries({ word, by, hint }).forEach(([name, text]) => text && fields.set(name, text));
  else if (day) fields.set("day", day);
  else if (kind !== "absurdle") fields.set("seed", seed);
  if (game) fields.set("game", game);
  return fields.toString();
}

/** Writes rules for an address. If the rules deal today's puzzle, the address has no day. So on another day,
 * the same address deals the puzzle of that day.
 */
export function writeLink(deal, today_) {
  const fields = new URLSearchParams(writeDeal(deal));
  if (deal.day === today_) fields.delete("day");
  return fields.toString();
}

// Returns the fields that state the lies, the limit and the first guess of a game of Fibble, as [name, value].
function noiseFields({ kind, channel, limit, given }) {
  if (kind !== "fibble") return [];
  const fields = [["lies", liesOf({ channel })]];
  if (limit && limit !== usualLimit(channel)) fields.push(["limit", limit]);
  if (given) fields.push(["given", given]);
  return fields;
}

/** Names a game for its player: by the maker of the puzzle, the target, the number and date, or the seed that a
 * player chose. Any other game has the name "".
 */
export function nameDeal({ kind, target, day, seed, game, word, by }) {
  if (word) return `a puzzle by ${by || "a friend"}`;
  if (kind === "absurdle") return target && `challenge ${target.toUpperCase()}`;
  if (day) return nameDay(day);
  return /^[\da-f]{12}$/.test(seed) && !game ? "" : `seed ${seed}${game ? `, game ${game}` : ""}`;
}

/** Returns the address of a page that other people can open, or "".
 *
 * Other people cannot open a file, or a page of a server on the player's own machine.
 */
export function publicAddress({ protocol, hostname, href }) {
  const isOwn = !protocol.startsWith("http") || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return isOwn ? "" : href.split("#")[0];
}
