// The document that is edited, with undo and redo without limit, kept in the browser.
//
// `doc` is {position, moves}: the park, and the moves being judged. `view` is what the page shows of it
// and is not part of the history. Each park is a draft under a key of its own. Tabs that show the same draft follow each
// other; where two change it at once, the later one goes on with a draft of its own, so that both are kept.

import * as keep from "./storage.js";
import { soundAnswer, soundDoc, soundOwn } from "./sound.js";

const listeners = new Set();
/** @type {Doc[]} */
let past = [];
/** @type {Doc[]} */
let future = [];
/** @type {string | null} */
let draft = null; // its id
/** @type {string | null} */
let based = null; // the revision that the document here goes on from; null while nothing of it is kept

/**
 * A document as the API describes it: what it holds is checked where it comes from (`sound.js`), not here.
 * @typedef {any} Json
 * @typedef {{position: Json, moves: Json[]}} Doc
 */

/** @type {{doc: Doc, own: Json[]}} */
export const state = { doc: /** @type {any} */ (null), own: [] }; // the document is there before anything is drawn
/**
 * @type {{
 *   tab: string, tile: string | null, hex: number[] | null, editing: Json, drawing: boolean, faults: Json[], answer: Json, shown: number, step: number, hint: number,
 *   searching: Json, draft: Json, verdict: Json, legal: Json, review: Json, offline: boolean, unread: string[], notice: string | null, refused: Json,
 *   unopened: Json, sent: Json, game: Json, better: Json, ended: string | null, error: string | null, badge: boolean, peek: string | null, [own: string]: Json,
 * }}
 */
export const view = {
  tab: "park", tile: null, hex: null, editing: null, drawing: false, faults: [], answer: null, shown: 0, step: 0, hint: 3,
  searching: null, draft: null, verdict: null, legal: null, review: null, offline: !navigator.onLine, unread: [], notice: null,
  refused: null, unopened: null, sent: null, game: null, better: null, ended: null, error: null, badge: false, peek: null,
};

export function subscribe(listener) {
  listeners.add(listener);
}

export function emit() {
  for (const listener of listeners) listener();
}

export function show(patch) {
  Object.assign(view, patch);
  emit();
}

// Change the document: `edit` gets a copy to change. `patch` changes the view with it.
export function change(edit, patch = {}) {
  const next = structuredClone(state.doc);
  edit(next);
  past.push(state.doc);
  future = [];
  take(next);
  Object.assign(view, patch);
  emit();
}

const NOTHING = { tile: null, hex: null, editing: null, drawing: false, answer: null, shown: 0, draft: null, verdict: null, review: null, step: 0, better: null, ended: null, error: null };

// Another park: a draft of its own, so that the one before stays as it is; undo leads back to it.
export function replaceDoc(position, moves = [], patch = {}) {
  startDraft(keep.freshId());
  change((doc) => {
    doc.position = position;
    doc.moves = moves;
  }, { ...NOTHING, ...patch });
}

export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;

export function undo() {
  step(past, future);
}

export function redo() {
  step(future, past);
}

// States that cannot be shown are passed over.
function step(from, to) {
  while (from.length) {
    const doc = from.pop();
    if (!soundDoc(doc)) continue;
    to.push(state.doc);
    take(doc);
    break;
  }
  forget();
}

function forget() {
  const tiles = state.doc.position.park.tiles;
  if (!tiles.some((tile) => tile.id === view.tile)) view.tile = null;
  view.hex = null;
  view.editing = null;
  view.draft = null;
  emit();
}

function take(doc) {
  state.doc = doc;
  save();
}

// Attractions are kept one by one: only those are written that this tab changed.
export function setOwn(wanted) {
  let roomy = true;
  for (const { slug } of state.own) if (!wanted.some((each) => each.slug === slug)) keep.remove(`own/${slug}`);
  for (const entry of wanted) {
    const was = state.own.find((each) => each.slug === entry.slug);
    if (was && JSON.stringify(was.attraction) === JSON.stringify(entry.attraction)) continue;
    let { slug } = entry;
    for (let number = 2; !was && keep.raw(`own/${slug}`) !== null; number += 1) slug = `${entry.slug}-${number}`; // another tab's
    entry.slug = slug;
    entry.at = was?.at ?? Date.now();
    roomy = keep.write(`own/${slug}`, entry) && roomy;
  }
  if (roomy) readOwn(); // with what other tabs have added
  else {
    state.own = wanted;
    view.notice = FULL;
  }
  emit();
}

