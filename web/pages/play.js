// The page on which a person plays: WORDPL, classic Wordle and Absurdle.

import { WordList } from "../engine/words.js";
import { clueRow } from "../engine/clues.js";
import { markChances, probabilities, rank, uniform, update } from "../engine/belief.js";
import { informant } from "../engine/information.js";
import { objection } from "../game/rules.js";
import { replay } from "../game/rounds.js";
import {
  TITLES, nameDeal, newSeed, parseDeal, publicAddress, today, writeDeal,
} from "../game/deals.js";
import { shareText } from "../game/share.js";
import { counted, number } from "../game/wording.js";
import { $, make } from "./dom.js";
import { drawBoard, letterMarks, spokenTurn } from "./board.js";
import { histogram, retrospect, verdict } from "./endings.js";
import { askStrategy, listStrategies, showBest } from "./hints.js";
import { makeKeyboard, markKeys } from "./keyboard.js";
import { showPosterior } from "./mind.js";
import { paidLine } from "./paid.js";
import { listPrices, showBudget, showPrice } from "./prices.js";
import { fillSettings, makeSettings, readSettings } from "./settings.js";
import { begun, keepMoves, keepResult, results, streak } from "./store.js";

const data = JSON.parse($("data").textContent);
const LENGTH = data.length;
const [answers, guesses] = [data.answers, data.guesses].map((text) =>
  new WordList(text.match(new RegExp(`.{${LENGTH}}`, "g"))));
const GOALS = {
  wordpl: "Find the word and pay little. Clues may lie: the more you pay for one, the truer it is. "
    + "A final answer is free, but it is your last word.",
  classic: "Every clue is true. Find ",
  absurdle: "There is no secret: every clue leaves as many words possible as it can. Corner one.",
};

// The game that is shown: its rules, the moves so far, and what follows from them.
let rules, moves, givenUp, state, beliefs;
let typed = "";

const isNoisy = () => rules.kind === "wordpl";
const isOver = () => Boolean(state.outcome) || givenUp;
const clueRule = () => (isNoisy() ? "letterwise" : "classic");
const gameName = () => `${LENGTH} ${writeDeal(rules)}`;
const seriesName = () => `${LENGTH} ${rules.kind} ${rules.boards} ${rules.hard}`;
const price = () => {
  const text = $("epsilon").value.trim().replace(",", ".");
  return !isNoisy() ? Infinity : text ? Number(text) : NaN;
};

/* the game */

function openGame(deal) {
  rules = { ...deal, answers, guesses, size: data.size };
  history.replaceState(null, "", `#${writeDeal(rules)}`);
  ({ moves, givenUp } = begun(gameName()));
  typed = "";
  say("");
  fillSettings(rules);
  listStrategies(data.strategies?.[isNoisy() ? "wordpl" : "classic"] ?? []);
  refresh();
}

function keep(newMoves, isGivenUp = false) {
  [moves, givenUp, typed] = [newMoves, isGivenUp, ""];
  keepMoves(gameName(), moves, givenUp);
  refresh();
}

function refresh() {
  state = replay(rules, moves);
  beliefs = state.solved.map((_, board) => posterior(board));
  document.body.dataset.kind = rules.kind;
  document.body.classList.toggle("several", rules.boards > 1);
  for (const button of $("kinds").children) {
    button.ariaPressed = String(button.dataset.kind === rules.kind);
  }
  $("daily").ariaPressed = String(Boolean(rules.day));
  $("goal").hidden = moves.length > 0;
  $("goal").textContent = GOALS[rules.kind] + (rules.kind !== "classic" ? ""
    : `${rules.boards > 1 ? `all ${rules.boards} words` : "the word"} in ${state.most} guesses.`);
  const hard = rules.hard === "off" ? "" : `hard mode ${rules.hard}`;
  $("dealt").textContent = [nameDeal(rules), hard].filter(Boolean).join(", ");
  $("guess").textContent = isNoisy() ? "Ask for a clue" : "Guess";
  $("controls").hidden = isOver();
  $("undo").disabled = !moves.length;
  if (isNoisy()) showBudget(state.spent, data.records);
  markKeys(letterMarks(state));
  showBoards();
  showTyped();
  showEnding();
  showMind();
  showOwn();
  $("best").replaceChildren();
  $("hint").replaceChildren();
}

function posterior(board) {
  let belief = uniform(answers.size);
  for (const { guess, epsilon, clues } of state.turns) {
    belief = update(belief, clueRow(answers, guess, clueRule()), clues[board], epsilon, LENGTH);
  }
  return probabilities(belief);
}

function play(epsilon) {
  if (isOver()) return;
  const move = { guess: typed, epsilon };
  const reason = typed.length < LENGTH ? `Type a word of ${LENGTH} letters first.`
    : objection(rules, state.turns, move);
  say(reason);
  if (reason) return;
  if (epsilon > 0) makeMove(move);
  else confirmAnswer(move);
}

function makeMove(move) {
  keep([...moves, move]);
  if (isOver()) finish();
  else $("spoken").textContent = spokenTurn(state.turns.at(-1));
}

function confirmAnswer(move) {
  $("question").textContent = `Answer ${move.guess.toUpperCase()}? It is your last word. `
    + `If it is right, your score is ${number(state.spent)}.`;
  $("yes").onclick = () => { $("confirm").close(); makeMove(move); };
  $("confirm").showModal();
}

function finish() {
  if (rules.day) keepResult(seriesName(), rules.day, state.score);
  showOwn();
  $("mind").open = true; // the words, with the secret among them
  $("verdict").focus({ preventScroll: true });
  $("ending").scrollIntoView({ block: "nearest" });
}

function say(text) {
  $("message").textContent = text;
}

/* what is shown */

