// A player of WORDPL and classic Wordle. It guesses the answer that explains the most marks
// of all clues so far. agreement.py says why. Protocol: docs/guide/protocol.md.
"use strict";
const fs = require("fs");

const OPENING = "slate";
const ODDS = 16; // an answer that explains one mark more is 16 times as probable
const LETTER_PRICE = 2773; // thousandths of a nat: 1000 times the natural logarithm of ODDS
const FARTHEST = 6; // an answer that explains over 6 marks less than the best has no weight
const PERCENT = 95; // the final answer must have at least 95 % of the total weight

let answers, explained, priced, opening, price;

// Reads the first message: the rules of the game and the words.
function prepare({ setting, answers: secrets, guesses }) {
  if (!["wordpl", "classic"].includes(setting.mode) || setting.boards > 1) {
    return { failed: "expected WORDPL or classic Wordle with one board" };
  }
  answers = words(secrets.path);
  priced = setting.mode === "wordpl";
  opening = words(guesses.path).includes(OPENING) ? OPENING : answers[0];
  price = priced ? ([...opening].length * LETTER_PRICE) / 1000 : null;
  return { name: "Agreement in JavaScript" };
}

function words(path) {
  const lines = fs.readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line).map((line) => line.split(/[ ,]/)[0]); // leave weights out
}

// Returns the marks of a guess for one answer: c correct, i included elsewhere, . absent.
// WORDPL marks each letter for itself; classic Wordle counts the letters of the answer.
function clue(guess, answer) {
  const left = [...answer].filter((letter, i) => letter !== guess[i]);
  return [...guess].map((letter, i) => {
    if (letter === answer[i]) return "c";
    if (priced) return answer.includes(letter) ? "i" : ".";
    const other = left.indexOf(letter);
    if (other >= 0) left[other] = "";
    return other >= 0 ? "i" : ".";
  });
}

// Begins a game.
function firstMove() {
  explained = answers.map(() => 0);
  return [opening, price];
}

// Counts, for each answer, the marks that it explains of the clue `seen`, which `guess` got.
// Returns the next move.
function nextMove(guess, seen) {
  answers.forEach((answer, a) => {
    explained[a] += clue(guess, answer).filter((mark, i) => mark === seen[i]).length;
  });
  const best = explained.indexOf(Math.max(...explained));
  return [answers[best], priced && certain(best) ? 0 : price];
}

// Returns whether the best answer is probable enough to be the final answer. The numbers are
// whole and below 2^53, so that they are exact.
function certain(best) {
  const behind = explained.map((marks) => explained[best] - marks);
  const near = behind.filter((marks) => marks <= FARTHEST);
  const total = near.reduce((sum, marks) => sum + ODDS ** (FARTHEST - marks), 0);
  return 100 * ODDS ** FARTHEST >= PERCENT * total;
}

function reply(message) {
  if ("protocol" in message) return prepare(message);
  if ("seed" in message) return { move: firstMove() };
  return { move: nextMove(message.turn[0], message.turn[2]) };
}

// Reply to each line of JSON from the referee with one line, until the referee closes the input.
const room = 1 << 16;
const buffer = Buffer.alloc(room);
let length = 0;
for (let size; (size = fs.readSync(0, buffer, length, room - length)) > 0; ) {
  length += size;
  if (buffer[length - 1] !== 10) continue; // the rest of the line follows
  const message = JSON.parse(buffer.toString("utf8", 0, length));
  fs.writeSync(1, JSON.stringify({ id: message.id, ...reply(message) }) + "\n");
  length = 0;
}
