// Puzzles of one's own: their word in an address, hidden from a look at it, but no secret from
// whoever wants to know it.

import { blake2b } from "../engine/blake2b.js";

const SALT = 3; // bytes
const CHECK = 2; // bytes, by which a link that was cut or changed is known
const START = SALT + CHECK;

const digestOf = (bytes) => blake2b(Uint8Array.from(bytes));
const cover = (bytes, salt) => bytes.map((byte, i) => byte ^ digestOf(salt)[i]);

/** Returns a word as an address has it; it differs from time to time. */
export function hideWord(word, salt = crypto.getRandomValues(new Uint8Array(SALT))) {
  const bytes = [...new TextEncoder().encode(word)];
  const covered = cover([...digestOf(bytes).slice(0, CHECK), ...bytes], salt);
  return btoa(String.fromCharCode(...salt, ...covered)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns the word that `hideWord` hid, or "" for another text. */
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
