// The data of a page of games, as contest/pages/play_page.py writes them.

import { readLists } from "../engine/words.js";
import { isFromRight, useCapitalsOf } from "../game/wording.js";
import { $ } from "./dom.js";

export const data = JSON.parse($("data").textContent);
useCapitalsOf(data.keyboard.join(""));
document.body.classList.toggle("from-right", isFromRight(data.keyboard.join("")));
export const LENGTH = data.length;
const lists = readLists(data);
export const answers = lists.answers;
export const guesses = lists.guesses;
export const others = lists.others;
