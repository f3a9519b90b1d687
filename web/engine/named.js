// The rule of marking and the channel of each game.

import { EXACT, Lies } from "./lies.js";
import { RESPONSE } from "./response.js";

// The channels by name. Each function makes a channel from the text behind the colon.
const CHANNELS = { lies: (value) => new Lies(Number(value)) };

/** Returns how a game marks guesses: { rule, channel }.
 *
 * The returned rule is a rule of `clueRow`. The returned channel is undefined if this file has no
 * channel of the given name. The argument `channel` is the name and the setting of the channel of a
 * game of Fibble, such as "lies:2".
 */
export function markingOf({ kind, channel }) {
  if (kind === "wordpl") return { rule: "letterwise", channel: RESPONSE };
  if (kind !== "fibble") return { rule: "classic", channel: EXACT };
  const [name, value] = (channel || "lies:1").split(":");
  return { rule: "classic", channel: CHANNELS[name]?.(value) };
}
