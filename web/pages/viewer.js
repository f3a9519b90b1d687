// A viewer of games: it shows the clues one by one, and the posterior after each clue.

import { mark, parseClue } from "../engine/clues.js";
import { countEqual, countPossible, entropy, posterior, rank } from "../engine/belief.js";
import { markingOf } from "../engine/named.js";
import { ranking } from "../engine/ties.js";
import { WordList } from "../engine/words.js";
import { counted, number, ranked, uncertainty, upper } from "../game/wording.js";
import { showColours } from "./colours.js";
import { $, chance, make, tiles, truthTiles, wholeOf } from "./dom.js";

const TOP = 10; // the number of words of the posterior that are shown

let data, entry, listed, at, game, step;
let moved = () => {};

const marking = () => markingOf({ kind: entry.mode, channel: entry.channel });
const isLying = () => entry.mode !== "classic";

/** Reads a row of games.csv. Returns an object with the columns by name, and with `turns` and `secrets`. */
export function parseGame(row, columns) {
  const named = Object.fromEntries(columns.map((name, k) => [name, row[k]]));
  let spent = 0;
  const turns = named.moves ? named.moves.split(" ").map((move) => {
    const [guess, price, seen] = move.split(":");
    const epsilon = price === "inf" ? Infinity : Number(price);
    spent += epsilon;
    const clues = seen.match(new RegExp(`.{${guess.length}}`, "g")).map(parseClue);
    return { guess, epsilon, clues, spent };
  }) : [];
  return { ...named, turns, secrets: named.answer.split(",") };
}

/** Shows the games of some entries. `games` are the data that contest/pages/report.py makes.
 *
 * `onMove` is called whenever a game is shown, at its first step or at another step.
 */
export function loadGames(games, onMove = () => {}) {
  [data, moved] = [games, onMove];
  $("entry").replaceChildren(...data.entries.map(({ entry: name, run }, value) =>
    make("option", { value, textContent: `${name} (${run})` })));
  chooseEntry(0);
}

/** Shows the games of the entry with the index `place` in the data. */
export function chooseEntry(place) {
  entry = data.entries[place];
  $("entry").value = place;
  const all = entry.games.length === entry.played;
  $("shown").textContent = all ? "" : `The first ${entry.games.length.toLocaleString("en")} `
    + `of ${entry.played.toLocaleString("en")} games are on this page.`;
  const outcome = data.columns.indexOf("outcome");
  const met = [...new Set(entry.games.map((row) => row[outcome]))];
  $("outcome").replaceChildren(...["any", ...met].map((name) =>
    make("option", { textContent: name.replaceAll("_", " "), value: name })));
  chooseOutcome("any");
}

function chooseOutcome(name) {
  const outcome = data.columns.indexOf("outcome");
  listed = entry.games.filter((row) => name === "any" || row[outcome] === name);
  chooseGame(0);
}

function chooseGame(place) {
  at = Math.max(0, Math.min(place, listed.length - 1));
  $("earlier").disabled = at === 0;
  $("later").disabled = at >= listed.length - 1;
  game = listed.length ? parseGame(listed[at], data.columns) : null;
  $("stage").hidden = !game;
  if (!game) return;
  $("game").value = game.game;
  show(Math.min(1, game.turns.length));
}

/** Shows the game with a number. If that game is not listed, shows the next listed game, or the last listed game. */
export function findGame(number_) {
  const place = listed.findIndex((row) => Number(row[0]) >= number_);
  chooseGame(place < 0 ? listed.length - 1 : place);
}

/** Shows the last game that the entry won. */
export function findLastWin() {
  const won = entry.games.filter((row) => row[data.columns.indexOf("outcome")] === "won");
  if (won.length) findGame(Number(won.at(-1)[0]));
}

/** Returns the index of the shown entry, the number of the shown game, and the shown step. */
export const shownGame = () =>
  ({ entry: data.entries.indexOf(entry), game: Number(game?.game ?? 0), step });

/** Shows the chosen game after its first `turns` turns. */
export function show(turns) {
  const over = game.turns.length + (game.final && entry.mode === "wordpl" ? 1 : 0);
  step = Math.max(0, Math.min(turns, over));
  $("back").disabled = step === 0;
  $("step").disabled = step === over;
  $("step").textContent = step < game.turns.length || step === over
    ? "Next clue" : "Final answer";
  const seen = game.turns.slice(0, step);
  $("turns").replaceChildren(...seen.map(drawTurn));
  describe(seen, step > game.turns.length || over === step);
  showPosterior(seen);
  moved();
}

