// Puzzles that a player makes. The address of the puzzle has its word in a hidden form. A reader of the
// address does not see the word, but whoever wants to know the word can compute it.

import { blake2b } from "../engine/blake2b.js";

const SALT = 3; // the number of random bytes with which a word is hidden
const CHECK = 2; // the number of bytes that show whether a link was cut off or changed
const START = SALT + CHECK;

const digestOf = (bytes) => blake2b(Uint8Array.from(bytes));
const cover = (bytes, salt) => bytes.map((byte, i) => byte ^ digestOf(salt)[i]);

/** Returns the hidden form of a word for an address. Each call returns another form, because `salt` is random. */
export function hideWord(word, salt = crypto.getRandomValues(new Uint8Array(SALT))) {
  const bytes = [...new TextEncoder().encode(word)];
  const covered = cover([...digestOf(bytes).slice(0, CHECK), ...bytes], salt);
  return btoa(String.fromCharCode(...salt, ...covered)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns the word of a text that `hideWord` returned, or "" for any other text. */
export function revealWord(text) {
  try {
    const bytes = [...atob(text.replaceAll("-", "+").replaceAll("_", "/"))].map((char) => char.charCodeAt(0));
    const plain = cover(bytes.slice(SALT), bytes.slice(0, SALT));
    const word = plain.slice(CHECK);
    const isWhole = bytes.length > START && [...digestOf(word).slice(0, CHECK)].join() === plain.slice(0, CHECK).join();
    return isWhole ? new TextDecoder().decode(Uint8Array.from(word)) : "";
  } catch {
    return "";
  }
}
