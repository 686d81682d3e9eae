// The Grand Opening of Dice Manor: a manor by taps or in one line, dice tapped in, the decision drawn. Nothing is decided here: the server says it.

import { button, details, fill, h, say, stepper } from "../dom.js";
import { copy, qr } from "../link.js";
import { applyTheme, onThemeChange } from "../look.js";
import { send } from "../server.js";
import { lost, percent, prestige, sure } from "./figures.js";
import { begun, judgingPanel, tapped, turnOf } from "./judging.js";
import { lineOf } from "./line.js";
import { picture } from "./picture.js";
import { roomPanel } from "./rooms.js";
import { bar, begin, giveUp, takeUp } from "./solving.js";
import { canRedo, canUndo, change, doc, fresh, fromLink, linkOf, load, onChange, redo, show, undo, view } from "./state.js";

const DICE = 9;
const SHOWN = 12;
const panel = document.getElementById("panel");
let asked = null; // the line that the server was asked to read last

async function readManor() {
  const { text } = doc;
  asked = text;
  try {
    const { body } = await send("POST", "/v1/dice-manor/manors", { text });
    if (asked === text) show({ manor: body.manor, wrong: "" });
  } catch (error) {
    if (asked === text) show({ manor: null, wrong: error.message });
  }
}

const lying = () => doc.dice ?? view.manor.dice;
const shownManor = () => ({ rooms: view.manor.rooms, dice: lying() });
const position = () => ({
  of: "dice-manor", version: 1, phase: "grand-opening", manor: shownManor(), unplaced: doc.unplaced,
  rolled: doc.rolled.length ? doc.rolled : null, tokens: doc.tokens, unhappy: doc.unhappy,
});
const target = () => (/^\d{1,3}$/.test(doc.target) ? Number(doc.target) : null);
const wanted = () => (view.answer?.target ? view.answer.target : view.answer);
const option = () => wanted()?.options[view.option] ?? null;
const complete = () => doc.rolled.length === 0 || doc.rolled.length === doc.unplaced;

async function solve() {
  if (view.busy || !view.manor || !complete()) return;
  const goal = target();
  await begin({ position: position(), ...(goal === null ? {} : { target: goal }) });
  if (option()) say(option().text, { unseen: true });
}

// What the option shown does, judged by the server; a reroll only takes the dice back that are rolled again.
async function play() {
  const { decision } = option();
  if (decision.number === null) {
    const again = new Set(decision.tokens[0].reroll);
    change({ rolled: doc.rolled.filter((_, die) => !again.has(die)), tokens: doc.tokens - 1 });
    say("Roll those dice again and tap what they show.");
    return;
  }
  await playTurn({ do: "turn", rolled: doc.rolled, tokens: decision.tokens, number: decision.number, paths: decision.paths });
}

async function playTurn(turn) {
  try {
    const { body } = await send("POST", "/v1/check", { position: position(), moves: [turn] });
    if (!body.legal) throw new Error(body.violation.message);
    const need = target();
    change({
      dice: body.manor.dice, unplaced: body.unplaced, tokens: body.tokens, unhappy: body.unhappy, rolled: [],
      earned: doc.earned + body.prestige, target: need === null ? doc.target : String(Math.max(0, need - body.prestige)),
    });
    say(body.steps[0].text);
  } catch (error) {
    show({ wrong: error.message });
  }
}

// The verdict on what was tapped, and what it loses against the best decision where both are proven.
async function judge() {
  const judging = view.judging;
  try {
    const moves = [turnOf(doc.rolled, judging)];
    const { body: verdict } = await send("POST", "/v1/check", { position: position(), moves });
    if (view.judging === judging) show({ judging: { ...judging, verdict, loss: verdict.legal ? await lossOf(verdict) : null } });
  } catch (error) {
    show({ wrong: error.message });
  }
}

