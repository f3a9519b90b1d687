// The value of each guess near the end of a game without prices: first the chance to win, and then
// the mean number of guesses. solver/advice/endgame.py computes the same.

import { clueRow } from "../engine/clues.js";
import { bestPosterior } from "../engine/information.js";
import { markingOf } from "../engine/named.js";
import { total } from "../engine/sums.js";
import { WordList } from "../engine/words.js";
import { objection } from "../game/rules.js";
import { onlyLikely } from "./position.js";

// A position is searched if it has at most this number of possible words; if there are several boards,
// the numbers of their words are multiplied.
const MOST_SEARCHED = 50;
const MOST_PARTITIONS = 300; // largest number of guesses that are searched in a position (see `search`)

/** Returns { chance, mean }: for each guess, the chance to win and the mean number of guesses.
 *
 * The result is null if no guess is left, or if these numbers cannot be computed in time. `boards` has, for each
 * board that is not solved, the result of `candidates`. `left` is the number of guesses left. `legal` are the
 * guesses that may be played, as indices in the list of guesses. `top` is the number of best guesses that are
 * wanted. The chance of a guess is -1 if the guess is not searched.
 */
export function endgame(rules, boards, left, legal, top) {
  const { guesses } = rules;
  const { channel } = markingOf(rules);
  const spare = left - boards.length;
  if (!(left > 0)) return null;
  if (spare < 0) return { chance: guesses.words.map(() => 0), mean: guesses.words.map(() => 0) };
  if (spare <= 1 && boards.length === 1) return lastTwo(rules, boards[0], left);
  if (spare > (boards.length === 1 ? 2 : 1) || channel.ends) return null;
  const few = [boards, boards.map(onlyLikely)].find((some) =>
    productOf(some.map(({ words }) => words.length)) <= MOST_SEARCHED);
  if (few) return new EndgameSearch(rules, few, left).rate(legal, top);
  return spare ? null : oneEach(rules, boards);
}

// Returns the result of `endgame` for a game in which one guess is left for each board. Then each guess must
// solve a board: the next guess solves one board, and later the best word of each other board solves that board.
function oneEach(rules, boards) {
  const values = boards.map((board) => lastTwo(rules, board, 2));
  const chance = rules.guesses.words.map((_, row) =>
    productOf(values.map(({ chance: then }) => then[row]))
      - productOf(values.map(({ chance: then, mean }) => then[row] - (2 - mean[row]))));
  return { chance, mean: chance.map(() => boards.length) };
}

function lastTwo(rules, { words, weights }, left) {
  const { guesses } = rules;
  const { rule, channel } = markingOf(rules);
  const sum = total(weights);
  const chances = Float64Array.from(weights, (weight) => weight / sum);
  const shares = new Map(words.map((word, k) => [word, chances[k]]));
  const own = guesses.words.map((word) => shares.get(word) ?? 0);
  const mean = own.map((share) => left - (left - 1) * share);
  if (left === 1) return { chance: own, mean };
  const list = new WordList(words);
  const measure = bestPosterior(chances, Infinity, list.length, channel);
  return { chance: guesses.words.map((guess) => measure(clueRow(list, guess, rule))), mean };
}

const rounded = (x) => Math.round(x * 1e9) / 1e9;
const isBetter = ([won, cost], [won_, cost_]) => won > won_ || (won === won_ && cost > cost_);
const productOf = (numbers) => numbers.reduce((product, number) => product * number, 1);

// A search of all ways to the end of the game. The value of a position or a guess is a pair: the chance
// to win, and the mean number of guesses made negative. Both are multiplied by the weight of the position. The
// weight of a board is the sum of the weights of its words, and the weight of a position is the product of the
// weights of its boards. A board is the list of its possible words, the most probable word first. A word is
// written as its column in `this.rows`: its place among all possible words.
class EndgameSearch {
  constructor(rules, boards, left) {
    this.rules = rules;
    this.left = left;
    this.isHard = rules.hard !== "off" && rules.hard !== undefined;
    const weights = new Map(boards.flatMap(({ words, weights: w }) => words.map((x, k) => [x, w[k]])));
    const every = [...weights.keys()].sort((a, b) => weights.get(b) - weights.get(a));
    this.weights = every.map((word) => weights.get(word));
    this.places = every.map((word) => rules.guesses.places.get(word));
    this.boards = boards.map(({ words }) => {
      const own = new Set(words);
      return [...every.keys()].filter((column) => own.has(every[column]));
    });
    const list = new WordList(every);
    this.right = 3 ** list.length - 1;
    this.rows = rules.guesses.words.map((guess) => clueRow(list, guess, "classic"));
    this.values = new Map();
  }

  rate(legal, top) {
    const [chance, mean] = [-1, 0].map((start) => this.rules.guesses.words.map(() => start));
    const weight = this.weigh(this.boards);
    for (const [row, value] of this.search(this.boards, this.left, legal, top)) {
      chance[row] = value[0] / weight;
      mean[row] = -value[1] / weight;
    }
    return { chance, mean };
  }

