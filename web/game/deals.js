// Which game is played: its rules as the address of the page states them, as
// game/text/deals.py writes them.

import { isDay } from "./days.js";

const KINDS = ["wordpl", "classic", "absurdle"];
const HARD = ["off", "nyt", "strict"];

/** Letters in a word of the games that the published page deals. */
export const SIZE = 5;

/** Boards of a game of classic Wordle, at most. */
export const MOST_BOARDS = 8;

/** Title of each game. */
export const TITLES = { wordpl: "WORDPL", classic: "Wordle", absurdle: "Absurdle" };

/** Returns a seed that nobody has used. */
export function newSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Reads the rules of a game from the part of an address after "#". */
export function parseDeal(text, today_, words) {
  const fields = new URLSearchParams(text);
  const one = (name, allowed) => (allowed.includes(fields.get(name)) ? fields.get(name) : allowed[0]);
  const whole = (name, least, most) => {
    const value = Number(fields.get(name) ?? least);
    return Number.isInteger(value) && value >= least && value <= most ? value : least;
  };
  const kind = one("kind", KINDS);
  const isClassic = kind === "classic";
  const boards = isClassic ? whole("boards", 1, MOST_BOARDS) : 1;
  const hard = isClassic && boards === 1 ? one("hard", HARD) : "off";
  const target = kind === "absurdle" ? (fields.get("target") ?? "").toLowerCase() : "";
  const rules = { kind, boards, hard, target: words.places.has(target) ? target : "" };
  const seed = fields.get("seed");
  if (kind === "absurdle") return { ...rules, day: "", seed: "", game: 0 };
  if (seed !== null) return { ...rules, day: "", seed, game: whole("game", 0, 999999999) };
  const given = fields.get("day") ?? "";
  const day = isDay(given) ? given : today_;
  return { ...rules, day, seed: dailySeed(kind, boards, day), game: 0 };
}

// One secret for each game, so that one puzzle does not reveal another.
function dailySeed(kind, boards, day) {
  return `daily ${day}${kind === "classic" ? ` classic ${boards}` : ""}`;
}

/** Writes rules as `parseDeal` reads them. */
export function writeDeal({ kind, boards, hard, target, day, seed, game }) {
  const fields = new URLSearchParams({ kind });
  if (boards > 1) fields.set("boards", boards);
  if (hard !== "off") fields.set("hard", hard);
  if (target) fields.set("target", target);
  if (day) fields.set("day", day);
  else if (kind !== "absurdle") fields.set("seed", seed);
  if (game) fields.set("game", game);
  return fields.toString();
}

/** Names a game for its player: its date, seed or target. */
export function nameDeal({ kind, target, day, seed, game }) {
  if (kind === "absurdle") return target && `challenge ${target.toUpperCase()}`;
  return day ? `daily ${day}` : `seed ${seed}${game ? `, game ${game}` : ""}`;
}

/** Returns the link or the command that deals a game to anybody, or "".
 *
 * `size` is the length of the words of lists that are shipped, 0 for other lists; the
 * page at the address, if there is one, has words of five letters.
 */
export function sourceOf(deal, address) {
  if (!deal.size) return "";
  return address && deal.size === SIZE ? `${address}#${writeDeal(deal)}` : toCommand(deal);
}

function toCommand({ kind, boards, hard, target, day, seed, game, size }) {
  const parts = ["python", "interactive.py"];
  if (kind === "absurdle") {
    parts.push("hide", ...(target ? ["--challenge", target] : []));
  } else {
    parts.push("play", ...(kind === "classic" ? ["--mode", "classic"] : []));
    if (boards > 1) parts.push("--boards", boards);
    if (hard !== "off") parts.push("--hard", hard);
    parts.push(...(day ? ["--daily", day] : ["--seed", seed]));
    if (game) parts.push("--game", game);
  }
  if (size !== SIZE) parts.push("--size", size);
  return parts.map((part) => quoted(String(part))).join(" ");
}

// Quotes an argument for a shell.
const quoted = (text) =>
  (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`);

/** Returns the address of a page that others can open, or "".
 *
 * A file, and a server on the player's own machine, are for the player alone.
 */
export function publicAddress({ protocol, hostname, href }) {
  const isOwn = !protocol.startsWith("http") || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return isOwn ? "" : href.split("#")[0];
}
