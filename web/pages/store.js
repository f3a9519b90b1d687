// What the browser keeps: the moves of games, the results of daily puzzles, and choices.

const KEY = "clueproof";
const MOST_GAMES = 60;
const EMPTY = { games: [], results: {}, late: {}, choices: {} };

function read() {
  try {
    return { ...EMPTY, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return { ...EMPTY }; // no storage, or not ours
  }
}

function write(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is full or not allowed: the game goes on without it.
  }
}

/** Returns the moves of a game that was begun, whether it was given up, and before which
 * of its moves the player asked for a hint. */
export function begun(name) {
  const found = read().games.find((game) => game.name === name);
  const moves = found?.moves.map(([guess, price]) => ({ guess, epsilon: Number(price) }));
  return { moves: moves ?? [], givenUp: found?.givenUp ?? false, hinted: found?.hinted ?? [] };
}

/** Keeps a game as `begun` returns it; the one that was played longest ago is dropped. */
export function keepGame(name, { moves, givenUp, hinted }) {
  const kept = read();
  const others = kept.games.filter((game) => game.name !== name);
  const own = moves.map(({ guess, epsilon }) => [guess, String(epsilon)]);
  kept.games = [...others, { name, moves: own, givenUp, hinted }].slice(-MOST_GAMES);
  write(kept);
}

/** Keeps the score of a daily puzzle; "lost" for a game that was not won.
 *
 * A puzzle that was played on a later day counts for no streak.
 */
export function keepResult(series, day, score, isLate) {
  const kept = read();
  const all = isLate ? kept.late : kept.results;
  all[series] = { [day]: score === Infinity ? "lost" : score, ...all[series] };
  write(kept);
}

/** Returns the scores of the puzzles of a series that were played on their days, by day. */
export const results = (series) => read().results[series] ?? {};

/** Returns the scores of all puzzles of a series, by day. */
export const allResults = (series) => ({ ...read().late[series], ...results(series) });

/** Keeps a choice, such as the colours. */
export function keepChoice(name, value) {
  const kept = read();
  kept.choices = { ...kept.choices, [name]: value };
  write(kept);
}

/** Returns a choice, or undefined. */
export const choice = (name) => read().choices[name];
