// Review of a finished game: the cost of each guess and the luck of its clue, in bits, as
// solver/advice/noisy_costs.py defines them.

import { countEqual, countPossible, entropy, probabilities, rank, uniform, update } from "../engine/belief.js";
import { clueRow, toMarks } from "../engine/clues.js";
import { log2 } from "../engine/elementary.js";
import { bestPosterior, informant } from "../engine/information.js";
import { EXACT } from "../engine/lies.js";
import { markingOf } from "../engine/named.js";
import { expectedLies } from "../engine/response.js";
import { largest } from "../engine/sums.js";
import { firstBest, ranking } from "../engine/ties.js";
import { WordList } from "../engine/words.js";
import { usualLimit } from "../game/deals.js";
import { candidates } from "./position.js";
import { isAllowed, judgeExact } from "./suggestions.js";

/** Returns one row for each turn of a classic game.
 *
 * In a row, `before` and `left` are numbers of words that were possible before and after the guess. They count
 * the words of all boards that were not solved. The gain of a guess is the information in its clues, in bits,
 * plus 1 for each board that the guess solved. The worth of a guess is its mean gain. `cost` is the worth of the
 * best guess minus the worth of this guess, and `luck` is the gain minus the worth.
 */
export function reviewExact(rules, turns) {
  const { answers, guesses, boards } = rules;
  const right = 3 ** answers.length - 1;
  let open = Array.from({ length: boards }, (_, board) => ({ board, words: answers.words }));
  return turns.map(({ guess, clues }, k) => {
    const judged = open.map(({ words }) => judgeExact(guesses, words));
    const worths = sumOver(judged.map((one) => one.worths));
    const possible = sumOver(judged.map((one) => one.possible));
    const [best] = ranking(worths, possible)
      .filter((place) => isAllowed(rules, turns.slice(0, k), place));
    const before = open;
    const after = before.map(({ board }) =>
      ({ board, words: candidates(rules, turns.slice(0, k + 1), board).likely }));
    open = after.filter(({ board }) => clues[board] !== right);
    const worth = worths[guesses.places.get(guess)] ?? sumOver(before.map(({ words }) =>
      judgeExact(new WordList([guess]), words).worths))[0];
    const gained = bitsOf(before) - bitsOf(after) + before.length - open.length;
    return {
      guess, clues, before: countOf(before), left: countOf(open), best: guesses.words[best],
      cost: Math.max(0, worths[best] - worth), luck: gained - worth, unit: "bits",
    };
  });
}

const countOf = (boards) => boards.reduce((sum, { words }) => sum + words.length, 0);
const bitsOf = (boards) => boards.reduce((sum, { words }) => sum + log2(words.length), 0);
const sumOver = (arrays) =>
  arrays.reduce((sums, one) => sums.map((value, place) => value + one[place]));

/** Returns one row for each turn of a game with false marks: WORDPL or Fibble.
 *
 * In a row, `unit` is the unit of the cost and the luck of the turn: bits, or chances to win if at most one
 * move may follow the turn. In WORDPL, solver/advice/noisy_costs.py computes the same costs and luck. If the
 * secret is unknown, `secret` is "". If the final answer of WORDPL is unknown, `final` is "". `measured` is a
 * function that returns a measure of all guesses: "bits" is the information of the clue about the secret, and
 * "best" is the expected probability of the likeliest answer after the clue.
 */
export function reviewNoisy(rules, turns, { secret, final }, measured) {
  const { answers, guesses } = rules;
  const { length } = answers;
  const { rule, channel } = markingOf(rules);
  const place = answers.places.get(secret);
  const most = channel.ends ? rules.limit || usualLimit(rules.channel) : turns.length + (final ? 1 : 2);
  let belief = uniform(answers.size);
  return turns.map(({ guess, epsilon, clues }, k) => {
    const before = belief;
    const chances = probabilities(before);
    const row = clueRow(answers, guess, rule);
    const isRight = channel.ends && guess === secret;
    belief = update(belief, row, clues[0], epsilon, length, isRight ? EXACT : channel);
    const after = probabilities(belief);
    const bits = informant(chances, epsilon, length, channel)(row);
    const gained = entropy(chances) - entropy(after);
    const chanceOf = (word) => chances[answers.places.get(word)] ?? 0;
    const left = most - k - 1; // the number of moves that may follow this turn
    let [list, worths, worth, value] = [answers, chances, chanceOf(guess), isRight ? 1 : 0];
    if (left === 1) {
      [list, worths] = [guesses, measured("best", chances, epsilon)];
      [worth, value] = [bestPosterior(chances, epsilon, length, channel)(row), largest(after)];
    } else if (left > 1) {
      const share = (word) => (channel.ends ? chanceOf(word) : 0);
      list = guesses;
      worths = measured("bits", chances, epsilon).map((x, i) => x + share(guesses.words[i]));
      [worth, value] = [bits + share(guess), gained + value];
    }
    const best = firstBest(list === answers ? before : worths);
    const reviewed = {
      guess, clues, epsilon, gained, bits, best: list.words[best],
      cost: Math.max(0, worths[best] - worth), luck: value - worth, unit: left > 1 ? "bits" : "chances",
      before: countPossible(chances), left: isRight ? 0 : countPossible(after),
      expectedLies: expectedLies(epsilon, length),
    };
    if (place === undefined) return reviewed;
    const [seen, true_] = [clues[0], row[place]].map((clue) => toMarks(clue, length));
    const lies = seen.filter((m, i) => m !== true_[i]).length;
    return { ...reviewed, lies, rank: rank(after, place), shared: countEqual(after, place), chance: after[place] };
  });
}
