// Settling an argument: the moves that were played, tapped in; the referee's verdict on them.

import { rule } from "./book.js";
import { button, details, h, plural, say, words } from "./dom.js";
import { begun, finished } from "./draft.js";
import { entryForm, moveWords, pickTile } from "./entry.js";
import { sceneAfter, sceneOf } from "./position.js";
import { reloading } from "./connection.js";
import { betterMarks, betterRoutes, betterScene, closeBetter, reviewPanel } from "./review.js";
import { rulingSelect } from "./rulings.js";
import * as server from "./server.js";
import { openPosition } from "./share.js";
import { searchNow } from "./solve.js";
import { change, emit, show, state, view } from "./store.js";

// How the park stands after the legal moves entered so far, or along the better moves that a review shows.
export function judgeScene() {
  const better = betterScene();
  if (better) return better;
  const { position } = state.doc;
  const steps = view.verdict?.steps ?? [];
  return steps.length ? sceneAfter(position, steps.at(-1)) : sceneOf(position);
}

export function judgeMarks() {
  const better = betterMarks();
  if (better) return better;
  const draft = view.draft?.within?.aside ?? view.draft;
  return [draft?.tile, draft?.to ?? draft?.skill?.to].filter(Boolean);
}

export const judgeRoutes = betterRoutes;

let asking = 0;

// The verdict on the moves entered; asked again whenever moves, park or rulings change.
export async function judge() {
  const mine = ++asking;
  const { position, moves } = state.doc;
  try {
    const verdict = await server.check(position, moves);
    if (mine !== asking) return;
    Object.assign(view, { verdict, error: null });
  } catch (error) {
    if (mine !== asking) return;
    Object.assign(view, { verdict: null, error: error.message });
  }
  emit();
  if (view.verdict?.legal === false) window.setTimeout(() => document.querySelector(".verdict.illegal > p")?.scrollIntoView({ block: "nearest" }), DRAWN_MS);
}

const DRAWN_MS = 200; // when the panel is drawn anew, though a finger may still be down

// The park as it stands after the moves, in the place of the one before, and the best from there.
async function bestFromHere() {
  const { position, moves } = state.doc;
  try {
    const { position: now, taken_at_once: taken, why_not: why } = await server.standing(position, moves);
    if (!now) {
      say(why);
      return;
    }
    openPosition(now, [], { tab: "best" });
    say(`The park stands as after ${plural(moves.length, "move")}${taken ? `; ${plural(taken, "star")} of skills and VIPs are counted already` : ""}. Undo leads back.`);
    searchNow();
  } catch (error) {
    say(error.message);
  }
}

function play(move) {
  change((doc) => { doc.moves.push(move); }, { draft: null, review: null });
}

export function judgePanel() {
  const { moves } = state.doc;
  return [
    h("h2", {}, "Judge the moves you played"),
    view.offline ? h("p", { class: "fault" }, "There is no connection to the server, so nothing is judged: your moves are kept, and the verdict comes as soon as it is back.", reloading()) : null,
    verdictBlock(), played(moves),
    view.verdict?.legal !== false && !betterScene() ? entry() : null,
    h("div", { class: "row" },
      moves.length ? button("Take back the last move", () => change((doc) => { doc.moves.pop(); }, { draft: null, review: null }), { key: "back" }) : null,
      moves.length ? button("Clear the moves", () => change((doc) => { doc.moves = []; }, { draft: null, review: null }), { key: "clear-moves" }) : null,
      moves.length && view.verdict?.legal && !view.offline ? button("Best from here", bestFromHere, { key: "best-from-here" }) : null),
    reviewPanel(),
    view.error ? h("p", { class: "fault" }, view.error) : null,
  ];
}

function verdictBlock() {
  const { verdict } = view;
  if (!verdict || !state.doc.moves.length) return h("p", { class: "hint" }, "Tap a tile of the park to enter what you did there, or pick from the legal moves.");
  if (verdict.legal) {
    return h("div", { class: "verdict legal" }, h("p", {}, h("b", {}, "Legal. "), `${plural(verdict.stars, "star")}${verdict.money ? `, $${verdict.money}` : ""} so far.`),
      verdict.relies_on.length ? details("This holds by the rulings in force", "relies", verdict.relies_on.map((each) => rulingSelect(each.ruling, "relies"))) : null,
      cutShort(verdict, "rulings that this holds by"), notes(verdict));
  }
  const { violation } = verdict;
  const broken = rule(violation.rule);
  const under = [...verdict.legal_under.map((each) => [each, "would be legal"]), ...verdict.further_under.map((each) => [each, `would get to move ${each.step + 1}`])];
  return h("div", { class: "verdict illegal" },
    h("p", {}, h("b", {}, "Not legal. "), violation.message),
    broken ? h("blockquote", {}, h("strong", {}, broken.title), h("p", {}, broken.wording), h("small", {}, `${violation.source}${violation.page ? `, page ${violation.page}` : ""} · ${violation.rule}`)) : null,
    verdict.instead.length ? [h("h3", {}, "Legal instead"), h("div", { class: "entries" }, verdict.instead.map((each, index) =>
      button(each.text, () => change((doc) => { doc.moves.splice(violation.step, doc.moves.length, each.move); }, { draft: null }), { key: `instead/${index}`, class: "entry" })))] : null,
    under.length ? [h("h3", {}, "Under another ruling"), under.map(([each, what]) => h("div", { class: "block" }, h("p", { class: "hint" }, `With “${words(each.choice)}” it ${what}.`), rulingSelect(each.ruling, "under")))] : null,
    cutShort(verdict, "legal moves, and rulings under which it is legal"), notes(verdict));
}

