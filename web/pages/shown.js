// The game that is shown: its rules, its moves so far, and the state and beliefs that follow from them.

import { WordList } from "../engine/words.js";
import { posterior } from "../engine/belief.js";
import { markingOf } from "../engine/named.js";
import { today } from "../game/days.js";
import { SIZE, parseDeal, writeDeal } from "../game/deals.js";
import { allowedMoves, replay } from "../game/rounds.js";
import { readPrice } from "../game/rules.js";
import { answers, data, guesses } from "./data.js";
import { $ } from "./dom.js";
import { choice, dailyGames, findBegun, findKept, keepGame } from "./store.js";

const WORDS = data.size || data.digest; // the name of the page's word lists, for the names of kept games

export let rules;
export let moves;
export let givenUp;
export let hinted; // the numbers of the moves before which the player asked for a hint
export let figures;
export let state;
export let beliefs; // the posterior of each board
export let typed = "";
export let shownOn = ""; // the day on which the game was opened
export let began;
export let score; // "lost" for a game that was not won
let ended;

const NEW_GAME = { moves: [], givenUp: false, hinted: [], began: "", ended: "", score: null, figures: [] };

export const isPriced = () => rules.kind === "wordpl";
export const isFibble = () => rules.kind === "fibble";
export const isLying = () => isPriced() || isFibble();
export const isOver = () => Boolean(state.outcome) || givenUp;
export const isFirst = () => !choice(`played ${rules.kind}`, false);
export const price = () => (isPriced() ? readPrice($("epsilon").value) : Infinity);
export const gameName = (deal) => `${WORDS} ${writeDeal(deal)}`;
export const practiceOf = (kind) => `practice ${kind}${data.size === SIZE ? "" : ` ${WORDS}`}`;

/** Returns the deal of the daily puzzle of a day, with the kind, boards and mode of the shown game. */
export const onDay = (day) => ({ ...rules, secret: "", word: "", day, game: 0 });

/** Returns the player's daily puzzles that are over and are of the same kind as the shown game, by day. */
export const ownDays = () => dailyGames((day) => gameName(onDay(day)));

/** Returns the rules of a game, given its name. */
export const readRules = (name) =>
  toRules(parseDeal(name.slice(name.indexOf(" ") + 1), today(), answers, guesses));

/** Returns the name of the kept game in which the puzzle of a deal was begun, or undefined. The mode (such as hard
 * mode) of the kept game may differ from the mode of the deal.
 */
export const begunAs = (deal) => (deal.day ? findBegun(gameName(deal)) : undefined);

// Returns the rules of a deal. In a puzzle that a player made, the secret may be any guess; if it is not listed as
// an answer, it is added to the answers.
const toRules = (deal) => ({
  ...deal, guesses, size: data.size,
  answers: deal.secret && !answers.places.has(deal.secret) ? new WordList([...answers.words, deal.secret]) : answers,
});

/** Shows the game of a deal, with the moves that the browser has kept. */
export function openRules(deal) {
  rules = toRules(deal);
  [typed, shownOn] = ["", today()];
  load(findKept(gameName(rules)));
}

// Shows a kept game, or begins a new game if `game` is missing. If the rules forbid a move, this move and all
// later moves are left out, because they were not played on this page.
function load(game) {
  ({ moves, givenUp, hinted, began, ended, score, figures } = game ?? NEW_GAME);
  const { first } = replay(rules, []);
  if (first && !moves.length) moves = [{ guess: first, epsilon: Infinity }];
  moves = allowedMoves(rules, moves);
  settle();
  if (score !== null || givenUp || state.outcome !== "out_of_turns") return;
  // The moves of two browsers were joined (see `joinMoves`), and have used up all guesses. But joined moves do not
  // end a game. So one guess is left to the player.
  moves = moves.slice(0, -1);
  settle();
}

function settle() {
  state = replay(rules, moves);
  beliefs = state.solved.map((solved, board) =>
    posterior(rules.answers, state.turns, markingOf(rules), board, solved));
}

const findShown = () =>
  ({ name: gameName(rules), moves, givenUp, hinted, began, ended, score, figures });

/** Keeps the game, and returns whether it is stored. */
export const store = () => keepGame(findShown());

/** Takes the moves that another tab has made, and returns whether there are any. */
export function follow() {
  const game = findKept(gameName(rules));
  if (!game || JSON.stringify(game) === JSON.stringify(findShown())) return false;
  load(game);
  return true;
}

/** Sets the moves of the game, and returns whether they are stored. */
export function keepMoves(newMoves, isGivenUp = false) {
  [moves, givenUp, typed] = [newMoves, isGivenUp, ""];
  settle();
  began ||= today();
  if (isOver() && score === null) {
    [score, ended] = [state.score === Infinity ? "lost" : state.score, today()];
  }
  return store();
}

/** Begins the game again. This is only for Absurdle, which has no secret. If the game is over, it stays in the
 * statistics.
 */
export function restart() {
  if (isOver()) keepGame({ ...findShown(), name: `${gameName(rules)}&at=${Date.now()}` });
  load(null);
  return keepMoves([]);
}

/** Stores the fact that the player asked for a hint before the next move. Returns whether it is stored. */
export function noteHint() {
  hinted = [...new Set([...hinted, moves.length])];
  return store();
}

/** Reads the figures of the game, which are the cost and luck of its moves, from the storage. If `rateGames` has not
 * computed and stored the figures yet, they do not change.
 */
export const takeFigures = () => { figures = findKept(gameName(rules))?.figures ?? figures; };

/** Sets the word that is being typed. */
export const typeWord = (word) => { typed = word; };
