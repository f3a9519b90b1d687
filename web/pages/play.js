// The page on which a person plays: WORDPL, classic Wordle, Fibble and Absurdle.

import { objection } from "../game/rules.js";
import { nameDay, today } from "../game/days.js";
import {
  findMisread, misreadLine, nameDeal, newSeed, parseDeal, publicAddress, readFields, takenBy, writeDeal, writeLink,
} from "../game/deals.js";
import { counted, number, percent, upper } from "../game/wording.js";
import { LENGTH, answers, data, guesses } from "./data.js";
import { $, copyText, make, onSent, showAddress } from "./dom.js";
import { spokenTurn } from "./board.js";
import { openCalendar } from "./calendar.js";
import { makeLooks, showLooks } from "./colours.js";
import { startCountdown } from "./daily.js";
import { rateGames, seriesOf } from "./figures.js";
import { guidance } from "./guide.js";
import { showBest } from "./hints.js";
import { focusField, isFieldKey, makeField } from "./field.js";
import { isShortcut, letterOf, makeKeyboard } from "./keyboard.js";
import { makeInstallable } from "./install.js";
import { makeLesson } from "./lesson.js";
import { isWide, makePanels } from "./panels.js";
import { listPrices } from "./prices.js";
import { makePuzzleForm } from "./puzzle.js";
import { fillSettings, makeSettings, readSettings } from "./settings.js";
import { choice, exportKept, importKept, keepChoice, onKeptChange } from "./store.js";
import {
  began, begunAs, beliefs, follow, gameName, isFibble, isFirst, isOver, isPriced, keepMoves, moves, noteHint, onDay, openRules,
  ownDays, practiceOf, price, readRules, restart, rules, shownOn, state, takeFigures, typeWord, typed,
} from "./shown.js";
import { arrangeBoards, knownNow, refresh, say, showEnding, showMind, showRow, showStatistics, showTyped, take } from "./view.js";

let isMixed = false; // whether the last letter was typed in the field of the price

/* the game */

function openGame(deal, isShown = false) {
  openRules(deal);
  const address = `#${writeLink(rules, today())}`;
  if (!isShown && address !== location.hash) showAddress(address, true);
  say("");
  for (const id of ["review", "hints"]) $(id).open = false; // these panels are about the previous game
  $("mind").open = isWide() && isAskedFor();
  fillSettings(rules);
  refresh();
  if (isFirst() && isWide() && isPriced()) $("mind").open = true;
  // A practice game that is not over is shown again when its kind is chosen.
  if (!rules.day) keepChoice(practiceOf(rules.kind), isOver() ? "" : writeDeal(rules));
}

// Shows the moves and choices that another tab has changed.
function showKept() {
  showLooks();
  if (follow()) refresh();
  else showStatistics();
}

// In WORDPL, the panel "What the clues say" is free: if the player has opened it once, it opens in every game. In
// other games this panel is a hint, so it opens only in a game for which the player asked for it.
const whoseClues = () => (isPriced() ? "wordpl" : gameName(rules));
const isAskedFor = () => choice(`clues ${rules.kind}`, "") === whoseClues();

function warnUnless(isStored) {
  if (!isStored) say("Your browser does not store this game: its storage is full, or not allowed.");
}

function keep(newMoves, isGivenUp = false) {
  warnUnless(keepMoves(newMoves, isGivenUp));
  refresh();
}

function play(epsilon, isGuess = true) {
  showKept();
  if (isOver()) return;
  const move = { guess: typed, epsilon };
  const reason = typed.length < LENGTH ? `Type a word of ${LENGTH} letters first.`
    : isGuess && epsilon === 0 ? "Type a price above 0, such as 12. To answer without a clue, press “Final answer”."
      : objection(rules, state.turns, move);
  say(reason);
  document.body.classList.toggle("refused", Boolean(reason));
  if (reason) showRow();
  else if (isGuess) makeMove(move);
  else confirmAnswer(move);
}

