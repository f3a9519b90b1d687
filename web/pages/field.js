// The field that takes the letters of the board: from keys, input methods, dictation, the clipboard
// and screen readers. The field is invisible. The rows that wait for a word show its letters.

import { letterOf } from "./keyboard.js";
import { $ } from "./dom.js";

let isComposing = false;

/** Sets up the field. `type` receives the typed letters that words of the list can have, at most `length`
 * letters. On a touch screen, the field opens the keyboard of the system only if the player taps the
 * waiting row.
 */
export function makeField(length, rows, type) {
  const field = $("letters");
  // Input methods for Chinese, Japanese and Korean may write letters of full width.
  const lettersIn = (text) => [...text.normalize("NFC")]
    .map((letter) => letterOf(letter, rows) ?? letterOf(letter.normalize("NFKC"), rows))
    .filter(Boolean).slice(0, length).join("");
  field.oninput = (event) => {
    isComposing = Boolean(event.isComposing);
    type(lettersIn(field.value));
    fillField(lettersIn(field.value));
  };
  field.addEventListener("compositionend", field.oninput);
  field.onblur = () => { field.inputMode = "none"; };
  document.querySelector(".play, .solve").addEventListener("click", ({ target }) => {
    if (!target.closest(".waiting")) return;
    field.inputMode = "text";
    focusField();
  });
  // After a click or a dialog the focus goes to the field, so that Enter takes the typed word. If the
  // player reached a button with the keyboard, the button keeps the focus, and Enter presses the button.
  const leave = () => {
    if (document.activeElement.closest(":is(main, header) :is(button, summary)")) focusField();
  };
  document.addEventListener("click", ({ detail }) => { if (detail) leave(); });
  for (const dialog of document.querySelectorAll("dialog")) dialog.onclose = leave;
  if (matchMedia("(pointer: fine)").matches) focusField();
}

/** Moves the focus to the field. */
export const focusField = () => $("letters").focus({ preventScroll: true });

/** Writes a word into the field, unless an input method is at work there. */
export function fillField(word) {
  if (!isComposing && $("letters").value !== word) $("letters").value = word;
}

/** Returns whether the field itself handles the key of an event. */
export const isFieldKey = ({ key, target }) => target.id === "letters" && key !== "Enter";
