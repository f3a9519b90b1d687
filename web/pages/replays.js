// The page of replays: games of the official runs, and their verification.

import { WordList } from "../engine/words.js";
import { misfit } from "../game/verify.js";
import { counted } from "../game/wording.js";
import { $, make, showAddress } from "./dom.js";
import { chooseEntry, findGame, findLastWin, loadGames, parseGame, show, shownGame } from "./viewer.js";

const { runs, first } = JSON.parse($("data").textContent);
const CHUNK = 400; // the number of games after which the progress is shown
const MOST_SHOWN = 20;

let run = null;
let wanted = null; // the game that the address asks for, until its run is loaded

// Each run is loaded as a script, because a page that was opened from a file can load only scripts.
window.loadRun = (loaded) => {
  if (loaded.name !== $("run").value) return; // the player has chosen another run in the meantime
  run = loaded;
  $("facts").textContent = `${run.date}: ${counted(run.games, "game")} of each entry, seed ${run.seed}, `
    + `commit ${run.commit}.`;
  $("verify").disabled = false;
  $("viewer").hidden = false;
  const { entry, game, step, isPlain } = wanted;
  loadGames(run, remember);
  if (entry > 0 && entry < run.entries.length) chooseEntry(entry);
  if (game > 0) findGame(game);
  else if (isPlain) findLastWin();
  if (step !== null) show(step);
};

function choose(name) {
  run = null;
  $("run").value = name;
  $("verify").disabled = true;
  $("viewer").hidden = true;
  $("verified").textContent = "";
  $("misfits").replaceChildren();
  $("facts").textContent = "Loading…";
  const script = make("script", { src: `data/${name}.js` });
  script.onerror = () => { $("facts").textContent = `data/${name}.js cannot be read.`; };
  document.body.append(script);
}

// Writes the shown game into the address of the page.
function remember() {
  const fields = new URLSearchParams({ run: run.name, ...shownGame() });
  showAddress(`#${fields}`);
}

function follow() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const whole = (name) => (/^\d{1,9}$/.test(fields.get(name) ?? "") ? Number(fields.get(name)) : 0);
  const name = fields.get("run");
  const isPlain = !runs.some((known) => known.name === name);
  wanted = { entry: whole("entry"), game: whole("game"), step: fields.has("step") ? whole("step") : null, isPlain };
  choose(isPlain ? first : name);
}

async function verifyRun() {
  const checked = run;
  const start = performance.now();
  const misfits = [];
  let [games, clues] = [0, 0];
  $("verify").disabled = true;
  for (const entry of checked.entries) {
    const answers = new WordList(checked.words[entry.words].split(" "));
    const { mode: kind, channel, limit, given } = entry;
    const rules = { kind, channel, limit, given, boards: checked.boards, seed: checked.seed, answers };
    for (const row of entry.games) {
      const recorded = parseGame(row, checked.columns);
      const reason = misfit(rules, recorded);
      if (reason) misfits.push(`${entry.entry}, ${reason}`);
      games += 1;
      clues += recorded.turns.length;
      if (games % CHUNK) continue;
      $("verified").textContent = `${games.toLocaleString("en")} games…`;
      await new Promise((resolve) => setTimeout(resolve));
      if (run !== checked) return;
    }
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  $("verified").textContent = misfits.length
    ? `${counted(misfits.length, "game")} of ${games.toLocaleString("en")} ${misfits.length === 1 ? "does" : "do"} not follow from the seed:`
    : `Verified in ${seconds} s: the secrets, outcomes and scores of ${counted(games, "game")} and `
      + `all ${clues.toLocaleString("en")} clues follow from the seed.`;
  $("misfits").replaceChildren(...misfits.slice(0, MOST_SHOWN).map((textContent) =>
    make("li", { textContent })));
  $("verify").disabled = false;
}

$("run").replaceChildren(...runs.map(({ name, title }) =>
  make("option", { value: name, textContent: title })));
$("run").onchange = () => {
  wanted = { entry: 0, game: 0, step: null };
  choose($("run").value);
};
$("verify").onclick = verifyRun;
window.onhashchange = follow;
follow();