function readOwn() {
  const found = keep.kept("own").map((slug) => [slug, keep.read(`own/${slug}`)]);
  const sound = found.filter(([slug, entry]) => soundOwn(entry) && entry.slug === slug);
  const at = ({ at: time }) => (Number.isFinite(time) ? time : 0);
  state.own = sound.map(([, entry]) => entry).sort((one, other) => at(one) - at(other) || (one.slug < other.slug ? -1 : 1));
  return found.filter(([slug, entry]) => !(soundOwn(entry) && entry.slug === slug)).map(([slug]) => `own/${slug}`);
}

// What was found stays with the park it was found for, so that it can be stepped through without network.
export function keepAnswer(answer, id = draft) {
  if (id === draft) view.answer = answer;
  keep.write(`answer/${id}`, answer);
}

export const shownDraft = () => draft;

const JOB = /^\/v1\/jobs\/[\w-]{1,64}$/;

// The job of a kind ("search", "review", "what-if", "game-review") that runs for a park, {path, …}; null when none does any more, or not
// the one at `path`.
export function keepJob(kind, id, job, path = null) {
  if (job) keep.write(`${kind}/${id}`, job);
  else if (path === null || keep.read(`${kind}/${id}`)?.path === path) keep.remove(`${kind}/${id}`);
}

// That of the park that is shown, or of `id`; what is no job goes.
export function keptJob(kind, id = draft) {
  const kept = keep.read(`${kind}/${id}`);
  if (typeof kept?.path === "string" && JOB.test(kept.path)) return kept;
  keep.remove(`${kind}/${id}`);
  return null;
}

export const FULL = "This browser has no room, or is not allowed, to keep what you enter: save it as a file before you leave.";

export const CHANGED_TWICE = "This park was changed in another tab as well. Both are kept: the other one is under Share, Parks in this browser.";

function startDraft(id) {
  draft = id;
  based = null;
}

export function save() {
  if (based !== null && (keep.head(draft)?.rev ?? based) !== based) {
    const before = draft;
    startDraft(keep.freshId());
    if (view.searching?.draft === before) view.searching.draft = draft;
    view.notice = CHANGED_TWICE;
  }
  const rev = keep.freshId();
  let history = past;
  for (;;) {
    if (keep.write(`draft/${draft}`, { rev, at: Date.now(), doc: state.doc, past: history, future })) break;
    if (shortenAnother()) continue;
    if (!history.length) { // the page works on without it
      view.notice = FULL;
      return;
    }
    history = history.slice(Math.ceil(history.length / 2));
  }
  based = rev;
  keep.setTabDraft(draft);
}

// Make room: the park changed longest ago that still has a history keeps the park alone. Whether there was one.
function shortenAnother() {
  for (const id of keep.drafts().reverse()) {
    if (id === draft) continue;
    const kept = keep.read(`draft/${id}`);
    if (!soundDoc(kept?.doc) || !kept.past?.length) continue;
    return keep.write(`draft/${id}`, { ...kept, past: [], future: [] });
  }
  return false;
}

// Show a draft as it is kept; false when it cannot be shown.
function join(id) {
  const kept = keep.read(`draft/${id}`);
  const list = (value) => (Array.isArray(value) ? value : []);
  if (!soundDoc(kept?.doc)) return false;
  draft = id;
  based = keep.head(id)?.rev ?? "";
  past = list(kept.past);
  future = list(kept.future);
  state.doc = kept.doc;
  readAnswer();
  return true;
}

function readAnswer() {
  const answer = keep.read(`answer/${draft}`);
  view.answer = soundAnswer(answer) ? { ...answer, whatIf: answer.whatIf ?? null } : null;
  if (!view.answer?.sequences[view.shown]) view.shown = 0;
  view.step = Math.min(view.step, view.answer?.sequences[view.shown].steps.length ?? 0);
}

// The draft of this tab, or the one changed last; false when there is none. What cannot be shown stays where it is.
export function load() {
  fromEarlier();
  const unread = readOwn();
  const tab = keep.tabDraft();
  const drafts = keep.drafts();
  const found = [...drafts.filter((id) => id === tab), ...drafts.filter((id) => id !== tab)].some((id) => join(id));
  if (found) keep.setTabDraft(draft);
  view.unread = [...unread, ...keep.kept("aside").map((name) => `aside/${name}`), ...unreadable()];
  return found;
}

