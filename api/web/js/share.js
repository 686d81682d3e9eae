// Giving a park away: link, QR, notation, JSON, pictures, print; and examples to begin with.

import { withFacts } from "./book.js";
import { button, details, h, plural, say } from "./dom.js";
import { placedBefore, sequence } from "./answer.js";
import { gamePanel, isRecord, reviewGame } from "./game.js";
import { theme } from "./look.js";
import { save } from "./own.js";
import { copy, qr } from "./link.js";
import { picture } from "./picture.js";
import { completed } from "./position.js";
import { takeUpJobs } from "./jobs.js";
import { faultWords } from "./sentences.js";
import * as server from "./server.js";
import { emit, isShown, openDraft, parks, replaceDoc, restore, state, view } from "./store.js";

const PNG_SCALE = 2;
const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;
const EXAMPLES = [["hand-made", "For a first look"], ["rulebook", "The rulebook's"], ["made-up", "Made-up parks"]];
/** @type {{of: string | null, notation?: string, url?: string, error?: string}} */
let link = { of: null };
export const examples = { list: /** @type {any[]} */ ([]) };

// The link holds the whole position; the server writes its line and stores nothing.
export async function makeLink() {
  const of = JSON.stringify(state.doc.position);
  if (link.of === of) return;
  link = { of };
  try {
    const { notation } = await server.share(state.doc.position);
    link = { of, notation, url: `${location.origin}/p/${notation}` };
  } catch (error) {
    link = { of, error: error.message };
  }
  emit();
}

// What failed while the server was away is asked for again.
export function linkAgain() {
  if (link.error) link = { of: null };
}

export function sharePanel() {
  makeLink();
  return [
    h("h2", {}, "Share this park"),
    link.url ? [
      h("div", { class: "row" }, button("Copy the link", () => copy(link.url, "The link"), { class: "main", key: "copy-link" }),
        navigator.share ? button("Send…", () => navigator.share({ url: link.url }).catch(() => null), { key: "send" }) : null),
      h("p", { class: "link" }, h("a", { href: link.url, id: "share-link" }, link.url)),
      qr(link.url),
      window.isSecureContext ? null : h("p", { class: "hint" }, "This address is not secure (https), so the browser keeps the park but not the page: opening or reloading it needs the server."),
      LOOPBACK.test(location.hostname) ? h("p", { class: "hint" }, "This address leads to this device alone. Others open the park with the notation below, or at the address that this server has in your network.") : null,
    ] : h("p", { class: "hint" }, link.error ?? "Writing the link…"),
    h("h3", {}, "Copy"),
    h("div", { class: "row" },
      button("As notation", () => copy(link.notation, "The notation"), { key: "copy-notation", disabled: !link.notation }),
      button("As JSON", () => copy(JSON.stringify(state.doc.position, null, 1), "The JSON"), { key: "copy-json" }),
      sequence() ? button("The plan in words", () => copy(sequence().steps.map((step, index) => `${index + 1}. ${step.text}`).join("\n"), "The plan"), { key: "copy-plan" }) : null),
    h("h3", {}, "Pictures"),
    h("div", { class: "row" },
      button("SVG", () => save("park.svg", svgText(), "image/svg+xml"), { key: "svg", "aria-label": "Save as SVG" }), button("PNG", png, { key: "png", "aria-label": "Save as PNG" }),
      button("JSON", () => save("position.json", JSON.stringify(state.doc.position, null, 1), "application/json"), { key: "json", "aria-label": "Save as JSON" }),
      button("Print", () => window.print(), { key: "print" })),
    h("p", { class: "hint" }, sequence() ? "Pictures and print show the park, its round, the plan with its total, and the link." : "Pictures and print show the park, its round and the link; with an answer found, the plan too."),
    h("h3", {}, "Open"),
    h("div", { class: "row" }, h("label", { class: "button" }, "A position file", h("input", { type: "file", class: "hidden", accept: "application/json,.json", on: { change: openFile } }))),
    h("label", { class: "field" }, "Notation, link or JSON", h("input", { type: "text", "data-key": "notation", autocomplete: "off", on: { change: (event) => openTyped(event.target.value) } })),
    unopened(),
    gamePanel(),
    parksHere(),
    h("h3", {}, "Examples"),
    EXAMPLES.map(([kind, title]) => details(title, `examples/${kind}`, h("div", { class: "entries" },
      examples.list.filter((each) => each.kind === kind).map((each) => button([h("strong", {}, each.name), each.note ? h("span", { class: "words" }, each.note) : null], () => openExample(each), { key: `example/${each.name}`, class: "entry" }))))),
    h("p", { class: "hint" }, "An unofficial aid for owners of Dice Theme Park. It holds no art and no text of the game."),
  ];
}

