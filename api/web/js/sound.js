// Whether what was kept can be shown: it must fit the server's schemas, and be drawn without a fault.

import { misfits } from "./fits.js";
import { requirementIcon } from "./icons.js";
import { look } from "./look.js";
import { parkParts } from "./picture.js";
import { schemas } from "./schemas.js";
import { requirementWords, tileWords } from "./sentences.js";

const isList = Array.isArray;
const isObject = (value) => typeof value === "object" && value !== null && !isList(value);

export const fits = (name, value) => Boolean(schemas[name]) && !misfits(schemas[name], value, schemas).length;

function drawn(action) {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

// {slug, attraction}
export function soundOwn(entry) {
  return isObject(entry) && fits("TileEntry", { slug: entry.slug, attraction: entry.attraction }) && drawn(() => {
    requirementIcon(entry.attraction.requirement);
    requirementWords(entry.attraction.requirement);
  });
}

export function soundPosition(position) {
  const filled = ["mascots", "staff", "cubes", "rules", "maps", "money"].every((field) => position?.[field] !== undefined && position[field] !== null);
  return filled && isObject(position.rules.rulings) && isList(position.rules.expansions) && isList(position.park?.guests) && fits("Position", position) && drawn(() => {
    const scene = { tiles: position.park.tiles, guests: position.park.guests, cubes: position.cubes, treated_as: {} };
    parkParts(scene, look.colours.light);
    for (const tile of scene.tiles) {
      if (!isList(tile.upgrades)) throw new Error("no list of upgrades");
      tileWords(tile, scene);
      requirementIcon(tile.attraction.requirement);
    }
  });
}

// {position, moves}
export function soundDoc(doc) {
  return isObject(doc) && isList(doc.moves) && doc.moves.every((move) => fits("Move", move)) && soundPosition(doc.position);
}

const absent = (value) => value === null || value === undefined;

// What was found for a park, as `store.js` keeps it.
export function soundAnswer(answer) {
  return isObject(answer) && soundPosition(answer.position) && isList(answer.sequences) && answer.sequences.length > 0
    && isList(answer.notes) && answer.notes.every((note) => typeof note === "string") && typeof answer.seconds === "number"
    && typeof (answer.stopped ?? "") === "string" && (answer.bound === null || Number.isFinite(answer.bound))
    && (absent(answer.score) || (Number.isFinite(answer.score.value) && (answer.score.bound === null || Number.isFinite(answer.score.bound))))
    && (absent(answer.whatIf) || (isList(answer.whatIf) && answer.whatIf.every((each) => fits("WhatIfGain", each))))
    && answer.sequences.every((each) => isObject(each) && typeof each.label === "string" && Number.isFinite(each.stars) && Number.isFinite(each.money)
      && (absent(each.placed) || (Number.isFinite(each.placed.stars) && Number.isFinite(each.placed.money)))
      && isList(each.steps) && each.steps.every((step) => fits("CheckedStep", step)) && (each.next === null || fits("Position", each.next)));
}
