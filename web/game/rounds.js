// A game as a function of its rules and its moves: `replay` plays the moves and returns the state of the game.

import { clueRow, mark, toMarks } from "../engine/clues.js";
import { Draws } from "../engine/draws.js";
import { EXACT } from "../engine/lies.js";
import { markingOf } from "../engine/named.js";
import { placeSecrets } from "./order.js";
import { SPARE_TURNS, objection } from "./rules.js";

/** The value of `given` if the first guess of a game of Fibble is drawn. */
export const DRAWN = "random";

/** Returns the state of a game after some moves.
 *
 * The rules are { kind, answers, guesses, boards, hard, target, day, seed, game, channel, limit,
 * given, secret }. The kind is "wordpl", "classic", "absurdle" or "fibble". Both lists are WordLists.
 * The target is the word of an Absurdle challenge, or "". In Fibble, `given` is the first guess; it is
 * "random" if the first guess is drawn, and "" if the player chooses the first guess. A move is
 * { guess, epsilon }. In WORDPL, a move with the price 0 is the final answer. The outcome is "" while
 * the game goes on.
 */
export function replay(rules, moves) {
  const { kind, boards } = rules;
  const host = kind === "absurdle" ? new AbsurdleHost(rules) : new SecretHost(rules);
  const right = 3 ** rules.answers.length - 1;
  const state = { turns: [], spent: 0, final: "", outcome: "", score: Infinity };
  state.most = { classic: boards + SPARE_TURNS, fibble: rules.limit }[kind] ?? Infinity;
  state.first = host.first ?? "";
  /** For each board, the turn in which it was solved, counted from 0. */
  state.solved = new Array(boards).fill(Infinity);
  for (const { guess: chosen, epsilon } of moves) {
    const guess = (!state.turns.length && state.first) || chosen;
    if (kind === "wordpl" && epsilon === 0) {
      state.final = guess;
      state.outcome = host.accepts(guess) ? "won" : "wrong";
      break;
    }
    const turn = { guess, epsilon, ...host.reply(guess, epsilon, state.turns.length) };
    state.spent += epsilon;
    state.turns.push(turn);
    if (kind === "wordpl") continue;
    state.solved = state.solved.map((at, board) =>
      (turn.truths[board] === right ? Math.min(at, state.turns.length - 1) : at));
    if (state.solved.every(Number.isFinite)) {
      state.outcome = host.accepts(guess) ? "won" : "wrong";
    } else if (state.turns.length >= state.most) {
      state.outcome = "out_of_turns";
    }
    if (state.outcome) break;
  }
  if (state.outcome === "won") state.score = kind === "wordpl" ? state.spent : state.turns.length;
  return { ...state, secrets: host.reveal() };
}

/** Returns the moves up to the end of the game, or up to the first move that the rules forbid. */
export function allowedMoves(rules, moves) {
  const allowed = [];
  for (const move of moves) {
    const { turns, outcome } = replay(rules, allowed);
    if (outcome || objection(rules, turns, move)) break;
    allowed.push(move);
  }
  return allowed;
}

// Holds the secrets that follow from a seed. Its true clues go through the channel of the game.
class SecretHost {
  constructor(rules) {
    const { answers, seed, game, given, secret } = rules;
    this.draws = new Draws(seed, game);
    this.marking = markingOf(rules);
    this.secrets = secret ? [secret]
      : placeSecrets(rules).map((place) => answers.words[place]);
    this.first = given === DRAWN ? answers.words[this.draws.first(answers.size)] : given;
  }

  reply(guess, epsilon, turn) {
    const { rule, channel } = this.marking;
    const truths = this.secrets.map((secret) => mark(secret, guess, rule));
    if (channel === EXACT) return { truths, clues: truths };
    const noise = this.draws.noise(turn, guess.length);
    const clues = truths.map((clue) => channel.draw(clue, epsilon, noise, guess.length));
    return { truths, clues };
  }

  accepts(word) {
    return this.secrets.includes(word);
  }

  reveal() {
    return this.secrets;
  }
}

// The host of Absurdle, which has no secret. It gives the clue that leaves the most answers possible. Among
// such clues it prefers the clue with the fewest correct letters, then the clue with the fewest present
// letters, and then the smallest clue. It gives a clue of correct letters only if no other clue is possible.
class AbsurdleHost {
  constructor({ answers, target }) {
    this.answers = answers;
    this.target = target;
    this.possible = [...answers.words.keys()];
  }

  reply(guess) {
    const row = clueRow(this.answers, guess, "classic");
    const sizes = new Map();
    for (const k of this.possible) sizes.set(row[k], (sizes.get(row[k]) ?? 0) + 1);
    const right = 3 ** guess.length - 1;
    const key = (clue) => {
      const marks = toMarks(clue, guess.length);
      const count = (mark_) => marks.filter((m) => m === mark_).length;
      return [clue === right ? 1 : 0, -sizes.get(clue), count(2), count(1), clue];
    };
    const [clue] = [...sizes.keys()].sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      return x.map((value, i) => value - y[i]).find(Boolean);
    });
    this.possible = this.possible.filter((k) => row[k] === clue);
    return { truths: [clue], clues: [clue] };
  }

  accepts(word) {
    return word === this.reveal()[0];
  }

  reveal() {
    return [this.target || this.answers.words[this.possible[0]]];
  }
}
