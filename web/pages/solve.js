// The page that solves a game that is played elsewhere.

import { findOpenings } from "../advice/openings.js";
import { culprits } from "../advice/position.js";
import { posterior } from "../engine/belief.js";
import { markingOf } from "../engine/named.js";
import { misreadLine } from "../game/deals.js";
import { objection } from "../game/rules.js";
import { counted, percent, uncertainty, upper } from "../game/wording.js";
import { letterMarks, likelyMarks, spokenTurn } from "./board.js";
import { showColours } from "./colours.js";
import { LENGTH, answers, data, guesses } from "./data.js";
import { $, chance, make, wholeOf } from "./dom.js";
import { askEngine, stopEngine } from "./engine.js";
import { fillField, focusField, isFieldKey, makeField } from "./field.js";
import { isShortcut, letterOf, makeKeyboard, markKeys } from "./keyboard.js";
import { makeInstallable } from "./install.js";
import { offerReview } from "./review.js";
import { listLies } from "./settings.js";
import { besideRow, suspectRow, tapRow, typedRow } from "./rows.js";
import {
  begin, change, channel, clue, hard, isFibble, isMarked, isPriced, isSolved, kind, price, readAddress, rules, turns, typeClue,
  typeMark, typeWord, typed, undo, writeAddress,
} from "./solved.js";

const BEST = 10; // the largest number of suggestions
const MOST_WORDS = 60; // the largest number of possible words that are shown
const LIKELIEST = 10; // in WORDPL, the number of likeliest words that are shown

let asked = 0; // the number of questions to the engine so far
let note = ""; // a line about the link that opened the page
let isSure = false; // whether the player was asked to confirm that no tile of the word has a colour

/* the game */

function changeTurns(newTurns) {
  note = "";
  change({ turns: newTurns });
  refresh();
}

function addTurn() {
  const move = { guess: typed, epsilon: isPriced() ? price() : Infinity };
  const reason = [...typed].length < LENGTH ? `Type a word of ${LENGTH} letters first.`
    : isPriced() && !(move.epsilon > 0) ? "Type a price above 0 first."
      : objection(rules(), turns, move);
  if (!reason && !isMarked && !isSure) {
    isSure = true;
    say(`Tap the tiles of ${upper(typed)} that have a colour. If all tiles are grey, press Enter again.`);
    return;
  }
  say(reason);
  if (reason) return;
  const turn = { ...move, clues: [clue] };
  type("");
  changeTurns([...turns, turn]);
  $("spoken").textContent = spokenTurn(turn);
}

function type(word) {
  isSure = false;
  note = "";
  typeWord(word);
  showTyped();
}

/* what is shown */

function refresh() {
  document.body.dataset.kind = kind;
  for (const button of $("kinds").children) {
    button.ariaPressed = String(button.dataset.kind === kind);
  }
  $("hard").value = hard;
  $("channel").value = channel;
  $("goal").hidden = turns.length > 0;
  writeAddress();
  showKeys();
  showRows();
  advise();
}

function showKeys() {
  const solved = isSolved() ? turns.length - 1 : Infinity;
  markKeys(kind === "classic" ? letterMarks({ turns, solved: [Infinity] })
    : likelyMarks(answers.words, posterior(answers, turns, markingOf(rules()), 0, solved), turns));
}

function showRows() {
  const rows = turns.map((turn, k) => make("li", {},
    tapRow(turn.guess, turn.clues[0], (clue_) => changeClue(k, clue_)),
    besideRow(turn, isPriced(), () => changeTurns(turns.filter((_, other) => other !== k)))));
  $("rows").replaceChildren(...rows, make("li", { id: "typed" }));
  showTyped();
}

function showTyped() {
  fillField(typed);
  const isWhole = [...typed].length === LENGTH;
  $("typed").replaceChildren(isWhole ? tapRow(typed, clue, typeClue)
    : typedRow(typed, LENGTH));
  $("typed").className = isWhole ? "" : "waiting";
  $("typed").hidden = isSolved() && !typed;
}

