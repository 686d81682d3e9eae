// The first screen: what this is, for whom, and three ways to begin.

import { book, fact } from "./book.js";
import { button, details, h, words } from "./dom.js";
import { legend } from "./legend.js";
import { newPark } from "./position.js";
import { examples, openFile, openPosition, openTyped, unopened } from "./share.js";
import { searchNow } from "./solve.js";
import { change, replaceDoc, show, state } from "./store.js";

const untouched = () => state.doc.position.park.tiles.length <= newPark().park.tiles.length && !state.doc.position.park.guests.length;

export function welcomePanel() {
  const games = fact("Rules", "game").enum ?? [];
  return [
    h("h2", {}, "The best moves for your park"),
    h("p", {}, "For players of the board game Dice Theme Park: enter your park as it stands in the Operate phase, and this finds the moves that earn the most stars, and proves that no others earn more. Or enter the moves you played, and it judges them by the rulebook."),
    h("div", { class: "ways" },
      h("section", { "aria-labelledby": "way-example" }, h("h3", { id: "way-example" }, "Try an example"),
        h("div", { class: "entries" }, examples.list.filter((each) => each.kind === "hand-made").map((each) =>
          button([h("strong", {}, each.name), h("span", { class: "words" }, each.note)], () => tryOut(each), { key: `try/${each.name}`, class: "entry" })))),
      h("section", { "aria-labelledby": "way-enter" }, h("h3", { id: "way-enter" }, "Enter my park"),
        h("div", { class: "row" }, games.map((game) => button(`${words(game)} game`, () => enter(game), { key: `begin/${game}`, class: "main" }))),
        untouched() ? null : h("div", { class: "row" }, button("Back to the park entered here", () => show({ welcome: false }), { key: "back-to-park" }))),
      h("section", { "aria-labelledby": "way-open" }, h("h3", { id: "way-open" }, "Open a link or file"),
        h("label", { class: "field" }, "A link, its notation or JSON", h("input", { type: "text", "data-key": "welcome-open", autocomplete: "off", on: { change: (event) => openTyped(event.target.value) } })),
        h("div", { class: "row" }, h("label", { class: "button" }, "A file", h("input", { type: "file", class: "hidden", accept: "application/json,.json", on: { change: openFile } }))),
        unopened())),
    h("p", {}, "At another table? ", h("a", { href: "/dice-manor" }, "Dice Manor: the Grand Opening")),
    details("What the marks on a tile mean", "legend", legend()),
    h("p", { class: "hint" }, `An unofficial aid for owners of the game. It holds no art and no text of it; ${book.attractions.filter((each) => each.made_up).length} attractions here are made up for trying out.`),
  ];
}

function enter(game) {
  if (untouched() && state.doc.position.rules.game === game) show({ welcome: false, adding: true });
  else if (untouched()) change((doc) => { doc.position.rules.game = game; }, { welcome: false, adding: true });
  else {
    const position = newPark();
    position.rules.game = game;
    replaceDoc(position, [], { welcome: false, adding: true, brush: null, tab: "park" });
  }
}

function tryOut({ position }) {
  openPosition(position, [], { tab: "best", welcome: false, adding: false, brush: null });
  searchNow();
}
