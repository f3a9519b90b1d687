// The rule of marking and the channel of each game.

import { EXACT, Lies } from "./lies.js";
import { RESPONSE } from "./response.js";

// Channels by the name before the colon, from what follows it.
const CHANNELS = { lies: (value) => new Lies(Number(value)) };

/** Returns how a game marks guesses: by a rule of `clueRow`, and through a channel, which is
 * undefined where there is none of that name here.
 *
 * `channel` is the text of a setting of Fibble, such as "lies:2".
 */
export function markingOf({ kind, channel }) {
  if (kind === "wordpl") return { rule: "letterwise", channel: RESPONSE };
  if (kind !== "fibble") return { rule: "classic", channel: EXACT };
  const [name, value] = (channel || "lies:1").split(":");
  return { rule: "classic", channel: CHANNELS[name]?.(value) };
}