  // Returns a Map from guesses to their values in a position. A guess is its index in the list of guesses, and
  // `rows` are the guesses that may be played. The guesses are searched in the order of the lower bounds that the
  // method `bounds` returns, the smallest bound first. The search ends when at least `top` guesses are searched and
  // no further guess can be better than the best guess. The search also ends after MOST_PARTITIONS guesses. Two
  // guesses count as one guess if every possible word gives equal clues to both guesses, but not in hard mode.
  search(boards, left, rows, top) {
    const columns = boards.flat();
    const isApart = new Set(columns).size === columns.length;
    if (left === boards.length && isApart) { // each guess must solve a board
      const own = new Set(columns.map((column) => this.places[column]));
      rows = rows.filter((row) => own.has(row));
    }
    const [weight, bounds] = [this.weigh(boards), this.bounds(boards, rows)];
    const [values, same] = [new Map(), new Map()];
    let best = [-1, 0];
    for (const k of [...rows.keys()].sort((a, b) => bounds[a] - bounds[b] || a - b)) {
      const row = rows[k];
      const isWon = best[0] >= weight * (1 - 1e-9);
      if (values.size >= top && isWon && -bounds[k] <= best[1]) break;
      // Two guesses have equal values if they get the same clue from every possible word. But in hard mode, the
      // two guesses may allow different words afterwards, and so have different values.
      const name = this.isHard ? row : columns.map((column) => this.rows[row][column]).join();
      if (!same.has(name)) {
        if (same.size >= MOST_PARTITIONS) break;
        same.set(name, this.play(boards, left, row, rows));
      }
      values.set(row, same.get(name));
      if (isBetter(values.get(row), best)) best = values.get(row);
    }
    return values;
  }

  // Returns the value of the guess `row`: the sum of the values of the positions after its possible clues.
  play(boards, left, row, rows) {
    let [chance, cost] = [0, -this.weigh(boards)];
    const visit = (board, clue, others, solved) => {
      if (board === boards.length) {
        const after = this.best(others, left - 1, rows, row, clue);
        chance += solved * after[0];
        cost += solved * after[1];
        return;
      }
      for (const [own, part] of this.parts(boards[board], row)) {
        const seen = board ? clue : own;
        if (own === this.right) visit(board + 1, seen, others, solved * this.weights[part[0]]);
        else visit(board + 1, seen, [...others, part], solved);
      }
    };
    visit(0, 0, [], 1);
    return [rounded(chance), rounded(cost)];
  }

  // Returns the value of the position `boards`, after the guess `row` and its clue `clue`.
  best(boards, left, rows, row, clue) {
    const weight = this.weigh(boards);
    const columns = boards.flat();
    const count = new Set(columns).size;
    if (!boards.length) return [1, 0];
    if (!left || (left < boards.length && count === columns.length)) return [0, -weight * left];
    if (columns.length === boards.length) {
      return [count <= left ? weight : 0, -weight * Math.min(count, left)];
    }
    if (boards.length === 1 && left === 1) return [this.weights[boards[0][0]], -weight];
    if (boards.length === 1 && boards[0].length === 2) {
      return [weight, -weight - this.weights[boards[0][1]]];
    }
    if (this.isHard) {
      const turn = { guess: this.rules.guesses.words[row], clues: [clue] };
      rows = rows.filter((other) =>
        !objection(this.rules, [turn], { guess: this.rules.guesses.words[other] }));
    }
    // `rows` does not always have all guesses: words that few people know may have been left out. If no word of `rows`
    // fits the clues, the words that fit are added, because the player can play these words all the same.
    const fit = columns.map((column) => this.places[column]);
    if (!fit.some((place) => rows.includes(place))) rows = [...new Set([...rows, ...fit])].sort((a, b) => a - b);
    const key = `${left} ${boards.join(" ")} ${this.isHard ? rows : ""}`;
    if (!this.values.has(key)) {
      const values = boards.length === 1 && left === 2 ? [this.lastButOne(boards[0], rows)]
        : [...this.search(boards, left, rows, 1).values()];
      this.values.set(key, values.reduce((a, b) => (isBetter(b, a) ? b : a)));
    }
    return this.values.get(key);
  }

  lastButOne(board, rows) {
    let [most, own] = [-1, 0];
    for (const row of rows) {
      const [now, then] = this.firsts(board, row);
      if (then > most || (then === most && now > own)) [most, own] = [then, now];
    }
    return [most, rounded(own - 2 * this.weigh([board]))];
  }

  // Returns, for each guess in `rows`, a lower bound of the mean number of guesses from this guess on, if all
  // games are won. The bound is multiplied by the weight of the position.
  bounds(boards, rows) {
    const every = this.weigh(boards) / boards.length;
    const weights = boards.map((board) => this.weigh([board]));
    return rows.map((row) => rounded(every * boards.reduce((sum, board, k) => {
      const [now, then] = this.firsts(board, row);
      return sum + 3 - (now + then) / weights[k];
    }, 0)));
  }

  // Returns two sums of weights of words of `board`. The first sum is over the words that the guess `row` solves at
  // once. The second sum is over the words that are solved by the guess `row` or by the next guess, if the next
  // guess is the most probable word that fits the clue.
  firsts(board, row) {
    let [now, then] = [0, 0];
    const clues = this.rows[row];
    for (let k = 0; k < board.length; k++) {
      const clue = clues[board[k]];
      if (clue === this.right) now += this.weights[board[k]];
      let isFirst = true;
      for (let i = 0; i < k && isFirst; i++) isFirst = clues[board[i]] !== clue;
      if (isFirst) then += this.weights[board[k]];
    }
    return [now, rounded(then)];
  }

  parts(board, row) {
    const parts = new Map();
    for (const column of board) {
      const clue = this.rows[row][column];
      if (!parts.has(clue)) parts.set(clue, []);
      parts.get(clue).push(column);
    }
    return parts;
  }

  weigh(boards) {
    return productOf(boards.map((board) => board.reduce((sum, column) => sum + this.weights[column], 0)));
  }
}