function drawTurn(turn, k) {
  const several = turn.clues.length > 1;
  const boards = make("div", { className: several ? "boards several" : "boards" });
  turn.clues.forEach((seen, board) => {
    const truth = mark(game.secrets[board], turn.guess, marking().rule);
    const solved = several && game.turns.slice(0, k).some((t) =>
      t.guess === game.secrets[board]);
    const cell = make("div", { className: solved ? "board solved" : "board" }, tiles(turn.guess, seen, truth));
    if (isLying()) cell.append(truthTiles(turn.guess, truth));
    boards.append(cell);
  });
  const row = make("div", { className: "turn" }, boards);
  if (entry.mode === "wordpl") {
    row.append(make("small", {
      textContent: `price ${number(turn.epsilon)}, paid so far ${number(turn.spent)} nats`,
    }));
  } else {
    row.append(make("small", { textContent: `guess ${k + 1}` }));
  }
  return row;
}

function describe(seen, over) {
  const secret = game.secrets.map((word) => upper(word)).join(", ");
  const spent = seen.length ? number(seen.at(-1).spent) : "0";
  const paid = entry.mode === "wordpl" ? `, ${spent} nats paid` : "";
  const all = counted(game.turns.length, "clue");
  let text = `Game ${game.game}, secret ${secret}: ${step} of ${all}`
    + `${paid}.`;
  if (over) {
    const final = upper(game.final);
    const end = game.outcome.replaceAll("_", " ");
    text = entry.mode === "wordpl" && final
      ? `Game ${game.game}, secret ${secret}: final answer ${final} after paying ${spent} nats, ${end}.`
      : `Game ${game.game}, secret ${secret}: ${end} after ${all}.`;
    if (game.reason) text += ` (${game.reason})`;
  }
  $("about").textContent = text;
  const log = over ? entry.logs?.[game.game] ?? "" : "";
  $("log").textContent = log;
  $("log").hidden = !log;
}

function showPosterior(seen) {
  $("words").replaceChildren();
  if (!marking().channel) {
    $("doubt").textContent = `This page does not know the channel ${entry.channel}, so it cannot show probabilities.`;
    return;
  }
  const list = words(entry.words);
  const answers = list.words;
  const length = game.secrets[0].length;
  const right = 3 ** length - 1;
  const open = game.secrets.findIndex((_, board) =>
    game.secrets.length === 1 || !seen.some((turn) => turn.clues[board] === right));
  const board = Math.max(0, open);
  const secret = game.secrets[board];
  const solved = seen.findIndex(({ guess }) => guess === secret);
  const chances = posterior(list, seen, marking(), board, solved);
  const place = list.places.get(secret);
  const left = countPossible(chances);
  const on = game.secrets.length > 1 ? `On board ${board + 1}: ` : "";
  const among = entry.mode === "wordpl"
    ? `The rank of the secret is ${ranked(rank(chances, place), countEqual(chances, place))}.`
    : left === 1 ? "One word is possible." : `${left.toLocaleString("en")} words are possible.`;
  $("doubt").textContent = `${on}${uncertainty(entropy(chances))} ${among}`;
  const shown = ranking(chances).slice(0, TOP).filter((k) => chances[k] > 0);
  const whole = wholeOf(shown.map((k) => chances[k]));
  $("words").replaceChildren(...shown.map((k) =>
    chance(answers[k], chances[k], whole, answers[k] === secret)));
}

const lists = {};
function words(digest) {
  lists[digest] ??= new WordList(data.words[digest].split(" "));
  return lists[digest];
}

$("entry").onchange = () => chooseEntry(Number($("entry").value));
$("outcome").onchange = () => chooseOutcome($("outcome").value);
$("game").onchange = () => findGame(Number($("game").value));
$("choose").onsubmit = (event) => {
  event.preventDefault();
  $("game").onchange();
};
$("earlier").onclick = () => chooseGame(at - 1);
$("later").onclick = () => chooseGame(at + 1);
$("back").onclick = () => show(step - 1);
$("step").onclick = () => show(step + 1);
$("stage").onkeydown = (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  event.preventDefault();
  show(step + by);
};
showColours();
