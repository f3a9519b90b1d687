// The page of the web game. The server sends it no secret before the end.

const LENGTH = Number(document.body.dataset.length);
const MARKS = { ".": "absent", i: "present", c: "correct" };
const GOALS = {
  wordpl: "Find the word and pay little. Clues may lie: the more you pay for one, the "
    + "truer it is. A final answer is free, but it is your last word.",
  classic: "Find the word in six guesses. Every clue is true.",
  absurdle: "There is no secret: every clue leaves as many words possible as it can. "
    + "Corner one.",
};
const $ = (id) => document.getElementById(id);
// A share as text; what is neither 0 nor 1 is not rounded to it.
const percent = (p, digits = 0) => {
  const least = 10 ** -digits;
  if (p > 0 && 100 * p < least / 2) return `<${least} %`;
  if (p < 1 && 100 * (1 - p) < least / 2) return `>${100 - least} %`;
  return `${(100 * p).toFixed(digits)} %`;
};

let game = null;

function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

async function call(path, body) {
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetch("/api/games" + path, options);
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error);
  return found;
}

// Runs what a button does; an error is shown where the person looks.
function doing(action, place = "message") {
  return async (event) => {
    event?.preventDefault();
    $(place).textContent = "";
    try {
      await action(event);
    } catch (error) {
      $(place).textContent = error instanceof TypeError
        ? "The server does not answer: is it still running?" : error.message;
    }
  };
}

/* the game */

async function start(kind) {
  const state = await call("", { kind });
  $("guess").value = $("hint").textContent = "";
  show(state);
  history.replaceState(null, "", "#" + game.id);
  $("guess").focus({ preventScroll: true });
}

async function move(epsilon) {
  const guess = $("guess").value.trim();
  if (!guess) throw new Error("Type a word first.");
  const state = await call(`/${game.id}/moves`, { guess, epsilon });
  $("guess").value = "";
  show(state);
  $("hint").textContent = "";
}

function show(state) {
  game = state;
  document.body.dataset.kind = state.kind;
  document.body.classList.toggle("long", state.length > 6);
  for (const button of document.querySelectorAll("nav button")) {
    button.setAttribute("aria-pressed", button.dataset.kind === state.kind);
  }
  const mode = state.kind === "wordpl" ? "wordpl" : "classic";
  for (const choice of document.querySelectorAll(".strategies")) {
    choice.hidden = choice.dataset.mode !== mode;
  }
  $("epsilon").disabled = state.kind !== "wordpl";  // hidden, it must not be checked
  $("goal").textContent = GOALS[state.kind];
  $("move").querySelector("[type=submit]").textContent =
    state.kind === "wordpl" ? "Ask for a clue" : "Guess";
  showBoard();
  showKeyboard();
  showEnding();
  showMind();
}

function showBoard() {
  const rows = game.turns.map((turn, k) => {
    const truth = game.kind === "wordpl" && game.truth ? game.truth[k] : null;
    const row = make("li", {}, tiles(turn.guess, turn.result, truth));
    if (truth) {
      row.firstChild.append(tiles(turn.guess, truth));
      row.firstChild.lastChild.classList.add("truth");
    }
    if (turn.epsilon) {
      const note = `ε ${turn.epsilon}, marks true with ${percent(turn.keep)}`;
      row.append(make("small", { textContent: note }));
    }
    return row;
  });
  const left = game.most ? game.most - rows.length : 1;
  for (let k = 0; k < left && !game.over; k++) {
    const empty = make("span", { className: "tiles", ariaHidden: "true" });
    for (let i = 0; i < LENGTH; i++) empty.append(make("b", { className: "tile empty" }));
    rows.push(make("li", {}, empty));
  }
  $("board").replaceChildren(...rows);
  showTyped();
  $("budget").replaceChildren("Spent: ", make("b", { textContent: game.budget }));
}

// The letters of the word that is being typed, in the row that waits for it.
function showTyped() {
  const typed = $("guess").value;
  const row = document.querySelector(".tile.empty")?.parentNode;
  [...row?.children ?? []].forEach((tile, i) => { tile.textContent = typed[i] ?? ""; });
}

// A row of tiles; where the truth is given, marks that differ from it are struck.
function tiles(guess, result, truth) {
  const names = [...result].map((mark) => MARKS[mark]);
  const spoken = [...guess].map((letter, i) => `${letter} ${names[i]}`
    + (truth && truth[i] !== result[i] ? ", a lie" : ""));
  const row = make("span", { className: "tiles", role: "img" },
    ...[...guess].map((letter, i) => make("b", {
      className: `tile ${names[i]}` + (truth && truth[i] !== result[i] ? " lie" : ""),
      textContent: letter,
    })));
  row.ariaLabel = (truth === undefined ? "in truth: " : "") + spoken.join("; ");
  const column = make("div");
  column.append(row);
  return truth === undefined ? row : column;
}

function showKeyboard() {
  $("keyboard").replaceChildren(...["qwertyuiop", "asdfghjkl", "zxcvbnm"].map((line) =>
    make("div", {}, ...[...line].map((letter) => {
      const mark = ["absent", "present", "correct"][game.letters[letter]] ?? "";
      const key = make("button", { type: "button", className: mark, textContent: letter });
      key.ariaLabel = mark ? `${letter}, ${mark}` : letter;
      key.onclick = () => {
        if ($("guess").value.length < LENGTH) $("guess").value += letter;
        showTyped();
      };
      return key;
    }))));
}

