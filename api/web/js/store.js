// The document that is edited, with undo and redo without limit, kept in the browser.
//
// `doc` is {position, moves}: the park, and the moves being judged. `view` is what the page shows of it
// and is not part of the history.

const KEY = "park-advisor";

const listeners = new Set();
let past = [];
let future = [];

export const state = { doc: null, own: [] };
export const view = {
  tab: "park", tile: null, hex: null, editing: null, drawing: false, faults: [], answer: null, shown: 0, step: 0, hint: 3,
  searching: null, draft: null, verdict: null, legal: null, review: null, offline: !navigator.onLine,
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

export function replaceDoc(position, moves = [], patch = {}) {
  change((doc) => {
    doc.position = position;
    doc.moves = moves;
  }, { tile: null, hex: null, editing: null, drawing: false, answer: null, draft: null, verdict: null, review: null, step: 0, ...patch });
}

export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;

export function undo() {
  if (!canUndo()) return;
  future.push(state.doc);
  take(past.pop());
  forget();
}

export function redo() {
  if (!canRedo()) return;
  past.push(state.doc);
  take(future.pop());
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

export function setOwn(own) {
  state.own = own;
  save();
  emit();
}

// What was found stays with the park it was found for, so that it can be stepped through without network.
export function keepAnswer(answer) {
  view.answer = answer;
  save();
}

export function save() {
  let kept = past;
  for (;;) {
    try {
      const answer = view.answer && { ...view.answer };
      localStorage.setItem(KEY, JSON.stringify({ past: kept, doc: state.doc, future, own: state.own, answer }));
      return;
    } catch {
      if (!kept.length) return; // no room at all, or storage is switched off: the page works on without it
      kept = kept.slice(Math.ceil(kept.length / 2));
    }
  }
}

export function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    if (!kept?.doc?.position?.park?.tiles) return false;
    ({ past, future } = kept);
    state.doc = kept.doc;
    state.own = kept.own ?? [];
    view.answer = kept.answer ?? null;
    return true;
  } catch {
    return false;
  }
}

export function begin(position) {
  past = [];
  future = [];
  take({ position, moves: [] });
}
