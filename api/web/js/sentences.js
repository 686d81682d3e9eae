// What a picture shows, in words for ears.

import { plural } from "./dom.js";
import { relationAt, valuesText } from "./picture.js";

const RELATIONS = {
  any: "and", equal: "equal to", consecutive: "in a row with", higher: "higher than", lower: "lower than",
};

function dieWords({ colour, values, reroll, symbol }) {
  const wanted = valuesText(values);
  const which = wanted === "any" ? "any" : ["even", "odd"].includes(wanted) ? wanted : `showing ${wanted}`;
  return `${which} ${colour ?? "die"}${reroll ? " (may be rerolled)" : ""}${symbol ? ` (symbol ${symbol})` : ""}`;
}

export function requirementWords({ dice, relation }) {
  return dice.map((each, index) => (index ? `${RELATIONS[relationAt(relation, index)]} ` : "") + dieWords(each)).join(" ");
}

const LISTED = { tiles: "tile", guests: "guest", mascots: "mascot", dice: "die", moves: "move", staff: "staff card" };

// Where a pointer such as /position/park/tiles/3/attraction/stars leads, in words: "Tile 4, stars".
export function pointerWords(pointer) {
  const steps = pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const parts = [];
  steps.forEach((step, index) => {
    if (/^\d+$/.test(step) && LISTED[steps[index - 1]]) parts.push(`${LISTED[steps[index - 1]]} ${Number(step) + 1}`);
    else if (!["position", "park", "attraction", "rules"].includes(step) && !(LISTED[step] && /^\d+$/.test(steps[index + 1] ?? ""))) parts.push(step.replaceAll("_", " ").replaceAll("-", " "));
  });
  const said = parts.join(", ");
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
}

export const faultWords = ({ pointer, detail }) => (pointer ? `${pointerWords(pointer) || "The file"} (${pointer}): ${detail}` : detail);

// A yellow 5 that is treated as blue is "yellow 5 (as blue)", as in every text.
export const guestWords = (guest, treatedAs = null) => `${guest.colour} ${guest.value}${guest.vip ? " VIP" : ""}${treatedAs ? ` (as ${treatedAs})` : ""}`;

export function tileWords(tile, scene, faults = []) {
  const { name, colour, stars, requirement } = tile.attraction;
  const guests = scene.guests.filter((guest) => guest.at === tile.id);
  const parts = [
    `${name}, ${colour}, ${plural(stars, "star")}`, `needs ${requirementWords(requirement)}`,
    tile.upgrades?.length ? `with ${tile.upgrades.join(", ").replaceAll("-", " ")}` : "",
    guests.length ? `guests: ${guests.map((guest) => guestWords(guest, scene.treated_as?.[guest.id])).join(", ")}` : "no guests",
    scene.cubes?.[tile.id] ? plural(scene.cubes[tile.id], "cube") : "",
    ...faults.map((fault) => `Fault: ${fault.detail}`),
  ];
  return parts.filter(Boolean).join("; ");
}
