// Verification of a recorded game: its secret and all clues follow from the seed.

import { markingOf } from "../engine/named.js";
import { replay } from "./rounds.js";

const FORFEITED = ["invalid", "crashed", "timeout"];

/** Returns the reason why a recorded game does not follow from its seed, or "".
 *
 * `rules` are the rules for `replay`, without the number of the game. `recorded` is a game that `parseGame` of
 * pages/viewer.js has read.
 */
export function misfit(rules, recorded) {
  const { game, answer, final, outcome, score, turns } = recorded;
  const moves = turns.map(({ guess, epsilon }) => ({ guess, epsilon }));
  if (rules.kind === "wordpl" && final) moves.push({ guess: final, epsilon: 0 });
  if (!markingOf(rules).channel) return `game ${game}: the page has no channel ${rules.channel}`;
  const state = replay({ ...rules, game: Number(game) }, moves);
  const secret = state.secrets.join();
  if (secret !== answer) return `game ${game}: the recorded secret is ${answer}, but the seed gives ${secret}`;
  const wrong = state.turns.findIndex(({ clues }, k) => clues.join() !== turns[k].clues.join());
  if (wrong >= 0) return `game ${game}: clue ${wrong + 1} is not the clue that the seed gives`;
  if (state.turns.length < turns.length) return `game ${game}: the record has moves after the end`;
  const ended = state.outcome || (FORFEITED.includes(outcome) ? outcome : "unfinished");
  if (ended !== outcome) return `game ${game}: the recorded outcome is ${outcome}, but a replay gives ${ended}`;
  const own = score === "inf" ? Infinity : Number(score);
  if (own === state.score || Math.abs(own - state.score) < 1e-9) return "";
  return `game ${game}: the recorded score is ${score}, but a replay gives ${state.score}`;
}
