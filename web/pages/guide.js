// Guidance through the first game of each kind: what to do now, in one or two sentences.

import { ranking } from "../engine/ties.js";
import { counted, percent, upper } from "../game/wording.js";

const LIKELY = 0.5; // chance from which an answer is worth considering
const BEGIN = {
  wordpl: "Find the word and pay little: type any word and press Enter. The clue may lie; the more "
    + "you pay for it, the truer it is.",
  classic: "Find the word: type any word and press Enter. Its colours tell which letters are right.",
  absurdle: "There is no secret yet: type any word and press Enter. The clue leaves as many words "
    + "possible as it can, until you corner one.",
};

/** Returns what a player who is new should know before the next move. */
export function guidance({ kind, boards, answers }, { turns, solved }, beliefs) {
  if (!turns.length) return BEGIN[kind];
  const chances = beliefs[Math.max(0, solved.indexOf(Infinity))];
  if (kind === "wordpl") return noisyGuidance(answers, chances, turns.length);
  const left = chances.reduce((count, p) => count + (p > 0), 0);
  if (left === 1) return "One word fits all clues: “What the clues say” shows it.";
  const where = boards > 1 ? " of the first open board" : "";
  return `${counted(left, "word")} fit the clues${where}. “What the clues say” lists them; a good `
    + "guess is one whose clue tells them apart.";
}

function noisyGuidance(answers, chances, count) {
  if (count === 1) {
    return "Below each mark stands how probable it is to be true. “What the clues say” lists the "
      + "words that fit best: ask about one of them, or about another word with their letters.";
  }
  const [top] = ranking(chances);
  const leads = `${upper(answers.words[top])} leads with ${percent(chances[top])}.`;
  return chances[top] < LIKELY
    ? `${leads} Another clue makes that clearer, and costs its price.`
    : `${leads} Type it and press Final answer, or ask for another clue to be more certain.`;
}
