// One tile of the park: its upgrades and its guests.

import { dieValues, fact } from "./book.js";
import { button, choice, details, h, say, stepper, toggle, words } from "./dom.js";
import { startFacts } from "./facts.js";
import { dieIcon, requirementIcon } from "./icons.js";
import { look } from "./look.js";
import { addGuest, flip, guestsOn, removeTile, tileOf } from "./position.js";
import { guestWords, requirementWords } from "./sentences.js";
import { change, show, state, view } from "./store.js";

const onTile = (action, patch) => change((doc) => action(tileOf(doc.position, view.tile), doc.position), patch);

export function tilePanel() {
  const { position } = state.doc;
  const tile = tileOf(position, view.tile);
  const { name, colour, stars, requirement } = tile.attraction;
  const faults = view.faults.filter((fault) => fault.place === tile.id);
  return [
    h("div", { class: "head" }, h("h2", { class: `name ${colour}` }, name, " ", h("span", { class: "worth" }, `${stars}★`)), button("Done", () => show({ tile: null }), { key: "done" })),
    faults.map((fault) => h("p", { class: "fault" }, fault.detail)),
    h("div", { class: "now" }, requirementIcon(requirement), h("span", {}, requirementWords(requirement))),
    guests(position, tile),
    h("h3", {}, "Upgrades"),
    h("div", { class: "choice", role: "group", "aria-label": "Upgrades" }, (fact("Tile", "upgrades").enum ?? []).map((each) =>
      toggle(marked(look.upgrades, each), tile.upgrades.includes(each), () => onTile((it) => { it.upgrades = flip(it.upgrades, each); }), { key: each }))),
    innovations(position, tile),
    details("More", "tile-more",
      stepper("Cubes already placed", position.cubes?.[tile.id] ?? 0, 0, undefined, (count) => onTile((it, doc) => {
        doc.cubes = { ...doc.cubes, [it.id]: count };
        if (!count) delete doc.cubes[it.id];
      })),
      h("div", { class: "row" },
        button("Change its facts", () => startFacts(tile.attraction), { key: "facts" }),
        button("Take the tile away", () => {
          change((doc) => removeTile(doc.position, tile.id), { tile: null });
          say(`${name} is taken away.`);
        }, { key: "remove", class: "danger" }))),
  ];
}

// A name with the mark that the picture of the tile shows for it.
const marked = ({ marks }, name) => [h("b", { class: "mark", "aria-hidden": "true" }, marks[name]), words(name)];

// Tap a die below to add it; tap a guest to turn it, its cross to take it away.
function guests(position, tile) {
  const here = guestsOn(sceneGuests(position), tile.id);
  const faces = dieValues();
  const colours = fact("Guest", "colour").enum ?? [];
  const turn = (guest) => change((doc) => {
    const it = doc.position.park.guests.find((each) => each.id === guest.id);
    it.value = faces[(faces.indexOf(it.value) + 1) % faces.length];
  });
  return [
    h("h3", {}, "Guests here"),
    here.length ? h("ul", { class: "guests" }, here.map((guest) => h("li", {},
      button(dieIcon(guest), () => turn(guest), { key: `turn/${guest.id}`, class: "die", "aria-label": `${guestWords(guest)}: turn its value` }),
      position.rules.expansions.includes("promo") ? toggle("VIP", guest.vip, () => setVip(guest), { key: `vip/${guest.id}`, class: "small" }) : null,
      button("×", () => change((doc) => { doc.position.park.guests = doc.position.park.guests.filter((each) => each.id !== guest.id); }),
        { key: `gone/${guest.id}`, class: "small", "aria-label": `Take ${guestWords(guest)} away` })))) : h("p", { class: "hint" }, "None yet. Tap a die to add it; tap it again above to turn its value."),
    h("h3", {}, "Add a guest"),
    h("div", { class: "palette", role: "group", "aria-label": "Add a guest" }, colours.flatMap((colour) =>
      faces.map((value) => button(dieIcon({ colour, value }), () => {
        onTile((it, doc) => { addGuest(doc, colour, value, it.id); });
        say(`${colour} ${value} is on ${tile.attraction.name}.`);
      }, { key: `add/${colour}${value}`, class: "die", "aria-label": `Add ${colour} ${value}` })))),
  ];
}

const sceneGuests = (position) => ({ guests: position.park.guests });

function setVip(guest) {
  change((doc) => {
    const it = doc.position.park.guests.find((each) => each.id === guest.id);
    if (it.vip) delete it.vip;
    else it.vip = true;
  });
}

function innovations(position, tile) {
  if (!position.rules.expansions.includes("innovations") && !tile.innovation) return null;
  const kinds = fact("Tile", "innovation").enum ?? [];
  return [h("h3", {}, "Innovation"), choice("Innovation", [[null, "None"], ...kinds.map((each) => [each, marked(look.innovation, each)])], tile.innovation ?? null, (each) => onTile((it) => {
    if (each) it.innovation = each;
    else delete it.innovation;
  }))];
}
