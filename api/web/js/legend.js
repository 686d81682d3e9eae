// What the marks of a tile mean.

import { h, plural, words } from "./dom.js";
import { look } from "./look.js";

const UPGRADES = {
  "merch-kiosk": "each cube placed here earns $2 too", "special-effect": "each cube placed here earns 2 stars more", generator: "a second cube may be placed here",
};

const mark = (sign) => h("b", { class: "mark", "aria-hidden": "true" }, sign);
const line = (sign, means) => h("li", {}, mark(sign), h("span", {}, means));

export function legend() {
  const { marks } = look.upgrades;
  return h("ul", { class: "legend" },
    line("4★", "on the roof: stars that each cube placed here earns"),
    h("li", {}, h("span", {}, "The dice below the name are the guests it takes: their colour (white for any) and what they must show. Between them + means and, = equal, ~ in a row, > higher, < lower.")),
    Object.entries(UPGRADES).map(([kind, means]) => line(marks[kind], `${words(kind)}: ${means}`)),
    line("☐", "a box on the right: room for a cube; filled when the tile was operated"),
    Object.entries(look.innovation.marks).map(([kind, sign]) => line(sign, words(kind))));
}

// Those of one tile.
export function marksOf(tile) {
  const { marks } = look.upgrades;
  const boxes = tile.upgrades.includes("generator") ? 2 : 1;
  const { income, amenity } = tile.attraction;
  return h("ul", { class: "legend" },
    tile.upgrades.filter((each) => UPGRADES[each]).map((each) => line(marks[each], `${words(each)}: ${UPGRADES[each]}`)),
    line("☐", `room for ${plural(boxes, "cube")} a round`),
    income ? line(`$${income}`, "income a round") : null,
    amenity ? h("li", {}, h("span", {}, `Amenity: ${amenity}`)) : null);
}
