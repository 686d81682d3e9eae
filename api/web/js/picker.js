// Which attraction lies on the hex that was tapped: your own, the club's, printed, made up.

import { entries } from "./book.js";
import { button, details, h } from "./dom.js";
import { startFacts } from "./facts.js";
import { lay } from "./brush.js";
import { requirementIcon } from "./icons.js";
import { requirementWords } from "./sentences.js";
import { show, state, view } from "./store.js";
import { writeField } from "./writing.js";

const TITLES = { own: "Yours", club: "The club's", printed: "Printed facts known from the rulebook", "made-up": "Made up, for trying out" };

export function entryButton(entry, click, key = entry.slug) {
  const { name, colour, stars, requirement } = entry.attraction;
  return button([
    h("span", { class: "title" }, h("strong", {}, name), h("span", { class: "worth" }, `${stars}★`)), requirementIcon(requirement),
  ], click, { key, class: `entry ${colour}`, "aria-label": `${name}, ${colour}, ${stars} stars, needs ${requirementWords(requirement)}` });
}

export function pickerPanel() {
  const groups = grouped(entries());
  const hasEntrance = state.doc.position.park.tiles.some((tile) => tile.id === "entrance");
  if (hasEntrance) groups.printed = groups.printed?.filter((each) => each.slug !== "park-entrance");
  const list = (kind) => h("div", { class: "entries" }, groups[kind].map((each) => entryButton(each, () => lay(each, view.hex))));
  const madeUp = groups["made-up"] && details(TITLES["made-up"], "made-up", list("made-up"));
  if (madeUp && !groups.own && !groups.club) madeUp.open = true;
  return [
    h("div", { class: "head" }, h("h2", {}, "What lies here?"), button("Close", () => show({ hex: null }), { key: "close" })),
    writeField(),
    h("div", { class: "row" }, button("Enter it by pictures", () => startFacts(null), { key: "enter" })),
    h("div", { class: "picker" }, ["own", "club", "printed"].filter((kind) => groups[kind]?.length).map((kind) => [h("h3", {}, TITLES[kind]), list(kind)]), madeUp),
  ];
}

function grouped(list) {
  const groups = {};
  for (const each of list) (groups[each.kind] ??= []).push(each);
  return groups;
}
