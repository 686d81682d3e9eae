// The Grand Opening of Dice Manor: a manor in one line, dice tapped in, the decision drawn. Nothing is decided here: the server says it.

import { button, fill, h, say, stepper } from "../dom.js";
import { applyTheme, onThemeChange } from "../look.js";
import { send } from "../server.js";
import { picture } from "./picture.js";

const KEPT = "dice-manor";
const DICE = 9;
const SHOWN = 12;
const EXAMPLE = "entrance-a-b; entrance-c-d; b-d; a: 4 red office; b: 2/3, * blue library; c: 4 green bathroom; d: 1/6 red bedroom";
const fresh = () => ({ text: EXAMPLE, dice: null, unplaced: 7, rolled: [], tokens: 2, unhappy: 0, target: "", earned: 0 });

const state = { ...fresh(), ...kept(), manor: null, wrong: "", answer: null, option: 0, busy: false };
const panel = document.getElementById("panel");
let reading = 0;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

function keep() {
  const { text, dice, unplaced, rolled, tokens, unhappy, target, earned } = state;
  try {
    localStorage.setItem(KEPT, JSON.stringify({ text, dice, unplaced, rolled, tokens, unhappy, target, earned }));
  } catch { /* a browser that keeps nothing still shows everything */ }
}

// Every change goes through here; what was answered before it no longer holds.
function change(changes) {
  Object.assign(state, { answer: null, option: 0 }, changes);
  keep();
  render();
}

async function readManor() {
  reading += 1;
  const mine = reading;
  try {
    const { body } = await send("POST", "/v1/dice-manor/manors", { text: state.text });
    if (mine === reading) change({ manor: body.manor, wrong: "" });
  } catch (error) {
    if (mine === reading) change({ manor: null, wrong: error.message });
  }
}

const lying = () => state.dice ?? state.manor.dice;
const shownManor = () => ({ rooms: state.manor.rooms, dice: lying() });
const position = () => ({
  of: "dice-manor", version: 1, phase: "grand-opening", manor: shownManor(), unplaced: state.unplaced,
  rolled: state.rolled.length ? state.rolled : null, tokens: state.tokens, unhappy: state.unhappy,
});
const target = () => (/^\d{1,3}$/.test(state.target) ? Number(state.target) : null);
const wanted = () => (state.answer?.target ? state.answer.target : state.answer);
const option = () => wanted()?.options[state.option] ?? null;

async function solve() {
  change({ busy: true });
  try {
    const goal = target();
    const { body } = await send("POST", "/v1/solve", { position: position(), ...(goal === null ? {} : { target: goal }) });
    change({ answer: body, busy: false, wrong: "" });
    say(option() ? option().text : `${body.expected.toFixed(2)} prestige expected`, { unseen: true });
  } catch (error) {
    change({ wrong: error.message, busy: false });
  }
}

// What the option shown does, judged by the server; a reroll only takes the dice back that are rolled again.
async function play() {
  const { decision } = option();
  if (decision.number === null) {
    const again = new Set(decision.tokens[0].reroll);
    change({ rolled: state.rolled.filter((_, die) => !again.has(die)), tokens: state.tokens - 1 });
    say("Roll those dice again and tap what they show.");
    return;
  }
  try {
    const turn = { do: "turn", rolled: state.rolled, tokens: decision.tokens, number: decision.number, paths: decision.paths };
    const { body } = await send("POST", "/v1/check", { position: position(), moves: [turn] });
    if (!body.legal) throw new Error(body.violation.message);
    change({ dice: body.manor.dice, unplaced: body.unplaced, tokens: body.tokens, unhappy: body.unhappy, rolled: [], earned: state.earned + body.prestige });
    say(body.steps[0].text);
  } catch (error) {
    change({ wrong: error.message });
  }
}

function render() {
  fill(panel, state.manor ? [entry(), table(), result()] : [entry()]);
}