function unreadable() {
  return [
    ...keep.drafts().filter((id) => !soundDoc(keep.read(`draft/${id}`)?.doc)).map((id) => `draft/${id}`),
    ...keep.kept("answer").filter((id) => !soundAnswer(keep.read(`answer/${id}`))).map((id) => `answer/${id}`),
  ];
}

// What a page before this one kept under a single key.
function fromEarlier() {
  const text = keep.old.raw();
  if (text === null) return;
  let kept = null;
  try {
    kept = JSON.parse(text);
  } catch { /* set aside below */ }
  const own_ = Array.isArray(kept?.own) ? kept.own : [];
  const sound = own_.filter((each) => soundOwn(each));
  for (const each of sound) if (keep.raw(`own/${each.slug}`) === null) keep.write(`own/${each.slug}`, each);
  const whole = soundDoc(kept?.doc);
  const id = keep.freshId();
  const { doc, past: before = [], future: after = [], answer = null } = kept ?? {};
  if (whole && !keep.write(`draft/${id}`, { rev: id, at: Date.now(), doc, past: before, future: after })) return;
  if (whole && answer) keep.write(`answer/${id}`, answer);
  if ((!whole || sound.length < own_.length) && !keep.write(`aside/${id}`, text)) return;
  keep.old.remove();
}

export function begin(position) {
  past = [];
  future = [];
  startDraft(keep.freshId());
  state.doc = { position, moves: [] };
}

// A new park in the place of what cannot be shown; what cannot be read goes, what can stays.
export function startAfresh(position) {
  for (const name of view.unread) keep.remove(name);
  begin(position);
  save();
  show({ ...NOTHING, tab: "park", searching: null, unread: [], notice: null });
}

// Parks that are kept in this browser, the one changed last first: [{id, at, doc}].
export function parks() {
  return keep.drafts().map((id) => ({ id, at: keep.head(id)?.at ?? 0, doc: keep.read(`draft/${id}`)?.doc })).filter(({ doc }) => soundDoc(doc));
}

export const isShown = (id) => id === draft;

export function openDraft(id) {
  if (!join(id)) return;
  keep.setTabDraft(draft);
  const answer = view.answer;
  show({ ...NOTHING, answer, tab: "park" });
}

export function forgetUnread() {
  for (const name of view.unread) keep.remove(name);
  show({ unread: [] });
}

// Take in what "Save my data" wrote: sound parks and attractions that are not here. How many there were.
export function restore(kept) {
  let taken = 0;
  for (const [key, text] of Object.entries(kept)) {
    const [, kind, id] = /^park-advisor\/(own|draft)\/(.{1,80})$/.exec(key) ?? [];
    if (!kind || typeof text !== "string" || keep.raw(`${kind}/${id}`) !== null) continue;
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      continue;
    }
    const sound = kind === "own" ? soundOwn(value) && value.slug === id : soundDoc(value?.doc);
    if (sound && keep.write(`${kind}/${id}`, value)) taken += 1;
  }
  readOwn();
  emit();
  return taken;
}

// Follow what other tabs keep; `heard` is called when this park's search is another one.
export function follow(heard) {
  keep.listen((name) => {
    const [kind, id] = [name.slice(0, name.indexOf("/")), name.slice(name.indexOf("/") + 1)];
    if (kind === "own") readOwn();
    else if (kind === "draft" && untouched()) joinAgain(id);
    else if (kind === "draft" && id === draft) catchUp();
    else if (kind === "answer" && id === draft) readAnswer();
    else if (kind === "search" && id === draft) heard();
    else return;
    emit();
  });
  const seen = () => {
    if (document.hidden) return;
    readOwn();
    if (catchUp()) emit();
  };
  window.addEventListener("pageshow", (event) => event.persisted && seen());
  document.addEventListener("visibilitychange", seen);
}

const untouched = () => based === null && !past.length && !future.length;

// Whether another tab had changed the park that is shown.
function catchUp() {
  const there = keep.head(draft);
  return there !== null && based !== null && there.rev !== based && joinAgain(draft);
}

function joinAgain(id) {
  const before = JSON.stringify(state.doc.position);
  if (!join(id)) return false;
  keep.setTabDraft(id);
  const { tiles } = state.doc.position.park;
  if (!tiles.some((tile) => tile.id === view.tile)) view.tile = null;
  if (tiles.some((tile) => tile.hex.join() === view.hex?.join())) view.hex = null;
  if (before !== JSON.stringify(state.doc.position)) view.draft = null;
  view.review = null;
  return true;
}
