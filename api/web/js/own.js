// Attractions entered by users: kept in this browser, given to the club on the server when asked for.

import { book, open } from "./book.js";
import { button, details, h, plural, say } from "./dom.js";
import { startFacts } from "./facts.js";
import { misfits } from "./fits.js";
import { entryButton } from "./picker.js";
import { schemas } from "./schemas.js";
import { faultWords } from "./sentences.js";
import { checkTiles, Offline, send } from "./server.js";
import { emit, setOwn, show, state, view } from "./store.js";
import { grammar, tableField } from "./writing.js";

let forgotten = null;

export function ownPanel() {
  return details("My attractions", "own",
    h("p", { class: "hint" }, "Enter a tile of your box once; it is then one tap away. They are kept in this browser."),
    state.own.length ? state.own.map((each) => h("div", { class: "row entry-row" },
      entryButton(each, () => startFacts(each.attraction, each.slug), `own/${each.slug}`),
      button("To the club", () => give(each), { key: `give/${each.slug}`, "aria-label": `Give ${each.attraction.name} to the club` }),
      button("×", () => forget(each), { key: `forget/${each.slug}`, class: "small", "aria-label": `Forget ${each.attraction.name}` }))) : null,
    forgotten ? h("p", { class: "row" }, h("span", {}, `${forgotten.attraction.name} is forgotten.`), button("Undo", remember, { key: "forget/undo" })) : null,
    tableField(), grammar(),
    h("div", { class: "row" },
      button("New attraction", () => startFacts(null), { key: "own-new" }),
      button("Save as a file", () => download(), { key: "own-save", disabled: !state.own.length }),
      h("label", { class: "button" }, "Read a file", h("input", { type: "file", class: "hidden", accept: "application/json,.json", on: { change: read } }))),
    refusal());
}

function forget(entry) {
  forgotten = entry;
  setOwn(state.own.filter((other) => other.slug !== entry.slug));
  say(`${entry.attraction.name} is forgotten.`);
}

function remember() {
  const back = forgotten;
  forgotten = null;
  setOwn([...state.own.filter((each) => each.slug !== back.slug), back]);
  say(`${back.attraction.name} is back.`);
}

async function give({ slug, attraction }) {
  try {
    const there = book.club.some((each) => each.slug === slug);
    if (there) await send("PUT", `/v1/tiles/${slug}`, attraction);
    else await send("POST", "/v1/tiles", { slug, attraction });
    await open();
    say(`${attraction.name} is in the club's catalogue.`);
  } catch (error) {
    say(error.message);
  }
  emit();
}

function download() {
  save("tiles.json", JSON.stringify({ version: 1, tiles: state.own.map(({ slug, attraction }) => ({ slug, attraction })) }, null, 1), "application/json");
}

export function save(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const AT_ONCE = 100;

// Nothing is kept of a file of which anything cannot be used; every fault is told with its place.
async function read(event) {
  const [file] = event.target.files;
  if (!file) return;
  try {
    const fresh = await sound(JSON.parse(await file.text()));
    setOwn([...state.own.filter((each) => !fresh.some((other) => other.slug === each.slug)), ...fresh]);
    view.refused = null;
    say(`${plural(fresh.length, "attraction")} read.`);
  } catch (error) {
    view.refused = { file: file.name, faults: error.faults?.length ? error.faults : [{ pointer: "", detail: error instanceof SyntaxError ? "This is not JSON." : error.message }] };
    say(`Nothing of ${file.name} was kept: ${faultWords(view.refused.faults[0])}`);
  }
  emit();
}

// The attractions of a file as the server reads them; without a connection its schemas judge alone.
async function sound(document_) {
  const { tiles } = document_ ?? {};
  if (!Array.isArray(tiles)) throw refused(misfits(schemas.Tiles, document_, schemas));
  const found = [];
  for (let first = 0; first < tiles.length || first === 0; first += AT_ONCE) {
    const part = { ...document_, tiles: tiles.slice(first, first + AT_ONCE) };
    found.push(...await checkTiles(part).catch((error) => {
      if (error instanceof Offline) {
        const faults = misfits(schemas.Tiles, part, schemas);
        if (!faults.length) return part.tiles;
        throw refused(moved(faults, first));
      }
      throw error.faults?.length ? refused(moved(error.faults, first)) : error;
    }));
  }
  return found;
}

const refused = (faults) => Object.assign(new Error("This is not a file of attractions."), { faults });

// The place in the file of a fault in a part of it.
const moved = (faults, first) => faults.map((fault) => ({ ...fault, pointer: fault.pointer.replace(/^\/tiles\/(\d+)/, (_, index) => `/tiles/${Number(index) + first}`) }));

function refusal() {
  if (!view.refused) return null;
  const { file, faults } = view.refused;
  return h("div", { class: "notice", role: "alert" }, h("p", {}, h("b", {}, `Nothing of ${file} was kept.`)),
    faults.map((fault) => h("p", { class: "fault" }, faultWords(fault))),
    h("div", { class: "row" }, button("All right", () => show({ refused: null }), { key: "refused-seen" })));
}