function showEnding() {
  $("move").hidden = $("keyboard").hidden = $("end").hidden = game.over;
  $("ask").disabled = game.over;
  $("ending").hidden = !game.over;
  if (!game.over) return;
  const secret = game.secret.toUpperCase();
  const verdicts = {
    wordpl: {
      won: `Right, it was ${secret}. Your score: ${game.score}.`,
      wrong: `No, the word was ${secret}, not ${game.final.toUpperCase()}. `
        + "Your score: infinite.",
      given_up: `The word was ${secret}.`,
    },
    classic: {
      won: `Well done, it was ${secret}, in ${game.score}.`,
      out_of_turns: `The word was ${secret}.`,
      given_up: `The word was ${secret}.`,
    },
    absurdle: {
      won: `Cornered: ${secret}, in ${game.score}.`,
      given_up: `${secret} was still possible.`,
    },
  };
  $("verdict").textContent = verdicts[game.kind][game.outcome] ?? `It was ${secret}.`;
  $("reading").hidden = !game.turns.length;
  $("again").focus({ preventScroll: true });
}

/* the price */

function showPrice() {
  const epsilon = Number($("epsilon").value);
  $("slider").value = epsilon;  // the nearest price that it has
  const keep = 1 / (1 + 2 * Math.exp(-epsilon / LENGTH));
  const chances = binomial(LENGTH, 1 - keep);
  $("odds").textContent = `Each mark is true with ${percent(keep)}; `
    + `${percent(1 - chances[0])} of such clues lie somewhere.`;
  $("lies").replaceChildren(...chances.map((p, k) => {
    const bar = make("i");
    bar.style.height = `${60 * p}%`;
    return make("li", {}, make("span", { textContent: percent(p) }), bar,
      make("b", { textContent: k }));
  }));
}

function binomial(n, p) {
  const chances = [1];
  for (let i = 0; i < n; i++) {
    chances.push(0);
    for (let k = i + 1; k > 0; k--) {
      chances[k] = chances[k] * (1 - p) + chances[k - 1] * p;
    }
    chances[0] *= 1 - p;
  }
  return chances;
}

/* the posterior, only while somebody looks */

async function showMind() {
  if (!$("mind").open) return;
  const asked = game.id + game.turns.length;
  const { steps } = await call(`/${game.id}/posterior`);
  if (asked !== game.id + game.turns.length) return;
  const now = steps.at(-1);
  const left = now.bits < 0.05 ? "One word is all but sure."
    : `Like choosing among ${Math.round(2 ** now.bits).toLocaleString("en")} words.`;
  $("known").textContent = `${now.bits.toFixed(1)} bits of doubt are left. ${left}`;
  $("bits").replaceChildren(...steps.map((step, k) => {
    const bar = make("i");
    bar.style.height = `${55 * step.bits / (steps[0].bits || 1)}%`;
    return make("li", {}, make("span", { textContent: step.bits.toFixed(1) }), bar,
      make("b", { textContent: k || "start" }));
  }));
  $("words").replaceChildren(...now.words.map(([word, chance]) => {
    const bar = make("i");
    bar.style.width = `${100 * chance}%`;
    return make("li", { className: word.length > 6 ? "long" : "" }, word, bar,
      make("span", { textContent: percent(chance, 1) }));
  }));
}

async function hint() {
  const choice = [...document.querySelectorAll(".strategies")].find((s) => !s.hidden);
  $("hint").textContent = "thinking…";
  const asked = encodeURIComponent(choice.value);
  const { guess, epsilon } = await call(`/${game.id}/hint?strategy=${asked}`);
  const price = game.kind !== "wordpl" ? ""
    : epsilon === "0" ? " as the final answer" : ` at ε = ${epsilon}`;
  const use = make("button", { type: "button", textContent: "Take it" });
  use.onclick = () => {
    $("guess").value = guess;
    if (game.kind === "wordpl" && epsilon !== "0") $("epsilon").value = epsilon;
    showPrice();
    showTyped();
    $("guess").focus();
  };
  $("hint").replaceChildren("It would play ", make("b", { textContent: guess.toUpperCase() }),
    `${price}. `, use);
}

/* wiring */

for (const button of document.querySelectorAll("nav button")) {
  button.onclick = doing(() => start(button.dataset.kind));
}
$("move").onsubmit = doing(() => move(Number($("epsilon").value)));
$("answer").onclick = doing(() => move(0));
$("again").onclick = doing(() => start(game.kind));
$("end").onclick = doing(async () => show(await call(`/${game.id}/end`, {})));
$("ask").onclick = doing(hint, "hint");
$("copy").onclick = doing(async () => {
  await navigator.clipboard.writeText(game.share);
  $("message").textContent = "Copied.";
});
$("epsilon").oninput = showPrice;
$("slider").oninput = () => {
  $("epsilon").value = $("slider").value;
  showPrice();
};
$("guess").oninput = showTyped;
$("mind").ontoggle = doing(showMind);

showPrice();
doing(async () => {
  const id = location.hash.slice(1);
  try {
    if (!id) throw new Error();
    show(await call(`/${encodeURIComponent(id)}`));
  } catch {
    await start("wordpl");
  }
})();
