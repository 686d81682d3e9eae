// What the next taps on the park do: put dice, upgrades or a tile there, or move what was chosen.
//
// `view.brush` is null or one of {die: {colour, value}}, {upgrade}, {entry}, {guest}, {tile}. Dice and upgrades stay
// in hand until they are put back; the rest is used once.

import { say, words } from "./dom.js";
import { addGuest, addTile, flip, tileAt, tileOf } from "./position.js";
import { guestWords } from "./sentences.js";
import { change, show, state, view } from "./store.js";

Object.assign(view, { brush: null, adding: false, folded: false, welcome: false, chosen: null });

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Take up a brush, or put it back when it is the one in hand.
export function takeUp(brush) {
  const now = same(brush, view.brush) ? null : brush;
  show({ brush: now, adding: view.adding || Boolean(now?.entry) || Boolean(now?.tile) });
  if (now) say(`${brushWords(now)}.`, { unseen: true });
}

export const inHand = (brush) => same(brush, view.brush);

export function brushWords(brush) {
  if (brush.die) return `Tap tiles: each gets a ${brush.die.colour} ${brush.die.value}`;
  if (brush.upgrade) return `Tap tiles: ${words(brush.upgrade).toLowerCase()} there or away`;
  if (brush.entry) return `Tap a + in the park: ${brush.entry.attraction.name} goes there`;
  if (brush.tile) return `Tap a + in the park: ${tileOf(state.doc.position, brush.tile)?.attraction.name ?? "the tile"} goes there`;
  return "Tap the tile that the guest goes to";
}

// Use the brush where the park was tapped; whether there was anything to do.
export function brushed(tile, hex) {
  const { brush } = view;
  if (!brush) return false;
  if (brush.die && tile) {
    change((doc) => { addGuest(doc.position, brush.die.colour, brush.die.value, tile); });
    say(`${brush.die.colour} ${brush.die.value} is on ${nameOf(tile)}.`);
  } else if (brush.upgrade && tile) {
    change((doc) => {
      const it = tileOf(doc.position, tile);
      it.upgrades = flip(it.upgrades, brush.upgrade);
    });
  } else if (brush.entry && !tile) lay(brush.entry, hex);
  else if (brush.guest && tile) moveGuest(brush.guest, tile);
  else if (brush.tile && !tile) moveTile(brush.tile, hex);
  else return Boolean(brush.die || brush.upgrade) && !tile; // a die in hand is not for an empty hex
  return true;
}

const nameOf = (tile) => tileOf(state.doc.position, tile)?.attraction.name ?? tile;

// Lay an attraction with what is written on it, and go on with it.
export function lay(entry, hex, installed = {}) {
  let added;
  change((doc) => {
    added = addTile(doc.position, hex, { ...entry, upgrades: [...new Set([...entry.upgrades, ...(installed.upgrades ?? [])])] });
    if (installed.innovation) tileOf(doc.position, added).innovation = installed.innovation;
    for (const guest of installed.guests ?? []) addGuest(doc.position, guest.colour, guest.value, added, guest.vip);
    view.tile = added;
  }, { hex: null, brush: null, adding: true, chosen: null });
  say(`${entry.attraction.name} is in the park.`);
}

export function moveGuest(id, tile) {
  const guest = state.doc.position.park.guests.find((each) => each.id === id);
  if (guest && guest.at !== tile) {
    change((doc) => { doc.position.park.guests.find((each) => each.id === id).at = tile; }, { brush: null });
    say(`${guestWords(guest)} is on ${nameOf(tile)}.`);
  } else show({ brush: null });
}

export function moveTile(id, hex) {
  const there = tileAt(state.doc.position, hex);
  if (there && there.id !== id) {
    say(`${there.attraction.name} lies there.`);
    return;
  }
  if (!there) change((doc) => { tileOf(doc.position, id).hex = hex; }, { brush: null });
}

// What was dragged over the park is left on a hex.
export function dropped(what, hex) {
  const there = tileAt(state.doc.position, hex);
  if (what.tile) moveTile(what.tile, hex);
  else if (!there) say("There is no tile.");
  else if (what.guest) moveGuest(what.guest, there.id);
  else change((doc) => { addGuest(doc.position, what.die.colour, what.die.value, there.id); });
}
