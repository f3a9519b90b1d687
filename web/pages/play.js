// The page on which a person plays: WORDPL, classic Wordle, Fibble and Absurdle.

import { WordList, readLists } from "../engine/words.js";
import { clueRow } from "../engine/clues.js";
import { markChances, posterior, rank } from "../engine/belief.js";
import { EXACT } from "../engine/lies.js";
import { informant } from "../engine/information.js";
import { markingOf } from "../engine/named.js";
import { knownSentence } from "../game/knowledge.js";
import { objection, readPrice } from "../game/rules.js";
import { allowedMoves, replay } from "../game/rounds.js";
import { today } from "../game/days.js";
import {
  SIZE, findMisread, liesOf, nameDeal, newSeed, parseDeal, publicAddress, writeLink, writeDeal,
} from "../game/deals.js";
import { shareText } from "../game/share.js";
import { counted, number, single, upper } from "../game/wording.js";
import { $, make } from "./dom.js";
import { LEAST_ROWS, MOST_ROWS, drawBoard, letterMarks, spokenTurn } from "./board.js";
import { openCalendar } from "./calendar.js";
import { inColours, makeLooks, showLooks } from "./colours.js";
import { showDaily, showNotice, startCountdown } from "./daily.js";
import { retrospect, verdict } from "./endings.js";
import { rateGames, referencesOf, seriesOf, showFigures } from "./figures.js";
import { goal, guidance } from "./guide.js";
import { askStrategy, listStrategies, showBest } from "./hints.js";
import { blurAfterClicks, isShortcut, letterOf, makeKeyboard, markKeys } from "./keyboard.js";
import { showPosterior } from "./mind.js";
import { paidLine } from "./paid.js";
import { makeInstallable } from "./install.js";
import { offerReview } from "./review.js";
import { isWide, makePanels } from "./panels.js";
import { listPrices, showBudget, showPrice } from "./prices.js";
import { makePuzzleForm } from "./puzzle.js";
import { fillSettings, makeSettings, readSettings } from "./settings.js";
import {
  choice, dailyGames, exportKept, findKept, importKept, keepChoice, keepGame, onKeptChange,
} from "./store.js";

const data = JSON.parse($("data").textContent);
const LENGTH = data.length;
const WORDS = data.size || data.digest; // in the names of what the browser keeps
const { answers, guesses } = readLists(data);

// The game that is shown: its rules, the moves so far, and what follows from them.
let rules, moves, givenUp, hinted, began, ended, score, figures, state, beliefs;
let shownOn = ""; // the day on which it was opened
let typed = "";
let isMixed = false; // whether the last letter was typed in the field of the price

const NEW_GAME = { moves: [], givenUp: false, hinted: [], began: "", ended: "", score: null, figures: [] };

const isPriced = () => rules.kind === "wordpl";
const isFibble = () => rules.kind === "fibble";
const isOver = () => Boolean(state.outcome) || givenUp;
const rowOf = (guess) => clueRow(rules.answers, guess, markingOf(rules).rule);
const gameName = (deal) => `${WORDS} ${writeDeal(deal)}`;
const practiceOf = (kind) => `practice ${kind}${data.size === SIZE ? "" : ` ${WORDS}`}`;
const isFirst = () => !choice(`played ${rules.kind}`, false);
const price = () => (isPriced() ? readPrice($("epsilon").value) : Infinity);

// The secret of a puzzle of one's own may be any guess.
const toRules = (deal) => ({
  ...deal, guesses, size: data.size,
  answers: deal.secret && !answers.places.has(deal.secret) ? new WordList([...answers.words, deal.secret]) : answers,
});

/* the game */

function openGame(deal, isShown = false) {
  rules = toRules(deal);
  const address = `#${writeLink(rules, today())}`;
  if (!isShown && address !== location.hash) history.pushState(null, "", address);
  [typed, shownOn] = ["", today()];
  load(findKept(gameName(rules)));
  say("");
  fillSettings(rules);
  listStrategies(data.strategies?.[rules.kind === "absurdle" ? "classic" : rules.kind] ?? []);
  refresh();
  if (isFirst() && isWide() && (isPriced() || isFibble())) $("mind").open = true;
  // A practice game that is not over is shown again when its kind is chosen.
  if (!rules.day) keepChoice(practiceOf(rules.kind), isOver() ? "" : writeDeal(rules));
}