function showBoards() {
  const doubts = isNoisy() ? state.turns.map(({ guess, clues }) =>
    markChances(beliefs[0], clueRow(answers, guess, clueRule()), clues[0], LENGTH)) : [];
  const options = { length: LENGTH, doubts, isOver: isOver(), isNoisy: isNoisy() };
  $("boards-area").replaceChildren(...state.solved.map((_, board) =>
    drawBoard(state, board, options)));
}

// The word that is being typed, in the rows that wait for it, and what it would tell.
function showTyped() {
  for (const board of document.querySelectorAll(".board")) {
    const row = board.querySelector(".empty")?.parentNode;
    [...row?.children ?? []].forEach((tile, i) => { tile.textContent = typed[i] ?? ""; });
  }
  if (!isNoisy() || isOver()) return;
  const isWord = guesses.places.has(typed) && price() > 0;
  const bits = isWord
    ? informant(beliefs[0], price(), LENGTH)(clueRow(answers, typed, clueRule())) : 0;
  showPrice(price(), LENGTH, isWord ? typed : "", bits);
}

function showEnding() {
  $("ending").hidden = !isOver();
  if (!isOver()) return;
  const place = answers.places.get(state.secrets[0]);
  const last = { rank: rank(beliefs[0], place), chance: beliefs[0][place] };
  const lines = isNoisy()
    ? [...retrospect(state, last), paidLine(rules, data, showEnding), data.goodScore] : [];
  $("verdict").textContent = verdict(rules.kind, state, givenUp);
  $("reveal").replaceChildren(...lines.filter(Boolean).map((textContent) =>
    make("p", { textContent })));
  $("share").textContent = shareText(rules, state, publicAddress(location) || data.address);
}

function showMind() {
  if ($("mind").open) showPosterior(rules, state, beliefs, isOver());
}

function showOwn() {
  const scores = results(seriesName());
  const count = Object.keys(scores).length;
  $("streak").textContent = count
    ? `${counted(count, "puzzle")} of ${TITLES[rules.kind]}, `
      + `won on ${counted(streak(scores, today()), "day")} in a row.`
    : "None is finished yet. They are kept in this browser alone.";
  $("histogram").replaceChildren(...(count ? histogram(rules, scores) : []));
}

/* controls */

function press(key) {
  if (isOver()) return;
  if (key === "Enter") {
    play(price());
    return;
  }
  if (key === "Backspace") typed = typed.slice(0, -1);
  else if (typed.length < LENGTH) typed += key.toLowerCase();
  $("spoken").textContent = [...typed.toUpperCase()].join(" ");
  say("");
  showTyped();
}

// Letters go to the board wherever the focus is, except in a field for text.
document.onkeydown = (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || $("confirm").open) return;
  const isPrice = target.id === "epsilon";
  if (!isPrice && target.matches("input:not([type=range]), select")) return;
  const isTaken = key === "Backspace" ? isPrice : target.matches("button, a, summary");
  if (!/^[a-z]$/i.test(key) && (isTaken || !["Enter", "Backspace"].includes(key))) return;
  event.preventDefault();
  press(key);
};

function take(word, epsilon) {
  typed = word;
  if (epsilon > 0 && Number.isFinite(epsilon)) $("epsilon").value = number(epsilon);
  showTyped();
}

const position = () => ({
  rules, state, beliefs, epsilon: price(), rule: clueRule(), isServed: Boolean(data.strategies),
});

// Runs an action on the position, which another may replace in the meantime.
const asking = (action) => () => {
  const asked = state;
  if (isOver()) say("The game is over.");
  else if (!(price() > 0)) say("Type a price above 0 first.");
  else action(position(), () => asked === state, take);
};

function another() {
  if (rules.kind === "absurdle") keep([]);
  else openGame({ ...rules, day: "", seed: newSeed(), game: 0 });
}

function dealSettings() {
  const { reason, text } = readSettings(rules);
  if (reason) say(reason);
  else openGame(parseDeal(text, today(), answers));
}

$("kinds").onclick = ({ target: { dataset: { kind } } }) => {
  if (kind) openGame(parseDeal(`kind=${kind}`, today(), answers));
};
$("daily").onclick = () => openGame({ ...rules, day: today(), seed: `daily ${today()}`, game: 0 });
$("practice").onclick = $("again").onclick = another;
$("options").onclick = () => {
  $("settings").hidden = !$("settings").hidden;
  $("options").ariaExpanded = String(!$("settings").hidden);
};
$("settings").onsubmit = (event) => {
  event.preventDefault();
  dealSettings();
};
$("help").onclick = () => {
  $("rules").scrollIntoView();
  $("rules").focus({ preventScroll: true });
};
$("guess").onclick = () => play(price());
$("answer").onclick = () => play(0);
$("no").onclick = () => $("confirm").close();
$("undo").onclick = () => keep(moves.slice(0, -1));
$("end").onclick = () => {
  keep(moves, true);
  finish();
};
$("copy").onclick = async () => {
  try {
    await navigator.clipboard.writeText($("share").textContent);
    $("copy").textContent = "Copied";
  } catch {
    getSelection().selectAllChildren($("share"));
  }
};
$("epsilon").oninput = () => {
  $("slider").value = price();
  showTyped();
};
$("slider").oninput = () => {
  $("epsilon").value = $("slider").value;
  showTyped();
};
$("mind").ontoggle = showMind;
$("judge").onclick = asking(showBest);
$("ask").onclick = asking(askStrategy);

makeSettings();
document.body.style.setProperty("--letters", LENGTH);
listPrices(data.prices, LENGTH);
makeKeyboard(press);
window.onhashchange = () => openGame(parseDeal(location.hash.slice(1), today(), answers));
window.onhashchange();
