// Attractions entered by users: kept in this browser, given to the club on the server when asked for.

import { book, open } from "./book.js";
import { button, details, h, say } from "./dom.js";
import { startFacts } from "./facts.js";
import { entryButton } from "./picker.js";
import { send } from "./server.js";
import { emit, setOwn, state } from "./store.js";

export function ownPanel() {
  return details("My attractions", "own",
    h("p", { class: "hint" }, "Enter a tile of your box once; it is then one tap away. They are kept in this browser."),
    state.own.length ? state.own.map((each) => h("div", { class: "row entry-row" },
      entryButton(each, () => startFacts(each.attraction, each.slug), `own/${each.slug}`),
      button("To the club", () => give(each), { key: `give/${each.slug}`, "aria-label": `Give ${each.attraction.name} to the club` }),
      button("×", () => setOwn(state.own.filter((other) => other.slug !== each.slug)), { key: `forget/${each.slug}`, class: "small", "aria-label": `Forget ${each.attraction.name}` }))) : null,
    h("div", { class: "row" },
      button("New attraction", () => startFacts(null), { key: "own-new" }),
      button("Save as a file", () => download(), { key: "own-save", disabled: !state.own.length }),
      h("label", { class: "button" }, "Read a file", h("input", { type: "file", class: "hidden", accept: "application/json,.json", on: { change: read } }))));
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
  save("tiles.json", JSON.stringify({ version: 1, tiles: state.own }, null, 1), "application/json");
}

export function save(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function read(event) {
  const [file] = event.target.files;
  if (!file) return;
  try {
    const { tiles } = JSON.parse(await file.text());
    const fresh = tiles.filter((each) => typeof each.slug === "string" && each.attraction?.requirement?.dice);
    setOwn([...state.own.filter((each) => !fresh.some((other) => other.slug === each.slug)), ...fresh]);
    say(`${fresh.length} attractions read.`);
  } catch {
    say("This is not a file of attractions.");
  }
}