// Every park that was entered or opened in this browser; each stays as it was left.
function parksHere() {
  const others = parks().filter(({ id, doc }) => !isShown(id) && (doc.position.park.tiles.length > 1 || doc.position.park.guests.length));
  if (!others.length) return null;
  return details(`Parks in this browser (${others.length})`, "parks", h("div", { class: "entries" }, others.map(({ id, at, doc: { position } }) =>
    button([h("strong", {}, position.park.tiles.map((tile) => tile.attraction.name).filter((_, index) => index).slice(0, 3).join(", ") || "The Entrance alone"),
      h("span", { class: "words" }, `${plural(position.park.tiles.length, "tile")}, ${plural(position.park.guests.length, "guest")}, round ${position.rules.round}; ${new Date(at).toLocaleString()}`)],
    () => {
      openDraft(id);
      takeUpJobs();
    }, { key: `park/${id}`, class: "entry" }))));
}

// What the pictures show: the park with its round, what is at hand, the plan of its answer, and the link.
export function currentPicture(themeName = theme()) {
  const { position } = state.doc;
  const fits = view.answer && JSON.stringify(view.answer.position) === JSON.stringify(position);
  return picture(position, themeName, fits ? sequence().steps : [], linkOf(position), fits ? placedBefore() : undefined);
}

const linkOf = (position) => (link.of === JSON.stringify(position) ? link.url ?? null : null);

// The same on paper, with the code of the link.
export const paper = () => [currentPicture("light"), linkOf(state.doc.position) ? qr(link.url) : null].filter(Boolean);

const svgText = () => new XMLSerializer().serializeToString(currentPicture("light"));

function png() {
  const drawn = currentPicture("light");
  const image = new Image();
  image.onload = () => {
    const canvas = h("canvas", { width: Math.round(image.width * PNG_SCALE), height: Math.round(image.height * PNG_SCALE) });
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => save("park.png", blob, "image/png"), "image/png");
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(drawn))}`;
}

export function openPosition(position, moves = [], patch = {}) {
  replaceDoc(completed(withFacts(position)), moves, { welcome: false, adding: false, brush: null, ...patch });
}

function openExample({ name, position, moves }) {
  openPosition(position, moves ?? [], { tab: "park", welcome: false });
  say(`${name} is open.`);
}

// What could not be opened, told below the fields until the next try.
function refuse(what, error) {
  const faults = error.faults?.length ? error.faults.map(faultWords) : [error.message];
  view.unopened = { what, faults };
  say(`${what} is not opened: ${faults[0]}`);
  emit();
}

export async function openFile(event) {
  const [file] = event.target.files;
  if (!file) return;
  try {
    const text = await file.text();
    if (isRecord(text)) await reviewGame(text);
    else await openJson(text);
  } catch (error) {
    refuse(file.name, error);
  }
}

// A position as JSON, by itself or as the `position` of a larger document such as a request or an example.
async function openJson(text) {
  let document_;
  try {
    document_ = JSON.parse(text);
  } catch {
    throw new Error("This is not JSON.");
  }
  if (Object.keys(document_ ?? {}).some((key) => key.startsWith("park-advisor/"))) {
    const taken = restore(document_);
    say(taken ? `Back from your data: ${plural(taken, "thing")} that this browser did not have. Parks are listed below, attractions under Park.` : "All of it is here already, or cannot be read.");
    return;
  }
  const { position = document_, moves = [] } = typeof document_ === "object" && document_ !== null ? document_ : {};
  await server.check(position, moves);
  openPosition(position, moves, { tab: "park", unopened: null });
  say("The park is open.");
}

// Opens the park of a line, as an address or a letter has it; raises what the server says of it.
export async function openLine(given) {
  const [line, joined] = [given, given.replace(/\s+/g, "")].map((text) => /p\d+~\S+/.exec(text)?.[0] ?? text.trim());
  const read = (each) => server.shared(lineOf(`/p/${each}`));
  let found;
  try {
    found = await read(line);
  } catch (error) {
    if (line === joined || error instanceof server.Offline) throw error;
    found = await read(joined).catch(() => { throw error; }); // letters break long lines
  }
  const { position } = found;
  openPosition(position, [], { tab: "park", unopened: null });
  say("The park is open.");
}

export async function openTyped(given) {
  const text = given.trim();
  if (!text) return;
  try {
    if (isRecord(text)) await reviewGame(text);
    else if (/^[[{"]/.test(text)) await openJson(text);
    else await openLine(text);
  } catch (error) {
    refuse("What was pasted", error);
  }
}

// What could not be opened last, where it was given.
export function unopened() {
  if (!view.unopened) return null;
  return h("div", { class: "notice", role: "alert" }, h("p", {}, h("b", {}, `${view.unopened.what} is not opened; the park that was here stays.`)),
    view.unopened.faults.map((fault) => h("p", { class: "fault" }, fault)));
}

// The line that an address holds, such as /p/p1~…; null where it holds none.
export function lineOf(path) {
  if (!path.startsWith("/p/")) return null;
  const line = path.slice("/p/".length);
  try {
    return decodeURIComponent(line);
  } catch {
    return line;
  }
}
