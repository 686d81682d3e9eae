// What a picture shows, in words for ears.

import { plural } from "./dom.js";
import { relationAt, valuesText } from "./picture.js";

const RELATIONS = {
  any: "and", equal: "equal to", consecutive: "in a row with", higher: "higher than", lower: "lower than",
};

function dieWords({ colour, values, reroll }) {
  const wanted = valuesText(values);
  const which = wanted === "any" ? "any" : ["even", "odd"].includes(wanted) ? wanted : `showing ${wanted}`;
  return `${which} ${colour ?? "die"}${reroll ? " (may be rerolled)" : ""}`;
}

export function requirementWords({ dice, relation }) {
  return dice.map((each, index) => (index ? `${RELATIONS[relationAt(relation, index)]} ` : "") + dieWords(each)).join(" ");
}

export const guestWords = (guest) => `${guest.colour} ${guest.value}${guest.vip ? " VIP" : ""}`;

export function tileWords(tile, scene, faults = []) {
  const { name, colour, stars, requirement } = tile.attraction;
  const guests = scene.guests.filter((guest) => guest.at === tile.id);
  const parts = [
    `${name}, ${colour}, ${plural(stars, "star")}`, `needs ${requirementWords(requirement)}`,
    tile.upgrades?.length ? `with ${tile.upgrades.join(", ").replaceAll("-", " ")}` : "",
    guests.length ? `guests: ${guests.map(guestWords).join(", ")}` : "no guests",
    scene.cubes?.[tile.id] ? plural(scene.cubes[tile.id], "cube") : "",
    ...faults.map((fault) => `Fault: ${fault.detail}`),
  ];
  return parts.filter(Boolean).join("; ");
}
