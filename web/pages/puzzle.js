// The form that makes a puzzle of one's own.

import { writeDeal } from "../game/deals.js";
import { hideWord } from "../game/puzzles.js";
import { upper } from "../game/wording.js";
import { $, make } from "./dom.js";

/** Sets up the form; `rulesNow` returns the rules that a puzzle has, `address` is of the page. */
export function makePuzzleForm(guesses, rulesNow, address) {
  $("puzzle").onsubmit = async (event) => {
    event.preventDefault();
    const word = $("own-word").value.trim().normalize("NFC").toLowerCase();
    if (!guesses.places.has(word)) {
      const near = guesses.nearest(word);
      $("own-link").textContent = `${upper(word)} is not in the word list${near && `: did you mean ${upper(near)}?`}`;
      return;
    }
    const [by, hint] = ["own-name", "own-hint"].map((id) => $(id).value.trim());
    const deal = { ...rulesNow(), boards: 1, day: "", game: 0, word: hideWord(word), by, hint };
    const href = `${address}#${writeDeal(deal)}`;
    const link = make("a", { href, textContent: href });
    try {
      await navigator.clipboard.writeText(href);
      $("own-link").replaceChildren("Copied: ", link);
    } catch {
      $("own-link").replaceChildren(link);
    }
  };
}
