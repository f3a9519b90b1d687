// The row of WORDPL in the panel with the rules. The player can change its price and draw new marks.

import { DRAWN_CLUES, drawLesson } from "../game/lesson.js";
import { newSeed } from "../game/deals.js";
import { number } from "../game/wording.js";
import { $, make, tiles, truthTiles } from "./dom.js";

/** Sets up the row, its slider and its button. */
export function makeLesson() {
  let seed = "4"; // with this seed, the first row has one false mark
  const show = () => {
    const epsilon = Number($("lesson-price").value);
    const { guess, truth, seen, average, ratio, strength, found } = drawLesson(epsilon, seed);
    $("lesson-row").replaceChildren(tiles(guess, seen, truth), truthTiles(guess, truth));
    $("lesson-paid").textContent = number(epsilon);
    const times = ratio < 10 ? ratio.toFixed(1) : Math.round(ratio);
    $("lesson-counts").replaceChildren(...[
      `${average.toFixed(1)} of ${guess.length} marks are true on average.`,
      `After one mark, a word that fits the mark is ${times} times as probable as a word that does not: ${strength}.`,
      `In ${DRAWN_CLUES} drawn clues, ${found} of the ${DRAWN_CLUES * guess.length} marks are true.`,
    ].map((textContent) => make("li", { textContent })));
  };
  $("lesson-price").oninput = show;
  $("redraw").onclick = () => {
    seed = newSeed();
    show();
  };
  show();
}
