// What the browser keeps: the moves of games, and the results of daily puzzles.

const KEY = "clueproof";
const MOST_GAMES = 60;

function read() {
  try {
    return { games: [], results: {}, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return { games: [], results: {} }; // no storage, or not ours
  }
}

function write(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is full or not allowed: the game goes on without it.
  }
}

/** Returns the moves of a game that was begun, and whether it was given up. */
export function begun(name) {
  const found = read().games.find((game) => game.name === name);
  const moves = found?.moves.map(([guess, price]) => ({ guess, epsilon: Number(price) }));
  return { moves: moves ?? [], givenUp: found?.givenUp ?? false };
}

/** Keeps the moves of a game; the game that was played longest ago is dropped. */
export function keepMoves(name, moves, givenUp) {
  const kept = read();
  const others = kept.games.filter((game) => game.name !== name);
  const own = moves.map(({ guess, epsilon }) => [guess, String(epsilon)]);
  kept.games = [...others, { name, moves: own, givenUp }].slice(-MOST_GAMES);
  write(kept);
}

/** Keeps the score of a daily puzzle; "lost" for a game that was not won. */
export function keepResult(kind, day, score) {
  const kept = read();
  kept.results[kind] = { [day]: score === Infinity ? "lost" : score, ...kept.results[kind] };
  write(kept);
}

/** Returns the scores of the daily puzzles of a kind, by day. */
export const results = (kind) => read().results[kind] ?? {};

/** Returns on how many days up to today, without a gap, the puzzle was won. */
export function streak(scores, today) {
  const won = (day) => typeof scores[day] === "number";
  let days = 0;
  let day = won(today) || scores[today] ? today : before(today); // today may be to come
  for (; won(day); day = before(day)) days += 1;
  return days;
}

function before(day) {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}
