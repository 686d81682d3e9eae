// The Back key leads to the screen before, not out of the page: screens, and what is opened on them, are entries of the
// browser's history. Nothing is lost on the way: what was being entered is there again when one comes forward.

import { tileAt, tileOf } from "./position.js";
import { show, state, view } from "./store.js";

const entered = new Map(); // facts that were being entered, by the number of their entry
let number = 0;

const place = () => ({ tab: view.tab, tile: view.tile, hex: view.hex, drawing: view.drawing, editing: Boolean(view.editing) });
const same = (one, other) => Object.keys(place()).every((key) => String(one[key]) === String(other[key]));
const depth = ({ tile, hex, drawing, editing }) => Number(Boolean(tile || hex || drawing)) + Number(editing);

// Called whenever the page is drawn: going deeper is an entry, going sideways or out changes the one that is there.
export function notePlace() {
  const now = place();
  const was = history.state;
  if (was?.tab && same(now, was)) return;
  const deeper = was?.tab && (now.tab !== was.tab || depth(now) > depth(was));
  if (deeper) {
    number += 1;
    history.pushState({ ...now, number }, "");
  } else history.replaceState({ ...now, number }, "");
}

export function watchPlaces() {
  number = history.state?.number ?? 0;
  notePlace();
  window.addEventListener("popstate", ({ state: to }) => {
    if (!to?.tab) return;
    if (view.editing) entered.set(number, view.editing);
    const direction = Math.sign(to.number - number) || -1;
    number = to.number;
    if (same(to, place())) history.go(direction); // closed by a button before
    else show(shownAt(to));
  });
}

// A tile may have gone since, and a hex may have been taken.
function shownAt({ tab, tile, hex, drawing, editing }) {
  const { position } = state.doc;
  return {
    tab, drawing, tile: tileOf(position, tile) ? tile : null, hex: hex && !tileAt(position, hex) ? hex : null,
    editing: editing ? entered.get(number) ?? null : null,
  };
}