async function lossOf(verdict) {
  const after = { ...position(), manor: { rooms: view.manor.rooms, dice: verdict.manor.dice }, unplaced: verdict.unplaced, rolled: null, tokens: verdict.tokens, unhappy: verdict.unhappy };
  const [best, rest] = await Promise.all([position(), after].map(async (each) => (await send("POST", "/v1/solve", { position: each })).body));
  return best.status === "optimal" && rest.status === "optimal" ? best.expected - verdict.prestige - rest.expected : null;
}

function edit(manor, patch = {}) {
  change({ text: lineOf(manor), dice: null }, { patch: { manor, ...patch } });
}

function tap(room, slot) {
  if (view.judging) show({ judging: tapped(view.judging, room, slot) });
  else show({ room: view.room === room ? null : room });
}

function render() {
  giveUp();
  if (doc.text !== asked) readManor();
  fill(panel, view.manor ? [entry(), table(), result()] : [entry()]);
}

function entry() {
  const drawn = view.judging ? { paths: view.judging.paths } : option()?.decision;
  return h("section", { "aria-label": "The manor" },
    h("div", { class: "row" },
      button("Undo", undo, { key: "undo", disabled: !canUndo() }), button("Redo", redo, { key: "redo", disabled: !canRedo() }),
      button("New manor", () => edit({ rooms: [{ id: "entrance", type: "entrance", colours: [], slots: ["any"], doors: [] }], dice: [] }, { room: "entrance" }), { key: "new" })),
    view.manor ? [picture(shownManor(), drawn, { tap, judging: Boolean(view.judging), chosen: view.room }), view.judging ? null : roomPanel(shownManor(), view.room, edit, (room) => show({ room }))] : null,
    h("label", { class: "field" }, "The manor in one line: doors as a-b, then each room's slots, type and colours",
      h("textarea", { "data-key": "manor", rows: 3, spellcheck: "false", autocapitalize: "off", value: doc.text,
        on: { input: (event) => { change({ text: event.target.value, dice: null }, { typed: true, patch: { room: null } }); } } }, doc.text)),
    view.wrong ? h("p", { class: "fault", role: "alert" }, view.wrong) : null,
    view.manor ? details("Share", "share", sharing()) : null);
}

function sharing() {
  const url = linkOf(lineOf(shownManor()));
  return [h("div", { class: "row" }, button("Copy the link", () => copy(url, "The link"), { key: "copy-link", class: "main" }),
    button("Copy the JSON", () => copy(JSON.stringify(position(), null, 1), "The JSON"), { key: "copy-json" })),
  h("p", { class: "link" }, h("a", { href: url, id: "share-link" }, url)), qr(url)];
}

function table() {
  if (view.judging) {
    return judgingPanel(doc.rolled, view.judging, (judging) => show({ judging }), { ask: judge, play: () => playTurn(turnOf(doc.rolled, view.judging)), leave: () => show({ judging: null }) });
  }
  const room = doc.unplaced - doc.rolled.length;
  return h("section", { "aria-label": "Dice and tokens" },
    h("h2", {}, "What do your dice show?"),
    h("div", { class: "row dice", role: "group", "aria-label": "Tap what each die shows" },
      [1, 2, 3, 4, 5, 6].map((number) => button(String(number), () => dieShows(number), { key: `die/${number}`, disabled: room <= 0, "aria-label": `a die shows ${number}` }))),
    doc.rolled.length ? h("div", { class: "row dice", role: "group", "aria-label": "Dice rolled; tap one to take it back" },
      doc.rolled.map((number, die) => button(String(number), () => change({ rolled: doc.rolled.filter((_, each) => each !== die) }), { key: `rolled/${die}`, class: "shown", "aria-label": `take back the ${number}` }))) : null,
    stepper("Dice to place", doc.unplaced, doc.rolled.length, DICE - lying().length - doc.unhappy, (unplaced) => change({ unplaced })),
    stepper("Tokens", doc.tokens, 0, 99, (tokens) => change({ tokens })),
    h("label", { class: "tick" }, "Prestige you need from here, if you play for a target",
      h("input", { type: "number", min: 0, max: 200, inputmode: "numeric", "data-key": "target", value: doc.target, on: { change: (event) => change({ target: event.target.value }) } })),
    h("div", { class: "row" },
      button(view.busy ? "Solving…" : "What now?", solve, { key: "solve", class: "main", disabled: view.busy || !complete() }),
      button("Judge what I placed", () => show({ judging: begun(doc.rolled), room: null }), { key: "judge/begin", disabled: !doc.rolled.length || !complete() }),
      button("Start again", () => change({ ...fresh(), text: doc.text }), { key: "again" })),
    doc.rolled.length && room ? h("p", { class: "hint" }, `${room} more to tap, or lower the dice to place.`) : null,
    doc.earned ? h("p", {}, `Paths have earned ${doc.earned} so far.`) : null,
    h("p", { class: "hint keys" }, "Keys: 1 to 6 tap a die in, Backspace takes one back, Enter asks, Ctrl+Z undoes."));
}

