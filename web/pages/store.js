// What the browser keeps: games and choices. Other pages of the same host share the storage, and earlier
// versions wrote another format. So everything that is read is checked against one schema, and data that do
// not fit the schema are left out.

import { isDay } from "../game/days.js";
import { writeDeal } from "../game/deals.js";

const KEY = "clueproof";
const VERSION = 2;
const MOST_OPEN = 200; // the largest number of kept games that are not over

const NONE = { games: [], choices: {} };
let unsaved = NONE; // games and choices that the storage did not take

const isObject = (x) => typeof x === "object" && x !== null && !Array.isArray(x);
const entriesOf = (x) => (isObject(x) ? Object.entries(x) : []);
const itemsOf = (x) => (Array.isArray(x) ? x : []);
const isText = (x) => typeof x === "string";
const isChoice = (x) => ["string", "boolean", "number"].includes(typeof x);
const isScore = (x) => x === "lost" || (Number.isFinite(x) && x >= 0);
const isFigure = (x) => Array.isArray(x) && x.length === 2 && x.every(Number.isFinite);
const isMove = (x) => Array.isArray(x) && isText(x[0]) && isText(x[1]) && Number(x[1]) >= 0;

function readGame(raw) {
  if (!isObject(raw) || !isText(raw.name)) return [];
  const moves = itemsOf(raw.moves);
  const end = moves.findIndex((move) => !isMove(move));
  return [{
    name: raw.name,
    moves: (end < 0 ? moves : moves.slice(0, end)).map(([guess, price]) => [guess, price]),
    givenUp: raw.givenUp === true,
    hinted: itemsOf(raw.hinted).filter((k) => Number.isInteger(k) && k >= 0),
    began: isText(raw.began) && isDay(raw.began) ? raw.began : "",
    ended: isText(raw.ended) && isDay(raw.ended) ? raw.ended : "",
    score: isScore(raw.score) ? raw.score : null,
    figures: itemsOf(raw.figures).filter(isFigure),
  }];
}

/** Returns the part of a text that fits the schema: { games, choices }. */
export function readKept(text) {
  let raw = null;
  try {
    raw = JSON.parse(text);
  } catch {
    // The text is not JSON, so no part of it fits.
  }
  const games = new Map(itemsOf(raw?.games).flatMap(readGame).map((game) => [game.name, game]));
  for (const [key, isLate] of [["late", true], ["results", false]]) addScores(games, raw?.[key], isLate);
  const choices = Object.fromEntries(entriesOf(raw?.choices).filter(([, value]) => isChoice(value)));
  return { version: VERSION, games: [...games.values()], choices };
}

// Adds old scores of daily puzzles to the games. Version 1 of the page kept these scores apart from the games: by
// series, such as "5 classic 1 off" or "5 fibble 1 off lies:1 random", and by day.
function addScores(games, raw, isLate) {
  for (const [series, scores] of entriesOf(raw)) {
    const [words, kind, boards, hard, channel = "", given = ""] = series.split(" ");
    for (const [day, score] of entriesOf(scores)) {
      if (!isDay(day) || !isScore(score)) continue;
      const deal = { kind, boards: Number(boards), hard, channel, given, target: "", limit: 0, day, game: 0 };
      const name = `${words} ${writeDeal(deal)}`;
      const [game] = games.has(name) ? [games.get(name)] : readGame({ name });
      games.set(name, { ...game, score, began: isLate ? "" : day, ended: day });
    }
  }
}

// Returns the kept games and choices, with some games and choices changed.
const withChanges = (kept, { games = [], choices }) => {
  const names = new Set(games.map(({ name }) => name));
  return {
    ...kept, games: [...kept.games.filter(({ name }) => !names.has(name)), ...games],
    choices: { ...kept.choices, ...choices },
  };
};

function read() {
  let text = null;
  try {
    text = localStorage.getItem(KEY);
  } catch {
    // The browser has no storage for this page.
  }
  return withChanges(readKept(text), unsaved);
}

// Changes some of the kept games and choices. Returns whether the storage took the changes. If the storage did
// not, the changes are lost, unless `isAlwaysKept`: then the page itself keeps the changes until it is closed.
function write(changes, isAlwaysKept = true) {
  const kept = withChanges(read(), changes);
  let spare = kept.games.filter(({ score }) => score === null).length - MOST_OPEN;
  // If more than MOST_OPEN games are not over, leave out the oldest of these games.
  kept.games = kept.games.filter(({ score }) => score !== null || spare-- <= 0);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
    unsaved = NONE;
    return true;
  } catch {
    if (isAlwaysKept) unsaved = withChanges(unsaved, changes);
    return false;
  }
}

const toMoves = (pairs) => pairs.map(([guess, price]) => ({ guess, epsilon: Number(price) }));

/** Returns the kept game with a name, or undefined.
 *
 * A game has its `moves`, whether it was given up (`givenUp`), the numbers of the moves before which the player
 * asked for a hint (`hinted`), and the days on which the game `began` and `ended`. `score` is "lost" if the game was
 * not won, and null if the game is not over. `figures` are the result of `rateGame`.
 */
