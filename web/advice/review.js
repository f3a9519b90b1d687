// Review of a finished game: what each guess was worth, beside the best one, and what the
// luck of its clue gave, in bits.

import { countPossible, entropy, probabilities, rank, uniform, update } from "../engine/belief.js";
import { clueRow, toMarks } from "../engine/clues.js";
import { log2 } from "../engine/elementary.js";
import { informant } from "../engine/information.js";
import { EXACT } from "../engine/lies.js";
import { markingOf } from "../engine/named.js";
import { expectedLies } from "../engine/response.js";
import { firstBest, ranking } from "../engine/ties.js";
import { WordList } from "../engine/words.js";
import { candidates } from "./position.js";
import { isAllowed, judgeExact } from "./suggestions.js";

/** Returns one row for each turn of a classic game.
 *
 * `before` and `left` count the words that were possible on the boards that were not
 * solved. `gained` is the information that the clues gave, plus 1 for each board that the
 * guess solved; `expected` is what they give on average, and `best` the guess for which that
 * is most.
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
    const expected = worths[guesses.places.get(guess)] ?? sumOver(before.map(({ words }) =>
      judgeExact(new WordList([guess]), words).worths))[0];
    const gained = bitsOf(before) - bitsOf(after) + before.length - open.length;
    return {
      guess, clues, before: countOf(before), left: countOf(open), gained, expected,
      best: guesses.words[best], bestExpected: worths[best], luck: gained - expected,
    };
  });
}

const countOf = (boards) => boards.reduce((sum, { words }) => sum + words.length, 0);
const bitsOf = (boards) => boards.reduce((sum, { words }) => sum + log2(words.length), 0);
const sumOver = (arrays) =>
  arrays.reduce((sums, one) => sums.map((value, place) => value + one[place]));

/** Returns one row for each turn of a game with lies; those of WORDPL are those of
 * solver/advice/noisy_review.py.
 *
 * `secret` is "" where it is not known; `measured` gives a measure of all guesses: "two"
 * for information of order two, "best" for the expected best posterior, and "bits" for mutual
 * information, by which guesses without prices are compared.
 */
export function reviewNoisy(rules, turns, secret, measured) {
  const { answers, guesses } = rules;
  const { length } = answers;
  const { rule, channel } = markingOf(rules);
  const place = answers.places.get(secret);
  let belief = uniform(answers.size);
  return turns.map(({ guess, epsilon, clues }, k) => {
    const chances = probabilities(belief);
    const later = turns.slice(k + 1).reduce((sum, turn) => sum + turn.epsilon, 0);
    const isLast = epsilon >= (epsilon + later) * (1 - 1e-9);
    const measure = epsilon === Infinity ? "bits" : isLast ? "best" : "two";
    const best = guesses.words[firstBest(measured(measure, chances, epsilon))];
    const information = informant(chances, epsilon, length, channel);
    const row = clueRow(answers, guess, rule);
    const isRight = channel.ends && guess === secret;
    belief = update(belief, row, clues[0], epsilon, length, isRight ? EXACT : channel);
    const after = probabilities(belief);
    const gained = entropy(chances) - entropy(after);
    const expected = information(row);
    const reviewed = {
      guess, clues, epsilon, gained, expected, best, luck: gained - expected,
      bestExpected: information(clueRow(answers, best, rule)),
      before: countPossible(chances), left: isRight ? 0 : countPossible(after),
      expectedLies: expectedLies(epsilon, length),
    };
    if (place === undefined) return reviewed;
    const [seen, true_] = [clues[0], row[place]].map((clue) => toMarks(clue, length));
    const lies = seen.filter((m, i) => m !== true_[i]).length;
    return { ...reviewed, lies, rank: rank(after, place), chance: after[place] };
  });
}