function dieShows(number) {
  if (doc.rolled.length < doc.unplaced) change({ rolled: [...doc.rolled, number] });
}

function result() {
  const { answer } = view;
  if (!answer || view.judging) return null;
  const goal = answer.target;
  const about = (goal ?? answer).status === "optimal" ? "" : "About ";
  const exact = answer.exact && answer.exact.length < 24 ? `exactly ${answer.exact}, ` : "";
  return h("section", { "aria-label": "The answer" },
    h("h2", {}, about, goal ? `${percent(goal.chance)} to get ${goal.prestige} or more` : `${prestige(answer.expected)} prestige still to come`),
    view.ended ? h("p", { class: "hint" }, view.ended) : null,
    goal ? h("p", { class: "hint" }, `This chance: ${sure(goal, percent)}.`) : null,
    h("p", { class: "hint" }, `${goal ? `For prestige alone: ${prestige(answer.expected)} expected, ` : "Prestige: "}${exact}${sure(answer)}.`),
    option() ? h("p", {}, h("strong", {}, option().text)) : h("p", {}, "Roll, tap what the dice show, and ask again."),
    option() ? h("div", { class: "row" }, button("I play this", play, { key: "play", class: "main" })) : null,
    h("ol", { class: "options", "aria-label": "Decisions, the best first" }, wanted().options.slice(0, SHOWN).map((each, number) => h("li", {},
      h("button", { type: "button", "data-key": `option/${number}`, "aria-pressed": String(number === view.option), on: { click: () => show({ option: number }) } },
        h("span", { class: "figures" }, figure(goal, each), h("span", { class: "loss" }, lossWords(each.loss, goal ? percent : prestige, about))), h("span", {}, each.text))))));
}

function lossWords(loss, tell, about) {
  const words = lost(loss, tell);
  if (!words) return about ? "best found" : "best";
  return words.startsWith("less") ? `${words} lost` : `−${words}`;
}

const figure = (goal, each) => (goal ? percent(each.chance) : prestige(each.expected));

function pressed(event) {
  if (event.target.closest("input, textarea, select")) return;
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (command && key === "z" && !event.shiftKey) undo();
  else if (command && (key === "y" || key === "z")) redo();
  else if (command || event.altKey || view.judging || !view.manor) return;
  else if (/^[1-6]$/.test(key)) dieShows(Number(key));
  else if (key === "backspace") change({ rolled: doc.rolled.slice(0, -1) });
  else if (key === "enter" && !event.target.closest("button, a, summary, [role=button]")) solve();
  else return;
  event.preventDefault();
}

applyTheme();
onThemeChange(applyTheme);
onChange(render);
load();
document.addEventListener("keydown", pressed);
window.addEventListener("hashchange", () => { const found = fromLink(location.hash); if (found) change({ ...fresh(), ...found }); });
document.body.append(bar.element);
readManor().then(() => {
  takeUp();
  document.body.dataset.ready = "";
});
navigator.serviceWorker?.register("/sw.js").catch(() => {});
