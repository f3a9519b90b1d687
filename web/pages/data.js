// The data of a page of games, as contest/pages/play_page.py writes them.

import { readLists } from "../engine/words.js";
import { $ } from "./dom.js";

export const data = JSON.parse($("data").textContent);
export const LENGTH = data.length;
const lists = readLists(data);
export const answers = lists.answers;
export const guesses = lists.guesses;
