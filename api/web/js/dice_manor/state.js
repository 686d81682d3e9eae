// What is entered of a tour, with undo, kept in the browser and given away as a link; and what is shown of it.

const KEPT = "dice-manor";
const EXAMPLE = "entrance-a-b; entrance-c-d; b-d; a: 4 red office; b: 2/3, * blue library; c: 4 green bathroom; d: 1/6 red bedroom";
const MOST = 500;
export const fresh = () => ({ text: EXAMPLE, dice: null, unplaced: 7, rolled: [], tokens: 2, unhappy: 0, target: "", earned: 0 });

export const doc = { ...fresh() };
/** @type {Record<string, any>} */
export const view = { manor: null, wrong: "", answer: null, option: 0, busy: false, ended: null, room: null, judging: null };
const past = [];
const future = [];
let typing = false;
let draw = () => {};

export function onChange(listener) {
  draw = listener;
}

// Everything entered goes through here; what was answered before it no longer holds. `typed`: of a text that goes on.
export function change(changes, { typed = false, patch = {} } = {}) {
  if (!(typed && typing)) past.push({ ...doc });
  if (past.length > MOST) past.shift();
  future.length = 0;
  typing = typed;
  take(changes, patch);
}

function take(changes, patch = {}) {
  Object.assign(doc, changes);
  Object.assign(view, { answer: null, option: 0, ended: null, judging: null }, patch);
  keep();
  draw();
}

export function show(patch) {
  Object.assign(view, patch);
  draw();
}

export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;
export const undo = () => step(past, future);
export const redo = () => step(future, past);

function step(from, to) {
  if (!from.length) return;
  to.push({ ...doc });
  typing = false;
  take(from.pop());
}

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(doc));
  } catch { /* a browser that keeps nothing still shows everything */ }
}

// What the address tells, or else what was kept.
export function load() {
  Object.assign(doc, fresh(), fromLink(location.hash) ?? kept());
}

function kept() {
  try {
    return sound(JSON.parse(localStorage.getItem(KEPT) ?? "null"));
  } catch {
    return null;
  }
}

// Only what can be shown is taken.
function sound(found) {
  if (typeof found?.text !== "string") return null;
  const whole = (value, most, otherwise) => (Number.isInteger(value) && value >= 0 && value <= most ? value : otherwise);
  const rolled = Array.isArray(found.rolled) ? found.rolled.filter((face) => Number.isInteger(face) && face >= 1 && face <= 6).slice(0, 9) : [];
  return {
    text: found.text, dice: Array.isArray(found.dice) ? found.dice : null, rolled, unplaced: Math.max(rolled.length, whole(found.unplaced, 9, 7)),
    tokens: whole(found.tokens, 99, 2), unhappy: whole(found.unhappy, 9, 0), target: /^\d{1,3}$/.test(found.target) ? found.target : "", earned: whole(found.earned, 999, 0),
  };
}

// The address that holds all of it; `line`: the manor with the dice that lie in it.
export function linkOf(line) {
  const { unplaced, rolled, tokens, unhappy, target, earned } = doc;
  const told = new URLSearchParams({ manor: line, unplaced: String(unplaced), rolled: rolled.join(""), tokens: String(tokens), unhappy: String(unhappy), target, earned: String(earned) });
  return `${location.origin}${location.pathname}#${told}`;
}

export function fromLink(hash) {
  const told = new URLSearchParams(hash.replace(/^#/, ""));
  if (!told.has("manor")) return null;
  const number = (name) => Number.parseInt(told.get(name) ?? "", 10);
  return sound({
    text: told.get("manor"), dice: null, rolled: [...(told.get("rolled") ?? "")].map(Number), unplaced: number("unplaced"), tokens: number("tokens"),
    unhappy: number("unhappy"), target: told.get("target") ?? "", earned: number("earned"),
  });
}
