// Stored suggestions for an empty board, for the shipped lists of five letters. These suggestions never change,
// and to compute them takes seconds. A test (tests/web/test_advice.py) shows that `suggest` of worker.js computes
// the same suggestions.

import { blake2b } from "../engine/blake2b.js";
import { asWords } from "./suggestions.js";
import { candidates } from "./position.js";

const LISTS = "202,191,11,6,178,187,107,65"; // the first bytes of the digest of the shipped lists
const OPENING_PRICE = 12;

// For each game, the best first guesses. A guess is an array: the word, its worth in bits, the mean number of
// words that are left after the guess (null if unknown), and whether the word is a possible answer. For WORDPL, a
// guess has only the word and its worth.
const OPENINGS = {
  classic: [
    ["raise", 5.878342, 61.000864, true], ["slate", 5.856207, 71.572786, true], ["crate", 5.835306, 72.899784, true],
    ["irate", 5.831829, 63.779266, true], ["trace", 5.830981, 74.020302, true], ["arise", 5.821372, 63.725702, true],
    ["stare", 5.807712, 71.2946, true], ["snare", 5.770521, 71.097624, true], ["arose", 5.768229, 66.021166, true],
    ["least", 5.752078, 78.189633, true],
  ],
  wordpl: [
    ["raise", 2.969639], ["irate", 2.963109], ["arise", 2.960172],
    ["stare", 2.95848], ["arose", 2.956429], ["slate", 2.937776],
    ["crate", 2.921269], ["trace", 2.920121], ["later", 2.919337],
    ["snare", 2.914622],
  ],
  "lies:0": [
    ["raise", 5.87791, null, true], ["slate", 5.855775, null, true], ["crate", 5.834874, null, true],
    ["irate", 5.831397, null, true], ["trace", 5.830549, null, true], ["arise", 5.82094, null, true],
    ["stare", 5.80728, null, true], ["snare", 5.770089, null, true], ["arose", 5.767797, null, true],
    ["least", 5.751646, null, true],
  ],
  "lies:1": [
    ["stare", 3.674798, null, true], ["raise", 3.669693, null, true], ["irate", 3.669096, null, true],
    ["arise", 3.66054, null, true], ["arose", 3.65973, null, true], ["slate", 3.651323, null, true],
    ["trace", 3.635349, null, true], ["later", 3.635016, null, true], ["crate", 3.634055, null, true],
    ["snare", 3.625883, null, true],
  ],
  "lies:2": [
    ["irate", 2.285889, null, true], ["stare", 2.283071, null, true], ["raise", 2.282842, null, true],
    ["arose", 2.282655, null, true], ["arise", 2.280918, null, true], ["later", 2.274928, null, true],
    ["slate", 2.269534, null, true], ["alter", 2.268318, null, true], ["saner", 2.265918, null, true],
    ["snare", 2.264313, null, true],
  ],
  "lies:3": [
    ["raise", 1.558923, null, true], ["irate", 1.558039, null, true], ["arise", 1.557625, null, true],
    ["arose", 1.556855, null, true], ["saner", 1.553072, null, true], ["stare", 1.553019, null, true],
    ["later", 1.552978, null, true], ["alter", 1.55207, null, true], ["snare", 1.552011, null, true],
    ["slate", 1.551318, null, true],
  ],
  "lies:4": [
    ["irate", 1.513747, null, true], ["raise", 1.512321, null, true], ["arose", 1.511316, null, true],
    ["arise", 1.511022, null, true], ["later", 1.509711, null, true], ["stare", 1.509706, null, true],
    ["alter", 1.508774, null, true], ["alert", 1.506156, null, true], ["saner", 1.503992, null, true],
    ["snare", 1.503571, null, true],
  ],
  "lies:5": [
    ["irate", 2.418126, null, true], ["stare", 2.414945, null, true], ["later", 2.40918, null, true],
    ["arose", 2.406162, null, true], ["alter", 2.404554, null, true], ["raise", 2.403458, null, true],
    ["arise", 2.401441, null, true], ["alert", 2.393394, null, true], ["saner", 2.375605, null, true],
    ["snare", 2.373295, null, true],
  ],
};

const digestLists = (words) => [...blake2b(new TextEncoder().encode(words.join("")))].slice(0, 8).join();

/** Returns the suggestions for an empty board in the form of `suggest`, or null if they are not stored. */
export function findOpenings(rules, epsilon) {
  const { kind, channel, answers, guesses } = rules;
  const best = OPENINGS[kind === "fibble" ? channel : kind];
  const isPriced = kind === "wordpl";
  if (!best || (isPriced && epsilon !== OPENING_PRICE)) return null;
  if (digestLists([...answers.words, ...guesses.words]) !== LISTS) return null;
  const { words, others } = asWords(candidates(rules, []));
  return {
    words, others: isPriced ? [] : others, entropy: Math.log2(answers.size),
    best: best.map(([word, worth, expected, isPossible]) =>
      ({ word, worth, expected, isPossible, chance: null, guesses: null })),
  };
}
