// Numbers, counts and words as readers see them. game/text/formats.py and game/spelling.py write the same.

/** Writes a number to ten significant digits. */
export const number = (x) => (x === Infinity ? "inf" : String(Number(x.toPrecision(10))));

/** Writes a share in per cent. A share that is neither 0 nor 1 is not written as 0 % or 100 %. */
export function percent(p, digits = 0) {
  const least = 10 ** -digits;
  if (p > 0 && 100 * p < least / 2) return `<${least} %`;
  if (p < 1 && 100 * (1 - p) < least / 2) return `>${100 - least} %`;
  return `${(100 * p).toFixed(digits)} %`;
}

/** Says how uncertain the secret is, given the entropy of the posterior. */
export function uncertainty(bits) {
  const count = 2 ** bits;
  const words = count < 9.95 ? count.toFixed(1) : Math.round(count).toLocaleString("en");
  return bits < 0.05 ? "One word is almost certain." : `The secret is as uncertain as one of ${words} equally likely words.`;
}

/** Says the rank of a word, and how many words share this rank. */
export const ranked = (rank, shared) =>
  `no. ${rank.toLocaleString("en")}${shared > 1 ? `, shared by ${counted(shared, "word")}` : ""}`;

// As in game/spelling.py: capitals that differ from the capitals of Unicode. Below, final letters of Hebrew
// become usual letters.
const CAPITALS = { ß: "ẞ", ı: "ı", i: "I" };
const SMALL = { I: "i", İ: "i" };
for (const final of "ךםןףץ") SMALL[final] = String.fromCodePoint(final.codePointAt(0) + 1);
const isGeorgian = (letter) => letter >= "\u10d0" && letter <= "\u10ff";

/** Returns whether a text is written from right to left. */
export const isFromRight = (text) => /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);

/** From now on, reads and writes capitals as the language of an alphabet does: Turkish has a dotless i. */
export function useCapitalsOf(alphabet) {
  if (!alphabet.includes("ı")) return;
  Object.assign(CAPITALS, { i: "İ", ı: "I" });
  SMALL.I = "ı";
}

/** Returns a letter in lower case, as words of lists have it. */
export function fold(letter) {
  const [small, folded] = [SMALL[letter] ?? letter.toLowerCase(), letter.toUpperCase().toLowerCase()];
  return letter in SMALL || folded.length !== 1 || letter === "ı" ? small : folded;
}

const capital = (letter) => CAPITALS[letter]
  ?? (isGeorgian(letter) || letter.toUpperCase().length !== letter.length ? letter : letter.toUpperCase());

/** Writes a word in upper case, letter by letter. A word that is written from right to left is put between
 * isolating characters, so that a number beside the word keeps its place.
 */
export function upper(word) {
  const text = [...word].map(capital).join("");
  return text.length > 1 && isFromRight(text) ? `\u2068${text}\u2069` : text;
}

/** Joins names: "A", "A and B", "A, B and C". */
export const inList = (names) => [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");

/** Writes a count with its noun. */
export const counted = (count, noun) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
