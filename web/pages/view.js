// Functions that show the game on the page: boards, keys, budget, ending and statistics.

import { clueRow } from "../engine/clues.js";
import { markChances } from "../engine/belief.js";
import { EXACT } from "../engine/lies.js";
import { informant } from "../engine/information.js";
import { markingOf } from "../engine/named.js";
import { knownSentence } from "../game/knowledge.js";
import { today } from "../game/days.js";
import { SIZE, liesOf, nameDeal, publicAddress } from "../game/deals.js";
import { shareText, shareWords } from "../game/share.js";
import { counted, upper } from "../game/wording.js";
import { LENGTH, data, guesses } from "./data.js";
import { $, make } from "./dom.js";
import {
  FITTING_ROWS, LEAST_ROWS, MOST_ROWS, MOST_WHOLE, arrange, drawBoard, letterMarks, likelyMarks,
} from "./board.js";
import { inColours } from "./colours.js";
import { showHistogram, showLeaders, showNotice, showStreak } from "./daily.js";
import { retrospect, verdict } from "./endings.js";
import { referencesOf, seriesOf, showFigures } from "./figures.js";
import { goal, guidance } from "./guide.js";
import { fillField, focusField } from "./field.js";
import { markKeys } from "./keyboard.js";
import { closePanels, isWide } from "./panels.js";
import { showPosterior } from "./mind.js";
import { endedGames } from "./store.js";
import { offerReview } from "./review.js";
import { showBudget, showPrice } from "./prices.js";
import {
  beliefs, gameName, givenUp, hinted, isFibble, isFirst, isLying, isOver, isPriced, moves, noteHint, ownDays, price, rules, score, shownOn, state,
  typeWord, typed,
} from "./shown.js";

let shownRows = LEAST_ROWS; // the number of rows of each board

const rowOf = (guess) => clueRow(rules.answers, guess, markingOf(rules).rule);

/** Shows every part of the game again. */
export function refresh() {
  document.body.dataset.kind = rules.kind;
  document.body.classList.remove("revealing", "ending");
  document.body.classList.toggle("several", rules.boards > 1);
  for (const button of $("kinds").children) {
    button.ariaPressed = String(button.dataset.kind === rules.kind);
  }
  $("daily").ariaPressed = String(rules.day === today());
  showNotice(rules, shownOn);
  $("copy").textContent = "Copy to share";
  $("say").textContent = "Copy as words";
  showGoal();
  const hard = rules.hard === "off" ? "" : `hard mode ${rules.hard}`;
  const lying = isFibble() ? counted(liesOf(rules), "lie") + " in each row" : "";
  $("dealt").textContent = [nameDeal(rules) || "New game", hard, lying].filter(Boolean).join(", ");
  $("controls").classList.toggle("over", isOver());
  $("end").hidden = isOver();
  $("undo").disabled = !moves.length;
  if (isPriced()) showBudget(state.spent, data.records, isFirst());
  markKeys(isLying() ? likelyMarks(rules.answers.words, beliefs[0], state.turns) : letterMarks(state));
  showBoards();
  showTyped();
  showRow();
  showEnding();
  showMind();
  showStatistics();
  $("best").replaceChildren();
  $("hint").replaceChildren();
}

/** Shows a message of one line to the player. */
export function say(text) {
  $("message").textContent = text;
}

function showGoal() {
  $("goal").textContent = isFirst() && !moves.length ? guidance(rules, state, beliefs) : goal(rules, state);
  $("aim").textContent = goal(rules, state);
  $("goal").hidden = isOver();
  // After the first move, the goal is shown only if there is room.
  $("goal").classList.toggle("later", moves.length > 0);
}

/** Scrolls the area of the boards to the row that waits for a word; if no row waits, to the last row. */
export function showRow() {
  const area = $("boards-area");
  const row = area.querySelector(".waiting") ?? area.querySelector(".board > :last-child");
  if (!row) return;
  const [outer, inner] = [area, row].map((node) => node.getBoundingClientRect());
  const [below, above] = [inner.bottom - outer.bottom, inner.top - outer.top];
  area.scrollTop += Math.ceil(Math.max(0, below)) + Math.floor(Math.min(0, above));
}

