// The room that was tapped: its slots and dice, type, colours and doors, changed by taps.

import { button, choice, h, toggle, words } from "../dom.js";
import { ANY, dieIn, freshId } from "./line.js";

const TYPES = ["office", "bathroom", "small-bedroom", "large-bedroom", "dining-kitchen", "library"];
const COLOURS = ["red", "green", "blue", "magic"];
const FACES = [1, 2, 3, 4, 5, 6];

// `edit` takes the manor with a change; `pick` shows another room, or none.
export function roomPanel(manor, id, edit, pick) {
  const room = manor.rooms.find((each) => each.id === id);
  if (!room) return h("p", { class: "hint" }, "Tap a room to change it.");
  const set = (changes) => edit({ ...manor, rooms: manor.rooms.map((each) => (each.id === id ? { ...each, ...changes } : each)) });
  const entrance = room.type === "entrance";
  return h("section", { class: "room-panel", "aria-label": `Room ${id}` },
    h("h2", {}, entrance ? "The entrance" : `Room ${id}`),
    room.slots.map((accepts, slot) => slotRow(manor, room, slot, accepts, set, edit)),
    entrance ? null : [
      h("div", { class: "row" },
        room.slots.length < 2 ? button("Second slot", () => set({ slots: [...room.slots, [4]] }), { key: "slot/add" })
          : button("One slot only", () => edit(without(manor, id, 1, { slots: room.slots.slice(0, 1) })), { key: "slot/remove" })),
      choice("Type", TYPES.map((type) => [type, words(type)]), room.type, (type) => set({ type }), "type"),
      h("div", { class: "choice", role: "group", "aria-label": "Colours" }, COLOURS.map((colour) => toggle(words(colour === "magic" ? "purple" : colour), room.colours.includes(colour),
        () => set({ colours: room.colours.includes(colour) ? room.colours.filter((each) => each !== colour) : [...room.colours, colour] }), { key: `colour/${colour}` }))),
    ],
    doorRow(manor, room, edit),
    h("div", { class: "row" },
      button("Add a room here", () => added(manor, id, edit, pick), { key: "room/add", class: "main" }),
      entrance ? null : button("Remove this room", () => edit(removed(manor, id), { room: null }), { key: "room/remove" }),
      button("Done", () => pick(null), { key: "room/done" })));
}

function slotRow(manor, room, slot, accepts, set, edit) {
  const die = dieIn(manor.dice, room.id, slot);
  const numbers = accepts === ANY ? FACES : accepts;
  const put = (slots) => (die && slots[slot] !== ANY && !slots[slot].includes(die.value) ? edit(without(manor, room.id, slot, { slots })) : set({ slots }));
  const flip = (face) => {
    const next = accepts === ANY ? [face] : accepts.includes(face) ? accepts.filter((each) => each !== face) : [...accepts, face].sort();
    if (next.length) put(room.slots.map((each, at) => (at === slot ? next : each)));
  };
  const two = room.slots.length > 1;
  const of = two ? ` of slot ${slot + 1}` : "";
  return h("div", {},
    room.type === "entrance" ? null : h("div", { class: "choice", role: "group", "aria-label": `Numbers${of}` }, h("span", { class: "label" }, two ? `Slot ${slot + 1} takes` : "Takes"),
      FACES.map((face) => toggle(String(face), accepts !== ANY && accepts.includes(face), () => flip(face), { key: `accepts/${slot}/${face}`, "aria-label": `takes ${face}${of}` })),
      toggle("Any", accepts === ANY, () => put(room.slots.map((each, at) => (at === slot ? ANY : each))), { key: `accepts/${slot}/any` })),
    h("div", { class: "choice", role: "group", "aria-label": `Die${of}` }, h("span", { class: "label" }, two ? `Die in slot ${slot + 1}` : "Die in it"),
      toggle("None", !die, () => edit(without(manor, room.id, slot)), { key: `die-in/${slot}/none` }),
      numbers.map((face) => toggle(String(face), die?.value === face, () => edit({ ...without(manor, room.id, slot), dice: [...without(manor, room.id, slot).dice, { room: room.id, slot, value: face }] }),
        { key: `die-in/${slot}/${face}`, "aria-label": `a ${face} lies there` }))));
}

function doorRow(manor, room, edit) {
  const others = manor.rooms.filter((each) => each.id !== room.id);
  if (!others.length) return null;
  return h("div", { class: "choice", role: "group", "aria-label": "Doors" }, h("span", { class: "label" }, "Doors to"),
    others.map((other) => toggle(other.id, room.doors.includes(other.id), () => edit(door(manor, room.id, other.id)), { key: `door/${other.id}`, "aria-label": `a door to ${other.id}` })));
}

function door(manor, one, two) {
  const open = manor.rooms.find((room) => room.id === one).doors.includes(two);
  const turned = (room, other) => ({ ...room, doors: open ? room.doors.filter((each) => each !== other) : [...room.doors, other] });
  return { ...manor, rooms: manor.rooms.map((room) => (room.id === one ? turned(room, two) : room.id === two ? turned(room, one) : room)) };
}

// The manor without the die in a slot, its room changed besides.
function without(manor, id, slot, changes = {}) {
  return { rooms: manor.rooms.map((room) => (room.id === id ? { ...room, ...changes } : room)), dice: manor.dice.filter((die) => die.room !== id || die.slot !== slot) };
}

function removed(manor, id) {
  const rooms = manor.rooms.filter((room) => room.id !== id).map((room) => ({ ...room, doors: room.doors.filter((each) => each !== id) }));
  return { rooms, dice: manor.dice.filter((die) => die.room !== id) };
}

function added(manor, id, edit, pick) {
  const next = freshId(manor.rooms);
  const room = { id: next, type: "office", colours: [], slots: [[4]], doors: [id] };
  edit({ ...manor, rooms: [...manor.rooms.map((each) => (each.id === id ? { ...each, doors: [...each.doors, next] } : each)), room] }, { room: next });
  pick(next);
}