export function findKept(name) {
  const game = read().games.find((other) => other.name === name);
  return game && { ...game, moves: toMoves(game.moves) };
}

/** Returns the games that are over, the earliest first. */
export const endedGames = () => read().games.filter(({ score }) => score !== null)
  .map((game) => ({ ...game, moves: toMoves(game.moves) }))
  .sort((a, b) => (a.ended < b.ended ? -1 : a.ended > b.ended ? 1 : 0));

/** Keeps a game, in the form that `findKept` describes, and returns whether the game is stored. */
export const keepGame = (game) =>
  write({ games: [{ ...game, moves: game.moves.map(({ guess, epsilon }) => [guess, String(epsilon)]) }] });

// Returns the name of a game without its mode (hard mode, limit, first guess). So the puzzle of a day has the same
// name in all modes.
function puzzleOf(name) {
  const start = name.indexOf(" ") + 1;
  const fields = new URLSearchParams(name.slice(start));
  for (const field of ["hard", "limit", "given"]) fields.delete(field);
  return name.slice(0, start) + fields;
}

/** Returns the name of the kept game in which a puzzle of a day was begun, or undefined. The mode of the kept game
 * may differ from the mode in `name`.
 */
export const findBegun = (name) => read().games.find((game) =>
  (game.moves.length || game.score !== null) && puzzleOf(game.name) === puzzleOf(name))?.name;

/** Returns the player's daily puzzles that are over, of one kind: { score, isLate } by day.
 *
 * `nameOf` returns the name of the puzzle of this kind for a day, in any mode. A puzzle is late if the player began
 * it on a later day than the day of the puzzle; then it counts for no streak.
 */
export function dailyGames(nameOf) {
  const days = {};
  for (const { name, began, score } of read().games) {
    const day = new URLSearchParams(name.slice(name.indexOf(" ") + 1)).get("day");
    if (day && score !== null && puzzleOf(name) === puzzleOf(nameOf(day))) days[day] ??= { score, isLate: began !== day };
  }
  return days;
}

/** Returns the kept games and choices as one text. In another browser, `importKept` reads this text. */
export const exportKept = () => JSON.stringify(read());

/** Adds the games and choices of a text to the kept games and choices. Returns { count, isStored }.
 *
 * If the storage has no room, nothing is added. `count` is the number of games that are new or that have
 * changed, or NaN if the text has no games.
 */
export function importKept(text) {
  const [kept, added] = [read(), readKept(text)];
  if (!added.games.length) return { count: NaN, isStored: true };
  const games = new Map(kept.games.map((game) => [game.name, game]));
  const changed = added.games.map((game) => mergeGames(games.get(game.name), game))
    .filter((game) => game !== games.get(game.name));
  const choices = { ...added.choices, ...kept.choices };
  return { count: changed.length, isStored: write({ games: changed, choices }, false) };
}

// Joins two records of the same game. If the game is over in neither record, the result has the moves of both
// records. Otherwise the better record is returned. A record in which the game is over is better than a record in
// which the game is not over. If the game is over in both records, the record that began on the day of the puzzle
// is better.
function mergeGames(own, added) {
  if (!own) return added;
  if (own.score === null && added.score === null) return joinMoves(own, added);
  const worth = ({ name, began, score }) =>
    (score === null ? 0 : began && name.includes(`day=${began}`) ? 2 : 1);
  return worth(added) > worth(own) ? added : own;
}

// Returns a game with the moves of the longer record, followed by the moves that only the other record has.
function joinMoves(own, added) {
  const [longer, shorter] = added.moves.length > own.moves.length ? [added, own] : [own, added];
  const matches = longer.moves.map(String);
  const missing = shorter.moves.filter((move) => {
    const place = matches.indexOf(String(move));
    if (place >= 0) matches.splice(place, 1);
    return place < 0;
  });
  if (longer === own && !missing.length) return own;
  const [began] = [own.began, added.began].filter(Boolean).sort();
  const hinted = [...longer.hinted, ...missing.length ? shorter.hinted.map((k) => k + longer.moves.length) : []];
  return { ...longer, moves: [...longer.moves, ...missing], began: began ?? "", hinted };
}

/** Keeps a choice, such as the colours. */
export const keepChoice = (name, value) => { write({ choices: { [name]: value } }); };

/** Returns a choice. If there is no choice of the type of `usual`, returns `usual`. */
export function choice(name, usual) {
  const value = new Map(Object.entries(read().choices)).get(name);
  return typeof value === typeof usual ? value : usual;
}

/** Calls a function when another tab has changed the storage, or when this tab is shown again. */
export function onKeptChange(changed) {
  addEventListener("storage", ({ key }) => { if (key === KEY || key === null) changed(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) changed(); });
  addEventListener("pageshow", ({ persisted }) => { if (persisted) changed(); });
}
