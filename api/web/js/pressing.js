// Keys while a park is entered: `y5` a yellow 5, `g` a generator, `k` a kiosk, `e` a special effect, `m3` three maps.
//
// With a tile chosen they go onto it; without one a die or an upgrade is taken in hand. Which key is which upgrade is
// what the shorthand says (`models/theme_park/shorthand`).

import { fact } from "./book.js";
import { takeUp } from "./brush.js";
import { say } from "./dom.js";
import { addGuest, flip, tileOf } from "./position.js";
import { change, state, view } from "./store.js";

const WAIT_MS = 900; // a letter alone is an upgrade, before a number a colour
const UPGRADES = { k: "merch-kiosk", e: "special-effect", g: "generator" };
let begun = null;
let waiting = null;

export function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  const colours = Object.fromEntries((fact("Guest", "colour").enum ?? []).map((colour) => [colour[0], colour]));
  window.clearTimeout(waiting);
  if (begun && /^[0-9]$/.test(key)) {
    event.preventDefault();
    const letter = begun;
    begun = null;
    if (letter === "m") set("maps", Number(key));
    else die(colours[letter], Number(key));
  } else if (colours[key] || key === "m") {
    begun = key;
    waiting = window.setTimeout(() => {
      begun = null;
      if (UPGRADES[key]) upgrade(UPGRADES[key]);
    }, WAIT_MS);
  } else {
    begun = null;
    if (UPGRADES[key]) upgrade(UPGRADES[key]);
  }
}

function set(field, value) {
  if (value <= (fact("Position", field).maximum ?? value)) change((doc) => { doc.position[field] = value; });
}

function die(colour, value) {
  const { minimum = 1, maximum = 6 } = fact("Guest", "value");
  if (value < minimum || value > maximum) return;
  if (!view.tile) takeUp({ die: { colour, value } });
  else {
    change((doc) => { addGuest(doc.position, colour, value, view.tile); });
    say(`${colour} ${value} is on ${tileOf(state.doc.position, view.tile).attraction.name}.`, { unseen: true });
  }
}

function upgrade(kind) {
  if (!view.tile) takeUp({ upgrade: kind });
  else {
    change((doc) => {
      const it = tileOf(doc.position, view.tile);
      it.upgrades = flip(it.upgrades, kind);
    });
  }
}
