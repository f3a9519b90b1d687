// Secrets of the puzzles of the day. For each game, one published order of the answers gives the secrets.
// game/daily.py computes the same order.

import { Draws } from "../engine/draws.js";
import { addDays, noon } from "./days.js";

const FIRST_ORDERED = "2026-12-01"; // before this day, each secret was drawn with the seed of its day
const REMOVED = ["agora", "fetus", "fibre", "gipsy", "gypsy", "lynch", "pupal", "slave", "wench"];
const YEAR = 365;

let last = {}; // the last order that was computed, with its answers and its game

// Returns the part of a seed that names the game: "" for WORDPL, otherwise a text such as " classic 1" or
// " fibble lies:1".
const variantOf = ({ kind, boards, channel }) => ({ classic: ` classic ${boards}`, fibble: ` fibble ${channel}` }[kind] ?? "");

/** Returns the seed of a puzzle of the day. */
export const dailySeed = (rules, day) => `daily ${day}${variantOf(rules)}`;

/** Returns, for each board of a game, the index of its secret in the list of answers. */
export function placeSecrets({ day, seed, game, ...rules }) {
  const { answers, boards } = rules;
  if (!day || day < FIRST_ORDERED) return new Draws(seed, game).answers(answers.size, boards);
  const order = orderAnswers(rules);
  const first = boards * Math.round((noon(day) - noon(FIRST_ORDERED)) / 864e5);
  return Array.from({ length: boards }, (_, board) => order[(first + board) % order.length]);
}

function orderAnswers(rules) {
  const { answers, boards } = rules;
  const variant = variantOf(rules);
  if (last.answers === answers && last.variant === variant) return last.order;
  // Answers that were secrets in the year before FIRST_ORDERED come last. Of these answers, the most recent
  // secrets are at the end.
  const used = new Map();
  for (let ago = YEAR; ago > 0; ago--) {
    const seed = dailySeed(rules, addDays(FIRST_ORDERED, -ago));
    for (const place of new Draws(seed, 0).answers(answers.size, boards)) used.set(place, YEAR - ago);
  }
  const all = [...answers.words.keys()];
  const kept = all.filter((place) => !REMOVED.includes(answers.words[place]));
  const shares = new Draws(`daily${variant}`, 0).uniforms("order", 0, answers.size);
  const usedAt = (place) => used.get(place) ?? -1;
  const order = (kept.length < boards ? all : kept).sort((a, b) => usedAt(a) - usedAt(b) || shares[a] - shares[b]);
  last = { answers, variant, order };
  return order;
}