// Changes the clue of an earlier turn. The elements of its row are kept, so that the focus stays on the tile.
function changeClue(place, clue_) {
  change({ turns: turns.map((turn, k) => (k === place ? { ...turn, clues: [clue_] } : turn)) });
  writeAddress();
  showKeys();
  advise();
}

/* advice */

async function advise() {
  asked += 1;
  const own = asked;
  stopEngine();
  for (const note of document.querySelectorAll(".suspect")) note.remove();
  $("ranked").classList.add("waiting");
  $("count").textContent = "Judging all words…";
  const { best: found, words, others = [], entropy } = await askSuggestions();
  const best = found.slice(0, Math.min(BEST, words.length + others.length));
  if (own !== asked) return;
  $("ranked").classList.remove("waiting");
  showSuggestions(best);
  if (isPriced()) showLikeliest(words, entropy, best);
  else showFitting(words.map(({ word }) => word), others, best);
  // In games with false marks, the review considers only the answers.
  const isReviewed = words.length || (kind === "classic" && others.length);
  offerReview($("review"), isReviewed && turns.length ? rules() : null, turns,
    { secret: isFibble() && isSolved() ? turns.at(-1).guess : "" });
}

async function askSuggestions() {
  const epsilon = price();
  if (isPriced() && !(epsilon > 0)) return { best: [], words: [], entropy: 0 };
  const openings = turns.length ? null : findOpenings(rules(), epsilon);
  if (openings) return openings;
  return askEngine("suggest", rules(), { turns, epsilon, top: BEST });
}

function showSuggestions(best) {
  const shown = isSolved() ? [] : best;
  $("ranked").hidden = $("worth").hidden = !shown.length;
  const isLast = shown.every(({ guesses: mean }) => mean === 1); // each guess ends the game
  $("ranked").tBodies[0].replaceChildren(...shown.map((one) => suggestionRow(one, isLast)));
  const rows = [...$("ranked").tBodies[0].rows];
  const heads = [...$("ranked").tHead.rows[0].cells].filter((head) => getComputedStyle(head).display !== "none" || head.hidden);
  heads.forEach((head, column) => { // hide each column that has no number
    const isEmpty = rows.every((row) => !row.cells[column]?.textContent);
    for (const cell of [head, ...rows.map((row) => row.cells[column])]) if (cell) cell.hidden = isEmpty;
  });
}

function suggestionRow({ word, worth, expected, isPossible, chance: wins, guesses: mean }, isLast) {
  const end = wins !== null && wins < 1 - 1e-9 ? percent(wins, wins < 0.01 ? 2 : 0) : "";
  const guesses_ = isLast ? "" : mean?.toFixed(2) ?? "";
  const cells = isPriced() ? [worth.toFixed(2)]
    : [worth.toFixed(2),
      ...(isFibble() ? [] : [expected.toFixed(2)]), isPossible ? "yes" : "", end, guesses_];
  return make("tr", {}, make("th", { scope: "row" }, wordButton(word)),
    ...cells.map((textContent) => make("td", { textContent })));
}

// Returns a button with a word. When the player presses the button, the word becomes the next guess.
function wordButton(word) {
  const button = make("button", { type: "button", className: "word", textContent: upper(word) });
  button.onclick = () => {
    type(word);
    say("");
  };
  return button;
}

function showFitting(words, others, best) {
  const shown = [...words, ...others].slice(0, MOST_WORDS).map(upper).join(" ");
  const more = words.length + others.length - MOST_WORDS;
  $("fitting").textContent = shown + (more > 0 ? ` and ${counted(more, "other")}` : "");
  $("count").textContent = `${fitText(words.length, others.length)}.`;
  const all = [...words, ...others];
  const strange = turns.map(({ guess }) => guess).filter((guess) => !guesses.places.has(guess));
  if (strange.length) {
    $("count").append(` ${upper(strange.join(", "))}: not in the word list, but the clue counts.`);
  }
  if (!all.length) explain();
  else if (isSolved()) say(`Solved in ${turns.length} ${turns.length === 1 ? "guess" : "guesses"}.`
    + `${isFibble() ? " If the game goes on, type the next word." : ""}`);
  else if (all.length === 1) say(`The secret must be ${upper(all[0])}.`);
  else if (!typed) sayBest(words.length, others.length, best[0].word);
}

