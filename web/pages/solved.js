// The game on the page Solve: its turns as they were typed, and its earlier states. The address of the page
// has each turn as WORD:CLUE or WORD:PRICE:CLUE.

import { toText, parseClue } from "../engine/clues.js";
import { candidates } from "../advice/position.js";
import { findMisread, liesOf, readFields } from "../game/deals.js";
import { objection, readPrice } from "../game/rules.js";
import { number } from "../game/wording.js";
import { LENGTH, answers, guesses, others } from "./data.js";
import { $, showAddress } from "./dom.js";

const RIGHT = 3 ** LENGTH - 1;

export let kind = "classic";
export let hard = "off";
export let channel = ""; // in Fibble the channel, such as "lies:2"
export let turns = []; // each turn is { guess, epsilon, clues }, and `clues` has one clue
export let typed = "";
export let clue = 0; // the clue of the typed word
export let isMarked = false; // whether the player has marked a tile of the typed word
let digits = 0; // the number of marks of the typed word that were typed as digits
let past = []; // earlier states, for Undo

export const isPriced = () => kind === "wordpl";
export const isFibble = () => kind === "fibble";
// Games on other sites have other lists. So without prices, any word may be played, and any valid guess may be
// the secret.
export const rules = () => ({ kind, hard, channel, boards: 1, answers, guesses, others, anyWord: !isPriced() });
export const price = () => readPrice($("epsilon").value);

/** Returns whether the game is solved: all marks of the last clue are correct, and the other clues allow its word. */
export const isSolved = () => !isPriced() && turns.at(-1)?.clues[0] === RIGHT
  && candidates(rules(), turns).words.includes(turns.at(-1).guess);

/** Changes some of the variables { kind, hard, channel, turns } of the game. `undo` takes the change back. */
export function change(changes) {
  past.push({ kind, hard, channel, turns });
  take(changes);
}

function take(changes) {
  ({ kind, hard, channel, turns } = { kind, hard, channel, turns, ...changes });
}

/** Begins a game of a kind. */
export function begin(newKind) {
  past = [];
  take({ kind: newKind, hard: "off", channel: newKind === "fibble" ? "lies:1" : "", turns: [] });
  typeWord("");
}

/** Takes the last change back. If there is no earlier state, removes the last turn. */
export const undo = () => take(past.pop() ?? { turns: turns.slice(0, -1) });

/** Sets the typed word. */
export const typeWord = (word) => { [typed, clue, digits, isMarked] = [word, 0, 0, false]; };

/** Sets the clue of the typed word. */
export const typeClue = (newClue) => { [clue, isMarked] = [newClue, true]; };

/** Marks the next letter of the typed word: 0 for absent, 1 for present, 2 for correct. */
export function typeMark(digit) {
  const marks = toText(clue, LENGTH);
  const place = digits % LENGTH;
  digits += 1;
  isMarked = true;
  clue = parseClue(marks.slice(0, place) + ".ic"[digit] + marks.slice(place + 1));
}

/** Writes the game into the address of the page. */
export function writeAddress() {
  const text = turns.map(({ guess, epsilon, clues }) =>
    [guess, ...(isPriced() ? [number(epsilon)] : []), toText(clues[0], LENGTH)].join(":"));
  const options = [hard === "off" ? "" : `hard=${hard}`, isFibble() ? `lies=${liesOf(rules())}` : ""];
  const fields = [`kind=${kind}`, ...options, `turns=${text.join(",")}`].filter(Boolean);
  showAddress(`#${fields.join("&")}`);
}

/** Reads the game from the address of the page. Returns a part of the address that was not understood, or "". */
export function readAddress() {
  const fields = readFields(location.hash.slice(1));
  kind = ["wordpl", "fibble"].includes(fields.get("kind")) ? fields.get("kind") : "classic";
  const isHard = kind === "classic" && ["nyt", "strict"].includes(fields.get("hard"));
  hard = isHard ? fields.get("hard") : "off";
  const isCount = /^\d$/.test(fields.get("lies")) && fields.get("lies") <= LENGTH;
  channel = isFibble() ? `lies:${isCount ? fields.get("lies") : 1}` : "";
  turns = [];
  let misread = "";
  for (const text of (fields.get("turns") || "").split(",").filter(Boolean)) {
    const [guess, ...rest] = text.split(":");
    const [epsilon, marks] = isPriced() ? [Number(rest[0]), rest[1]] : [Infinity, rest[0]];
    const isClue = new RegExp(`^[.ic]{${LENGTH}}$`).test(marks) && epsilon > 0;
    if (!isClue || objection(rules(), turns, { guess, epsilon })) misread ||= text;
    else turns.push({ guess, epsilon, clues: [parseClue(marks)] });
  }
  past = [];
  return misread ? `turns=${misread}` : findMisread(fields, { kind, hard, lies: isFibble() && liesOf(rules()), turns: fields.get("turns") });
}
