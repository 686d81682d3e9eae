// Rulings: what the rulebook leaves open, decided for this table; and the outline of the park, drawn on it.

import { book, fact, ruling } from "./book.js";
import { button, choice, h, plural, say, words } from "./dom.js";
import { hexesWithin, SIDES } from "./geometry.js";
import { range } from "./lists.js";
import { change, show, state } from "./store.js";

const BOUNDARY = "board.boundary";
const FARTHEST = 6;

const edit = (action) => change((doc) => action(doc.position.rules.rulings));
const chosen = (id) => state.doc.position.rules.rulings[id];

// Every ruling under the subject that its id begins with.
export function rulingsList() {
  const subjects = new Map();
  for (const { id } of book.rulings) {
    const subject = id.split(".")[0];
    subjects.set(subject, [...(subjects.get(subject) ?? []), id]);
  }
  return [...subjects].map(([subject, ids]) => h("fieldset", { class: "slot" }, h("legend", {}, words(subject)), ids.map((id) => rulingSelect(id))));
}

// A ruling as a list of its choices; what is the default is not written into the position.
export function rulingSelect(id, prefix = "ruling") {
  const row = ruling(id);
  if (row.takes_hexes) return outline(row, prefix);
  const key = `${prefix}-${id}`;
  if (row.choices.length === 1) return h("p", { class: "hint", id: key }, h("b", {}, `${row.question.replace(/[?.:]?$/, "")}: ${words(row.choices[0]).toLowerCase()}.`), " This is read in one way only.");
  const set = (event) => edit((rulings) => {
    if (event.target.value === row.default) delete rulings[id];
    else rulings[id] = event.target.value;
  });
  return h("label", { class: "field", for: key }, row.question, h("select", { id: key, "data-key": key, title: row.why, on: { change: set } },
    row.choices.map((each) => h("option", { value: each, selected: each === (chosen(id) ?? row.default) }, words(each) + (each === row.default ? " (usual)" : "")))));
}

// The outline of the park: without one, or as it was drawn.
function outline(row, prefix) {
  const drawn = Array.isArray(chosen(row.id)) ? chosen(row.id) : null;
  return h("div", { class: "field", id: `${prefix}-${row.id}` }, row.question,
    h("div", { class: "choice", role: "group", "aria-label": row.question },
      button(words(row.default), () => edit((rulings) => { delete rulings[row.id]; }), { key: `${prefix}/unbounded`, "aria-pressed": String(!drawn) }),
      button(drawn ? `Drawn: ${plural(drawn.length, "hex", "hexes")}` : "Draw it…", drawOutline, { key: `${prefix}/draw-outline`, "aria-pressed": String(Boolean(drawn)) })));
}

function drawOutline() {
  if (!Array.isArray(chosen(BOUNDARY))) edit((rulings) => { rulings[BOUNDARY] = within(2); });
  show({ tab: "park", drawing: true, tile: null, hex: null, editing: null });
}

// All hexes up to `steps` away from where the Entrance lies, and those with tiles.
function within(steps) {
  const { tiles } = state.doc.position.park;
  const centre = (tiles.find((tile) => tile.id === "entrance") ?? tiles[0])?.hex ?? [0, 0];
  return distinct([...hexesWithin(centre, steps), ...tiles.map((tile) => tile.hex)]);
}

const distinct = (hexes) => [...new Map(hexes.map((hex) => [hex.join(), hex])).values()];

export const outlineOf = (position) => (Array.isArray(position.rules.rulings[BOUNDARY]) ? position.rules.rulings[BOUNDARY] : null);

// What can be tapped while the outline is drawn: the hexes in it and those around.
export function outlineHexes(position) {
  const hexes = distinct([...(outlineOf(position) ?? []), ...position.park.tiles.map((tile) => tile.hex)]);
  const farthest = fact("Tile", "hex").maximum ?? Infinity;
  return distinct([...hexes, ...hexes.flatMap(([q, r]) => SIDES.map(([dq, dr]) => [q + dq, r + dr]))]).filter((hex) => hex.every((each) => Math.abs(each) <= farthest));
}

export function flipHex(hex) {
  edit((rulings) => {
    const drawn = Array.isArray(rulings[BOUNDARY]) ? rulings[BOUNDARY] : [];
    const left = drawn.filter((each) => each.join() !== hex.join());
    const now = left.length === drawn.length ? [...drawn, hex] : left;
    if (now.length) rulings[BOUNDARY] = now;
    else delete rulings[BOUNDARY];
  });
  say(chosen(BOUNDARY)?.some((each) => each.join() === hex.join()) ? "Inside the outline." : "Outside the outline.", { unseen: true });
}

export function outlinePanel() {
  const drawn = outlineOf(state.doc.position);
  return [
    h("div", { class: "head" }, h("h2", {}, "The outline of the park"), button("Done", () => show({ drawing: false }), { key: "outline-done", class: "main" })),
    h("p", { class: "hint" }, "Tap hexes of the park board: those with a ✓ are inside. A tile outside is a fault."),
    h("h3", {}, "All hexes up to so many steps from the Entrance"),
    choice("Steps from the Entrance", range(1, FARTHEST).map((steps) => [steps, String(steps)]), null, (steps) => edit((rulings) => { rulings[BOUNDARY] = within(steps); })),
    h("p", {}, drawn ? `${plural(drawn.length, "hex", "hexes")} inside.` : "No outline: the park may grow without end."),
    h("div", { class: "row" }, button("No outline", () => { edit((rulings) => { delete rulings[BOUNDARY]; }); show({ drawing: false }); }, { key: "outline-none" })),
  ];
}