function makeMove(move) {
  const seen = state.turns.length;
  keep([...moves, move]);
  document.body.classList.toggle("revealing", state.turns.length > seen);
  if (isOver()) finish();
  else {
    const turn = state.turns.at(-1);
    $("spoken").textContent = `${spokenTurn(turn)}. ${knownNow()}`;
    if (isFirst() && !$("message").textContent) say(guidance(rules, state, beliefs));
    if (isFibble() && turn.clues[0] === 3 ** LENGTH - 1) {
      say("Some of these marks are lies: only the right word ends the game.");
    }
    showRow();
  }
}

function confirmAnswer(move) {
  const chance = beliefs[0][rules.answers.places.get(move.guess)] ?? 0;
  ask(`${upper(move.guess)} is right with a probability of ${percent(chance)}. `
    + `If it is right, your score is ${number(state.spent)} nats. If it is wrong, you lose.`,
    "Answer", () => makeMove(move));
}

function ask(question, yes, act) {
  $("question").textContent = question;
  $("yes").textContent = yes;
  $("yes").onclick = () => { $("confirm").close(); act(); };
  $("confirm").showModal();
}

function giveUp() {
  showKept();
  if (isOver()) return;
  keep(moves, true);
  finish();
}

function finish() {
  say("");
  if ($("hints").open) $("hints").open = false;
  document.body.classList.add("ending");
  if (!rules.day) keepChoice(practiceOf(rules.kind), "");
  keepChoice(`played ${rules.kind}`, true);
  if (isWide()) $("mind").open = true; // show the probable words, with the secret among them
  $("verdict").focus({ preventScroll: true });
  rate();
}

const rate = () => rateGames(seriesOf(gameName(rules)), readRules, () => {
  takeFigures();
  showStatistics();
});

/* controls */

function press(key) {
  if (isOver()) return;
  if (key === "Enter") {
    play(price());
    return;
  }
  if (key === "Backspace") enter(typed.slice(0, -1));
  else if (typed.length < LENGTH) enter(typed + letterOf(key, data.keyboard));
  $("spoken").textContent = [...upper(typed)].join(" ");
}

function enter(word) {
  if (isOver()) return;
  typeWord(word);
  say("");
  showTyped();
  showRow();
}

// Letters go to the board wherever the focus is, unless the focus is in a field for text.
document.onkeydown = (event) => {
  const { key, target } = event;
  if (event.isComposing || isShortcut(event) || isFieldKey(event) || document.querySelector("dialog[open]")) return;
  const isPrice = target.id === "epsilon";
  if (!isPrice && target.matches("input:not([type=range], #letters), select")) return;
  const isTaken = key === "Backspace" ? isPrice : target.matches("button, a, summary");
  if (!letterOf(key, data.keyboard) && (isTaken || !["Enter", "Backspace"].includes(key))) return;
  event.preventDefault();
  press(key);
  if (!isPrice && !target.closest("#keyboard")) focusField(); // so that Enter does not press a button again
  isMixed = isPrice && key !== "Enter";
};

const position = () => ({ rules, state, beliefs, epsilon: price() });

// Returns a function that runs an action on the present position. While the action runs, the position may change.
const asking = (action) => () => {
  const asked = state;
  if (isOver()) say("The game is over.");
  else if (!(price() > 0)) say("Type a price above 0 first.");
  else {
    warnUnless(noteHint());
    action(position(), () => asked === state, take);
  }
};

function another() {
  const plain = { ...rules, secret: "", word: "", day: "", seed: newSeed(), game: 0 };
  if (rules.kind === "absurdle") {
    warnUnless(restart());
    $("mind").open = false;
    refresh();
  } else openGame(plain);
}

function openText(text, isShown) {
  const deal = parseDeal(text, today(), answers, guesses);
  const isAhead = deal.day > today();
  const dealt = isAhead ? parseDeal(writeLink(deal, deal.day), today(), answers, guesses) : deal;
  const own = gameName(dealt);
  const begun = begunAs(dealt) ?? own;
  openGame(begun === own ? dealt : readRules(begun), isShown);
  if (begun !== own) {
    say("You began this puzzle with other options. Here is that game, because you can play each daily puzzle only once.");
  }
  const fields = readFields(text);
  const misread = findMisread(fields, takenBy(deal, fields));
  if (misread) say(misreadLine(misread, nameDeal(deal) || "a game"));
  if (isAhead) say(`The puzzle ${nameDay(deal.day)}, is still to come. This is today’s puzzle.`);
}

