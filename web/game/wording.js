// Numbers for readers, as game/text/formats.py writes them.

/** Writes a number to ten significant digits. */
export const number = (x) => (x === Infinity ? "inf" : String(Number(x.toPrecision(10))));

/** Writes a share; what is neither 0 nor 1 is not rounded to it. */
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
  if (bits < 0.05) return "Less than 0.1 bits of entropy are left: one word is almost certain.";
  return `${bits.toFixed(1)} bits of entropy are left, as of ${words} equally probable words.`;
}

/** Replaces the letter whose upper case would be two. */
export const single = (word) => word.replaceAll("ß", "ẞ");

/** Writes a word in upper case, letter by letter. */
export const upper = (word) => single(word).toUpperCase();

/** Writes a count with its noun. */
export const counted = (count, noun) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