// Takes a game as it is kept, or begins one; what the rules forbid was not played here.
function load(game) {
  ({ moves, givenUp, hinted, began, ended, score, figures } = game ?? NEW_GAME);
  const { first } = replay(rules, []);
  if (first && !moves.length) moves = [{ guess: first, epsilon: Infinity }];
  moves = allowedMoves(rules, moves);
  state = replay(rules, moves);
  if (score !== null || givenUp || state.outcome !== "out_of_turns") return;
  moves = moves.slice(0, -1); // moves that two browsers made end no game: the last guess is left
  state = replay(rules, moves);
}

// Takes the moves that another tab has made.
function follow() {
  const game = findKept(gameName(rules));
  showLooks();
  if (game && JSON.stringify(game) !== JSON.stringify(findShown())) {
    load(game);
    refresh();
  } else showStatistics();
}

const findShown = () =>
  ({ name: gameName(rules), moves, givenUp, hinted, began, ended, score, figures });

function keep(newMoves, isGivenUp = false) {
  [moves, givenUp, typed] = [newMoves, isGivenUp, ""];
  state = replay(rules, moves);
  began ||= today();
  if (isOver() && score === null) {
    [score, ended] = [state.score === Infinity ? "lost" : state.score, today()];
  }
  store();
  refresh();
}

function store() {
  if (!keepGame(findShown())) {
    say("Your browser does not store this game: its storage is full, or not allowed.");
  }
}

function refresh() {
  beliefs = state.solved.map((solved, board) =>
    posterior(rules.answers, state.turns, markingOf(rules), board, solved));
  document.body.dataset.kind = rules.kind;
  document.body.classList.remove("revealing", "ending");
  document.body.classList.toggle("several", rules.boards > 1);
  for (const button of $("kinds").children) {
    button.ariaPressed = String(button.dataset.kind === rules.kind);
  }
  $("daily").ariaPressed = String(rules.day === today());
  showNotice(rules, shownOn);
  $("copy").textContent = "Copy to share";
  showGoal();
  const hard = rules.hard === "off" ? "" : `hard mode ${rules.hard}`;
  const lying = isFibble() ? counted(liesOf(rules), "lie") + " in each row" : "";
  $("dealt").textContent = [nameDeal(rules), hard, lying].filter(Boolean).join(", ");
  $("controls").hidden = isOver();
  $("undo").disabled = !moves.length;
  if (isPriced()) showBudget(state.spent, data.records);
  markKeys(letterMarks(state, isFibble()));
  showBoards();
  showTyped();
  showRow();
  showEnding();
  showMind();
  showStatistics();
  $("best").replaceChildren();
  $("hint").replaceChildren();
}

function play(epsilon) {
  follow();
  if (isOver()) return;
  const move = { guess: typed, epsilon };
  const reason = typed.length < LENGTH ? `Type a word of ${LENGTH} letters first.`
    : objection(rules, state.turns, move);
  say(reason);
  document.body.classList.toggle("refused", Boolean(reason));
  if (reason) showRow();
  else if (epsilon > 0) makeMove(move);
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
      say("These marks lie: the game ends with the right word alone.");
    }
    showRow();
  }
}

function confirmAnswer(move) {
  $("question").textContent = `Answer ${upper(move.guess)}? It is your last word. `
    + `If it is right, your score is ${number(state.spent)}.`;
  $("yes").onclick = () => { $("confirm").close(); makeMove(move); };
  $("confirm").showModal();
}

function finish() {
  document.body.classList.add("ending");
  if (!rules.day) keepChoice(practiceOf(rules.kind), "");
  keepChoice(`played ${rules.kind}`, true);
  if (isWide()) $("mind").open = true; // the words, with the secret among them
  $("verdict").focus({ preventScroll: true });
  rate();
}

function say(text) {
  $("message").textContent = text;
}

/* what is shown */

function showGoal() {
  const text = isOver() || moves.length ? "" : isFirst() ? guidance(rules, state, beliefs)
    : goal(rules, state);
  $("goal").textContent = text;
  $("goal").hidden = !text;
}

// Scrolls the boards, and nothing else, to the row that waits for a word, or the last.
function showRow() {
  const area = $("boards-area");
  const row = area.querySelector(".waiting") ?? area.querySelector(".board > :last-child");
  if (!row) return;
  const [outer, inner] = [area, row].map((node) => node.getBoundingClientRect());
  const [below, above] = [inner.bottom - outer.bottom, inner.top - outer.top];
  area.scrollTop += Math.ceil(Math.max(0, below)) + Math.floor(Math.min(0, above));
}

