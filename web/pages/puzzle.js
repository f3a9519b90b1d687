// The form with which a player makes a puzzle for other people.

import { readLists } from "../engine/words.js";
import { parseDeal, writeDeal } from "../game/deals.js";
import { hideWord } from "../game/puzzles.js";
import { upper } from "../game/wording.js";
import { $, copyText, make, onSent } from "./dom.js";

/** Sets up the form. `lists` are the word lists of the page. `rulesNow` returns the rules of the puzzle.
 * `address` is the address of the page.
 */
export function makePuzzleForm(lists, rulesNow, address) {
  const say = (...parts) => $("own-link").replaceChildren(...parts);
  onSent($("puzzle"), async () => {
    const [word, by, hint] = ["own-word", "own-name", "own-hint"].map((id) => $(id).value.trim());
    const secret = word.normalize("NFC").toLowerCase();
    const page = document.querySelector(`#lengths [data-length="${secret.length}"]`);
    const isHere = secret.length === lists.guesses.length || !page;
    try {
      const { answers, guesses } = isHere ? lists : await fetchLists(page.href);
      if (!guesses.places.has(secret)) {
        const near = guesses.nearest(secret);
        say(`${upper(secret)} is not in the word list${near && `: did you mean ${upper(near)}?`}`);
        return;
      }
      // `parseDeal` adapts the rules to words of this length.
      const deal = parseDeal(writeDeal({ ...rulesNow(), word: hideWord(secret), by, hint }), "", answers, guesses);
      await offerLink(`${isHere ? address : new URL(page.getAttribute("href"), address)}#${writeDeal(deal)}`, say);
    } catch {
      say("Words of this length have a page of their own: ", make("a", { href: page.href, textContent: page.href }));
    }
  });
}

// Returns the word lists of the page at an address. If this page was opened from a file, the request fails.
async function fetchLists(address) {
  const page = await (await fetch(address)).text();
  return readLists(JSON.parse(new DOMParser().parseFromString(page, "text/html").getElementById("data").textContent));
}

async function offerLink(href, say) {
  const link = make("a", { href, textContent: href });
  say(link);
  link.before(`${await copyText(link)}: `);
}