function showBoards() {
  const doubts = isLying() ? state.turns.map(({ guess, clues }) =>
    markChances(beliefs[0], rowOf(guess), clues[0], LENGTH)) : [];
  const options = { length: LENGTH, doubts, isOver: isOver(), isPriced: isPriced() };
  $("boards-area").replaceChildren(...state.solved.map((_, board) =>
    drawBoard(state, board, options)));
  const isWhole = state.most <= MOST_ROWS && rules.boards <= MOST_WHOLE;
  const rows = isWhole ? state.most
    : Math.min(Math.max(LEAST_ROWS, state.turns.length + 1), rules.boards > MOST_WHOLE ? state.most : FITTING_ROWS);
  shownRows = isOver() && !isPriced() ? Math.max(LEAST_ROWS, state.turns.length) : rows;
  setSizes({ rows: shownRows, turns: Math.min(state.turns.length, rows) });
  arrangeBoards();
}

/** Arranges the boards, given the present size of their area. */
export function arrangeBoards() {
  const isScrolled = isOver() && (rules.boards > 1 || !isWide());
  document.body.classList.toggle("scrolled", isScrolled);
  const { width, height } = $("boards-area").getBoundingClientRect();
  setSizes(arrange(rules.boards, shownRows, LENGTH, { width, height: isScrolled ? innerHeight : height }));
  showRow();
}

function setSizes(sizes) {
  for (const [name, count] of Object.entries(sizes)) document.body.style.setProperty(`--${name}`, count);
}

/** Shows the word that is being typed in the rows that wait for a word. In WORDPL, also shows how much information
 * its clue would give.
 */
export function showTyped() {
  fillField(typed);
  for (const board of document.querySelectorAll(".board")) {
    const row = board.querySelector(".empty")?.parentNode;
    [...row?.children ?? []].forEach((tile, i) => {
      tile.textContent = upper(typed[i] ?? "");
      tile.classList.toggle("typed", i < typed.length);
      tile.classList.toggle("next", i === typed.length);
    });
  }
  if (!isPriced() || isOver()) return;
  const isWord = guesses.places.has(typed) && price() > 0;
  const bits = isWord
    ? informant(beliefs[0], price(), LENGTH, markingOf(rules).channel)(rowOf(typed)) : 0;
  showPrice(price(), LENGTH, isWord ? typed : "", bits);
}

/** Types a word that the player pressed in a panel. In a narrow window, the panel then closes. */
export function take(word) {
  typeWord(word);
  if (!isWide()) closePanels();
  focusField();
  showTyped();
  showRow();
}

/** If the game is over, shows how it ended. */
export function showEnding() {
  $("ending").hidden = !isOver();
  if (!isOver()) {
    $("review").hidden = true;
    return;
  }
  const place = rules.answers.places.get(state.secrets[0]);
  const lines = isLying() ? retrospect(rules.kind, state, beliefs[0], place) : [];
  if (isPriced()) lines.push(data.leads);
  showLeaders(rules, data);
  $("next").hidden = rules.day !== today();
  $("verdict").textContent = verdict(rules.kind, state, givenUp);
  $("reveal").replaceChildren(...lines.filter(Boolean).map((textContent) =>
    make("p", { textContent })));
  const address = publicAddress(location) || data.address;
  $("share").textContent = inColours(shareText(rules, state, address, hinted.length));
  $("said").textContent = shareWords(rules, state, hinted.length);
  const isReviewed = rules.kind !== "absurdle" && state.turns.length;
  $("rate").hidden = !isReviewed;
  offerReview($("review"), isReviewed ? rules : null, state.turns,
    { secret: state.secrets[0], final: state.final });
}

/** Shows the player's statistics. */
export function showStatistics() {
  showStreak(rules.kind, ownDays());
  const series = seriesOf(gameName(rules));
  const scores = endedGames().filter(({ name }) => seriesOf(name) === series).map(({ score: one }) => one);
  showHistogram($("own-scores"), rules, scores, isOver() ? score : undefined);
  showHistogram($("statistics").querySelector("ol"), rules, scores);
  if (!$("statistics").open) return;
  showFigures(series, rules, referencesOf(rules, data.records, data.size === SIZE));
}

/** Returns a sentence about everything that is certain, or "". It is "" if clues may be false or if there are several
 * boards.
 */
export const knownNow = () => (rules.boards === 1 && markingOf(rules).channel === EXACT ? knownSentence(state.turns) : "");

/** Fills the panel "What the clues say". */
export function showMind() {
  $("sentence").textContent = knownNow();
  if (!$("mind").open) return;
  showPosterior(rules, state, beliefs, isOver() ? null : take);
  if (!isPriced() && !isOver() && state.turns.length && !hinted.includes(moves.length)) noteHint();
}