function showBoards() {
  const doubts = isPriced() || isFibble() ? state.turns.map(({ guess, clues }) =>
    markChances(beliefs[0], rowOf(guess), clues[0], LENGTH)) : [];
  const options = { length: LENGTH, doubts, isOver: isOver(), isPriced: isPriced() };
  $("boards-area").replaceChildren(...state.solved.map((_, board) =>
    drawBoard(state, board, options)));
  const rows = Number.isFinite(state.most) && state.most <= MOST_ROWS ? state.most : LEAST_ROWS;
  const counts = {
    rows: isOver() && !isPriced() ? Math.max(LEAST_ROWS, state.turns.length) : rows,
    turns: Math.min(state.turns.length, rows), boards: rules.boards,
  };
  for (const [name, count] of Object.entries(counts)) document.body.style.setProperty(`--${name}`, count);
}

// The word that is being typed, in the rows that wait for it, and what it would tell.
function showTyped() {
  for (const board of document.querySelectorAll(".board")) {
    const row = board.querySelector(".empty")?.parentNode;
    [...row?.children ?? []].forEach((tile, i) => {
      tile.textContent = single(typed[i] ?? "");
      tile.classList.toggle("typed", i < typed.length);
    });
  }
  if (!isPriced() || isOver()) return;
  const isWord = guesses.places.has(typed) && price() > 0;
  const bits = isWord
    ? informant(beliefs[0], price(), LENGTH, markingOf(rules).channel)(rowOf(typed)) : 0;
  showPrice(price(), LENGTH, isWord ? typed : "", bits);
}

function showEnding() {
  $("ending").hidden = !isOver();
  if (!isOver()) {
    $("review").hidden = true;
    return;
  }
  const place = rules.answers.places.get(state.secrets[0]);
  const last = { rank: rank(beliefs[0], place), chance: beliefs[0][place] };
  const lines = isPriced() || isFibble() ? retrospect(rules.kind, state, last) : [];
  if (isPriced()) lines.push(paidLine(rules, data, showEnding), data.goodScore);
  $("next").hidden = rules.day !== today();
  $("verdict").textContent = verdict(rules.kind, state, givenUp);
  $("reveal").replaceChildren(...lines.filter(Boolean).map((textContent) =>
    make("p", { textContent })));
  const address = publicAddress(location) || data.address;
  $("share").textContent = inColours(shareText(rules, state, address, hinted.length));
  const isReviewed = rules.kind !== "absurdle" && state.turns.length;
  $("rate").hidden = !isReviewed;
  offerReview($("review"), isReviewed ? rules : null, state.turns,
    { secret: state.secrets[0], final: state.final, isServed: data.strategies });
}

function showStatistics() {
  showDaily(rules, ownDays());
  if (!$("statistics").open) return;
  showFigures(seriesOf(gameName(rules)), rules, referencesOf(rules, data.records, data.size === SIZE));
}

const rate = () => rateGames(seriesOf(gameName(rules)), readRules, () => {
  figures = findKept(gameName(rules))?.figures ?? figures;
  showStatistics();
});
const readRules = (name) =>
  toRules(parseDeal(name.slice(name.indexOf(" ") + 1), today(), answers, guesses));

// What is known for certain, where clues are true.
const knownNow = () => (rules.boards === 1 && markingOf(rules).channel === EXACT ? knownSentence(state.turns) : "");

function showMind() {
  $("sentence").textContent = knownNow();
  if ($("mind").open) showPosterior(rules, state, beliefs, isOver());
}

/* controls */

function press(key) {
  if (isOver()) return;
  if (key === "Enter") {
    play(price());
    return;
  }
  if (key === "Backspace") typed = typed.slice(0, -1);
  else if (typed.length < LENGTH) typed += letterOf(key, data.keyboard);
  $("spoken").textContent = [...upper(typed)].join(" ");
  say("");
  showTyped();
  showRow();
}

// Letters go to the board wherever the focus is, except in a field for text.
document.onkeydown = (event) => {
  const { key, target } = event;
  if (isShortcut(event) || document.querySelector("dialog[open]")) return;
  const isPrice = target.id === "epsilon";
  if (!isPrice && target.matches("input:not([type=range]), select")) return;
  const isTaken = key === "Backspace" ? isPrice : target.matches("button, a, summary");
  if (!letterOf(key, data.keyboard) && (isTaken || !["Enter", "Backspace"].includes(key))) return;
  event.preventDefault();
  press(key);
  isMixed = isPrice && key !== "Enter";
};