// Says how many answers and rarer words remain.
function fitText(answers_, others) {
  const remain = answers_ === 1 ? "remains" : "remain";
  if (!others) return `${counted(answers_, "word")} ${remain}`;
  if (!answers_) return `${counted(others, "rarer word")} ${others === 1 ? "remains" : "remain"}`;
  return `${counted(answers_, "likely word")} ${remain}; also ${counted(others, "rarer word")}`;
}

function sayBest(answers_, others, word) {
  if (turns.length && answers_ + others > 1) say(`${fitText(answers_, others)}. Best guess: `, wordButton(word));
  else if (!turns.length) say("");
}

function showLikeliest(words, bits, best) {
  $("count").textContent = words.length
    ? uncertainty(bits)
    : "Type a price above 0, such as 12.";
  const whole = wholeOf(words.slice(0, LIKELIEST).map(({ chance: p }) => p));
  $("words").replaceChildren(...words.slice(0, LIKELIEST).filter(({ chance: p }) => p > 0)
    .map(({ word, chance: p }) => chance(word, p, whole)));
  if (turns.length && best.length && !typed) say("Most informative guess: ", wordButton(best[0].word));
  else if (!typed) say("");
}

// If no word fits all clues, says which clues contradict each other.
function explain() {
  const found = culprits(rules(), turns);
  const wrong = found.length ? "One clue is" : "Two or more clues are";
  say(`No word fits the clues. ${wrong} wrong, or the secret is not in the word list.`);
  for (const { place, clue: clue_ } of found) {
    const mended = turns.map((turn, k) => (k === place ? { ...turn, clues: [clue_] } : turn));
    $("rows").children[place].append(
      suspectRow(turns[place], clue_, found.length === 1, () => changeTurns(mended)));
  }
}

function say(...parts) {
  $("message").replaceChildren(...(note ? [note] : parts));
}

/* controls */

function press(key) {
  if (key === "Enter") {
    addTurn();
    return;
  }
  if (key === "Backspace") enter([...typed].slice(0, -1).join(""));
  else if ([...typed].length < LENGTH) enter(typed + letterOf(key, data.keyboard));
  $("spoken").textContent = [...upper(typed)].join(" ");
}

function enter(word) {
  say("");
  type(word);
}

// Marks the next tile of the typed word, by a digit.
function pressDigit(digit) {
  if ([...typed].length < LENGTH) return;
  typeMark(digit);
  showTyped();
  $("spoken").textContent = spokenTurn({ guess: typed, clues: [clue] });
}

// Letters and digits go to the typed word wherever the focus is, unless the focus is in a field.
document.onkeydown = (event) => {
  const { key, target } = event;
  if (event.isComposing || isShortcut(event) || target.matches("input:not(#letters), select")) return;
  if (["0", "1", "2"].includes(key)) pressDigit(Number(key));
  else if (isFieldKey(event)) return;
  else if (letterOf(key, data.keyboard) || key === "Backspace") press(key);
  else if (key === "Enter" && !target.matches("button, a, summary")) press(key);
  else return;
  event.preventDefault();
  if (!target.closest("#keyboard, .tile")) focusField();
};

$("kinds").onclick = ({ target: { dataset } }) => {
  if (!dataset.kind || dataset.kind === kind) return;
  begin(dataset.kind);
  refresh();
};
for (const name of ["hard", "channel"]) {
  $(name).onchange = () => { change({ [name]: $(name).value }); refresh(); };
}
$("add").onclick = addTurn;
$("undo").onclick = () => {
  if (typed) {
    type("");
    return;
  }
  undo();
  refresh();
};
$("clear").onclick = () => {
  type("");
  changeTurns([]);
};
$("epsilon").oninput = advise;
$("epsilon").onkeydown = (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  addTurn();
};

listLies(LENGTH);
document.body.style.setProperty("--letters", LENGTH);
makeKeyboard(data.keyboard, press);
makeField(LENGTH, data.keyboard, enter);
makeInstallable();
showColours();
window.onhashchange = () => {
  const misread = readAddress();
  note = misread && misreadLine(misread, "the rest of the link");
  refresh();
  say("");
};
window.onhashchange();
