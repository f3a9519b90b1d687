"use strict";
const $ = (id) => document.getElementById(id);
const make = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

/* tables: a click on a heading sorts, a second one the other way round */

for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, place) => {
    head.firstChild.onclick = () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...table.tBodies[0].rows];
      rows.sort((a, b) => (down ? -1 : 1) * compare(a.cells[place], b.cells[place]));
      table.tBodies[0].append(...rows);
    };
  });
}

function compare(a, b) {
  if (a.dataset.value === undefined) return a.textContent.localeCompare(b.textContent);
  const [x, y] = [a, b].map((cell) => Number(cell.dataset.value.replace("inf", "Infinity")));
  return x === y ? 0 : x - y;
}

/* clues and posteriors, as the referee knows them */

// Marks a guess: letter by letter in WORDPL, as the New York Times does in classic.
function mark(secret, guess, mode) {
  const marks = [...guess].map((letter, i) => (secret[i] === letter ? "c" : "."));
  const spare = {};
  [...secret].forEach((letter, i) => {
    if (marks[i] !== "c") spare[letter] = (spare[letter] ?? 0) + 1;
  });
  [...guess].forEach((letter, i) => {
    if (marks[i] === "c") return;
    if (mode === "wordpl" ? secret.includes(letter) : spare[letter]-- > 0) marks[i] = "i";
  });
  return marks.join("");
}

// Probability of each answer after some turns, as seen on one board.
function posterior(answers, turns, mode, board) {
  const logs = new Float64Array(answers.length);
  for (const { guess, epsilon, clues } of turns) {
    const [seen, length] = [clues[board], guess.length];
    answers.forEach((answer, k) => {
      const true_ = mark(answer, guess, mode);
      let lies = 0;
      for (let i = 0; i < length; i++) lies += true_[i] !== seen[i];
      // The chance that no mark lies is the same for all answers.
      if (lies) logs[k] -= lies * (epsilon / length);
    });
  }
  const top = logs.reduce((a, b) => Math.max(a, b), -Infinity);
  const weights = logs.map((log) => Math.exp(log - top));
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / sum);
}

/* the viewer */

const data = JSON.parse($("data").textContent);
const NAMES = { ".": "absent", i: "present", c: "correct" };
const LETTERS = { ".": "a", i: "p", c: "c" };
const TOP = 10;
const number = (x) => String(Number(x.toPrecision(10)));
const percent = (p) => (p < 0.0005 ? "<0.1 %"
  : p > 0.9995 && p < 1 ? ">99.9 %" : `${(100 * p).toFixed(1)} %`);

let entry, listed, at, game, step;

function parse(row) {
  const named = Object.fromEntries(data.columns.map((name, k) => [name, row[k]]));
  let spent = 0;
  const turns = named.moves ? named.moves.split(" ").map((move) => {
    const [guess, price, seen] = move.split(":");
    const epsilon = price === "inf" ? Infinity : Number(price);
    spent += epsilon;
    const clues = seen.match(new RegExp(`.{${guess.length}}`, "g"));
    return { guess, epsilon, clues, spent };
  }) : [];
  return { ...named, turns, secrets: named.answer.split(",") };
}

function chooseEntry(place) {
  entry = data.entries[place];
  $("entry").value = place;
  const all = entry.games.length === entry.played;
  $("shown").textContent = all ? "" : `The first ${entry.games.length.toLocaleString("en")} `
    + `of ${entry.played.toLocaleString("en")} games are kept in this page.`;
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
  game = listed.length ? parse(listed[at]) : null;
  $("stage").hidden = !game;
  if (!game) return;
  $("game").value = game.game;
  show(Math.min(1, game.turns.length));
}

// The game that was asked for by number, or the next one that is listed.
function findGame() {
  const place = listed.findIndex((row) => Number(row[0]) >= Number($("game").value));
  chooseGame(place < 0 ? listed.length - 1 : place);
}

function show(turns) {
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
}

function drawTurn(turn, k) {
  const several = turn.clues.length > 1;
  const boards = make("div", { className: several ? "boards several" : "boards" });
  turn.clues.forEach((seen, board) => {
    const truth = mark(game.secrets[board], turn.guess, entry.mode);
    const solved = several && game.turns.slice(0, k).some((t) =>
      t.guess === game.secrets[board]);
    const cell = make("div", { className: solved ? "board solved" : "board" }, tiles(turn.guess, seen, truth));
    if (entry.mode === "wordpl") {
      const below = tiles(turn.guess, truth);
      below.classList.add("truth");
      cell.append(below);
    }
    boards.append(cell);
  });
  const row = make("div", { className: "turn" }, boards);
  if (entry.mode === "wordpl") {
    row.append(make("small", {
      textContent: `paid ${number(turn.epsilon)}, in all ${number(turn.spent)}`,
    }));
  } else {
    row.append(make("small", { textContent: `guess ${k + 1}` }));
  }
  return row;
}

