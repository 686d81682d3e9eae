// A manor drawn as rooms and doors: the entrance at the bottom, each room as many rows above it as doors lie between.

const NS = "http://www.w3.org/2000/svg";
const WIDE = 92;
const HIGH = 78;
const ROOM = { width: 76, height: 50 };
const PER_ROW = 4;
const ZOOM = 1.5;

function s(tag, attributes, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name !== "on") element.setAttribute(name, String(value));
    else for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
  }
  element.append(...children);
  return element;
}

// Rows of room ids by their distance from the entrance; a long row is broken.
export function rows(rooms) {
  const byId = new Map(rooms.map((room) => [room.id, room]));
  const entrance = rooms.find((room) => room.type === "entrance") ?? rooms[0];
  const found = [];
  let here = [entrance.id];
  const seen = new Set(here);
  while (here.length) {
    for (let at = 0; at < here.length; at += PER_ROW) found.push(here.slice(at, at + PER_ROW));
    here = here.flatMap((id) => byId.get(id).doors).filter((id) => byId.has(id) && !seen.has(id) && seen.add(id));
  }
  return found;
}

// `decision`: the one whose paths are drawn, or null. `tap` hears of the room and slot that were tapped: rooms, or slots
// while placing is judged. `chosen`: the room that is changed.
export function picture(manor, decision, { tap, judging, chosen }) {
  const layers = rows(manor.rooms);
  const most = Math.max(...layers.map((row) => row.length));
  const width = most * WIDE;
  const height = layers.length * HIGH;
  const places = new Map(layers.flatMap((row, level) => row.map((id, at) => [id, {
    x: width / 2 + (at - (row.length - 1) / 2) * WIDE,
    y: height - (level + 0.5) * HIGH,
  }])));
  const paths = decision?.paths ?? [];
  const label = `The manor: ${manor.rooms.length - 1} rooms and the entrance.${paths.map((path, number) => ` Path ${number + 1}: ${path.map((place) => place.room).join(", ")}.`).join("")}`;
  const svg = s("svg", { class: "manor", viewBox: `0 0 ${width} ${height}`, width: width * ZOOM, height: height * ZOOM, role: "group", "aria-label": label });
  for (const room of manor.rooms) {
    for (const other of room.doors) if (room.id < other) svg.append(...joined("door", places.get(room.id), places.get(other)));
  }
  for (const path of paths) {
    for (let at = 1; at < path.length; at += 1) svg.append(...joined("way", places.get(path[at - 1].room), places.get(path[at].room)));
  }
  const steps = new Map(paths.flatMap((path, number) => path.map((place, step) => [`${place.room}/${place.slot}`, { number, step }])));
  for (const room of manor.rooms) {
    const place = places.get(room.id);
    if (place) svg.append(drawn(room, place, manor.dice, steps, { paths: paths.length, tap, judging, chosen }));
  }
  return svg;
}

const joined = (kind, from, to) => (from && to ? [line(kind, from, to)] : []);

const line = (kind, from, to) => s("line", { class: kind, x1: from.x, y1: from.y, x2: to.x, y2: to.y });

function drawn(room, { x, y }, dice, steps, { paths, tap, judging, chosen }) {
  const words = `${room.id}${room.colours.length ? `, ${room.colours.join(" and ")}` : ""} ${room.type}`;
  const group = s("g", judging ? {} : tappable(`room/${room.id}`, `Room ${words}`, () => tap(room.id, null)),
    s("rect", { class: `room ${chosen === room.id ? "picked" : ""}`, x: x - ROOM.width / 2, y: y - ROOM.height / 2, width: ROOM.width, height: ROOM.height, rx: 8 }),
    s("text", { x, y: y - 15 }, [room.id, ...room.colours.map((colour) => colour[0].toUpperCase())].join(" ").slice(0, 12)));
  room.slots.forEach((accepts, slot) => {
    const at = x + (slot - (room.slots.length - 1) / 2) * 34;
    const die = dice.find((each) => each.room === room.id && each.slot === slot);
    const step = steps.get(`${room.id}/${slot}`);
    const takes = accepts === "any" ? "*" : accepts.join("/");
    const told = step ? `${paths > 1 ? `${step.number + 1}.` : ""}${step.step + 1}` : die ? die.value : takes;
    const means = `${room.id}, slot ${slot + 1}, takes ${accepts === "any" ? "any" : takes}${die ? `, a ${die.value} lies in it` : ""}${step ? `, path ${step.number + 1}, step ${step.step + 1}` : ""}`;
    group.append(s("g", judging ? tappable(`slot/${room.id}/${slot}`, means, () => tap(room.id, slot)) : {},
      s("circle", { class: `slot ${step ? "chosen" : die ? "lying" : ""}`, cx: at, cy: y + 8, r: 15 }), s("text", { x: at, y: y + 8 }, String(told))));
  });
  return group;
}

const tappable = (key, label, click) => ({ "data-key": key, role: "button", tabindex: 0, "aria-label": label, on: { click, keydown: (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  click();
} } });