// What the referee had no time to look for.
const cutShort = ({ more }, what) => (more ? h("p", { class: "hint" }, `There may be more ${what}: the time to look for them was over.`) : null);

// What to know of the round, such as that the game is over after it.
function notes(verdict) {
  return verdict.notes.map((note) => h("p", { class: "hint" }, note));
}

function played(moves) {
  if (!moves.length) return null;
  const steps = view.verdict?.steps ?? [];
  const wrong = view.verdict?.violation?.step;
  return h("ol", { class: "played" }, moves.map((move, index) => h("li", { class: index === wrong ? "wrong" : index < steps.length ? "right" : "" },
    steps[index]?.text ?? moveWords(move), index === wrong ? " ✗" : index < steps.length ? " ✓" : "")));
}

// What was tapped so far, the legal moves that continue it, and the same in writing.
function entry() {
  return [entryForm(judgeScene(), play), legalList(), view.draft?.within ? null : written()];
}

// A tap on the board fills what the draft still lacks.
export function judgePick(tile) {
  if (tile && !closeBetter()) pickTile(tile);
}

const MOST = 60;
const OFFER_MS = 120;
let wanted = null;
let offering = null;

// What failed while the server was away is asked for again.
export function offerAgain() {
  wanted = null;
}

// Ask which legal moves continue what was tapped; a moment after the last tap.
export function offerSoon() {
  const like = view.draft && !view.draft.within ? begun(view.draft) : {};
  const now = JSON.stringify([state.doc, like]);
  if (now === wanted || view.offline) return;
  wanted = now;
  window.clearTimeout(offering);
  offering = window.setTimeout(async () => {
    const { position, moves } = state.doc;
    const legal = await server.legalMoves(position, moves, like, MOST).catch(() => null);
    if (now === wanted) show({ legal });
  }, OFFER_MS);
}

function legalList() {
  const { moves = [], more } = view.legal ?? {};
  if (view.draft?.within) return null;
  if (!moves.length && more) return h("p", { class: "hint" }, "There was no time to list legal moves that go on like this; it can still be entered and judged.");
  if (!moves.length) return view.legal && view.draft ? h("p", { class: "hint" }, "No legal move goes on like this; it can still be entered and judged.") : null;
  const title = more ? `Pick from the first ${plural(moves.length, "legal move")}` : `Pick from ${plural(moves.length, "legal move")}`;
  return details(title, "legal-moves", h("div", { class: "entries" }, moves.map((each) =>
    button(each.text, () => play(each.move), { key: each.text, class: "entry" }))),
  more ? h("p", { class: "hint" }, "There may be more: what you tap above leaves only the moves that go on like it.") : null);
}

let typed = { of: "", text: "" };

// The same move, or several, as the API writes them: for what no button says.
function written() {
  const of = view.draft && !view.draft.within ? JSON.stringify(finished(view.draft) ?? begun(view.draft)) : "";
  if (typed.of !== of) typed = { of, text: of };
  const text = h("textarea", {
    id: "written-move", rows: "4", spellcheck: "false", "data-key": "written", placeholder: '{"do": "map", "guest": "g1", "to": "…"}',
    on: { input: (event) => { typed.text = event.target.value; } },
  }, typed.text);
  const faults = h("div", { class: "faults", role: "alert" });
  return details("Write it instead", "written-move", h("label", { class: "field", for: "written-move" }, "A move, or a list of moves, as JSON", text), faults,
    h("div", { class: "row" }, button("Enter what is written", () => enterWritten(text.value, faults), { key: "enter-written" })));
}

async function enterWritten(text, place) {
  const { position, moves } = state.doc;
  try {
    const given = [JSON.parse(text)].flat();
    await server.check(position, [...moves, ...given]);
    typed = { of: "", text: "" };
    change((doc) => { doc.moves.push(...given); }, { draft: null, review: null });
  } catch (error) {
    const faults = error.faults?.length ? error.faults.map((fault) => `${fault.pointer}: ${fault.detail}`) : [error instanceof SyntaxError ? "This is not JSON." : error.message];
    place.replaceChildren(...faults.map((fault) => h("p", { class: "fault" }, fault)));
  }
}