// A guess with its clue; where the truth is given, marks that differ from it are struck.
function tiles(guess, seen, truth) {
  const lies = [...guess].map((_, i) => truth !== undefined && truth[i] !== seen[i]);
  const row = make("div", { className: "row" }, ...[...guess].map((letter, i) =>
    make("i", { textContent: letter.toUpperCase(),
      className: LETTERS[seen[i]] + (lies[i] ? " lie" : "") })));
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", (truth === undefined ? "in truth: " : "")
    + [...guess].map((letter, i) => `${letter} ${NAMES[seen[i]]}${lies[i] ? ", a lie" : ""}`)
      .join("; "));
  return row;
}

function describe(seen, over) {
  const secret = game.secrets.map((word) => word.toUpperCase()).join(", ");
  const spent = seen.length ? number(seen.at(-1).spent) : "0";
  const budget = entry.mode === "wordpl" ? `, ${spent} spent` : "";
  const all = game.turns.length === 1 ? "1 clue" : `${game.turns.length} clues`;
  let text = `Game ${game.game}, secret ${secret}: ${step} of ${all}`
    + `${budget}.`;
  if (over) {
    const final = game.final.toUpperCase();
    const end = game.outcome.replaceAll("_", " ");
    text = entry.mode === "wordpl" && final
      ? `Game ${game.game}, secret ${secret}: answers ${final} after paying ${spent}, ${end}.`
      : `Game ${game.game}, secret ${secret}: ${end} after ${all}.`;
    if (game.reason) text += ` (${game.reason})`;
  }
  $("about").textContent = text;
}

function showPosterior(seen) {
  const answers = words(entry.words);
  const length = game.secrets[0].length;
  const right = "c".repeat(length);
  const open = game.secrets.findIndex((_, board) =>
    game.secrets.length === 1 || !seen.some((turn) => turn.clues[board] === right));
  const board = Math.max(0, open);
  const chances = posterior(answers, seen, entry.mode, board);
  const bits = chances.reduce((sum, p) => sum - (p > 0 ? p * Math.log2(p) : 0), 0);
  const secret = game.secrets[board];
  const order = [...chances.keys()].sort((a, b) => chances[b] - chances[a] || a - b);
  const rank = order.findIndex((k) => answers[k] === secret);
  const left = chances.reduce((count, p) => count + (p > 0), 0);
  const on = game.secrets.length > 1 ? `On board ${board + 1}: ` : "";
  const among = entry.mode === "wordpl"
    ? `The secret is number ${rank + 1} of ${answers.length.toLocaleString("en")}.`
    : left === 1 ? "One word is possible." : `${left.toLocaleString("en")} words are possible.`;
  $("doubt").textContent = `${on}${bits.toFixed(1)} bits of doubt. ${among}`;
  const shown = order.slice(0, TOP).filter((k) => chances[k] > 0);
  $("words").replaceChildren(...shown.map((k) => {
    const bar = make("b");
    bar.style.width = `${100 * chances[k]}%`;
    const mine = answers[k] === secret;
    const item = make("li", { className: mine ? "secret" : "" },
      answers[k] + (mine ? " ★" : ""), bar, make("span", { textContent: percent(chances[k]) }));
    item.dataset.chance = chances[k];
    return item;
  }));
}

const lists = {};
function words(digest) {
  lists[digest] ??= data.words[digest].split(" ");
  return lists[digest];
}

$("entry").replaceChildren(...data.entries.map(({ entry: name, run }, value) =>
  make("option", { value, textContent: `${name} (${run})` })));
$("entry").onchange = () => chooseEntry(Number($("entry").value));
$("outcome").onchange = () => chooseOutcome($("outcome").value);
$("game").onchange = findGame;
$("choose").onsubmit = (event) => { event.preventDefault(); findGame(); };
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
for (const button of document.querySelectorAll(".look")) {
  button.onclick = () => {
    chooseEntry(Number(button.dataset.entry));
    $("viewer").scrollIntoView();
    $("stage").focus({ preventScroll: true });
  };
}
chooseEntry(0);
