// What a new park begins with: the user's own start board, one of the catalogue's, or the Park Entrance alone.

import { book } from "./book.js";
import { button, details, h, say, words } from "./dom.js";
import { newPark } from "./position.js";
import { soundPosition } from "./sound.js";
import * as keep from "./storage.js";
import { emit, FULL, replaceDoc, state } from "./store.js";

const KEY = "start-board";
const ADD = { adding: true, brush: null }; // tiles are laid next

// The tiles kept as one's own start board; null where there are none that can be shown.
export function ownBoard() {
  const tiles = keep.read(KEY);
  return tiles !== undefined && soundPosition({ ...newPark(null), park: { tiles, guests: [] } }) ? tiles : null;
}

export function startPanel() {
  const own = ownBoard();
  return details("Start board", KEY,
    h("p", { class: "hint" }, own
      ? "A new park begins with your start board."
      : "A park board shows attractions beside the Park Entrance. Lay those of yours and keep them: a new park then begins with them."),
    h("div", { class: "row" }, state.doc.position.park.tiles.length > 1 ? button("Keep these tiles as my start board", keepTiles, { key: "start-keep" }) : null,
      own ? button("Forget my start board", forget, { key: "start-forget" }) : null),
    h("h3", {}, "A new park with"),
    h("div", { class: "row" },
      own ? button("My start board", () => replaceDoc(newPark(own), [], ADD), { key: "start/own" }) : null,
      button("The Park Entrance alone", () => replaceDoc(newPark(null), [], ADD), { key: "start/entrance" }),
      book.start_boards.map((board) => button(`${words(board.name)} start board`, () => replaceDoc(newPark(board.tiles), [], ADD), { key: `start/${board.name}` }))));
}

// As the tiles lie, with their upgrades; innovations are not printed on a board.
function keepTiles() {
  const tiles = state.doc.position.park.tiles.map(({ innovation, ...tile }) => tile);
  say(keep.write(KEY, tiles) ? "A new park now begins with these tiles." : FULL);
  emit();
}

function forget() {
  keep.remove(KEY);
  say("A new park now begins with the Park Entrance alone.");
  emit();
}
