// Which game is played: its rules as the address of the page states them.

const KINDS = ["wordpl", "classic", "absurdle"];
const HARD = ["off", "nyt", "strict"];

/** Boards of a game of classic Wordle, at most. */
export const MOST_BOARDS = 8;

/** Title of each game. */
export const TITLES = { wordpl: "WORDPL", classic: "Wordle", absurdle: "Absurdle" };

/** Returns today's date where the player is, such as "2026-11-22". */
export function today() {
  const now = new Date();
  const two = (x) => String(x).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

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
  const day = /^\d{4}-\d\d-\d\d$/.test(given) ? given : today_;
  return { ...rules, day, seed: `daily ${day}`, game: 0 };
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

/** Names a game for its player. */
export function nameDeal({ kind, hard, target, day, seed, game }) {
  if (kind === "absurdle") return target ? `challenge: lead it to ${target.toUpperCase()}` : "";
  const name = day ? `daily ${day}` : `seed ${seed}${game ? `, game ${game}` : ""}`;
  return name + (hard === "off" ? "" : `, hard mode ${hard}`);
}