// At midnight, the puzzle of the new day replaces the shown puzzle if the player has not begun the shown puzzle.
// Otherwise the page only offers the new puzzle.
function meetMidnight() {
  if (rules.day !== shownOn || began || typed) refresh();
  else {
    openDay(today());
    say("The next puzzle is here.");
  }
}

const openDay = (day) => openText(writeDeal(onDay(day)));
const dayStates = (days = ownDays()) => (day) => days[day]?.score
  ?? (begunAs(onDay(day)) && "begun");

function dealSettings() {
  const { reason, text } = readSettings(rules);
  if (reason) say(reason);
  else openText(text);
}

$("kinds").onclick = ({ target: { dataset: { kind } } }) => {
  if (kind) openText(choice(practiceOf(kind), "") || `kind=${kind}`);
};
$("daily").onclick = $("today").onclick = () => openDay(today());
$("archive").onclick = () => openCalendar(rules.day || today(), dayStates(), openDay);
$("practice").onclick = $("again").onclick = another;
onSent($("settings"), dealSettings);
$("guess").onclick = () => play(price());
$("answer").onclick = () => play(0, false);
$("no").onclick = () => $("confirm").close();
$("undo").onclick = () => {
  showKept();
  keep(moves.slice(0, -1));
};
$("end").onclick = () => ask(rules.kind === "absurdle" ? "Give up this game?" : "Give up? The game is lost, and its word is shown.",
  "Give up", giveUp);
for (const [button, text] of [["copy", "share"], ["say", "said"]]) {
  $(button).onclick = async () => {
    const copied = state;
    const done = await copyText($(text));
    if (copied !== state) return;
    $(button).textContent = done;
    $("spoken").textContent = done;
  };
}
$("epsilon").oninput = () => {
  $("slider").value = price();
  showTyped();
  if (isMixed) say(`The price stays ${$("epsilon").value}: letters go to the word.`);
};
$("slider").oninput = () => {
  $("epsilon").value = $("slider").value;
  showTyped();
};
$("lying").ontoggle = showRow;
$("mind").ontoggle = () => {
  if (!isOver()) keepChoice(`clues ${rules.kind}`, $("mind").open ? whoseClues() : "");
  showMind();
};
$("statistics").ontoggle = () => {
  showStatistics();
  if ($("statistics").open) rate();
};
$("export").onclick = () => {
  const href = URL.createObjectURL(new Blob([exportKept()], { type: "text/plain" }));
  make("a", { href, download: `clueproof-${today()}.txt` }).click();
};
$("import").onclick = () => $("file").click();
$("file").onchange = async () => {
  const [file] = $("file").files;
  const { count, isStored } = importKept(await file.text());
  $("file").value = "";
  $("imported").textContent = Number.isNaN(count) ? `The file ${file.name} has no games of Clueproof.`
    : isStored ? `${counted(count, "game")} added or updated. No game was removed.`
      : `Your browser’s storage is full, or not allowed: ${counted(count, "game")} of ${file.name} could not be added. `
        + "Your stored games are unchanged.";
  showKept();
};
$("judge").onclick = asking(showBest);

makeSettings(LENGTH);
document.body.style.setProperty("--letters", LENGTH);
listPrices(data.prices, LENGTH);
makeKeyboard(data.keyboard, press);
makePanels();
makeLesson();
makePuzzleForm({ answers, guesses }, () => rules, publicAddress(location) || data.address || location.href.split("#")[0]);
new ResizeObserver(arrangeBoards).observe($("boards-area"));
makeField(LENGTH, data.keyboard, enter);
$("boards-area").onanimationend = ({ animationName }) => {
  if (animationName === "shake") document.body.classList.remove("refused"); // so that the next refusal shakes, too
};
makeInstallable();
makeLooks(showEnding);
startCountdown(meetMidnight);
onKeptChange(showKept);
window.onhashchange = () => openText(location.hash.slice(1), true);
window.onhashchange();
