// The goal of a game, and guidance through the player's first game of each kind.

import { countEqual, countPossible } from "../engine/belief.js";
import { ranking } from "../engine/ties.js";
import { liesOf } from "../game/deals.js";
import { counted, inList, percent, upper } from "../game/wording.js";

const LIKELY = 0.5; // from this chance of a word on, the player is told to consider it as the final answer
const MOST_NAMED = 3; // at most this number of equally likely words are named

/** Returns the goal of a game. */
export function goal(rules, { most }) {
  const { kind, boards } = rules;
  if (kind === "wordpl") {
    return "Find the word and pay little: the more a clue costs, the likelier its marks are true.";
  }
  if (kind === "absurdle") {
    return "There is no secret: the game chooses each clue so that as many words as possible remain. "
      + "Guess until one word remains, and guess that word.";
  }
  if (kind === "fibble" && liesOf(rules)) {
    return `${lying(rules)}, but the clue of the right word is true. Find the word in ${most} guesses.`;
  }
  const words = boards > 1 ? `all ${boards} words` : "the word";
  return `Every clue is true. Find ${words} in ${most} guesses.`;
}

function lying(rules) {
  const [count, { length }] = [liesOf(rules), rules.answers];
  if (count === length) return "All marks of each clue are false";
  return `${count} of the ${length} marks of each clue ${count === 1 ? "is" : "are"} false`;
}

/** Returns what a player who is new should know before the next move. */
export function guidance(rules, state, beliefs) {
  const { kind, boards, answers } = rules;
  const { turns, solved } = state;
  if (!turns.length) return `${goal(rules, state)} Type any word and press Enter.`;
  const chances = beliefs[Math.max(0, solved.indexOf(Infinity))];
  if (kind === "wordpl") return noisyGuidance(answers, chances, turns.length);
  const left = countPossible(chances);
  const where = boards > 1 ? "the first open board" : "the clues";
  if (left === 1) return `One word fits ${where}: the button “Clues” shows this word.`;
  return `${counted(left, "word")} fit ${where}. A good guess tells these words apart. The button “Clues” lists ${left > 10 ? "ten of these" : "these"} words.`;
}

function noisyGuidance(answers, chances, count) {
  if (count === 1) {
    return "Below each mark stands the probability that it is true. The button “Clues” lists the most probable words.";
  }
  const { names, top, isAlone } = findLeaders(answers, chances);
  const likeliest = isAlone ? `The most probable word is ${names}, with ${top}.`
    : `The most probable words are ${names}, with ${top} each.`;
  return isAlone && Math.max(...chances) >= LIKELY
    ? `${likeliest} Type ${names} and press Final answer, or guess again.`
    : `${likeliest} Pay for another clue to be surer.`;
}

/** Returns the names of the likeliest words, the chance of each of these words (written as in the list of words),
 * and whether one word is likelier than all other words.
 */
export function findLeaders(answers, chances) {
  const order = ranking(chances);
  const count = countEqual(chances, order[0]);
  const named = order.slice(0, count > MOST_NAMED ? 1 : count).map((k) => upper(answers.words[k]));
  if (count > MOST_NAMED) named.push(counted(count - 1, "other"));
  return { names: inList(named), top: percent(chances[order[0]], 1), isAlone: count === 1 };
}
