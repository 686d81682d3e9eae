// The tools at the park: undo, tiles to add, zoom, and the park folded to a line of its tiles.

import { button, fill, h, toggle } from "./dom.js";
import { dieIcon, sign } from "./icons.js";
import { guestsOn } from "./position.js";
import { canRedo, canUndo, redo, show, state, undo, view } from "./store.js";

const ZOOM_STEP = 1.5;

export function drawBar(place, board) {
  const editing = view.tab === "park";
  fill(place,
    button(sign("undo"), undo, { key: "undo", "aria-label": "Undo", disabled: !canUndo() }),
    button(sign("redo"), redo, { key: "redo", "aria-label": "Redo", disabled: !canRedo() }),
    editing && !view.drawing ? toggle([sign("tile"), h("span", {}, "Tile")], view.adding, () => show({ adding: !view.adding, hex: null, folded: false }), { key: "add-tile", "aria-label": "Add tiles" }) : null,
    h("span", { class: "room" }),
    h("div", { class: "zoom", role: "group", "aria-label": "Zoom" },
      button(sign("farther"), () => board.viewport.scale(1 / ZOOM_STEP), { key: "zoom-out", "aria-label": "Zoom out" }),
      button(sign("nearer"), () => board.viewport.scale(ZOOM_STEP), { key: "zoom-in", "aria-label": "Zoom in" })),
    toggle(sign(view.folded ? "unfold" : "fold"), view.folded, () => show({ folded: !view.folded }), { key: "fold", class: "fold", "aria-label": "Fold the park to a line" }));
}

// The tiles in a row, for when the park itself is folded.
export function drawStrip(place, pick) {
  const { position } = state.doc;
  fill(place, position.park.tiles.map((tile) => {
    const guests = guestsOn({ guests: position.park.guests }, tile.id);
    return toggle([h("span", { class: "words" }, tile.attraction.name), guests.map((guest) => dieIcon(guest))], view.tile === tile.id, () => pick(tile.id, tile.hex),
      { key: `strip/${tile.id}`, class: `chip ${tile.attraction.colour}` });
  }));
}
