// Giving a park away: link, QR, notation, JSON, pictures, print; and examples to begin with.

import { withFacts } from "./book.js";
import { button, details, h, say } from "./dom.js";
import { sequence } from "./answer.js";
import { theme } from "./look.js";
import { save } from "./own.js";
import { picture, svg } from "./picture.js";
import { completed, sceneOf } from "./position.js";
import * as server from "./server.js";
import { emit, replaceDoc, state, view } from "./store.js";
import { qrcode } from "../vendor/qrcode.js";

const PNG_SCALE = 2;
const EXAMPLES = [["rulebook", "The rulebook's"], ["made-up", "Made-up parks"]];
let link = { of: null };
export const examples = { list: [] };

// The link holds the whole position; the server writes its line and stores nothing.
async function makeLink() {
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

export function sharePanel() {
  makeLink();
  return [
    h("h2", {}, "Share this park"),
    link.url ? [
      h("div", { class: "row" }, button("Copy the link", () => copy(link.url, "The link"), { class: "main", key: "copy-link" }),
        navigator.share ? button("Send…", () => navigator.share({ url: link.url }).catch(() => null), { key: "send" }) : null),
      h("p", { class: "link" }, h("a", { href: link.url, id: "share-link" }, link.url)),
      qr(link.url),
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
    h("p", { class: "hint" }, sequence() ? "The picture shows the park with the plan below it." : "With an answer found, the picture shows the plan too."),
    h("h3", {}, "Open"),
    h("div", { class: "row" }, h("label", { class: "button" }, "A position file", h("input", { type: "file", class: "hidden", accept: "application/json,.json", on: { change: openFile } }))),
    h("label", { class: "field" }, "Notation or link", h("input", { type: "text", "data-key": "notation", autocomplete: "off", on: { change: (event) => openLine(event.target.value) } })),
    h("h3", {}, "Examples"),
    EXAMPLES.map(([kind, title]) => details(title, `examples/${kind}`, h("div", { class: "entries" },
      examples.list.filter((each) => each.kind === kind).map((each) => button([h("strong", {}, each.name), each.note ? h("span", { class: "words" }, each.note) : null], () => openExample(each), { key: `example/${each.name}`, class: "entry" }))))),
    h("p", { class: "hint" }, "An unofficial aid for owners of Dice Theme Park. It holds no art and no text of the game."),
  ];
}

// What the pictures show: the park of the answer with its plan, or the park alone.
export function currentPicture(themeName = theme()) {
  const fits = view.answer && JSON.stringify(view.answer.position) === JSON.stringify(state.doc.position);
  return picture(sceneOf(state.doc.position), themeName, fits ? sequence().steps : []);
}

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

function qr(url) {
  let code;
  try {
    code = qrcode(0, "L");
    code.addData(url, "Byte");
    code.make();
  } catch {
    return h("p", { class: "hint" }, "The park is too large for a QR code; the link holds it.");
  }
  const count = code.getModuleCount();
  const quiet = 4;
  let path = "";
  for (let row = 0; row < count; row += 1) for (let column = 0; column < count; column += 1) if (code.isDark(row, column)) path += `M${column + quiet},${row + quiet}h1v1h-1z`;
  const side = count + 2 * quiet;
  return svg("svg", { class: "qr", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": "QR code of the link", "shape-rendering": "crispEdges" },
    [svg("rect", { width: side, height: side, fill: "#ffffff" }), svg("path", { d: path, fill: "#000000" })]);
}

async function copy(content, what) {
  try {
    await navigator.clipboard.writeText(content);
    say(`${what} is copied.`);
  } catch {
    say(copiedBySelecting(content) ? `${what} is copied.` : "The browser does not allow copying here.");
  }
}

// Pages of a server in the home network have no clipboard of their own (no https), but may copy what is selected.
function copiedBySelecting(content) {
  const focused = document.activeElement;
  const text = h("textarea", { class: "hidden", "aria-hidden": "true", tabindex: "-1" }, content);
  document.body.append(text);
  text.select();
  const copied = document.execCommand("copy");
  text.remove();
  focused?.focus({ preventScroll: true });
  return copied;
}

export function openPosition(position, moves = [], patch = {}) {
  replaceDoc(completed(withFacts(position)), moves, patch);
}

function openExample({ name, position, moves }) {
  openPosition(position, moves ?? [], { tab: "park" });
  say(`${name} is open.`);
}

async function openFile(event) {
  try {
    const document_ = JSON.parse(await event.target.files[0].text());
    await server.check(document_);
    openPosition(document_, [], { tab: "park" });
  } catch (error) {
    say(error.faults?.[0] ? `${error.faults[0].pointer}: ${error.faults[0].detail}` : error.message);
  }
}

async function openLine(given) {
  const line = given.trim().split("/p/").at(-1);
  if (!line) return;
  try {
    openPosition((await server.shared(line)).position, [], { tab: "park" });
    say("The park is open.");
  } catch (error) {
    say(error.message);
  }
}