function entry() {
  return h("section", { "aria-label": "The manor" },
    h("label", { class: "field" }, "The manor in one line: doors as a-b, then each room's slots, type and colours",
      h("textarea", { "data-key": "manor", rows: 3, spellcheck: "false", autocapitalize: "off", value: state.text,
        on: { input: (event) => { state.text = event.target.value; state.dice = null; readManor(); } } }, state.text)),
    state.wrong ? h("p", { class: "fault", role: "alert" }, state.wrong) : null,
    state.manor ? picture(shownManor(), option()?.decision) : null);
}

function table() {
  const room = state.unplaced - state.rolled.length;
  return h("section", { "aria-label": "Dice and tokens" },
    h("h2", {}, "What do your dice show?"),
    h("div", { class: "row dice", role: "group", "aria-label": "Tap what each die shows" },
      [1, 2, 3, 4, 5, 6].map((number) => button(String(number), () => change({ rolled: [...state.rolled, number] }), { key: `die/${number}`, disabled: room <= 0, "aria-label": `a die shows ${number}` }))),
    state.rolled.length ? h("div", { class: "row dice", role: "group", "aria-label": "Dice rolled; tap one to take it back" },
      state.rolled.map((number, die) => button(String(number), () => change({ rolled: state.rolled.filter((_, each) => each !== die) }), { key: `rolled/${die}`, class: "shown", "aria-label": `take back the ${number}` }))) : null,
    stepper("Dice to place", state.unplaced, state.rolled.length, DICE - lying().length - state.unhappy, (unplaced) => change({ unplaced })),
    stepper("Tokens", state.tokens, 0, 99, (tokens) => change({ tokens })),
    h("label", { class: "tick" }, "Prestige you need from here, if you play for a target",
      h("input", { type: "number", min: 0, max: 200, inputmode: "numeric", "data-key": "target", value: state.target, on: { change: (event) => change({ target: event.target.value }) } })),
    h("div", { class: "row" },
      button(state.busy ? "Solving…" : "What now?", solve, { key: "solve", class: "main", disabled: state.busy || (state.rolled.length > 0 && room !== 0) }),
      button("Start again", () => change({ ...fresh(), text: state.text }), { key: "again" })),
    state.rolled.length && room ? h("p", { class: "hint" }, `${room} more to tap, or lower the dice to place.`) : null,
    state.earned ? h("p", {}, `Paths have earned ${state.earned} so far.`) : null);
}

function result() {
  const { answer } = state;
  if (!answer) return null;
  const goal = answer.target;
  const sure = answer.status === "optimal" ? "proven" : `an estimate, at most ${answer.bound.toFixed(2)}`;
  return h("section", { "aria-label": "The answer" },
    h("h2", {}, goal ? `${percent(goal.chance)} to get ${goal.prestige} or more` : `${answer.expected.toFixed(2)} prestige still to come`),
    h("p", { class: "hint" }, goal ? `For prestige alone: ${answer.expected.toFixed(2)} expected, ${sure}.` : `${answer.exact && answer.exact.length < 24 ? `Exactly ${answer.exact}; ` : ""}${sure}.`),
    option() ? h("p", {}, h("strong", {}, option().text)) : h("p", {}, "Roll, tap what the dice show, and ask again."),
    option() ? h("div", { class: "row" }, button("I play this", play, { key: "play", class: "main" })) : null,
    h("ol", { class: "options", "aria-label": "Decisions, the best first" }, wanted().options.slice(0, SHOWN).map((each, number) => h("li", {},
      h("button", { type: "button", "data-key": `option/${number}`, "aria-pressed": String(number === state.option), on: { click: () => { state.option = number; render(); } } },
        h("span", { class: "figures" }, figure(goal, each), h("span", { class: "loss" }, each.loss ? `−${goal ? percent(each.loss) : each.loss.toFixed(2)}` : "best")), h("span", {}, each.text))))));
}

const percent = (chance) => `${(100 * chance).toFixed(1)} %`;
const figure = (goal, each) => (goal ? percent(each.chance) : each.expected.toFixed(2));

applyTheme();
onThemeChange(applyTheme);
render();
readManor().then(() => { document.body.dataset.ready = ""; });
navigator.serviceWorker?.register("/sw.js").catch(() => {});
