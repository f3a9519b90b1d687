// Suggestions for an empty board, which take seconds and never change: those of the lists of five
// letters that are shipped, as `suggest` computes them (tests/web/test_advice.py).

import { blake2b } from "../engine/blake2b.js";
import { asWords } from "./suggestions.js";
import { candidates } from "./position.js";

const LISTS = "202,191,11,6,178,187,107,65"; // start of the digest of the lists
const OPENING_PRICE = 12;

// Word, worth, words left on average where that is known, whether it is possible.
const OPENINGS = {
  classic: [
    ["soare", 5.88596, 62.30108, false], ["roate", 5.882779, 60.424622, false], ["raise", 5.878342, 61.000864, true],
    ["raile", 5.86571, 61.330886, false], ["reast", 5.865457, 71.765443, false], ["slate", 5.856207, 71.572786, true],
    ["crate", 5.835306, 72.899784, true], ["salet", 5.834582, 71.272138, false], ["irate", 5.831829, 63.779266, true],
    ["trace", 5.830981, 74.020302, true],
  ],
  wordpl: [
    ["soare", 3.00048], ["roate", 2.992721], ["raile", 2.972815],
    ["raise", 2.969639], ["orate", 2.968001], ["irate", 2.963109],
    ["arise", 2.960172], ["stare", 2.95848], ["arose", 2.956429],
    ["reast", 2.949015],
  ],
  "lies:0": [
    ["soare", 5.88596, null, false], ["roate", 5.882779, null, false], ["raise", 5.87791, null, true],
    ["raile", 5.86571, null, false], ["reast", 5.865457, null, false], ["slate", 5.855775, null, true],
    ["crate", 5.834874, null, true], ["salet", 5.834582, null, false], ["irate", 5.831397, null, true],
    ["trace", 5.830549, null, true],
  ],
  "lies:1": [
    ["soare", 3.696048, null, false], ["roate", 3.689546, null, false], ["raile", 3.676587, null, false],
    ["stare", 3.674798, null, true], ["orate", 3.674622, null, false], ["raise", 3.669693, null, true],
    ["irate", 3.669096, null, true], ["arise", 3.66054, null, true], ["reast", 3.659977, null, false],
    ["arose", 3.65973, null, true],
  ],
  "lies:2": [
    ["soare", 2.290742, null, false], ["roate", 2.289188, null, false], ["orate", 2.2863, null, false],
    ["irate", 2.285889, null, true], ["raile", 2.283474, null, false], ["stare", 2.283071, null, true],
    ["raise", 2.282842, null, true], ["arose", 2.282655, null, true], ["arise", 2.280918, null, true],
    ["taler", 2.278219, null, false],
  ],
  "lies:3": [
    ["raise", 1.558923, null, true], ["irate", 1.558039, null, true], ["arise", 1.557625, null, true],
    ["arose", 1.556855, null, true], ["roate", 1.555738, null, false], ["soare", 1.555237, null, false],
    ["raile", 1.554484, null, false], ["orate", 1.55394, null, false], ["saner", 1.553072, null, true],
    ["stare", 1.553019, null, true],
  ],
  "lies:4": [
    ["irate", 1.513747, null, true], ["raise", 1.512321, null, true], ["roate", 1.511743, null, false],
    ["arose", 1.511316, null, true], ["arise", 1.511022, null, true], ["orate", 1.510182, null, false],
    ["later", 1.509711, null, true], ["stare", 1.509706, null, true], ["soare", 1.509684, null, false],
    ["raile", 1.509021, null, false],
  ],
  "lies:5": [
    ["roate", 2.423749, null, false], ["orate", 2.420516, null, false], ["irate", 2.418126, null, true],
    ["stare", 2.414945, null, true], ["soare", 2.412389, null, false], ["taler", 2.410764, null, false],
    ["oater", 2.409181, null, false], ["later", 2.40918, null, true], ["taser", 2.40867, null, false],
    ["arose", 2.406162, null, true],
  ],
};

const digestLists = (words) => [...blake2b(new TextEncoder().encode(words.join("")))].slice(0, 8).join();

/** Returns what `suggest` returns for an empty board, or null where it is not known. */
export function findOpenings(rules, epsilon) {
  const { kind, channel, answers, guesses } = rules;
  const best = OPENINGS[kind === "fibble" ? channel : kind];
  const isPriced = kind === "wordpl";
  if (!best || (isPriced && epsilon !== OPENING_PRICE)) return null;
  if (digestLists([...answers.words, ...guesses.words]) !== LISTS) return null;
  const { words, others } = asWords(candidates(rules, []));
  return {
    words, others: isPriced ? [] : others, entropy: Math.log2(answers.size),
    best: best.map(([word, worth, expected, isPossible]) => ({ word, worth, expected, isPossible, chance: null })),
  };
}