function take(word, epsilon) {
  typed = word;
  if (epsilon > 0 && Number.isFinite(epsilon)) $("epsilon").value = number(epsilon);
  showTyped();
  showRow();
}

const position = () => ({
  rules, state, beliefs, epsilon: price(), isServed: Boolean(data.strategies),
});

// Runs an action on the position, which another may replace in the meantime.
const asking = (action) => () => {
  const asked = state;
  if (isOver()) say("The game is over.");
  else if (!(price() > 0)) say("Type a price above 0 first.");
  else {
    hinted = [...new Set([...hinted, moves.length])];
    store();
    action(position(), () => asked === state, take);
  }
};

function another() {
  const plain = { ...rules, secret: "", word: "", day: "", seed: newSeed(), game: 0 };
  if (rules.kind === "absurdle") {
    if (isOver()) keepGame({ ...findShown(), name: `${gameName(rules)}&at=${Date.now()}` });
    load(null);
    keep([]);
  } else openGame(plain);
}

function openText(text, isShown) {
  const deal = parseDeal(text, today(), answers, guesses);
  const isAhead = deal.day > today();
  openGame(isAhead ? parseDeal(writeLink(deal, deal.day), today(), answers, guesses) : deal, isShown);
  const misread = findMisread(text, deal);
  if (misread) say(`This link is not whole, ${misread} is not understood: here is ${nameDeal(deal) || "a game"}.`);
  if (isAhead) say(`The puzzle of ${deal.day} is yet to come: this is today’s.`);
}

// A puzzle that was not begun gives way to that of the new day; another one offers it.
function meetMidnight() {
  if (rules.day !== shownOn || began || typed) refresh();
  else {
    openDay(today());
    say("The next puzzle is here.");
  }
}

const onDay = (day) => ({ ...rules, secret: "", word: "", day, game: 0 });
const openDay = (day) => openText(writeDeal(onDay(day)));
const ownDays = () => dailyGames((day) => gameName(onDay(day)));
const dayStates = (days = ownDays()) => (day) => days[day]?.score
  ?? (findKept(gameName(onDay(day)))?.moves.length ? "begun" : undefined);

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
$("settings").onsubmit = (event) => {
  event.preventDefault();
  dealSettings();
};
$("menu").onclick = () => $("menu").closest("header").classList.toggle("open");
$("guess").onclick = () => play(price());
$("answer").onclick = () => play(0);
$("no").onclick = () => $("confirm").close();
$("undo").onclick = () => {
  follow();
  keep(moves.slice(0, -1));
};
$("end").onclick = () => {
  follow();
  if (isOver()) return;
  keep(moves, true);
  finish();
};
$("copy").onclick = async () => {
  const copied = state;
  try {
    await navigator.clipboard.writeText($("share").textContent);
    if (copied === state) $("copy").textContent = "Copied";
  } catch {
    getSelection().selectAllChildren($("share"));
  }
};
$("epsilon").oninput = () => {
  $("slider").value = price();
  showTyped();
  if (isMixed) say(`The price is ${$("epsilon").value}: letters go to the word.`);
};
$("slider").oninput = () => {
  $("epsilon").value = $("slider").value;
  showTyped();
};
$("lying").ontoggle = showRow;
$("mind").ontoggle = showMind;
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
  const count = importKept(await file.text());
  $("file").value = "";
  $("imported").textContent = Number.isNaN(count) ? `${file.name} holds no games of Clueproof.`
    : `${counted(count, "game")} added; nothing was lost.`;
  follow();
};
$("judge").onclick = asking(showBest);
$("ask").onclick = asking(askStrategy);

makeSettings(LENGTH);
document.body.style.setProperty("--letters", LENGTH);
listPrices(data.prices, LENGTH);
makeKeyboard(data.keyboard, press);
makePanels();
makePuzzleForm({ answers, guesses }, () => rules, publicAddress(location) || data.address || location.href.split("#")[0]);
new ResizeObserver(showRow).observe($("boards-area"));
blurAfterClicks();
$("boards-area").onanimationend = ({ animationName }) => {
  if (animationName === "shake") document.body.classList.remove("refused"); // the next one shakes again
};
makeInstallable();
makeLooks(showEnding);
startCountdown(meetMidnight);
onKeptChange(follow);
window.onhashchange = () => openText(location.hash.slice(1), true);
window.onhashchange();
