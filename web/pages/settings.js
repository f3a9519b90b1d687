// The options of a game: a form with its seed, number, boards, hard mode, target and lies.

import { MOST_BOARDS, usualLimit, writeDeal } from "../game/deals.js";
import { DRAWN } from "../game/rounds.js";
import { $, make } from "./dom.js";

const NAMES = ["seed", "game", "boards", "hard", "target", "channel", "limit", "given"];

/** Fills the menu with the possible numbers of lies in words of a length. */
export function listLies(length) {
  for (let k = 0; k <= length; k++) {
    $("channel").append(make("option", { value: `lies:${k}`, textContent: k }));
  }
}

/** Fills the menus of the form. */
export function makeSettings(length) {
  listLies(length);
  for (let k = 1; k <= MOST_BOARDS; k++) $("boards").append(make("option", { textContent: k }));
}

/** Shows the rules of a game in the form. */
export function fillSettings(rules) {
  for (const name of NAMES) $(name).value = rules[name];
  const usual = usualLimit(rules.channel);
  $("limit").placeholder = usual;
  if ([0, usual].includes(rules.limit)) $("limit").value = "";
}

/** Returns { text }, the deal of the form as `writeDeal` writes it, or { reason }, if the form has no valid deal. */
export function readSettings(rules) {
  const fields = Object.fromEntries(NAMES.map((name) =>
    [name, $(name).value.trim().toLowerCase()]));
  fields.seed = $("seed").value;
  const isSame = fields.seed === rules.seed && Number(fields.game) === rules.game;
  if (fields.target && !rules.answers.places.has(fields.target)) {
    return { reason: `${fields.target.toUpperCase()} is not one of the possible answers` };
  }
  if (!["", DRAWN].includes(fields.given) && !rules.guesses.places.has(fields.given)) {
    return { reason: `${fields.given.toUpperCase()} is not in the word list` };
  }
  if (fields.hard !== "off" && fields.boards > 1) return { reason: "Hard mode is for one board." };
  const [game, boards, limit] = [fields.game, fields.boards, fields.limit].map(Number);
  const day = isSame ? rules.day : "";
  return { reason: "", text: writeDeal({ kind: rules.kind, ...fields, game, boards, limit, day }) };
}
