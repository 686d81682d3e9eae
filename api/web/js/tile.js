// One tile of the park: its upgrades and its guests.

import { dieValues, fact } from "./book.js";
import { brushWords, inHand, takeUp } from "./brush.js";
import { button, choice, details, h, say, stepper, toggle, words } from "./dom.js";
import { startFacts } from "./facts.js";
import { dieIcon, requirementIcon } from "./icons.js";
import { marksOf } from "./legend.js";
import { look } from "./look.js";
import { addGuest, flip, guestsOn, removeTile, tileOf } from "./position.js";
import { guestWords, requirementWords } from "./sentences.js";
import { change, show, state, view } from "./store.js";
import { writeField } from "./writing.js";

const onTile = (action, patch) => change((doc) => action(tileOf(doc.position, view.tile), doc.position), patch);

export function tilePanel() {
  const { position } = state.doc;
  const tile = tileOf(position, view.tile);
  const { name, colour, stars, requirement } = tile.attraction;
  const faults = view.faults.filter((fault) => fault.place === tile.id);
  return [
    h("div", { class: "head" }, h("h2", { class: `name ${colour}` }, name, " ", h("span", { class: "worth" }, `${stars}★`)), button("Done", () => show({ tile: null, brush: null, chosen: null }), { key: "done" })),
    faults.map((fault) => h("p", { class: "fault" }, fault.detail)),
    view.brush ? h("p", { class: "hint", role: "status" }, `${brushWords(view.brush)}.`) : null,
    guests(position, tile),
    h("div", { class: "choice upgrades", role: "group", "aria-label": "Upgrades" }, (fact("Tile", "upgrades").enum ?? []).map((each) =>
      toggle(marked(look.upgrades, each), tile.upgrades.includes(each), () => onTile((it) => { it.upgrades = flip(it.upgrades, each); }), { key: each }))),
    innovations(position, tile),
    writeField(),
    details("What is printed here", "printed", h("div", { class: "now" }, requirementIcon(requirement), h("span", {}, requirementWords(requirement))), marksOf(tile)),
    details("More", "tile-more",
      stepper("Cubes already placed", position.cubes?.[tile.id] ?? 0, 0, undefined, (count) => onTile((it, doc) => {
        doc.cubes = { ...doc.cubes, [it.id]: count };
        if (!count) delete doc.cubes[it.id];
      })),
      h("div", { class: "row" },
        button("Move the tile", () => takeUp({ tile: tile.id }), { key: "move-tile", "aria-pressed": String(inHand({ tile: tile.id })) }),
        button("Change its facts", () => startFacts(tile.attraction), { key: "facts" }),
        button("Take the tile away", () => {
          change((doc) => removeTile(doc.position, tile.id), { tile: null });
          say(`${name} is taken away.`);
        }, { key: "remove", class: "danger" }))),
  ];
}

// A name with the mark that the picture of the tile shows for it.
const marked = ({ marks }, name) => [h("b", { class: "mark", "aria-hidden": "true" }, marks[name]), words(name)];

// Tap a die below to add it; tap a guest to turn it, to send it elsewhere or away.
function guests(position, tile) {
  const here = guestsOn(sceneGuests(position), tile.id);
  const faces = dieValues();
  const colours = fact("Guest", "colour").enum ?? [];
  const chosen = here.find((guest) => guest.id === view.chosen);
  return [
    here.length ? h("div", { class: "choice", role: "group", "aria-label": "Guests here" }, here.map((guest) =>
      toggle(dieIcon(guest), guest === chosen, () => show({ chosen: guest === chosen ? null : guest.id }), { key: `guest/${guest.id}`, class: "die", "aria-label": `${guestWords(guest)}: turn or move it` }))) : null,
    chosen ? turning(position, chosen, faces) : null,
    h("div", { class: "palette", role: "group", "aria-label": "Add a guest" }, colours.flatMap((colour) => faces.map((value) => {
      const add = button(dieIcon({ colour, value }), () => {
        onTile((it, doc) => { addGuest(doc, colour, value, it.id); });
        say(`${colour} ${value} is on ${tile.attraction.name}.`, { unseen: true });
      }, { key: `add/${colour}${value}`, class: "die", "aria-label": `Add ${colour} ${value}` });
      return add;
    }))),
  ];
}

// The guest that is chosen: each value at a tap, and what else becomes of it.
function turning(position, guest, faces) {
  const { colour } = guest;
  const put = (action) => change((doc) => action(doc.position.park.guests.find((each) => each.id === guest.id)));
  return h("div", { class: "what turning", role: "group", "aria-label": `The ${guestWords(guest)}` },
    faces.map((value) => toggle(dieIcon({ colour, value }), value === guest.value, () => put((it) => { it.value = value; }), { key: `turn/${guest.id}/${value}`, class: "die", "aria-label": `Turn it to ${value}` })),
    button("Move", () => takeUp({ guest: guest.id }), { key: `move/${guest.id}`, "aria-pressed": String(inHand({ guest: guest.id })) }),
    position.rules.expansions.includes("promo") ? toggle("VIP", guest.vip, () => setVip(guest), { key: `vip/${guest.id}`, class: "small" }) : null,
    button("Away", () => change((doc) => { doc.position.park.guests = doc.position.park.guests.filter((each) => each.id !== guest.id); }, { chosen: null }),
      { key: `gone/${guest.id}`, "aria-label": `Take ${guestWords(guest)} away` }));
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
