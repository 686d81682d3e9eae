// One field for what is quicker written than tapped: a tile for the hex or the hand, guests and upgrades for the tile.
// The server reads it; what cannot be read stays in the field with what would be.

import { entries } from "./book.js";
import { lay } from "./brush.js";
import { button, details, h, plural, say } from "./dom.js";
import { keepOwn } from "./keeping.js";
import { addGuest, tileOf } from "./position.js";
import { readGuests, readTiles } from "./server.js";
import { change, show, state, view } from "./store.js";

const written = { text: "", faults: [], table: "", rows: [] };

export function writeField() {
  const onTile = Boolean(view.tile);
  const example = onTile ? "g3 b4, or #k: y5" : "Wave Swinger b5 o+e $2";
  const input = h("input", {
    type: "text", id: "write", "data-key": "write", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "done",
    placeholder: example, value: written.text, "aria-describedby": written.faults.length ? "write-faults" : undefined,
    on: {
      input: (event) => { written.text = event.target.value; },
      keydown: (event) => { if (event.key === "Enter") { event.preventDefault(); enter(event.target.value); } },
    },
  });
  return h("div", { class: "write" },
    h("label", { class: "label", for: "write" }, onTile ? "Guests, upgrades in writing" : "A tile in writing"), input,
    button("Enter", () => enter(input.value), { key: "write-enter" }),
    written.faults.length ? h("div", { id: "write-faults", role: "alert" }, written.faults.map((fault) => h("p", { class: "fault" }, fault))) : null);
}

export function grammar() {
  const line = (text, means) => h("tr", {}, h("td", {}, h("code", {}, text)), h("td", {}, means));
  return details("How tiles are written", "grammar",
    h("table", { class: "grammar" }, h("tbody", {},
      line("Wave Swinger b5 o+e", "name, colour and stars (b g y, x grey), an odd and an even die"),
      line("bo+a", "a blue odd die and any die; e even, 246 or 1-3 just these"),
      line("br  b/key", "the reroll symbol; the symbol of the reroll administrator, by a name"),
      line("a=a  a~a~a  a>b  b<a", "equal, in a row, higher, lower"),
      line("$2  @Ice cream", "income, amenity"),
      line("#kg", "k kiosk, e effect, g generator; c p 1 2 3 innovations"),
      line(": g3 b4", "guests on it; v behind a die for a VIP"),
      line("carousel: g3", "a tile that is known here, by a part of its name"))));
}

async function enter(text) {
  if (!text.trim()) return;
  const { tile, hex } = view;
  try {
    if (tile) await ontoTile(tile, text);
    else await asTile(text, hex);
    written.faults = [];
  } catch (error) {
    written.text = text;
    written.faults = faultsOf(error);
    show({});
  }
}

// What was read leaves the field, unless more has been typed meanwhile.
function emptied(text) {
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("write"));
  if (field && field.value === text) field.value = "";
  Object.assign(written, { text: field?.value ?? "", faults: [] });
}

const faultsOf = (error) => (error.faults?.length ? error.faults.map((fault) => fault.detail) : [error.message]);
const known = () => [...new Set(entries().map((each) => each.attraction.name))];

async function ontoTile(id, text) {
  const { guests, upgrades, innovation } = await readGuests(text);
  if (!tileOf(state.doc.position, id)) return;
  emptied(text);
  change((doc) => {
    const it = tileOf(doc.position, id);
    it.upgrades = [...new Set([...it.upgrades, ...upgrades])];
    if (innovation) it.innovation = innovation;
    for (const guest of guests) addGuest(doc.position, guest.colour, guest.value, id, guest.vip);
  });
  say([guests.length ? plural(guests.length, "guest") : "", upgrades.length ? plural(upgrades.length, "upgrade") : ""].filter(Boolean).join(" and ") || "Entered", { unseen: true });
}

const entryOf = (tile) => (tile.attraction ? { attraction: tile.attraction, upgrades: [] } : entries().find((each) => each.attraction.name === tile.name));

async function asTile(text, hex) {
  const { tiles } = await readTiles(text, known());
  emptied(text);
  for (const tile of tiles) if (tile.attraction) keepOwn(tile.attraction);
  const [tile] = tiles;
  const entry = entryOf(tile);
  if (tiles.length > 1) say(`${plural(tiles.length, "attraction")} entered among yours.`);
  else if (!entry) return;
  else if (hex) lay(entry, hex, tile);
  else show({ brush: { entry: { ...entry, upgrades: [...new Set([...entry.upgrades, ...tile.upgrades])] } }, adding: true });
}

// A whole box at once: lines, or a table copied from a spreadsheet.
export function tableField() {
  const text = h("textarea", {
    rows: "5", id: "table", "data-key": "table", spellcheck: "false", placeholder: "Name\tColour\tStars\tRequirement\tIncome\tAmenity\nWave Swinger\tblue\t5\to+e\t2\tIce cream",
    on: { input: (event) => { written.table = event.target.value; } },
  }, written.table);
  return details("Many at once", "many",
    h("label", { class: "field", for: "table" }, "A line for each tile, or a table copied from a spreadsheet (CSV)", text),
    written.rows.length ? h("div", { role: "alert" }, written.rows.map((fault) => h("p", { class: "fault" }, fault))) : null,
    h("div", { class: "row" }, button("Take them in", () => takeTable(text.value), { key: "table-enter" })));
}

async function takeTable(text) {
  try {
    const { tiles } = await readTiles(text, []);
    Object.assign(written, { table: "", rows: [] });
    /** @type {HTMLTextAreaElement} */ (document.getElementById("table")).value = "";
    for (const tile of tiles) keepOwn(tile.attraction);
    say(`${plural(tiles.length, "attraction")} taken in.`);
  } catch (error) {
    Object.assign(written, { table: text, rows: faultsOf(error) });
  }
  show({});
}
